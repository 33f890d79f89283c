/**
 * How long does other work wait while something long runs, and how does its time grow?
 *
 * Another task asks for the event loop over and over; the time between two answers is a pause. A busy machine makes
 * pauses longer than the work in them, so the processor's time stands beside the clock's, and is held against the bar.
 */
import { PerformanceObserver } from "node:perf_hooks";
import { quantile } from "./verdict.ts";

export interface Pauses {
  readonly ms: number;
  /** The processor's, all threads together. */
  readonly cpuMs: number;
  readonly pauses: readonly number[];
  /** The same pauses by the processor's time: what they would be with the machine to ourselves. */
  readonly busy: readonly number[];
  /** The longest time that went into collecting rubbish: no slicing makes that shorter. */
  readonly collectedMs: number;
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Turns that another task gets while `work` runs, as the gaps between them. */
export async function pausesDuring<T>(work: () => Promise<T>): Promise<readonly [T, Pauses]> {
  const pauses: number[] = [];
  const busy: number[] = [];
  let last = performance.now();
  let lastCpu = cpuNow();
  let running = true;
  let collectedMs = 0;
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectedMs = Math.max(collectedMs, duration);
  });
  collections.observe({ entryTypes: ["gc"] });
  const tick = () => {
    if (!running) return;
    const [now, cpu] = [performance.now(), cpuNow()];
    pauses.push(now - last);
    busy.push(cpu - lastCpu);
    [last, lastCpu] = [now, cpu];
    setImmediate(tick);
  };
  setImmediate(tick);
  const [startMs, startCpu] = [performance.now(), cpuNow()];
  const result = await work();
  const [ms, cpuMs] = [performance.now() - startMs, cpuNow() - startCpu];
  running = false;
  await new Promise((resolve) => setImmediate(resolve));
  collections.disconnect();
  return [result, { ms, cpuMs, pauses, busy, collectedMs }];
}

/** The largest, however many there are. */
export function longest(gaps: readonly number[]): number {
  return gaps.reduce((most, gap) => Math.max(most, gap), 0);
}

export function told(gaps: readonly number[]): string {
  return `p99 ${quantile(gaps, 0.99).toFixed(1)} ms, longest ${longest(gaps).toFixed(1)} ms`;
}

/** The slope of a line through the points, logarithm over logarithm. */
export function exponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (index: 0 | 1) => logs.reduce((sum, log) => sum + log[index], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  return over / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}

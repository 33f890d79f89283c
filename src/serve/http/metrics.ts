/**
 * How is the server doing? Counts and times in Prometheus' text format. They contain no text of a fact and no name of
 * an origin.
 */
import type { KeeperStatus } from "../../upkeep/keeper.ts";
import type { Refusals } from "./shares.ts";

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  count: number;
  sumSeconds: number;
  readonly buckets: number[];
  readonly byStatus: Map<number, number>;
}

export class Metrics {
  private readonly series = new Map<string, Series>();
  inFlight = 0;
  live = 0;
  mcpSessions = 0;
  refused: Refusals = new Map();
  readThreads = { readyCount: 0, answeredCount: 0 };
  distilled = { turns: 0, calls: 0, inputTokens: 0, outputTokens: 0 };
  thought = { calls: 0, inputTokens: 0, outputTokens: 0 };
  halted = 0;
  private readonly startedAtMs: number;

  constructor(nowMs: number) {
    this.startedAtMs = nowMs;
  }

  /** `operation` is one of our own names, never a path that a client made up. */
  record(operation: string, status: number, seconds: number): void {
    let one = this.series.get(operation);
    if (one === undefined) {
      one = { count: 0, sumSeconds: 0, buckets: BUCKETS_S.map(() => 0), byStatus: new Map() };
      this.series.set(operation, one);
    }
    one.count++;
    one.sumSeconds += seconds;
    one.byStatus.set(status, (one.byStatus.get(status) ?? 0) + 1);
    BUCKETS_S.forEach((bound, i) => {
      if (seconds <= bound) (one.buckets[i] as number) += 1;
    });
  }

  render(nowMs: number, upkeep: KeeperStatus | undefined): string {
    const lines = [
      "# HELP tideline_requests_total Requests by operation and status.",
      "# TYPE tideline_requests_total counter",
      ...this.each((name, one) =>
        [...one.byStatus].map(
          ([status, count]) => `tideline_requests_total{operation="${name}",status="${status}"} ${count}`,
        ),
      ),
      "# HELP tideline_request_seconds How long answers took.",
      "# TYPE tideline_request_seconds histogram",
      ...this.each((name, one) => [
        ...BUCKETS_S.map(
          (bound, i) =>
            `tideline_request_seconds_bucket{operation="${name}",le="${bound}"} ${one.buckets[i]}`,
        ),
        `tideline_request_seconds_bucket{operation="${name}",le="+Inf"} ${one.count}`,
        `tideline_request_seconds_sum{operation="${name}"} ${one.sumSeconds.toFixed(6)}`,
        `tideline_request_seconds_count{operation="${name}"} ${one.count}`,
      ]),
      ...gauge("tideline_requests_in_flight", "Requests at work.", this.inFlight),
      ...gauge("tideline_live_subscribers", "Open event streams.", this.live),
      ...gauge("tideline_mcp_sessions", "Open MCP sessions.", this.mcpSessions),
      "# HELP tideline_refused_total Requests that a limit has turned away.",
      "# TYPE tideline_refused_total counter",
      ...[...this.refused].map(([limit, count]) => `tideline_refused_total{limit="${limit}"} ${count}`),
      ...gauge("tideline_readers", "Threads ready to answer reads.", this.readThreads.readyCount),
      "# HELP tideline_reader_answers_total Requests that readers have answered.",
      "# TYPE tideline_reader_answers_total counter",
      `tideline_reader_answers_total ${this.readThreads.answeredCount}`,
      ...distilledCounters(this.distilled),
      ...counter("tideline_think_calls_total", "Questions to a language model at night.", this.thought.calls),
      ...counter("tideline_think_input_tokens_total", "Tokens of those questions.", this.thought.inputTokens),
      ...counter("tideline_think_output_tokens_total", "Tokens of the replies.", this.thought.outputTokens),
      ...counter(
        "tideline_passes_halted_total",
        "Runs that stopped because they would have taken too much out of recall.",
        this.halted,
      ),
      ...gauge(
        "tideline_uptime_seconds",
        "Time since the server started.",
        (nowMs - this.startedAtMs) / 1000,
      ),
      ...(upkeep === undefined ? [] : upkeepGauges(upkeep)),
      ...gauge("process_resident_memory_bytes", "Memory of the process.", process.memoryUsage.rss()),
    ];
    return `${lines.join("\n")}\n`;
  }

  private each(render: (name: string, one: Series) => readonly string[]): readonly string[] {
    return [...this.series].flatMap(([name, one]) => render(name, one));
  }
}

/** Sums over all origins: metrics do not reveal which origins there are. */
function upkeepGauges({ tasks, backlog, isStarted, isFrozen }: KeeperStatus): readonly string[] {
  const failing = tasks.filter(({ failures }) => failures > 0).length;
  const lastMs = Math.max(0, ...tasks.map(({ lastRunAt = 0 }) => lastRunAt));
  return [
    ...gauge(
      "tideline_maintenance_active",
      "1 if maintenance runs by itself.",
      isStarted && !isFrozen ? 1 : 0,
    ),
    ...gauge("tideline_maintenance_due", "Maintenance tasks that are due.", backlog),
    ...gauge("tideline_maintenance_failing", "Maintenance tasks that failed last time.", failing),
    ...gauge(
      "tideline_maintenance_last_run_seconds",
      "When a task last succeeded, in epoch seconds.",
      lastMs / 1000,
    ),
  ];
}

/** Sums over all origins, like those of maintenance. */
function distilledCounters({
  turns,
  calls,
  inputTokens,
  outputTokens,
}: Metrics["distilled"]): readonly string[] {
  return [
    ...counter("tideline_distilled_turns_total", "Turns of conversations that were distilled.", turns),
    ...counter("tideline_distil_calls_total", "Calls of the distiller.", calls),
    ...counter("tideline_distil_input_tokens_total", "Tokens that the distiller read.", inputTokens),
    ...counter("tideline_distil_output_tokens_total", "Tokens that the distiller wrote.", outputTokens),
  ];
}

function counter(name: string, help: string, value: number): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, `${name} ${value}`];
}

function gauge(name: string, help: string, value: number): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

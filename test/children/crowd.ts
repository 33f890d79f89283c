// One of several processes at work on one stream: appends, reads along, or erases.
//
//   node crowd.mjs <workspace> append <name> <count>   that many facts, one by one
//   node crowd.mjs <workspace> erase <name> <count>    that many erasures of facts that stand there
//   node crowd.mjs <workspace> watch                   reads until it is told to stop
//
// Says "ready", waits to be told to go, and answers with what it did.
import { isTidelineError } from "../../src/errors.ts";
import { EVENT_VERSION } from "../../src/model/event.ts";
import type { RecordedEvent } from "../../src/ports/storage.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added } from "../../src/testing/storage/events.ts";

const [workspace = "", role, name = "", countText] = process.argv.slice(2);
const OPTIONS = { volumeBytes: 20_000, lockWaitMs: 60_000 };
const store = new FactStore(workspace, OPTIONS);
const known: RecordedEvent[] = [];
let isOver = false;

export interface Watched {
  readonly reads: number;
  readonly events: number;
  /** What no reader should ever see. */
  readonly faults: readonly string[];
}

/** Reads on; says what does not fit to what was read before. */
function catchUp(): string[] {
  const faults: string[] = [];
  for (let more = true; more; ) {
    const last = known.at(-1);
    const page = store.read("owner", last?.seq ?? 0);
    if (last !== undefined && page.afterHash !== last.hash) faults.push(`event ${last.seq} has changed`);
    for (const event of page.events) {
      if (event.seq !== known.length + 1) faults.push(`event ${event.seq} after ${known.length}`);
      known.push(event);
    }
    more = page.more;
  }
  return faults;
}

/** Tries at the stream's end until nobody else was faster; the number of tries. */
function insist(act: (head: number) => unknown): number {
  for (let tries = 1; ; tries++) {
    try {
      act(known.length);
      return tries;
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
      catchUp();
    }
  }
}

function appendAll(): { readonly tries: number } {
  let tries = 0;
  for (let i = 1; i <= Number(countText); i++) {
    const event = added(`${name}-${i}`, `words of ${name}-${i}`);
    tries += insist((head) => store.append("owner", head, [event]));
    catchUp();
  }
  return { tries };
}

function eraseAll(): { readonly erased: readonly number[] } {
  const erased: number[] = [];
  for (let i = 0; i < Number(countText); i++) {
    const target = () => known.find(({ event, seq }) => event.type === "added" && !erased.includes(seq));
    while (target() === undefined) catchUp();
    const seq = (target() as RecordedEvent).seq;
    const event = { type: "erased", v: EVENT_VERSION, at: 1, why: { rule: "test" }, erases: [seq] } as const;
    insist((head) => store.erase("owner", head, event));
    erased.push(seq);
    catchUp();
  }
  return { erased };
}

/** A reader that was there all the time, and every tenth time one that has just come. */
async function watch(): Promise<Watched> {
  const faults: string[] = [];
  let reads = 0;
  while (!isOver || reads === 0) {
    try {
      faults.push(...catchUp());
      if (reads % 10 === 0) faults.push(...lookAnew());
    } catch (error) {
      faults.push(String(error));
    }
    reads++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  faults.push(...catchUp());
  return { reads, events: known.length, faults: faults.slice(0, 5) };
}

function lookAnew(): readonly string[] {
  const fresh = new FactStore(workspace, OPTIONS);
  try {
    const { events } = fresh.read("owner", 0);
    const report = fresh.verify("owner");
    const faults = report.problems.map(({ message }) => `verify: ${message}`);
    const other = known.find((event, i) => events[i]?.hash !== event.hash);
    if (other !== undefined) faults.push(`a new reader does not see event ${other.seq}`);
    if (report.events < events.length) faults.push(`${report.events} verified of ${events.length}`);
    return faults;
  } finally {
    fresh.close();
  }
}

process.on("message", ({ go }: { readonly go: boolean }) => {
  if (!go) isOver = true;
  else if (role === "append") process.send?.(appendAll());
  else if (role === "erase") process.send?.(eraseAll());
  else void watch().then((watched) => process.send?.(watched));
});
process.send?.("ready");

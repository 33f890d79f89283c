/** How does a verb read its origin's log: to the end, back to a time, or as it was known then? */
import { MAX_READ_EVENTS } from "../limits.ts";
import type { State } from "../log/fold.ts";
import { eachPage, readPage } from "../log/pages.ts";
import { stateAt, type Until } from "../log/past.ts";
import type { Steps } from "../log/steps.ts";
import type { Stream } from "../model/stream.ts";
import type { OnProgress } from "../ports/progress.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { cannotReplay } from "../recall/receipt.ts";
import type { Memory } from "./memory.ts";

/** In most memories a week has fewer events than this. */
const LATEST_EVENTS = 2_000;

export function* readAll(
  memory: Memory,
  afterSeq: number,
  stream: Stream = memory.origin,
): Steps<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  const read = (seq: number) => readPage(memory.engine.store, stream, seq);
  yield* eachPage(read, afterSeq, (page) => void events.push(...page.events));
  return events;
}

/** The last events of the log: at least back to `since`, but never more than one page. */
export function* readBack(memory: Memory, head: number, since: number): Steps<readonly RecordedEvent[]> {
  let events: readonly RecordedEvent[] = [];
  for (let count = LATEST_EVENTS; ; count = MAX_READ_EVENTS) {
    const after = Math.max(0, head - count);
    ({ events } = yield* readPage(memory.engine.store, memory.origin, after));
    const oldest = events[0]?.event.at ?? 0;
    if (after === 0 || count === MAX_READ_EVENTS || oldest < since) return events;
  }
}

export function* stateThen(memory: Memory, until: Until, onProgress?: OnProgress): Steps<State> {
  const tell = onProgress && ((events: number) => onProgress(events, undefined, "events read"));
  const state = yield* stateAt(memory.engine.store, memory.origin, until, tell);
  if (state === undefined) throw cannotReplay("events or access marks of that time are no longer there");
  return state;
}

/**
 * What was known at an earlier time? The answer is the fold of the log up to that time. This is slow, because it reads
 * the log from the start; it runs only when a caller asks for the past.
 */
import type { Origin } from "../model/origin.ts";
import { marksOf } from "../model/stream.ts";
import type { AnyStorage, RecordedEvent } from "../ports/storage.ts";
import { emptyState, fold, foldMarks, type State } from "./fold.ts";
import { eachPage, readPage } from "./pages.ts";
import type { Steps } from "./steps.ts";

const EVENTS_AT_ONCE = 512;

/** Where to stop: after the event with this number, or before the first event later than `at`. */
export type Until = { readonly seq: number; readonly marksSeq: number } | { readonly at: number };

/** The state at that time; undefined if some of its events or marks are no longer in the log. `onRead` reports the
 * number of events read so far. */
export function* stateAt(
  store: AnyStorage,
  origin: Origin,
  until: Until,
  onRead?: (events: number) => void,
): Steps<State | undefined> {
  let state = emptyState(origin);
  yield* eachPage(
    (seq) => readPage(store, origin, seq, EVENTS_AT_ONCE),
    0,
    (page) => {
      const events = upTo(page.events, until, "seq");
      state = fold(state, events);
      onRead?.(state.head.seq);
      return events.length === page.events.length;
    },
  );
  if ("seq" in until && state.head.seq !== until.seq) return undefined;
  return yield* withMarks(store, state, until);
}

function* withMarks(store: AnyStorage, before: State, until: Until): Steps<State | undefined> {
  let state = before;
  yield* eachPage(
    (seq) => readPage(store, marksOf(state.origin), seq, EVENTS_AT_ONCE),
    state.marks.seq,
    (page) => {
      const events = upTo(page.events, until, "marksSeq");
      state = foldMarks(state, events);
      return events.length === page.events.length;
    },
  );
  return "seq" in until && state.marks.seq !== until.marksSeq ? undefined : state;
}

function upTo(
  events: readonly RecordedEvent[],
  until: Until,
  which: "seq" | "marksSeq",
): readonly RecordedEvent[] {
  const end =
    "at" in until
      ? events.findIndex(({ event }) => event.at > until.at)
      : events.findIndex(({ seq }) => seq > until[which]);
  return end < 0 ? events : events.slice(0, end);
}

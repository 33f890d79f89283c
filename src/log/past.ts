/**
 * What was known at an earlier time? The log, folded up to there. Slow: it reads all of it, on purpose only when asked.
 */
import type { Origin } from "../model/origin.ts";
import { marksOf } from "../model/stream.ts";
import type { AnyStorage, RecordedEvent } from "../ports/storage.ts";
import { emptyState, fold, foldMarks, type State } from "./fold.ts";
import { ask, type Steps } from "./steps.ts";

/** Up to which event: by number, or up to the first one after a time. */
export type Until = { readonly seq: number; readonly marksSeq: number } | { readonly at: number };

/** The state then; undefined if events or marks of that time are no longer there. `onRead`: told how far it is. */
export function* stateAt(
  store: AnyStorage,
  origin: Origin,
  until: Until,
  onRead?: (events: number) => void,
): Steps<State | undefined> {
  let state = emptyState(origin);
  for (let more = true; more; ) {
    const page = yield* ask(store.read(origin, state.head.seq));
    const events = upTo(page.events, until, "seq");
    state = fold(state, events);
    onRead?.(state.head.seq);
    more = page.more && events.length === page.events.length;
  }
  if ("seq" in until && state.head.seq !== until.seq) return undefined;
  return yield* withMarks(store, state, until);
}

function* withMarks(store: AnyStorage, before: State, until: Until): Steps<State | undefined> {
  let state = before;
  for (let more = true; more; ) {
    const page = yield* ask(store.read(marksOf(state.origin), state.marks.seq));
    const events = upTo(page.events, until, "marksSeq");
    const seq = state.marks.seq;
    state = foldMarks(state, events);
    more = page.more && events.length === page.events.length && state.marks.seq > seq;
  }
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

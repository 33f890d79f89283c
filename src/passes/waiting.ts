/** What will the state be once the uses that wait in memory are written? */
import { foldMarks, type State } from "../log/fold.ts";
import { addShown } from "../log/upkeep-state.ts";
import { EVENT_VERSION, type EventOf } from "../model/event.ts";
import type { PassHost } from "./pass.ts";

/** With uses, and with what was shown. */
export function withWaiting(state: State, { marks, shown }: ReturnType<PassHost["waiting"]>): State {
  const used = withMarks(state, marks);
  return shown.shown.length === 0 ? used : { ...used, upkeep: addShown(used.upkeep, shown) };
}

/** With these uses. */
export function withMarks(state: State, marks: EventOf<"accessed">["marks"]): State {
  if (marks.length === 0) return state;
  const { seq } = state.marks;
  const event: EventOf<"accessed"> = {
    type: "accessed",
    v: EVENT_VERSION,
    at: 0,
    seen: state.head.seq,
    marks,
  };
  return foldMarks(state, [{ seq: seq + 1, hash: "", event, bodyGone: false }]);
}

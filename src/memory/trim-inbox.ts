/** Which turns are no longer kept? Those that were distilled so many days ago. */
import { DISTIL } from "../converse/distiller.ts";
import type { TurnHead } from "../converse/inbox.ts";
import type { Steps } from "../log/steps.ts";
import { EVENT_VERSION } from "../model/event.ts";
import { DAY_MS } from "../model/time.ts";
import type { Memory } from "./memory.ts";

/**
 * Turns that are distilled are kept for a while, so that a fact can be looked up in its conversation. Then their words are
 * erased, and the store drops what it can.
 */
export function* trim(memory: Memory): Steps<void> {
  const { engine, open } = memory;
  const { distil } = yield* open.replica.catchUp();
  yield* open.inbox.catchUp();
  const before = engine.now() - engine.options.distilling.keepDays * DAY_MS;
  const old: TurnHead[] = [];
  let last: TurnHead | undefined;
  let isWaiting = false;
  for (const turn of open.inbox.all()) {
    if (turn.observedAt >= before) break;
    // A turn that still waits keeps its place in the log and those after it, but nobody else's words.
    if (turn.seq > (distil.cursors.get(turn.session) ?? 0)) isWaiting = true;
    else old.push(turn);
    if (!isWaiting) last = turn;
  }
  if (old.length === 0) return;
  const now = engine.now();
  // Erased first: a cursor is forgotten only once its turns can no longer be read.
  yield* open.inbox.erase(
    old.map(({ id }) => id),
    now,
    { rule: "inbox/kept-long-enough" },
    undefined,
  );
  if (last === undefined) return;
  const upTo = last.seq;
  yield* open.replica.commit((state) =>
    state.distil.trimmedTo >= upTo
      ? []
      : [{ type: "inbox-trimmed", v: EVENT_VERSION, at: now, why: { rule: DISTIL }, upTo }],
  );
  yield* open.inbox.drop(upTo);
}

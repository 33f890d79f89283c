/**
 * How often was each fact used in total? These sums replace the single access marks (logged uses): in the log, after
 * old marks are dropped, and in an export, which contains no marks.
 */
import { MAX_FACTS_PER_CHECKPOINT } from "../limits.ts";
import { EVENT_VERSION, type EventOf } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { eachInSlices, type Slices } from "../ports/slices.ts";
import type { State } from "./fold.ts";
import { marksOfShown } from "./upkeep-state.ts";

const FACTS_PER_SLICE = 64;

type Checkpoint = EventOf<"checkpointed">;

/** The sums of all marks so far. */
export function* checkpointOf(state: State, at: number): Slices<readonly Checkpoint[]> {
  const { seq: upTo, hash } = state.marks;
  return upTo === 0 ? [] : yield* sumsOf(state, { at, upTo, hash }, true);
}

/** The sums for an export. They include no marks of the importing workspace, so they are never `final`: that workspace
 * reads its own marks from the first one on and adds them to these sums. */
export function* figuresOf(state: State, at: number): Slices<readonly Checkpoint[]> {
  const sums = yield* sumsOf(state, { at, upTo: 1, hash: "0".repeat(64) }, false);
  return sums.filter(({ access, shown }) => access.length > 0 || shown !== undefined);
}

function* sumsOf(
  state: State,
  head: Pick<Checkpoint, "at" | "upTo" | "hash">,
  isWhole: boolean,
): Slices<readonly Checkpoint[]> {
  const used: Fact[] = [];
  yield* eachInSlices([...state.facts.keys()], FACTS_PER_SLICE, (id) => {
    const fact = state.facts.get(id);
    if (fact !== undefined && fact.accessCount > 0) used.push(fact);
  });
  const seen = [...state.upkeep.shown.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const length = Math.max(used.length, seen.length);
  const events: Checkpoint[] = [];
  for (let from = 0; from < length || from === 0; from += MAX_FACTS_PER_CHECKPOINT) {
    const to = from + MAX_FACTS_PER_CHECKPOINT;
    const access = used
      .slice(from, to)
      .map((fact) => [fact.id, fact.accessCount, fact.lastAccessedAt, fact.accessTimes] as const);
    const { shown, found } = marksOfShown(seen.slice(from, to));
    events.push({
      type: "checkpointed",
      v: EVENT_VERSION,
      ...head,
      access,
      ...(shown.length === 0 ? {} : { shown }),
      ...(found === undefined ? {} : { found }),
      final: isWhole && to >= length,
    });
  }
  return events;
}

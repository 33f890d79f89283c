/**
 * How do the stages of one pass run? One after the other: their items are cut into pieces, and each item is decided on
 * the state that the items before it led to.
 */
import { evolve } from "../../log/fold.ts";
import { EVENT_VERSION, type MemoryEvent } from "../../model/event.ts";
import type { Change, PassView, Write, WritingPass } from "../../passes/pass.ts";
import type { Stage } from "./stage.ts";

/** An item, with the stage that found it. */
export interface Item<T = never> {
  readonly stage: Stage<never, T>;
  readonly item: never;
}

const ITEMS_PER_PIECE = 64;

/** The two functions of a pass that consists of stages. */
export function stagesAsPieces<T>(
  stages: readonly Stage<never, T>[],
  tools: T,
): Pick<WritingPass<readonly Item<T>[]>, "pieces" | "decide"> {
  return {
    pieces: (view) => piecesOf(stages, view, tools),
    decide: (items, view) => decideOneByOne(items, view, tools),
  };
}

/**
 * Each item is decided on the state that the items before it led to: a fact that was just merged is not merged again.
 */
function decideOneByOne<T>(items: readonly Item<T>[], view: PassView, tools: T): readonly (Change | Write)[] {
  let { state } = view;
  const changes: (Change | Write)[] = [];
  for (const { stage, item } of items) {
    for (const change of stage.decide(item, { ...view, state }, tools)) {
      changes.push(change);
      if (!("event" in change)) continue;
      const event = { ...change.event, v: EVENT_VERSION, at: view.now } as MemoryEvent;
      state = evolve(state, event, state.head.seq + changes.length);
    }
  }
  return changes;
}

/** Cuts the items of all stages into pieces. Each stage sees what the stages before it did. */
async function* piecesOf<T>(
  stages: readonly Stage<never, T>[],
  view: PassView,
  tools: T,
): AsyncGenerator<readonly Item<T>[], void, unknown> {
  for (const stage of stages) {
    let piece: Item<T>[] = [];
    let pauses = 0;
    for await (const item of stage.items(view, tools) as AsyncIterable<never | undefined>) {
      if (item !== undefined) piece.push({ stage, item });
      else pauses++;
      if (piece.length >= ITEMS_PER_PIECE || pauses > 0) {
        yield piece;
        piece = [];
        pauses = 0;
      }
    }
    if (piece.length > 0) yield piece;
  }
}

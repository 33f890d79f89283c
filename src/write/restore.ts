/**
 * A person brings a fact back: what follows?
 *
 * While it was out of sight it was not there for lower classes (`known.ts`): they may have said the same, or given its
 * slot another value, as if nobody had spoken before. Now the higher class stands: their copies become restatements of
 * it, and their values are over or in doubt, as if it had been in sight all along. What its own class and those above
 * said stays as it is.
 */
import { type KeyIndex, readFact } from "../indexes/keys.ts";
import type { State } from "../log/fold.ts";
import { authorOf } from "../model/author.ts";
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { isLive } from "../model/sight.ts";
import { effectEvents, mergedEvents, type Stamp } from "./events.ts";
import { impactOf } from "./impact.ts";
import type { WriteRules } from "./rules.ts";
import { findSame } from "./same.ts";
import type { Claim } from "./slot.ts";

/** `back`: the fact as it is once it is in sight again. */
export function eventsOfReturn(
  state: State,
  keys: KeyIndex,
  back: Fact,
  stamp: Stamp,
  rules: Pick<WriteRules, "isMultiValued">,
): readonly MemoryEvent[] {
  if (!isLive(back)) return [];
  const { authority } = back;
  const reading = readFact(back.content, back.slot);
  const claim: Claim = { ...back, at: stamp.at, author: authorOf(back), reading };
  const { below } = findSame(state, keys, claim, authority, { isHeld: false, ...rules });
  const copies = below.filter((one) => one.authority < authority);
  const absorbed = new Set(copies.map(({ id }) => id));
  const { effects, denied } = impactOf(state, keys, claim, authority, rules, absorbed);
  const overruled = effects.filter(({ fact }) => fact.authority < authority && !absorbed.has(fact.id));
  return [
    ...mergedEvents(copies, back.id, stamp),
    ...overruled.flatMap((effect) => effectEvents(effect, claim, () => stamp, denied.facts)),
  ];
}

/**
 * A person restores a fact: what happens to the facts around it?
 *
 * While the fact was out of sight it did not exist for lower classes (`known.ts`): they may have said the same, or
 * given its slot another value. Now the higher class stands again: their copies are merged into the restored fact, and
 * their values end or are challenged, as if the fact had been in sight all along. What its own class and higher classes
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

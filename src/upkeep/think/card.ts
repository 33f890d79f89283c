/**
 * What does the card about somebody say? The cards that were made at night and still stand, and else the best facts as
 * they are now.
 */
import type { Entity } from "../../indexes/names/entities.ts";
import type { State } from "../../log/fold.ts";
import type { Fact } from "../../model/fact.ts";
import type { Authority } from "../../model/source.ts";
import type { EntityKind } from "../../text/values/names.ts";
import { bestFacts, type CardSentence, cardsNamed, isStanding, namesOf } from "./cards.ts";
import { CLASSES } from "./tools.ts";

/** One card: how it was made, of facts of which class, and what it says. */
export interface CardText {
  /** composed: facts as they are. worded: a language model wrote it. */
  readonly made: "composed" | "worded";
  /** The class of the card itself: 1 for what a model wrote. */
  readonly authority: Authority;
  /** The class of the facts that it stands on. */
  readonly of: Authority;
  readonly sentences: readonly CardSentence[];
  /** The fact that holds it, and when it was made; undefined if it was composed for this answer. */
  readonly id: string | undefined;
  readonly madeAt: number | undefined;
}

/** Who or what somebody is, as far as memory knows. */
export interface Card {
  readonly name: string;
  readonly kind: EntityKind;
  readonly aliases: readonly string[];
  /** Those on facts of the highest class first; of one class, composed before worded. */
  readonly cards: readonly CardText[];
}

export function cardAbout(entity: Entity, state: State): Card {
  const { name, kind, aliases, facts } = entity;
  const stored = cardsNamed({ names: namesOf(entity), facts }, { state })
    .filter((card) => isStanding(card, state))
    .flatMap(textOf);
  const cards = CLASSES.flatMap((of) => {
    const mine = stored.filter((one) => one.of === of);
    const composed = mine.filter(({ made }) => made === "composed");
    const worded = mine.filter(({ made }) => made === "worded");
    return [...(composed.length > 0 ? composed : composedNow(entity, of, state)), ...worded];
  });
  return { name, kind, aliases, cards };
}

function composedNow(entity: Entity, of: Authority, state: State): readonly CardText[] {
  const facts = bestFacts(entity, of, { state });
  if (facts.length === 0) return [];
  const sentences = facts.map(({ id, content }) => ({ says: content, facts: [id] }));
  const authority = Math.min(of, 2) as Authority;
  return [{ made: "composed", authority, of, sentences, id: undefined, madeAt: undefined }];
}

/** Read back from the log: what does not have the form is left out. */
function textOf({ id, authority, metadata, evidence, createdAt }: Fact): readonly CardText[] {
  const { made, of, says, cites } = metadata ?? {};
  const isCard = (made === "composed" || made === "worded") && Array.isArray(says) && Array.isArray(cites);
  if (!isCard || !CLASSES.some((one) => one === of)) return [];
  const sentences = says.map((text, i) => ({
    says: String(text),
    facts: [cites[i]].flat().flatMap((at) => evidence[Number(at)] ?? []),
  }));
  return [{ made, authority, of: of as Authority, sentences, id, madeAt: createdAt }];
}

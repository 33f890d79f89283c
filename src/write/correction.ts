/**
 * What does a fact become when its words are put right? A new fact with everything of the old one but the text, the uses
 * and the writer. It does not say when the old words were wrong: they are superseded from now on.
 */
import { badArgument } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { type Authority, type KnownSource, TRUSTED } from "../model/source.ts";
import type { AddInput } from "./draft.ts";

/** As it is filed, and when it holds. */
const TAKEN_OVER = [
  ...(["segment", "tier", "kind", "layer", "essential"] as const),
  ...(["importance", "decayRate", "confidence", "valence"] as const),
  ...(["tags", "aliases", "metadata", "recurrence"] as const),
  ...(["occurredAt", "validFrom", "validTo"] as const),
] as const;

export function correctionOf(fact: Fact, text: string, voice: Authority): AddInput {
  if (fact.validity !== "valid" && fact.validity !== "challenged")
    throw badArgument(
      `The fact ${fact.id} no longer holds${fact.supersededBy === undefined ? "" : `: ${fact.supersededBy} took its place`}. Correct what holds now, or add a new fact`,
    );
  if (text === fact.content) throw badArgument("text is what the fact says already");
  const { slot, episode, position, pinned } = fact;
  return {
    ...Object.fromEntries(TAKEN_OVER.map((name) => [name, fact[name]])),
    ...(slot === undefined ? {} : slot),
    ...(episode === undefined ? {} : { episode: { id: episode, position } }),
    ...(pinned ? { pinned } : {}),
    ...sameAuthor(fact, voice),
    content: text,
    links: [{ kind: "corrects", to: fact.id }],
  };
}

/** What the principal corrects is the principal's own word. Anybody else corrects as the author that they were. */
function sameAuthor({ source, sourceName, actor }: Fact, voice: Authority): Partial<AddInput> {
  if (voice === TRUSTED) return {};
  return { source: (sourceName ?? source) as KnownSource, actor };
}

/**
 * What does one fact say about names? Those in its text, the subject of its slot, and its own aliases.
 */
import type { Fact } from "../model/fact.ts";
import { type Mention, mentionsIn, type Naming, namingIn } from "../text/names.ts";

/** What one fact says about names. */
export interface Reading {
  readonly mentions: readonly Mention[];
  readonly namings: readonly Naming[];
}

export function readNames(fact: Fact): Reading {
  const mentions = [...mentionsIn(fact.content)];
  const naming = namingIn(fact.content, mentions);
  const namings = naming === undefined ? [] : [naming];
  const strengthen = (key: string): void => {
    const at = mentions.findIndex((mention) => mention.key === key);
    if (at >= 0) mentions[at] = { ...(mentions[at] as Mention), isWeak: false };
  };
  for (const { from, to } of namings) [from, to].forEach(strengthen);
  const subject = subjectOf(fact);
  if (subject !== undefined) {
    if (!mentions.some(({ key }) => key === subject.key)) mentions.unshift(subject);
    strengthen(subject.key);
    for (const alias of fact.aliases) {
      const key = alias.trim().toLowerCase();
      if (key === "" || key === subject.key) continue;
      mentions.push({ key, name: alias.trim(), kind: subject.kind, isWeak: false });
      namings.push({ kind: "alias", from: subject.key, to: key });
    }
  }
  return { mentions, namings };
}

/** The subject of a slot is a name, unless it is the speaker. */
function subjectOf(fact: Fact): Mention | undefined {
  const name = fact.slot?.subject.trim();
  if (name === undefined || name === "" || /^(?:i|me|my|we|us|self|user|owner|you)$/i.test(name))
    return undefined;
  return {
    key: name.toLowerCase(),
    name,
    kind: fact.kind === "relation" ? "person" : "thing",
    isWeak: false,
  };
}

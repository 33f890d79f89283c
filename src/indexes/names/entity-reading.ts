/**
 * What does one fact say about names? It reads the names in its text, the subject of its slot, and its own aliases.
 */
import type { Fact } from "../../model/fact.ts";
import { type Mention, mentionsIn, type Naming, namingIn } from "../../text/values/names.ts";

export interface NameReading {
  readonly mentions: readonly Mention[];
  readonly namings: readonly Naming[];
}

export function readNames(fact: Fact): NameReading {
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
  }
  for (const alias of fact.aliases) {
    const [name, key] = [alias.trim(), alias.trim().toLowerCase()];
    if (key === "" || key === subject?.key) continue;
    // Only the subject of the slot tells whose other name an alias is. Without a subject it is just one more name in
    // the fact.
    const isWeak = subject === undefined && !CAPITAL.test(name);
    if (subject !== undefined) namings.push({ kind: "alias", from: subject.key, to: key });
    else if (mentions.some((mention) => mention.key === key)) continue;
    mentions.push({ key, name, kind: subject?.kind ?? "thing", isWeak });
  }
  return { mentions, namings };
}

const CAPITAL = /^\p{Lu}/u;

/** The subject of a slot is a name, unless it means the speaker. */
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

/** The words of a text in lower case, as they appear in names: "Anna's" becomes "anna". */
export function plainWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}.'&+#-]*/gu) ?? [];
  return words.map((word) => word.replace(/(?:'s?|[.'-]+)$/, ""));
}

/**
 * Which facts did somebody say, and which mention them? For forgetting a person, and for telling them what is known.
 *
 * What they said is theirs. What others said about them is not: it is listed, and a person decides. The same goes for
 * what others said too. A name is looked for in all the words of a fact, as whole words, whatever their case.
 */
import { nameKey } from "../indexes/keys.ts";
import type { Fact } from "../model/fact.ts";
import { allWords } from "../model/wording.ts";

/** Who, or what it came from. */
export interface Speaking {
  /** Who said it, as facts name them. */
  readonly actor?: string | undefined;
  readonly source?: string | undefined;
}

/** A fact of others, for decision: it names them, or they said it too, or somebody else did. */
export interface SubjectMention {
  readonly id: string;
  readonly content: string;
  readonly authority: Fact["authority"];
  readonly why: "names" | "said-by-others-too" | "said-again";
}

export interface SubjectFacts {
  /** What they alone said. */
  readonly said: readonly Fact[];
  readonly mentions: readonly SubjectMention[];
}

/** `names`: all names of theirs. `named`: facts that are known to name them. */
export function factsOfSubject(
  facts: Iterable<Fact>,
  speaking: Speaking,
  names: readonly string[],
  named: ReadonlySet<string>,
): SubjectFacts {
  const said: Fact[] = [];
  const mentions: SubjectMention[] = [];
  const isNamed = namesAny(names);
  for (const fact of facts) {
    const why = whyOf(fact, speaking) ?? (named.has(fact.id) || isNamed(wordsOf(fact)) ? "names" : undefined);
    const { id, content, authority } = fact;
    if (why === "said") said.push(fact);
    else if (why !== undefined) mentions.push({ id, content, authority, why });
  }
  return { said, mentions };
}

function whyOf(fact: Fact, speaking: Speaking): SubjectMention["why"] | "said" | undefined {
  const isTheirs = isSaidBy(speaking);
  const [, ...again] = fact.observations;
  const first = isTheirs({ actor: fact.actor, source: fact.sourceName ?? fact.source });
  if (first) return again.every(isTheirs) ? "said" : "said-by-others-too";
  return again.some(isTheirs) ? "said-again" : undefined;
}

interface Said {
  readonly actor?: string | undefined;
  readonly source?: string | undefined;
}

/** Everything that is given must fit. */
export function isSaidBy({ actor, source }: Speaking): (said: Said) => boolean {
  if (actor === undefined && source === undefined) return () => false;
  const key = actor && nameKey(actor);
  return (said) =>
    (key === undefined || (said.actor !== undefined && nameKey(said.actor) === key)) &&
    (source === undefined || said.source === source);
}

function wordsOf(fact: Fact): string {
  const actors = fact.observations.flatMap(({ actor, episode }) => [actor, episode]);
  return [allWords(fact), fact.objection, ...actors].filter((one) => one !== undefined).join("\n");
}

/** A name must begin with a letter and be longer than one: a number or an initial would be found everywhere. */
function namesAny(names: readonly string[]): (words: string) => boolean {
  const keys = [...new Set(names.map(nameKey))].filter((key) => /^\p{L}.+/u.test(key));
  return (words) => {
    const text = nameKey(words);
    return keys.some((key) => isWordIn(text, key));
  };
}

const LETTER = /[\p{L}\p{N}]/u;

function isWordIn(text: string, key: string): boolean {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const before = text.slice(0, at).match(/.$/su)?.[0] ?? "";
    const after = text.slice(at + key.length).match(/^./su)?.[0] ?? "";
    if (!LETTER.test(before) && !LETTER.test(after)) return true;
  }
  return false;
}

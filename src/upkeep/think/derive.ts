/**
 * How does a text that a pass derived become a fact, and which text is fit to be one?
 *
 * Its class is decided in one place (`highestOf` in `passes/veto.ts`): 1 if somebody worded it, 2 if it consists of
 * unchanged quotes, and never above its evidence. It states who made it and of what. A text may only name people,
 * things and numbers that its evidence names, and denies only what is denied there: a model adds nothing of its own.
 */
import { MAX_CONTENT_CHARS } from "../../limits.ts";
import type { Fact } from "../../model/fact.ts";
import type { Metadata } from "../../model/metadata.ts";
import type { Derivation } from "../../model/segment.ts";
import type { Change, PassView } from "../../passes/pass.ts";
import { highestOf } from "../../passes/veto.ts";
import { addsNoWord, keepsMood } from "../../text/claims/mood.ts";
import { mentionsIn } from "../../text/values/names.ts";
import { isNonsense } from "./ask.ts";

export interface Derived {
  readonly derived: Derivation;
  readonly content: string;
  readonly evidence: readonly Fact[];
  readonly rule: string;
  readonly say: string;
  readonly metadata?: Metadata | undefined;
  readonly review?: string | undefined;
}

const IMPORTANCE = 0.5;

/** The event that adds it. */
export function deriving(one: Derived, view: PassView): Change {
  const { derived, content, evidence, rule, say, metadata, review } = one;
  return {
    event: {
      type: "added",
      fact: view.newId(),
      segment: "knowledge",
      tier: "long",
      kind: "fact",
      layer: "semantic",
      importance: IMPORTANCE,
      decayRate: 0,
      source: "dream",
      authority: highestOf(content, evidence),
      confidence: 1,
      createdAt: view.now,
      evidence: evidence.map(({ id }) => id),
      derived,
      ...(review === undefined ? {} : { review }),
      body: { content, ...(metadata === undefined ? {} : { metadata }) },
    },
    rule,
    say,
  };
}

/** Of several texts of one sort only the latest stays: earlier ones make room for it. */
export function latestOnly(texts: Iterable<Fact>, rule: string): readonly Change[] {
  const [latest, ...former] = [...texts].sort((a, b) => (a.id < b.id ? 1 : -1));
  if (latest === undefined) return [];
  return former.map(({ id }) => ({
    event: { type: "superseded", fact: id, successor: latest.id },
    rule,
    say: "there is a newer one",
  }));
}

/**
 * Does the text say nothing of its own? Every word that says something must stand in its evidence, with the same names,
 * numbers and negations. A model may leave out and put in order, and no more.
 */
export function isFounded(text: string, evidence: readonly Fact[]): boolean {
  if (text.length > MAX_CONTENT_CHARS || isNonsense(text)) return false;
  const said = evidence.map(({ content }) => content.toLowerCase()).join("\n");
  const numbers = text.match(/\d[\d.,:/-]*\d|\d/g) ?? [];
  if (!numbers.every((number) => said.includes(number))) return false;
  const isNamed = mentionsIn(text).every(({ key, isWeak }) => isWeak || said.includes(key));
  const contents = evidence.map(({ content }) => content);
  return isNamed && addsNoWord(text, contents) && keepsMood(text, contents);
}

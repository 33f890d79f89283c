/**
 * Why does a fact stand where it does in the answer, or why is it not there?
 *
 * The explanation runs the same stages as recall: which words matched, which relevance that gives, how age, trust and
 * confidence changed it, where the list was cut. For a fact that is not in the list it names the stage that left it
 * out, and what would change that.
 */
import type { Fact } from "../model/fact.ts";
import type { Essential } from "../model/segment.ts";
import { PROTECTING_CLASS, sourceFigures } from "../model/source.ts";
import { analyse } from "../text/words/analyse.ts";
import type { Candidate } from "./candidate.ts";
import { filterOf } from "./choose.ts";
import { originalOf } from "./copies.ts";
import { isAbove, isVague } from "./cut.ts";
import { type Barrier, barrierOf } from "./eligible.ts";
import { FEATURES } from "./features/feature.ts";
import { partsOf, startOf } from "./features/likelihood.ts";
import { recallWithAlso } from "./further.ts";
import type { Lane } from "./hit.ts";
import type { ParsedRecall } from "./options.ts";
import { type Outcome, type RecallView, recallFrom } from "./recall.ts";
import { isOfPeriod } from "./when.ts";

/** What became of a fact when a question was asked. */
export type Fate =
  | "returned"
  | "below-the-cut"
  | "not-near-enough"
  | "about-somebody-else"
  | "near-copy"
  | "beyond-the-limit"
  | "not-found"
  | "filtered"
  | "not-eligible";

/** Why a fact has its place in an answer, or why it is not in it. */
export interface Explanation {
  readonly query: string;
  readonly fact: string;
  readonly fate: Fate;
  /** From 1; undefined if it is not in the list. */
  readonly rank: number | undefined;
  /** Each stage in order, in words. */
  readonly stages: readonly { readonly stage: string; readonly says: string }[];
  /** The figures behind the stages. */
  readonly figures: Readonly<Record<string, number>>;
  readonly lanes: readonly Lane[];
  readonly matched: readonly string[];
  readonly missing: readonly string[];
  /** What would bring the fact into the list; undefined if it is there, or if nothing would. */
  readonly remedy: string | undefined;
  /** All of this in words, for a person. */
  readonly text: string;
}

export function explainFrom(view: RecallView, text: string, fact: Fact, options: ParsedRecall): Explanation {
  const found = explanationOf(view, text, fact, options);
  return { ...found, text: inWords(found) };
}

function inWords({ query, rank, fate, stages, remedy }: Omit<Explanation, "text">): string {
  const place = rank === undefined ? `not in the answer (${fate})` : `number ${rank} in the answer`;
  return [
    `To "${query}", this fact is ${place}.`,
    ...stages.map(({ stage, says }) => `- ${stage}: ${says}`),
    ...(remedy === undefined ? [] : [`What would bring it in: ${remedy}.`]),
  ].join("\n");
}

function explanationOf(
  view: RecallView,
  text: string,
  fact: Fact,
  options: ParsedRecall,
): Omit<Explanation, "text"> {
  const outcome = recallWithAlso(view, text, options);
  const place = outcome.hits.findIndex((hit) => hit.fact.id === fact.id);
  const candidate =
    outcome.hits[place] ??
    outcome.ranked.find((one) => one.fact.id === fact.id) ??
    deepCandidate(view, text, fact, options);
  const barrier =
    barrierOf(fact, { now: view.now, asOf: options.asOf, include: options.include }) ??
    filterOf(fact, options);
  const original = place < 0 ? originalOf(fact.id, [...outcome.hits, ...outcome.kept]) : undefined;
  const fate = original ? "near-copy" : fateOf(outcome, place, candidate, barrier);
  const words = wordsOf(text, outcome, fact);
  return {
    query: text,
    fact: fact.id,
    fate,
    rank: place < 0 ? undefined : place + 1,
    stages: stagesOf(view, outcome, fact, candidate, fate, barrier, words),
    figures: figuresOf(view, outcome, fact, candidate),
    lanes: candidate?.lanes ?? [],
    ...words,
    remedy: original ? copyRemedy(original) : remedyOf(fate, barrier, outcome, candidate),
  };
}

/** Looks for a fact far down the list: with room for every fact and without a cut. */
function deepCandidate(
  view: RecallView,
  text: string,
  fact: Fact,
  options: ParsedRecall,
): Candidate | undefined {
  const deep = recallFrom(view, text, { ...options, limit: view.state.facts.size, minScore: 0 });
  return deep.ranked.find((one) => one.fact.id === fact.id);
}

function fateOf(
  outcome: Outcome,
  place: number,
  candidate: Candidate | undefined,
  barrier: Barrier | "segment" | "tag" | undefined,
): Fate {
  if (place >= 0) return "returned";
  if (barrier === "segment" || barrier === "tag") return "filtered";
  if (barrier !== undefined) return "not-eligible";
  if (candidate === undefined) return "not-found";
  if (outcome.asked.get(candidate.fact.authority)?.isAboutOthers) return "about-somebody-else";
  if (candidate.isDoubtful) return "not-near-enough";
  if (isAbove(candidate, outcome.floors)) return "beyond-the-limit";
  const isReached = candidate.relevance >= outcome.floors[candidate.fact.authority];
  return isReached && isVague(candidate) ? "not-near-enough" : "below-the-cut";
}

/** The floor below which facts of this class are cut. */
function floorOf({ floors }: Outcome, { authority }: Fact): number {
  return floors[authority];
}

/** The words that were looked for among facts of this class, names included. */
function askedWords({ asked }: Outcome, { authority }: Fact): readonly string[] {
  return asked.get(authority)?.query.words ?? [];
}

function wordsOf(text: string, outcome: Outcome, fact: Fact): Pick<Explanation, "matched" | "missing"> {
  const fields = [fact.content, ...fact.aliases, ...fact.tags, fact.actor ?? ""];
  if (fact.slot !== undefined) fields.push(fact.slot.subject, fact.slot.attribute);
  const own = new Set(fields.flatMap((field) => analyse(field).terms.map(({ text }) => text)));
  const asked = new Map(analyse(text).terms.map(({ word, text }) => [word, text]));
  const has = (word: string) => own.has(asked.get(word) ?? word);
  const words = askedWords(outcome, fact);
  return { matched: words.filter(has), missing: words.filter((word) => !has(word)) };
}

function figuresOf(
  view: RecallView,
  outcome: Outcome,
  fact: Fact,
  candidate: Candidate | undefined,
): Readonly<Record<string, number>> {
  const context = { now: view.now, fact: (id: string) => view.state.facts.get(id) };
  const score = view.policy.score(fact, context);
  return {
    ...(candidate === undefined ? {} : scoresOf(candidate)),
    policyScore: score.value,
    rankWeight: sourceFigures(fact.source, fact.authority).rankWeight,
    confidence: fact.confidence,
    floor: floorOf(outcome, fact),
  };
}

/** What each feature adds is in the figures by its name. */
function scoresOf(candidate: Candidate): Readonly<Record<string, number>> {
  const { relevance, standing, weighed, score, features } = candidate;
  const parts = features === undefined ? {} : Object.fromEntries(partsOf(features));
  return { ...parts, relevance, standing, weighedScore: weighed, rankScore: score };
}

function stagesOf(
  view: RecallView,
  outcome: Outcome,
  fact: Fact,
  candidate: Candidate | undefined,
  fate: Fate,
  barrier: string | undefined,
  { matched, missing }: Pick<Explanation, "matched" | "missing">,
): Explanation["stages"] {
  const figures = figuresOf(view, outcome, fact, candidate);
  const number = (name: string) => shown(figures[name] ?? 0);
  const stages = [
    {
      stage: "query",
      says:
        askedWords(outcome, fact).length === 0
          ? "the query has no word to search for"
          : `searched for ${once(askedWords(outcome, fact))}`,
    },
    {
      stage: "eligible",
      says:
        barrier === undefined
          ? "the fact may be recalled"
          : barrier === "segment" || barrier === "tag"
            ? `left out by the ${barrier} that was asked for`
            : `left out: ${barrier}`,
    },
  ];
  if (fact.essential !== undefined && fact.authority >= PROTECTING_CLASS)
    stages.push({ stage: "essential", says: ESSENTIAL_SAYS[fact.essential] });
  if (candidate === undefined) {
    stages.push({ stage: "lanes", says: "no lane found it: it shares no word with the query" });
    return stages;
  }
  stages.push(
    { stage: "lanes", says: lanesSay(candidate, matched, missing) },
    ...whenSays(outcome, fact),
    ...evidenceSays(candidate),
    { stage: "relevance", says: relevanceSays(candidate, number("relevance"), number("standing")) },
    {
      stage: "rank",
      says: `${number("relevance")} weighed by the policy's score ${number("policyScore")}, the source's weight ${number("rankWeight")} and confidence ${number("confidence")}: ${number("weighedScore")}`,
    },
  );
  if (candidate.score < candidate.weighed)
    stages.push({
      stage: "precedence",
      says: `not above what a higher class said that answers the question or is as relevant${fact.validity === "challenged" ? ", nor, being challenged, above what is valid of the same slot or contradicted by it" : ""}: ${number("rankScore")} instead of ${number("weighedScore")}`,
    });
  stages.push({ stage: "cut", says: cutSays(fate, number("floor")) });
  return stages;
}

const ESSENTIAL_SAYS: Readonly<Record<Essential, string>> = {
  identity: "kept for good: it says who somebody is",
  harm: "kept for good: forgetting it could do harm",
};

function lanesSay({ lanes, via }: Candidate, matched: readonly string[], missing: readonly string[]): string {
  if (via?.name !== undefined) return `reached through the name ${via.name}, which ${via.from} also has`;
  if (via !== undefined) return `reached from ${via.from} by ${via.kind}`;
  const has = matched.length > 0 ? `has ${once(matched)}` : "has none of the words itself";
  const lacks = missing.length > 0 ? `, not ${once(missing)}` : "";
  return `found by the ${lanes.join(" and ")} lane: ${has}${lacks}`;
}

/** Three decimals; two significant digits if the figure is below 0.01. */
function shown(figure: number): string {
  return figure > 0 && figure < 0.01 ? figure.toPrecision(2) : figure.toFixed(3);
}

/** Empty unless the question asks about a time. */
function whenSays({ asked }: Outcome, fact: Fact): Explanation["stages"] {
  const { query, search } = asked.get(fact.authority) ?? {};
  const period = query?.period;
  const documents = search?.lexicon.documents;
  const document = documents?.ordinalOf(fact.id);
  if (period === undefined || documents === undefined || document === undefined) return [];
  const day = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : "any day");
  const times = period.spans.map(({ from, to }) => `${day(from)} to ${day(to - 1)}`).join(" or ");
  const by = period.by === undefined ? "" : `, as ${period.by} tells`;
  const isOf = isOfPeriod(period, documents, document);
  const says = isOf ? "the fact is of that time, and counts more" : "the fact is of another time";
  return [{ stage: "when", says: `asked about "${period.phrase}" (${times}${by}): ${says}` }];
}

/** A part below this is not worth a line. */
const LEAST_PART = 0.05;

/** What speaks for it and against it, the heaviest first; empty if only links led to it. */
function evidenceSays({ features }: Candidate): Explanation["stages"] {
  if (features === undefined) return [];
  const parts = partsOf(features)
    .filter(([, part]) => Math.abs(part) >= LEAST_PART)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([name, part]) => `${part > 0 ? "+" : ""}${part.toFixed(2)} ${FEATURES[name]}`);
  return [{ stage: "evidence", says: `from ${startOf(features).toFixed(2)}: ${parts.join("; ")}` }];
}

function relevanceSays({ isUncertain }: Candidate, relevance: string, standing: string): string {
  const own = standing === relevance ? "" : `; ${standing} with less of what its neighbours say`;
  return `relevance ${relevance} of 1${own}${isUncertain === true ? "; uncertain" : ""}`;
}

function cutSays(fate: Fate, floor: string): string {
  switch (fate) {
    case "returned":
      return `above the cut at relevance ${floor}`;
    case "below-the-cut":
      return `below the cut at relevance ${floor}`;
    case "not-near-enough":
      return "only its learned vector matches, and not clearly enough: some vector is always the nearest";
    case "about-somebody-else":
      return "only facts about somebody else match well, so nothing is returned";
    case "near-copy":
      return "another fact says the same, or stands in front of a series that this one belongs to";
    case "beyond-the-limit":
      return "above the cut, but better facts, or facts with a reserved share, took all the places";
    default:
      return "was not reached";
  }
}

const RESTORE: Readonly<Partial<Record<Barrier | "segment" | "tag", string>>> = {
  archived: 'restore it, or search with include: ["archived"]',
  suppressed: 'look it up by id, or search with include: ["suppressed"]',
  superseded: 'ask with asOf for its own time, or search with include: ["superseded"]',
  merged: 'the fact that it was merged into answers; search with include: ["merged"] shows it',
  invalidated: 'search with include: ["invalidated"] shows it',
  quarantined: "a person can release it by endorsing it",
  pruned: "undo the pass that pruned it, before its grace ends",
  "not-yet-valid": "ask with asOf for a time when it is in force",
  "no-longer-valid": "ask with asOf for a time when it was in force",
  "other-value-then": "ask with asOf for a time when it was in force",
  segment: "ask without segments, or with this one among them",
  tag: "ask without tags",
};

function remedyOf(
  fate: Fate,
  barrier: Barrier | "segment" | "tag" | undefined,
  outcome: Outcome,
  candidate: Candidate | undefined,
): string | undefined {
  if (barrier !== undefined) return RESTORE[barrier];
  switch (fate) {
    case "returned":
      return undefined;
    case "not-found":
      return "ask with a word that the fact has, or give the fact an alias";
    case "below-the-cut":
      return `ask with minScore ${shown(candidate === undefined ? 0 : 0.99 * candidate.relevance)}, or with more of its words`;
    case "not-near-enough":
      return "ask with minScore 0, with a word of the fact, or give the fact an alias";
    case "about-somebody-else":
      return "ask without the name, or with minScore 0";
    default:
      return `ask with a limit above ${outcome.hits.length}`;
  }
}

function copyRemedy({ fact }: Candidate): string {
  return `read ${fact.id}, or look this one up by its id`;
}

/** A name is listed among the asked words twice, as a word and as a name: print it once. */
function once(words: readonly string[]): string {
  return [...new Set(words)].join(", ");
}

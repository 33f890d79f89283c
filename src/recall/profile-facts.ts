/**
 * Which facts say who the principal is, and which questions ask for them?
 *
 * Those of class 3, and those of class 2 that do not look like an attack; of lower classes none. "What do you know about
 * me?" shares no word with any of them, so recall adds them as candidates that answer the question in full.
 */
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import { consentClaimedBy } from "../write/consent.ts";
import { isStoredMannerWish } from "../write/manner.ts";
import { scanThreats } from "../write/threat.ts";
import type { Found } from "./candidate.ts";
import { filterOf } from "./choose.ts";
import { type Asking, barrierOf } from "./eligible.ts";
import type { ParsedRecall } from "./options.ts";

/** In the order in which a profile shows them. */
export const PROFILE_SECTIONS = [
  "instructions",
  "identity",
  "safety",
  "preferences",
  "corrections",
  "people",
  "projects",
] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

const DISTILLED = 2;

/** The section of the profile that a fact stands in; undefined if it is not for a profile. */
export function sectionOf(fact: Fact): ProfileSection | undefined {
  const { authority, wish, segment, kind, essential } = fact;
  if (authority < DISTILLED) return undefined;
  if (wish === "instruction") return "instructions";
  if (essential === "harm") return "safety";
  if (essential === "identity" || segment === "identity") return "identity";
  if (segment === "correction") return "corrections";
  if (wish === "preference" || segment === "preference" || kind === "preference") return "preferences";
  if (segment === "relationship") return "people";
  return segment === "project" ? "projects" : undefined;
}

/** What is shaped like an attack, or speaks in the owner's name, stays out below class 3, whatever the gate let in. */
export function isFitForProfile(fact: Fact): boolean {
  const { authority, content, actor, sourceName } = fact;
  if (authority === TRUSTED || isStoredMannerWish(fact)) return true;
  const words = [content, actor ?? "", sourceName ?? ""].join("\n");
  return scanThreats(words).length === 0 && consentClaimedBy(words, authority) === undefined;
}

interface ProfileQuestion {
  readonly asks: RegExp;
  readonly for: readonly ProfileSection[];
}

const ALL = PROFILE_SECTIONS;
const ask = (pattern: string, sections: readonly ProfileSection[]): ProfileQuestion => ({
  asks: new RegExp(`^\\W*(?:${pattern})[\\s?？.!。]*$`, "iu"),
  for: sections,
});

/** The whole question must be one of these: "what do you know about me and trains" asks about trains. */
const QUESTIONS: readonly ProfileQuestion[] = [
  ask(
    "(?:so,? |and )?(?:what|tell me what|do) (?:(?:all|else|exactly) )?(?:do )?you (?:actually |already )?(?:know|remember|have (?:stored|saved|on file)|recall)(?: anything| everything)? (?:about|on|of) me|who am i|(?:tell|describe) me (?:about )?(?:myself|me)|everything (?:you know )?about me|describe me|my profile|summari[sz]e (?:what you know about )?me",
    ALL,
  ),
  ask(
    "was wei(?:ß|ss)t du (?:alles )?(?:über|von) mi(?:ch|r)|wer bin ich|que sais[- ]tu (?:de|sur) moi|qui suis[- ]je|(?:qué|que) sabes (?:de|sobre) m[ií]|quién soy|(?:che )?(?:cosa )?sai (?:di|su) me|chi sono(?: io)?|o que (?:você |tu )?sabes? (?:de|sobre) mim|quem sou eu|wat weet (?:je|jij) (?:over|van) mij|wie ben ik|你(?:对我)?(?:知道|了解|记得)(?:我|关于我)(?:的)?(?:什么|哪些|多少)?(?:事|吗)?|关于我你知道什么|我是谁|私について(?:何を|なにを)?(?:知って(?:いますか|る)|覚えて(?:いますか|る))|私は誰(?:ですか)?",
    ALL,
  ),
  ask(
    "what (?:are|were) my (?:standing |current |personal |general )?preferences|what do i prefer|my preferences|list my preferences|was sind meine (?:vorlieben|präferenzen)|quelles sont mes préférences|cuáles son mis preferencias|quali sono le mie preferenze|quais são as minhas preferências|wat zijn mijn voorkeuren|我的偏好(?:是什么|有哪些)?|私の好みは?(?:何ですか|なに)?",
    ["preferences", "instructions"],
  ),
  ask(
    "what (?:are|were) (?:my|the) standing (?:instructions|orders|rules)|(?:what|which) (?:instructions|rules) (?:have i given|did i give)(?: to)?(?: you)?|what have i (?:told|asked) you to (?:always )?do(?: always)?|my (?:standing )?instructions|welche anweisungen (?:habe ich dir gegeben|gelten)|quelles (?:sont mes )?consignes|qué instrucciones te (?:he dado|di)|我(?:给你)?的(?:指示|要求)(?:是什么|有哪些)?",
    ["instructions"],
  ),
];

/** The sections of the profile that the question asks for as a whole. */
export function sectionsAsked(text: string): readonly ProfileSection[] {
  if (text.length > MAX_QUESTION_CHARS) return [];
  return QUESTIONS.find(({ asks }) => asks.test(text.trim()))?.for ?? [];
}

const MAX_QUESTION_CHARS = 120;

/** The candidates, and, if the question asks for the profile, its facts: nothing of the question is left open. */
export function withProfile(
  facts: Iterable<Fact>,
  text: string,
  found: readonly Found[],
  asking: Asking,
  options: ParsedRecall,
): readonly Found[] {
  const sections = sectionsAsked(text);
  if (sections.length === 0) return found;
  const told: Found[] = [];
  for (const fact of facts) {
    const section = sectionOf(fact);
    if (section === undefined || !sections.includes(section)) continue;
    if ((barrierOf(fact, asking) ?? filterOf(fact, options)) !== undefined || !isFitForProfile(fact))
      continue;
    told.push({ fact, relevance: 1, standing: 1, open: 0, lanes: ["lexical"], via: undefined });
  }
  const ids = new Set(told.map(({ fact }) => fact.id));
  return [...found.filter(({ fact }) => !ids.has(fact.id)), ...told];
}

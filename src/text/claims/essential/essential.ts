/**
 * Does a sentence say something that must not be forgotten? Who somebody is (names, birth dates, languages, home), or
 * what does harm when it is forgotten (allergies, conditions, medication, emergency contacts, legal and safety limits,
 * "never do X").
 *
 * Words alone decide, by a table for each language, and a statement is needed: questions, wishes, conditions and what is
 * over or passes soon are not labelled. A missed label costs what every other fact costs, a wrong one keeps a fact for
 * ever, so the patterns are narrow.
 */
import type { Slot } from "../../../model/fact-parts.ts";
import type { Essential } from "../../../model/segment.ts";
import { withoutAccents } from "../../words/stems.ts";
import { foldForms } from "../../words/words.ts";
import { ENGLISH } from "./english.ts";
import { LATIN, OTHER_SCRIPTS } from "./other-languages.ts";
import type { EssentialWords } from "./words.ts";

/** A longer text is no plain statement. */
const MAX_CHARS = 600;
/** "am 4. Juli", "den 4. juni", "4. heinäkuuta": the point of an ordinal ends no sentence. */
const MONTH =
  "(?:jan|feb|mar|apr|ma[ij]|jun|jul|aug|sep|o[kc]t|nov|de[zcs]|tammi|helmi|maalis|huhti|touko|kesa|heina|elo|syys|loka|marras|joulu)";
const SENTENCE = new RegExp(
  `[^.!?;\\n。！？；]+(?:(?:[.](?=\\p{L}|\\p{N})|(?<=[0-9])[.](?= ${MONTH}))[^.!?;\\n。！？；]*)*[.!?;。！？；]*`,
  "giu",
);
const QUESTION = /[?？]["')\]\s]*$/;

interface Recogniser {
  readonly named: RegExp;
  readonly identity: RegExp;
  readonly home: RegExp;
  readonly harm: RegExp;
  readonly treatment: RegExp;
  readonly unless: RegExp;
  readonly passing: RegExp;
  readonly place: RegExp;
}

interface Recognisers {
  readonly english: readonly Recogniser[];
  readonly latin: readonly Recogniser[];
  readonly others: readonly Recogniser[];
}

let known: Recognisers | undefined;

/** Made when first asked for: compiling them takes a few milliseconds. */
function recognisers(): Recognisers {
  known ??= {
    english: [recogniserOf(ENGLISH)],
    latin: [ENGLISH, ...LATIN].map(recogniserOf),
    others: OTHER_SCRIPTS.map(recogniserOf),
  };
  return known;
}

/** Words that no other language with Latin letters spells like this. */
const ENGLISH_WORD =
  /(?<![a-z])(?:the|my|our|his|she|they|you|does|with|this|that|i'm|i've|i (?:am|can|do|enjoy|hate|have|like|live|love|never|own|speak|take|want|was|work))(?![a-z])/;
const OTHER_SCRIPT = /[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff]/;

/** Only the tables that may apply: asking all of them takes as long as the rest of a write. */
function readersOf(lower: string): readonly Recogniser[] {
  const { english, latin, others } = recognisers();
  if (OTHER_SCRIPT.test(lower)) return others;
  return ENGLISH_WORD.test(lower) ? english : latin;
}

const NOTHING_MATCHES = /(?!)/;

/** People say that they live in these, come from them or moved to them, and none is a home. */
const NO_HOME = [
  ...["Excel", "Word", "Outlook", "Google", "Gmail", "Slack", "Teams", "Zoom", "Discord", "Notion", "Jira"],
  ...["Trello", "Asana", "Confluence", "Figma", "Git(?:Hub|Lab)?", "Linux", "Ubuntu", "Debian", "Windows"],
  ...["Mac(?:OS|Book)?", "Android", "Chrome", "Firefox", "Vim", "Neovim", "Emacs", "VS ?Code", "Python"],
  ...["Java(?:Script)?", "TypeScript", "Rust", "Go", "Ruby", "Rails", "Kotlin", "Scala", "PHP", "React"],
  ...["Vue", "Angular", "Svelte", "Next", "Node", "Deno", "Bun", "Django", "Laravel", "Postgres(?:QL)?"],
  ...["MySQL", "SQLite", "Mongo(?:DB)?", "Redis", "Kafka", "Docker", "Kubernetes", "Terraform", "AWS"],
  ...["Azure", "GCP", "Vercel", "Netlify", "Heroku", "Stripe", "Shopify", "Telegram", "WhatsApp"],
  ...["ChatGPT", "Claude", "IT", "HR", "QA", "UX", "Marketing", "Sales", "Finance"],
].join("|");

function recogniserOf({ gap, unspaced, ...words }: EssentialWords): Recogniser {
  const [before, after] = unspaced ? ["", ""] : ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];
  const pattern = (sources: readonly string[]) =>
    sources.length === 0 ? NOTHING_MATCHES : new RegExp(`${before}(?:${sources.join("|")})${after}`, "u");
  return {
    named: pattern(words.named),
    identity: pattern(words.identity),
    home: pattern(words.home),
    harm: pattern(words.harm),
    treatment: pattern(words.treatment),
    unless: pattern(words.unless),
    passing: pattern(words.passing),
    place: new RegExp(
      `^[ :,"'«„“]*(?:[\\p{Ll}\\p{N}'-]+ ){0,${gap}}(?!I(?![\\p{L}]))(?!(?:${NO_HOME})(?![\\p{L}]))\\p{Lu}`,
      "u",
    ),
  };
}

/** `slot`: what the fact is declared to be the value of. */
export function essentialOf(content: string, slot?: Slot): Essential | undefined {
  return (slot && bySlot(slot)) ?? inText(content);
}

/** Anything has a name and a language: only those of the principal say who somebody is. */
function bySlot({ subject, attribute }: Slot): Essential | undefined {
  const label = OF_ATTRIBUTE.find(([pattern]) => pattern.test(attribute.trim()))?.[1];
  return label === "identity" && !PRINCIPAL.test(subject.trim()) ? undefined : label;
}

const PRINCIPAL = /^(?:the )?(?:user|owner|me|myself|self|i)$/i;

/** Attributes that name what must not be forgotten. */
const OF_ATTRIBUTE: readonly (readonly [RegExp, Essential])[] = [
  [
    /^(?:(?:full|legal|first|last)[ _-]?)?name$|^(?:birth[ _-]?(?:day|date)|date[ _-]of[ _-]birth|dob)$/i,
    "identity",
  ],
  [
    /^(?:(?:native|first)[ _-])?languages?$|^mother[ _-]tongue$|^home[ _-]?(?:town|city|address)$/i,
    "identity",
  ],
  [/^country(?:[ _-]of[ _-]residence)?$|^(?:nationality|citizenship)$/i, "identity"],
  [/^allerg(?:y|ies)$|^medications?$|^medical[ _-]conditions?$|^blood[ _-](?:type|group)$/i, "harm"],
  [/^emergency[ _-]contacts?$|^next[ _-]of[ _-]kin$/i, "harm"],
];

function inText(content: string): Essential | undefined {
  if (content.length > MAX_CHARS) return undefined;
  const text = withoutAccents(foldForms(content));
  let found: Essential | undefined;
  for (const [sentence] of text.matchAll(SENTENCE)) {
    const label = inSentence(sentence.trim());
    if (label === "harm") return label;
    found ??= label;
  }
  return found;
}

function inSentence(sentence: string): Essential | undefined {
  if (QUESTION.test(sentence)) return undefined;
  const lower = sentence.toLowerCase();
  // Where the lengths differ, capitals cannot be looked up.
  const cased = lower.length === sentence.length ? sentence : lower;
  let found: Essential | undefined;
  for (const recogniser of readersOf(lower)) {
    const label = labelBy(recogniser, lower, cased);
    if (label === "harm") return label;
    found ??= label;
  }
  return found;
}

function labelBy(words: Recogniser, lower: string, cased: string): Essential | undefined {
  const passes = words.passing.test(lower);
  const states = (pattern: RegExp, follows?: RegExp) => isStated(words, pattern, follows, lower, cased);
  if (states(words.harm) || (!passes && states(words.treatment))) return "harm";
  const isWho =
    states(words.named, NAME) || states(words.identity) || (!passes && states(words.home, words.place));
  return isWho ? "identity" : undefined;
}

const NAME = /^[ :,"'«„“]*\p{Lu}/u;

/** Is the pattern there, is it followed by what must follow, and does nothing before its end make it uncertain? */
function isStated(
  { unless }: Recogniser,
  pattern: RegExp,
  follows: RegExp | undefined,
  lower: string,
  cased: string,
): boolean {
  const match = pattern.exec(lower);
  if (match === null) return false;
  const end = match.index + match[0].length;
  return !unless.test(lower.slice(0, end)) && (follows === undefined || follows.test(cased.slice(end)));
}

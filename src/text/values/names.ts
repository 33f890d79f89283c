/**
 * Whom and what does a text name? People, organisations, projects, tools and places, recognised by their capitals and
 * the words around them. And which names does it say belong to the same thing?
 *
 * A capital at the start of a sentence proves nothing. Such a mention is *weak*; it counts once the same name appears
 * inside some sentence. Kinds are guesses from the nearest words; a name without a clue is a "thing". Nothing is looked
 * up anywhere.
 */

import { readStatement } from "../sameness/statement.ts";
import { PRONOUNS } from "../words/grammar.ts";
import { stem as stemOf } from "../words/stems.ts";
import type { Token } from "../words/token.ts";
import { isMonth } from "./dates.ts";
import { isWiderPlace } from "./roles.ts";

export const ENTITY_KINDS = ["person", "organisation", "project", "tool", "place", "thing"] as const;
/** Whether a name is a person's, a place's or a thing's. */
export type EntityKind = (typeof ENTITY_KINDS)[number];

export interface Mention {
  /** Case folded. Equal for the same name. */
  readonly key: string;
  readonly name: string;
  readonly kind: EntityKind;
  /** It may have its capital only because it starts a sentence. */
  readonly isWeak: boolean;
}

/** The text says that two names belong, or belonged, to the same thing. */
export interface Naming {
  readonly kind: "alias" | "rename";
  readonly from: string;
  readonly to: string;
}

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const MAX_NAME_WORDS = 4;
const CAPITAL = /^\p{Lu}/u;
const NO_SMALL_LETTER = /^[^\p{Ll}]*$/u;
const NOT_NAMES = set(
  `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
  sundays christmas easter english german french spanish italian portuguese dutch polish russian chinese japanese korean
  arabic european american british ceo cto cfo hr it api url id tv pc ok am pm faq pdf ui ux qa pr css html json sql
  god dear hi hello thanks please yes no actually correction update note todo the a an my our your his her their`,
);
const OPENERS = set(
  `if when while since because although after before as at in on for with from to by and but or so then there here this
  that these those what which who how why where all some many most every each never always do does did is are was were can
  could should would will have has had let make use run keep add set get go see try ask call write read today tomorrow
  yesterday now remember both dinner lunch breakfast hey wow oh ah pay tell email text meet send give show contact`,
);
const PERSON_BEFORE = set(
  `wife husband partner boss manager friend brother sister mother father mom mum dad son daughter colleague doctor dr mr mrs
  ms miss aunt uncle cousin neighbour neighbor teacher girlfriend boyfriend roommate client with met told asked
  married`,
);
const PERSON_AFTER = set(
  `said says told likes loves hates prefers works lives moved went thinks wants leads reports called asked married plays eats
  drinks speaks enjoys owns met drives knows studies`,
);
const PLACE_BEFORE = set(
  "live lives lived living moved move born visit visits visited travel travelled trip based located",
);
const NOT_PLACED = set("interested believe believes written invest invested fluent rewritten");
const ORGANISATION_AFTER = set(
  "inc ltd llc gmbh ag corp corporation company university bank group foundation labs institute",
);
const ORGANISATION_BEFORE = set(
  "work works worked working employed joined join company client customer vendor",
);
const PROJECT_NEAR = set("project repo repository codebase initiative product app prototype");
const TOOL_BEFORE = set(
  "use uses used using with via install installed upgrade upgraded run runs running deploy deployed",
);
const TOOLS = set(
  `postgres postgresql mysql sqlite redis mongodb kafka docker kubernetes terraform ansible jenkins github gitlab git node.js
  node python rust go java typescript javascript react vue svelte angular django flask rails vim neovim emacs vscode slack
  notion jira linear figma aws azure gcp linux macos windows android ios excel photoshop npm yarn pnpm vite webpack nginx
  graphql elasticsearch grafana prometheus stripe vercel cloudflare firebase supabase openai`,
);

export function mentionsIn(text: string): readonly Mention[] {
  const tokens = readStatement(text);
  if (tokens.length > 1 && NO_SMALL_LETTER.test(text)) return [];
  const found = new Map<string, Mention>();
  for (let i = 0; i < tokens.length; ) {
    const length = nameLength(tokens, i);
    if (length === 0) {
      i++;
      continue;
    }
    const mention = mentionAt(tokens, i, length);
    const before = found.get(mention.key);
    if (before === undefined || (before.isWeak && !mention.isWeak)) found.set(mention.key, mention);
    i += length;
  }
  return [...found.values()];
}

/** How many words from here on make up one name; 0 if there is none. */
function nameLength(tokens: readonly Token[], at: number): number {
  let length = 0;
  while (length < MAX_NAME_WORDS && isNamePart(tokens, at + length, length > 0)) length++;
  return length;
}

function isNamePart(tokens: readonly Token[], at: number, isInside: boolean): boolean {
  const token = tokens[at];
  if (token === undefined || token.kind !== "word" || (isInside && token.before !== "")) return false;
  const text = stem(token.text);
  if (PRONOUNS.has(text) || NOT_NAMES.has(text) || isMonth(text) || text.startsWith("i'")) return false;
  if (!CAPITAL.test(token.raw)) return false;
  return !(isSentenceStart(tokens, at) && OPENERS.has(text));
}

function isSentenceStart(tokens: readonly Token[], at: number): boolean {
  return at === 0 || tokens[at]?.before === ".";
}

/** "Anna's" names Anna. */
function stem(text: string): string {
  return text.replace(/'s?$/, "");
}

function mentionAt(tokens: readonly Token[], at: number, length: number): Mention {
  // "Project Falcon" names the project Falcon.
  const isTitled = length > 1 && PROJECT_NEAR.has(tokens[at]?.text ?? "");
  const words = tokens.slice(at + (isTitled ? 1 : 0), at + length);
  const key = words.map(({ text }) => stem(text)).join(" ");
  const name = words.map(({ raw }) => raw.replace(/'s?$/, "")).join(" ");
  const isWeak = length === 1 && isSentenceStart(tokens, at) && !TOOLS.has(key) && !isWiderPlace(key);
  return { key, name, kind: isTitled ? "project" : kindOf(tokens, at, length, key), isWeak };
}

function kindOf(tokens: readonly Token[], at: number, length: number, key: string): EntityKind {
  const before = [tokens[at - 1], tokens[at - 2]].map((token) => token?.text ?? "");
  const after = tokens[at + length]?.text ?? "";
  const [near = "", further = ""] = before;
  if (TOOLS.has(key)) return "tool";
  if (isWiderPlace(key)) return "place";
  if (ORGANISATION_AFTER.has(key.split(" ").at(-1) ?? "") || ORGANISATION_AFTER.has(after))
    return "organisation";
  if (PROJECT_NEAR.has(near) || PROJECT_NEAR.has(after)) return "project";
  if (near === "in") return NOT_PLACED.has(further) ? "thing" : "place";
  if (near === "to" || near === "from") return isTravel(tokens, at) ? "place" : "thing";
  if ((near === "at" || near === "for" || near === "by") && ORGANISATION_BEFORE.has(further))
    return "organisation";
  if (PERSON_BEFORE.has(near) || PERSON_AFTER.has(after)) return "person";
  if (ORGANISATION_BEFORE.has(near)) return "organisation";
  return TOOL_BEFORE.has(near) ? "tool" : "thing";
}

function isTravel(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(Math.max(0, at - 5), at).some(({ text }) => PLACE_BEFORE.has(text));
}

const RENAMES: readonly RegExp[] = [
  /^(?<from>.+?) (?:was|is|got|has been|were) renamed (?:to|as|into)? ?(?<to>.+)$/,
  /^(?<from>.+?) (?:is|are) now (?:called|named|known as) (?<to>.+)$/,
  /^(?<from>.+?) changed (?:its|his|her|their) name to (?<to>.+)$/,
  /^(?:i|we|they) (?:have )?renamed (?<from>.+?) (?:to|as|into) (?<to>.+)$/,
  /^(?<to>.+?) (?:is|was)? ?formerly(?: known as| called| named)? (?<from>.+)$/,
  /^(?<to>.+?) used to be (?:called|named|known as) (?<from>.+)$/,
];
const ALIASES: readonly RegExp[] = [
  /^(?<from>.+?) (?:is|are) also (?:known as|called|named) (?<to>.+)$/,
  /^(?<from>.+?) aka (?<to>.+)$/,
  /^(?<from>.+?) goes by (?<to>.+)$/,
  /^(?<to>.+?) (?:is|stands) short for (?<from>.+)$/,
  /^(?<to>.+?) stands for (?<from>.+)$/,
  /^(?:we|i|they|everyone|people) calls? (?<from>.+?) (?<to>\S+)$/,
  /^(?<to>.+?) is nickname (?:of|for) (?<from>.+)$/,
  /^(?<from>.+?)'s nickname is (?<to>.+)$/,
];
const TIME_TAIL = / (?:in|on|since|last|this|yesterday|today|recently|because|after|now)\b.*$/;

/** Every text that says two names are the same has one of these words. */
const JOINING: ReadonlySet<string> = new Set(
  "renamed called named known name formerly aka goes call calls short stands nickname"
    .split(" ")
    .map((word) => stemOf(word, "en")),
);

/** Can a text with this term hold a naming? If no term of a text can, `namingIn` finds nothing. */
export function joinsNames(term: string): boolean {
  return JOINING.has(term);
}

/** Finds a naming between names that the text itself mentions. */
export function namingIn(text: string, mentions: readonly Mention[]): Naming | undefined {
  if (mentions.length < 2 || text.length > 300 || /\?\s*$/.test(text)) return undefined;
  const words = readStatement(text).map((token) => token.text);
  if (words.some((word) => word === "not" || word === "never" || word === "if" || word === "maybe"))
    return undefined;
  const said = words.join(" ");
  return match("rename", RENAMES, said, mentions) ?? match("alias", ALIASES, said, mentions);
}

function match(
  kind: Naming["kind"],
  patterns: readonly RegExp[],
  said: string,
  mentions: readonly Mention[],
): Naming | undefined {
  for (const pattern of patterns) {
    const { from, to } = pattern.exec(said)?.groups ?? {};
    const [a, b] = [nameOf(from, mentions), nameOf(to, mentions)];
    if (a !== undefined && b !== undefined && a !== b) return { kind, from: a, to: b };
  }
  return undefined;
}

/** The side must be a name and nothing else, except a word for its kind and a time. */
function nameOf(side: string | undefined, mentions: readonly Mention[]): string | undefined {
  if (side === undefined) return undefined;
  const plain = side
    .replace(TIME_TAIL, "")
    .replace(/'s$/, "")
    .replace(/^(?:my |our |the )?(?:project|company|repo|repository|product|app|team|city|dog|cat) /, "")
    .replace(/ (?:project|company|repo|repository|product|app|team)$/, "");
  return mentions.find(({ key }) => key === plain || key === side)?.key;
}

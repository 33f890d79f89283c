/**
 * Which proposals may be written, and as whose words? The model proposes; this decides, by the turns alone.
 *
 * Each quote must stand word for word in the turn that it names, and the quotes must carry the fact (`carries`). The class
 * of the fact is the lowest of its quotes': of the turn, or of whoever's words are quoted in it (`voices`). Only a fact
 * whose words are all the principal's own is distilled (class 2).
 */
import { MAX_CONTENT_CHARS } from "../limits.ts";
import type { TurnQuote } from "../model/fact.ts";
import { PROTECTED_SEGMENTS, type Segment } from "../model/segment.ts";
import { type Authority, PROTECTING_CLASS, TRUSTED } from "../model/source.ts";
import { Compared, quotes as holdsStatement, statementOf } from "../text/sameness/quote.ts";
import { MATTERS } from "../text/values/matters.ts";
import { words as wordsIn } from "../text/words/words.ts";
import { scanThreats } from "../write/threat.ts";
import { type Evidence, isTimeQuoted, type NotCarried, whyNotCarried } from "./carries.ts";
import type { Proposal, ProposedRelation, Quote } from "./proposal.ts";
import { isShownTo } from "./shown.ts";
import { type Batch, isPrincipals, type Turn, wallTimeOf } from "./turn.ts";
import { announcesPaste, asksForPaste, foreignRanges, isTermIn } from "./voices.ts";

export type DropReason = NotCarried | "no-quote" | "quote-not-found" | "not-a-fact" | "instruction";

/** A proposal that passed. */
export interface CheckedFact {
  /** Its number among the proposals, from 1. */
  readonly number: number;
  readonly content: string;
  readonly segment: Segment | undefined;
  /** It was meant for a protected segment, so a person should look at it. */
  readonly isConfined: boolean;
  readonly kind: Proposal["kind"];
  readonly subject: string | undefined;
  readonly attribute: string | undefined;
  readonly occurredAt: number | undefined;
  readonly validFrom: number | undefined;
  readonly validTo: number | undefined;
  /** The class that the fact gets. */
  readonly authority: Authority;
  readonly quotes: readonly TurnQuote[];
  /** The turn of the main quote. */
  readonly turn: Turn;
  /** The number of the last turn that is quoted. */
  readonly lastTurn: number;
  readonly relations: readonly ProposedRelation[];
}

export interface Checked {
  readonly facts: readonly CheckedFact[];
  readonly dropped: readonly {
    readonly number: number;
    readonly content: string;
    readonly reason: DropReason;
  }[];
}

/** What was said before the batch, and what memory had put into the conversation. */
export interface Heard {
  readonly earlier: readonly Turn[];
  readonly recalled: readonly string[];
}

export const NOTHING_HEARD: Heard = { earlier: [], recalled: [] };

export function check(proposals: readonly Proposal[], batch: Batch, heard: Heard = NOTHING_HEARD): Checked {
  const checking = new Checking(batch, heard);
  for (const proposal of proposals) checking.take(proposal);
  return checking;
}

/** The same, one proposal after the other, so that other work can run in between. */
export class Checking implements Checked {
  readonly facts: CheckedFact[] = [];
  readonly dropped: Checked["dropped"][number][] = [];
  private readonly voices: Voices;
  private taken = 0;

  constructor(batch: Batch, heard: Heard) {
    this.voices = new Voices(batch, heard);
  }

  take(proposal: Proposal): void {
    const number = ++this.taken;
    const verdict = checkOne(proposal, number, this.voices);
    if (typeof verdict !== "string") this.facts.push(verdict);
    else this.dropped.push({ number, content: proposal.content, reason: verdict });
  }
}

/** A quote that was found, and in whose voice it stands there. */
interface Found extends Evidence {
  readonly turn: Turn;
  readonly authority: Authority;
}

function checkOne(proposal: Proposal, number: number, voices: Voices): CheckedFact | DropReason {
  const { content, quotes, segment, kind, relations } = proposal;
  if (!isStatement(content)) return "not-a-fact";
  if (quotes.length === 0) return "no-quote";
  const found: Found[] = [];
  for (const quote of quotes) {
    const one = voices.find(quote, content);
    if (one === undefined) return "quote-not-found";
    found.push(one);
  }
  const [main, ...extra] = found as [Found, ...Found[]];
  if (found.some((one) => voices.instructs(one))) return "instruction";
  const reason = whyNotCarried(content, main, extra);
  if (reason !== undefined) return reason;
  const authority = distilledClass(Math.min(...found.map((one) => one.authority)) as Authority);
  const isConfined = segment !== undefined && PROTECTED_SEGMENTS.has(segment);
  const time = (claimed: number | undefined) =>
    claimed !== undefined && found.some((one) => isTimeQuoted(claimed, one)) ? claimed : undefined;
  const [validFrom, validTo] = [time(proposal.validFrom), time(proposal.validTo)];
  const isBackwards = validFrom !== undefined && validTo !== undefined && validTo < validFrom;
  return {
    ...{ number, content, kind, relations, authority, isConfined, turn: main.turn },
    lastTurn: Math.max(...found.map((one) => one.turn.number)),
    segment: isConfined ? "knowledge" : segment,
    ...slotOf(proposal, main),
    occurredAt: time(proposal.occurredAt),
    validFrom: isBackwards ? undefined : validFrom,
    validTo: isBackwards ? undefined : validTo,
    quotes: found.map(({ turn, quote }) => ({ turn: turn.id, text: quote, at: turn.at })),
  };
}

/** The principal's own words, once distilled, are of class 2; anybody else's at most hearsay. */
function distilledClass(authority: Authority): Authority {
  if (authority === TRUSTED) return PROTECTING_CLASS;
  return Math.min(authority, PROTECTING_CLASS - 1) as Authority;
}

// ── statements

const REFUSAL =
  /^\s*(?:as an? (?:ai|language model|assistant|large)|i(?:'m| am) (?:sorry|an? (?:ai|language model)|unable)|i can(?:'t|not) (?:help|assist|provide|comply|do that)|sorry,|certainly[!,]|sure[!,]|here (?:is|are) )/i;
const SCHEMA =
  /"(?:facts|quotes|content|segment|relations)"\s*:|[{}]|<\/?[a-z_-]+>|```|\$\{|\{\{|%s\b|^\s*[[(<].*[\])>]\s*$/i;
const PLACEHOLDER =
  /\b(?:lorem ipsum|insert (?:name|text) here|fact \d+|example fact|placeholder|n\/a)\b|^\s*(?:none|null|undefined|unknown)\s*\.?\s*$/i;
const MIN_WORDS = 2;
/** Of many words, so few different ones are no statement. */
const MIN_VARIETY = 0.45;
const LONG_WORDS = 8;
const MAX_FACT_CHARS = 600;

function isStatement(content: string): boolean {
  if (content.length > Math.min(MAX_FACT_CHARS, MAX_CONTENT_CHARS)) return false;
  if (REFUSAL.test(content) || SCHEMA.test(content) || PLACEHOLDER.test(content)) return false;
  if (/[?？]\s*$/.test(content)) return false;
  const all = wordsIn(content);
  if (all.length < MIN_WORDS) return false;
  return all.length < LONG_WORDS || new Set(all).size / all.length >= MIN_VARIETY;
}

// ── slots

const SELF = new Set(["user", "the user", "me", "i", "owner", "self", "principal", "speaker"]);

/**
 * The slot decides which other fact is replaced, so a model's word is not enough: its attribute must be a matter that the
 * sentence is about, and its subject whom the sentence is about.
 */
function slotOf(
  { subject, attribute, content }: Proposal,
  main: Found,
): { readonly subject: string | undefined; readonly attribute: string | undefined } {
  const none = { subject: undefined, attribute: undefined };
  if (subject === undefined || attribute === undefined) return none;
  const said = wordsIn(`${content} ${main.quote}`);
  const stated = new Set(said);
  const isSelf = SELF.has(subject.trim().toLowerCase());
  const isSubject = isSelf
    ? /(?<![\p{L}])(?:i|i['’]\p{L}+|my|me|we|our|user|user['’]s)(?![\p{L}])/iu.test(content)
    : wordsIn(subject).every((word) => stated.has(word));
  const pairs = said.slice(1).map((word, i) => `${said[i]} ${word}`);
  const matters = new Set([...said, ...pairs].flatMap((word) => [word, ...(MATTERS.get(word) ?? [])]));
  const isMatter =
    matters.has(attribute.trim().toLowerCase()) ||
    wordsIn(attribute).every(
      (word) => matters.has(word) || (MATTERS.get(word) ?? []).some((matter) => matters.has(matter)),
    );
  return isSubject && isMatter ? { subject, attribute } : none;
}

// ── whose words

/** Which words of the batch's turns are whose. Each turn is read once. */
class Voices {
  private readonly turns: ReadonlyMap<number, Turn>;
  private readonly order: readonly Turn[];
  private readonly recalled: readonly Compared[];
  private readonly foreign = new Map<number, readonly (readonly [number, number])[]>();
  private readonly compared = new Map<Turn, readonly Compared[]>();
  private readonly shown = new Map<Turn, readonly Compared[]>();
  private readonly orders = new Map<Turn, boolean>();
  private readonly firstNumber: number;

  constructor({ turns }: Batch, { earlier, recalled }: Heard) {
    this.turns = new Map(turns.map((turn) => [turn.number, turn]));
    this.order = [...earlier, ...turns];
    this.firstNumber = earlier.length;
    this.recalled = recalled.map((text) => new Compared(text));
  }

  /** `content`: the fact that it is to show. undefined if the turn does not exist or does not hold these words. */
  find({ turn: number, text }: Quote, content: string): Found | undefined {
    const turn = this.turns.get(number);
    const quote = text.trim();
    // What a system prompt says is the host's business and never a memory.
    if (turn === undefined || turn.role === "system" || quote === "") return undefined;
    const about = { turn, quote, at: wallTimeOf(turn), actor: turn.actor };
    const places = placesOf(turn.content, quote);
    if (places.length > 0) {
      const own = places.find((at) => !this.isForeign(turn, at, at + quote.length, content));
      const at = own ?? (places[0] as number);
      const heard = own === undefined ? 0 : this.heardBefore(turn, quote);
      const authority = Math.min(turn.authority, heard) as Authority;
      const isOwn = isPrincipals(turn) && own !== undefined && authority === turn.authority;
      return { ...about, authority, sentence: sentenceAround(turn.content, at, quote), isPrincipals: isOwn };
    }
    for (const { content } of turn.attachments) {
      const at = placesOf(content, quote)[0];
      if (at !== undefined)
        return { ...about, authority: 0, sentence: sentenceAround(content, at, quote), isPrincipals: false };
    }
    return undefined;
  }

  /**
   * Does somebody else's turn give orders to an agent, wherever in it? Then nothing of it becomes a fact: a quote may leave
   * the order out. The principal may give orders; what he says is judged by itself when it is written.
   */
  instructs({ turn, isPrincipals: isOwn }: Found): boolean {
    if (isOwn) return false;
    let has = this.orders.get(turn);
    if (has === undefined) {
      has = [turn.content, ...turn.attachments.map(({ content }) => content)].some(
        (text) => scanThreats(text).length > 0,
      );
      this.orders.set(turn, has);
    }
    return has;
  }

  private isForeign(turn: Turn, from: number, to: number, content: string): boolean {
    let ranges = this.foreign.get(turn.number);
    if (ranges === undefined) {
      ranges = this.isPaste(turn) ? [[0, turn.content.length]] : foreignRanges(turn.content);
      this.foreign.set(turn.number, ranges);
    }
    return ranges.some(
      ([start, end]) =>
        from < end &&
        start < to &&
        !(start >= from && end <= to && isTermIn(content, turn.content.slice(start, end))),
    );
  }

  /** Was it announced, or asked for, that this turn is a pasted text? */
  private isPaste(turn: Turn): boolean {
    const at = this.placeOf(turn);
    const before = this.order.slice(0, at).filter(({ role }) => role === "user" || role === "assistant");
    const last = before.at(-1);
    if (last === undefined) return false;
    const said = before.findLast(({ role }) => role === "user");
    if (last.role === "assistant" && asksForPaste(last.content, said?.content ?? "")) return true;
    return said !== undefined && announcesPaste(said.content);
  }

  /** The lowest class in which these words were said before, or 3 if they were not. */
  private heardBefore(turn: Turn, quote: string): number {
    const statement = statementOf(quote);
    const holds = (text: Compared) => {
      const spelled = text.spelledFor(statement);
      return spelled !== undefined && holdsStatement(spelled, statement);
    };
    if (this.recalled.some(holds)) return 0;
    let lowest: number = TRUSTED;
    for (const one of this.order.slice(0, this.placeOf(turn) + 1)) {
      if (this.shownIn(one).some(holds)) lowest = Math.min(lowest, isShownTo(one.role) ? 0 : one.authority);
      if (one === turn || one.authority >= Math.min(lowest, turn.authority)) continue;
      if (this.textsOf(one).some(holds)) lowest = one.authority;
    }
    return lowest;
  }

  private placeOf(turn: Turn): number {
    return this.order.indexOf(turn, this.firstNumber);
  }

  private shownIn(turn: Turn): readonly Compared[] {
    if (turn.shown === undefined) return [];
    let texts = this.shown.get(turn);
    if (texts === undefined) {
      texts = turn.shown.map((text) => new Compared(text));
      this.shown.set(turn, texts);
    }
    return texts;
  }

  private textsOf(turn: Turn): readonly Compared[] {
    let texts = this.compared.get(turn);
    if (texts === undefined) {
      texts = [turn.content, ...turn.attachments.map(({ content }) => content)].map(
        (text) => new Compared(text),
      );
      this.compared.set(turn, texts);
    }
    return texts;
  }
}

/** Where the quote stands in the text as whole words. */
function placesOf(text: string, quote: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1))
    if (isWhole(text, at, at + quote.length)) places.push(at);
  return places;
}

const INSIDE_WORD = /[\p{L}\p{M}\p{N}]/u;

function isWhole(text: string, from: number, to: number): boolean {
  const cutsStart = INSIDE_WORD.test(text[from - 1] ?? " ") && INSIDE_WORD.test(text[from] ?? " ");
  const cutsEnd = INSIDE_WORD.test(text[to] ?? " ") && INSIDE_WORD.test(text[to - 1] ?? " ");
  return !cutsStart && !cutsEnd;
}

const SENTENCE_END = /[.!?…]+["'”’)\]]*(?=\s)|\n/g;
const ABBREVIATED = /(?:^|[\s(])(?:dr|mr|mrs|ms|st|prof|e\.g|i\.e|vs|no|approx|etc|z\.b|u\.a|\p{L})\.$/iu;

/** The whole sentences that the quote at this place touches. */
function sentenceAround(text: string, at: number, quote: string): string {
  let from = 0;
  let to = text.length;
  for (const { index, 0: end } of text.matchAll(SENTENCE_END)) {
    const stop = index + end.length;
    if (ABBREVIATED.test(text.slice(Math.max(0, stop - 12), stop))) continue;
    if (stop <= at) from = stop;
    else if (stop >= at + quote.length) {
      to = stop;
      break;
    }
  }
  return text.slice(from, to).trim();
}

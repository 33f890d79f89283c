/**
 * What does a distiller propose to remember? A list of proposals: from the rules, or read from a model's reply.
 *
 * A proposal is a claim and nothing more. Code checks its quotes against the turns and decides about its class and its
 * fate (`check`, `write/decide`). Turns, other proposals and known facts are named by small numbers.
 */
import { isTidelineError } from "../errors.ts";
import {
  MAX_CONTENT_CHARS,
  MAX_NAME_CHARS,
  MAX_PROPOSALS,
  MAX_QUOTES,
  MAX_RELATIONS_PROPOSED,
} from "../limits.ts";
import {
  badArgument,
  fieldsOf,
  type Parse,
  parseList,
  parseName,
  parseOneOf,
  parseTime,
  parseWhole,
  SEEN,
} from "../model/arguments.ts";
import { LINK_KINDS, type LinkKind } from "../model/link.ts";
import { KINDS, type Kind, SEGMENTS, type Segment } from "../model/segment.ts";

/** Words of a turn, exactly as they stand in it. */
export interface Quote {
  /** The number of the turn in the batch. */
  readonly turn: number;
  readonly text: string;
}

export interface ProposedRelation {
  readonly type: LinkKind;
  /** Whether `to` counts the proposals of this reply (from 1, in their order) or the known facts of the batch. */
  readonly of: "proposal" | "known";
  readonly to: number;
}

export interface Proposal {
  /** One statement that stands alone. */
  readonly content: string;
  readonly segment?: Segment | undefined;
  readonly kind?: Kind | undefined;
  /** With `attribute`: the slot, if the fact is the current value of something that has one value at a time. */
  readonly subject?: string | undefined;
  readonly attribute?: string | undefined;
  /** Times are epoch milliseconds, resolved against the date of the turn. */
  readonly occurredAt?: number | undefined;
  readonly validFrom?: number | undefined;
  readonly validTo?: number | undefined;
  /** Whose statement it is, if not the principal's: the actor of the quoted turn. */
  readonly whose?: string | undefined;
  /** What shows that somebody said so. The first quote is the main one; it decides whose words these are. */
  readonly quotes: readonly Quote[];
  readonly relations: readonly ProposedRelation[];
}

const FIELDS = [
  ...["content", "segment", "kind", "subject", "attribute", "occurredAt", "validFrom", "validTo"],
  ...["whose", "quotes", "relations"],
];
const PROPOSAL = new Set(FIELDS);
const QUOTE = new Set(["turn", "text"]);
const RELATION = new Set(["type", "of", "to"]);
const REPLY = new Set(["facts"]);

/** What a model replied: `{ "facts": [ … ] }`. Throws an `invalid-argument` error that says what is wrong where. */
export function parseReply(value: unknown): readonly Proposal[] {
  const { facts } = fieldsOf(value, REPLY, "The reply");
  return parseList(MAX_PROPOSALS, " facts", parseProposal)(facts, "facts");
}

/** Null counts as not given: a strict schema makes a model name every field. */
export const parseProposal: Parse<Proposal> = (value, name) => {
  const given = withoutNulls(fieldsOf(value, PROPOSAL, name));
  const one = <T>(field: string, parse: Parse<T>): T | undefined =>
    given[field] === undefined ? undefined : parse(given[field], `${name}.${field}`);
  const { subject, attribute } = {
    subject: one("subject", parseName),
    attribute: one("attribute", parseName),
  };
  return {
    content: parseWords(MAX_CONTENT_CHARS)(given.content, `${name}.content`),
    segment: one("segment", parseOneOf(SEGMENTS)),
    kind: one("kind", parseOneOf(KINDS)),
    // Half a slot is none.
    subject: attribute === undefined ? undefined : subject,
    attribute: subject === undefined ? undefined : attribute,
    occurredAt: one("occurredAt", parseTime),
    validFrom: one("validFrom", parseTime),
    validTo: one("validTo", parseTime),
    whose: one("whose", parseWords(MAX_NAME_CHARS)),
    quotes: parseList(MAX_QUOTES, " quotes", parseQuote)(given.quotes ?? [], `${name}.quotes`),
    relations: parseList(
      MAX_RELATIONS_PROPOSED,
      " relations",
      parseRelation,
    )(given.relations ?? [], `${name}.relations`),
  };
};

const parseQuote: Parse<Quote> = (value, name) => {
  const { turn, text } = fieldsOf(value, QUOTE, name);
  return {
    turn: parseNumberOf(turn, `${name}.turn`),
    text: parseWords(MAX_CONTENT_CHARS)(text, `${name}.text`),
  };
};

const parseRelation: Parse<ProposedRelation> = (value, name) => {
  const { type, of, to } = fieldsOf(value, RELATION, name);
  return {
    type: parseOneOf(LINK_KINDS)(type, `${name}.type`),
    of: parseOneOf(["proposal", "known"] as const)(of, `${name}.of`),
    to: parseNumberOf(to, `${name}.to`),
  };
};

const parseNumberOf = parseWhole(1, Number.MAX_SAFE_INTEGER);

function parseWords(most: number): Parse<string> {
  return (value, name) => {
    if (typeof value !== "string" || !SEEN.test(value))
      throw badArgument(`${name} must be a string that is not empty`);
    if (value.length > most)
      throw badArgument(`${name} has ${value.length} characters; the limit is ${most}`);
    return value.toWellFormed();
  };
}

function withoutNulls(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** What is wrong with a reply, in words for the model that gave it; undefined if it is another error. */
export function complaintOf(error: unknown): string | undefined {
  return isTidelineError(error, "invalid-argument") ? error.message : undefined;
}

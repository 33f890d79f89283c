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
import { type Parse, parseWhole } from "../model/arguments.ts";
import { frozen } from "../model/frozen.ts";
import { LINK_KINDS, type LinkKind } from "../model/link.ts";
import { KINDS, type Kind, SEGMENTS, type Segment } from "../model/segment.ts";
import type { JsonSchema } from "../ports/llm.ts";
import { choice, list, listOrNone, object, optional, time, whole, words } from "./reply-schema.ts";

/** Words of a turn, exactly as they stand in it. */
export interface Quote {
  /** The number of the turn in the batch. */
  readonly turn: number;
  readonly text: string;
}

/** How a proposal stands to what is known. */
export interface ProposedRelation {
  readonly type: LinkKind;
  /** Whether `to` counts the proposals of this reply (from 1, in their order) or the known facts of the batch. */
  readonly of: "proposal" | "known";
  readonly to: number;
}

/** What a distiller would remember, with the words that carry it. */
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

/** The one table of a reply: `parseReply` and the schema that services enforce are both made from it. */
const number = whole(parseWhole(1, Number.MAX_SAFE_INTEGER));
const quote = object({ turn: number, text: words(MAX_CONTENT_CHARS) });
const relation = object({
  type: choice(LINK_KINDS),
  of: choice(["proposal", "known"] as const),
  to: number,
});
const proposal = object({
  content: words(MAX_CONTENT_CHARS),
  segment: optional(choice(SEGMENTS)),
  kind: optional(choice(KINDS)),
  subject: optional(words(MAX_NAME_CHARS)),
  attribute: optional(words(MAX_NAME_CHARS)),
  occurredAt: optional(time),
  validFrom: optional(time),
  validTo: optional(time),
  whose: optional(words(MAX_NAME_CHARS)),
  quotes: listOrNone(MAX_QUOTES, " quotes", quote),
  relations: listOrNone(MAX_RELATIONS_PROPOSED, " relations", relation),
});

export const parseProposal: Parse<Proposal> = (value, name) => {
  const given = proposal.parse(value, name);
  // Half a slot is none.
  const { subject, attribute } = given;
  return subject === undefined || attribute === undefined
    ? { ...given, subject: undefined, attribute: undefined }
    : given;
};

const reply = object(
  { facts: list(MAX_PROPOSALS, " facts", { schema: proposal.schema, parse: parseProposal }) },
  "The reply",
);

/** The JSON Schema of a reply. */
export const REPLY_SCHEMA: JsonSchema = frozen(reply.schema);

/** What a model replied: `{ "facts": [ … ] }`. Throws an `invalid-argument` error that says what is wrong where. */
export function parseReply(value: unknown): readonly Proposal[] {
  return reply.parse(value, "The reply").facts;
}

/** What is wrong with a reply, in words for the model that gave it; undefined if it is another error. */
export function complaintOf(error: unknown): string | undefined {
  return isTidelineError(error, "invalid-argument") ? error.message : undefined;
}

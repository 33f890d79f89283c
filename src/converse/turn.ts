/**
 * What is a turn of a conversation, and what is a batch of turns?
 *
 * A batch holds turns of one session, oldest first, numbered from 1. What a distiller sees of memory and conversation is
 * a batch and nothing else; it answers with numbers, never with ids.
 *
 * Who is who: a turn of the role "user" without an actor is the principal's. A user turn with an actor is somebody
 * else's in the same conversation.
 */
import type { Authority } from "../model/source.ts";
import type { TurnRole } from "../model/turn-role.ts";
import { MINUTE_MS } from "../text/values/time-zone.ts";

export { TURN_ROLES, type TurnRole } from "../model/turn-role.ts";

/** A text that came with a turn: a file, a page, a mail. Nobody in the conversation said it. */
export interface Attachment {
  readonly name: string | undefined;
  readonly content: string;
}

/** A message of a conversation, as a distiller reads it. */
export interface Turn {
  /** Its number in the batch, from 1. */
  readonly number: number;
  readonly id: string;
  readonly session: string;
  readonly role: TurnRole;
  readonly content: string;
  /** When it was said, in epoch milliseconds. */
  readonly at: number;
  /** How far the speaker's wall clock was ahead of UTC. Relative dates ("tomorrow") count from its day. */
  readonly offsetMinutes?: number | undefined;
  /** Who said it, if it was not the principal, the assistant or a tool without a name. */
  readonly actor: string | undefined;
  /**
   * The class of its words: the voice of whoever observed it, lowered by its role. 3: the principal's own words, apart
   * from what they quote or paste.
   */
  readonly authority: Authority;
  /** What stood in blocks of memory in it, and is not the principal's own word. */
  readonly shown?: readonly string[] | undefined;
  readonly attachments: readonly Attachment[];
}

/** A fact that memory already holds about the same things, under a small number. */
export interface KnownFact {
  /** From 1. */
  readonly number: number;
  readonly content: string;
}

/** The turns that a distiller reads at once, and what is known about them. */
export interface Batch {
  readonly turns: readonly Turn[];
  readonly known: readonly KnownFact[];
}

/**
 * What the speaker's wall clock showed, as if it were UTC: days that are counted in UTC from here are the speaker's days.
 */
export function wallTimeOf({ at, offsetMinutes = 0 }: Pick<Turn, "at" | "offsetMinutes">): number {
  return at + offsetMinutes * MINUTE_MS;
}

/** Is it a turn in which the principal speaks? */
export function isPrincipals({ role, actor }: Pick<Turn, "role" | "actor">): boolean {
  return role === "user" && actor === undefined;
}

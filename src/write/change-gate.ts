/**
 * May this caller change that fact? The one gate before every change to an existing fact.
 *
 * The principal's own voice may change everything. Adopting words and deciding between them is a person's act, so no
 * other voice may do it. A caller who manages memory for the owner may do the rest, except keep hearsay from fading,
 * say something of what a higher class said (labels, dates, tags and links stand in that class's name), and weigh it.
 * Anybody else may only withdraw, lower, weigh or link their own fact; facts above their voice, and facts that others
 * said, are not theirs to change.
 */
import { TidelineError, WriteGateError } from "../errors.ts";
import type { State } from "../log/fold.ts";
import { type Author, authorOf, isSameAuthor } from "../model/author.ts";
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import type { Speaker } from "../model/speaker.ts";
import { isShared } from "./own-word.ts";

/**
 * person: adopts words, or decides between them. keep: keeps a fact from fading. raise: restores a fact, or gives it
 * more time. tend: lowers or archives a fact. weigh: says whether it helped, which moves its importance. label: says
 * something of it (labels, dates, words). link: says how it stands to another.
 */
export type ChangeKind = "person" | "keep" | "raise" | "tend" | "weigh" | "label" | "link";

/** What a caller who manages memory may do to facts of its own voice at most. */
const WITHIN_VOICE: ReadonlySet<ChangeKind> = new Set(["weigh", "label", "link"]);
/** What a caller who does not manage memory may do to its own facts. */
const TO_OWN: ReadonlySet<ChangeKind> = new Set(["tend", "weigh", "link"]);

/** Throws if not. `what` is the verb, for the message. */
export function checkChange(
  state: State,
  speaker: Speaker,
  kind: ChangeKind,
  fact: Fact,
  what: string,
): void {
  if (speaker.voice === TRUSTED) return;
  if (kind === "person") throw notAPerson(what);
  if (speaker.manages && !WITHIN_VOICE.has(kind)) {
    if (kind === "keep" && fact.authority < TRUSTED) throw notToKeep(what, fact);
    return;
  }
  if (fact.authority > speaker.voice)
    throw refused(
      "gate/above-voice",
      `This caller speaks with class ${speaker.voice} and may not ${what} a fact of class ${fact.authority}. ${OWN_FACT}`,
    );
  if (speaker.manages) return;
  if (!isOwn(fact, speaker) || isShared(state, fact))
    throw refused(
      "gate/not-own-word",
      `This caller may not ${what} this fact, because somebody else said it, or said it too. ${OWN_FACT}`,
    );
  if (!TO_OWN.has(kind)) throw notToKeep(what, fact);
}

/** Compares only who wrote the fact. Actor and source are claims, so they are taken from the fact as they are. */
function isOwn(fact: Fact, { writer }: Speaker): boolean {
  const author: Author = authorOf(fact);
  return author.writer !== undefined && isSameAuthor(author, { ...author, writer });
}

/**
 * An agent may take back and rate what it wrote itself, and nothing else, also where the operator lends it the owner's
 * voice: that voice is for what it writes.
 */
export function checkOwnWord(fact: Fact, speaker: Speaker, what: string): void {
  if (!isOwn(fact, speaker))
    throw refused("gate/not-own-word", `This caller may ${what} only what it wrote itself. ${OWN_FACT}`);
}

const OWN_FACT = "Add what you know as a fact of your own, and let the owner decide.";

/** The rule of a refusal because the caller does not manage the memory. */
export const MANAGES = "gate/manages";

/**
 * What concerns all facts at once (passes, purges, imports) is for the owner, or for a caller who manages memory for
 * them.
 */
export function checkManages(speaker: Speaker, what: string): void {
  if (isManaging(speaker)) return;
  throw new TidelineError(
    "not-allowed",
    `This caller speaks with class ${speaker.voice} and may not ${what}. Use the owner's handle, or an owner token.`,
    { rule: MANAGES },
  );
}

export function isManaging({ voice, manages }: Speaker): boolean {
  return voice === TRUSTED || manages;
}

/** For what brings in or adopts words of class 3 at once. */
export function checkPerson(speaker: Speaker, what: string): void {
  if (speaker.voice !== TRUSTED) throw notAPerson(what);
}

function notAPerson(what: string): WriteGateError {
  return refused(
    "gate/person",
    `Only the owner in person may ${what}, and this caller does not speak with the owner's voice. Ask the owner to do it.`,
  );
}

function notToKeep(what: string, { authority }: Fact): WriteGateError {
  return refused(
    "gate/permanent",
    `Only the owner may ${what} a fact of class ${authority}: what others said fades on its own, and stays out of recall once it is archived.`,
  );
}

function refused(rule: string, reason: string): WriteGateError {
  return new WriteGateError(reason, { rule });
}

/**
 * Which facts wait for a person, and why? The reasons, the gravest first, each with a sentence for people.
 *
 * A host may give reasons of its own (`add`'s `review`). They are the least grave: a writer must not be able to move
 * its facts forward by choosing a word.
 */
import type { Fact } from "./fact.ts";

export interface ReviewReason {
  readonly reason: string;
  /** For a person, about one fact. */
  readonly says: string;
}

/** That of a fact that may have changed another: a guess, until somebody has looked. */
export const POSSIBLE_CHANGE = "possible-change";

/** What somebody might act on, or what has leaked, comes before what is locked away; what is only untidy comes last. */
export const REVIEW_REASONS: readonly ReviewReason[] = [
  {
    reason: "consent",
    says: "It speaks for you. You did not say it here yourself.",
  },
  {
    reason: "secret",
    says: "It seems to hold a password, a key or another secret. Change the secret, then purge the fact.",
  },
  {
    reason: "quarantined",
    says: "It looks like an attack on the agents that read memory. It is never recalled until you endorse it.",
  },
  {
    reason: "threat",
    says: "It looks like an instruction to an agent rather than a fact.",
  },
  {
    reason: "challenged",
    says: "Something else in memory, or on this machine, says otherwise.",
  },
  {
    reason: "conflict",
    says: "It contradicts a more trusted fact, or another author's.",
  },
  {
    reason: "contradiction",
    says: "It cannot hold together with another fact.",
  },
  {
    reason: POSSIBLE_CHANGE,
    says: "It may replace what was said before. Decide which of the two holds, or that both do.",
  },
  {
    reason: "drift",
    says: "What it names is no longer found on this machine.",
  },
  {
    reason: "doubted",
    says: "You said it long ago, and something that was said since may speak against it. Does it still hold?",
  },
  {
    reason: "bridge",
    says: "A model joined two facts that nobody had joined. It is a guess until you endorse it.",
  },
  {
    reason: "confined",
    says: "An agent wrote it for a protected segment. It is kept as knowledge until you say otherwise.",
  },
  {
    reason: "distilled",
    says: "It was distilled from a conversation for a protected segment. It is kept as knowledge until you say otherwise.",
  },
  {
    reason: "instruction",
    says: "It tells your agents what to do from now on. They follow it only if you endorse it.",
  },
  {
    reason: "denial-unmatched",
    says: "It says that something no longer holds, and memory does not know for certain what.",
  },
  {
    reason: "near-duplicate",
    says: "It says nearly the same as a fact that was there before.",
  },
];

/** These reasons say more than the fact's state: they are shown even if the fact is quarantined or challenged. */
const TOLD_FIRST: ReadonlySet<string> = new Set(["consent", "secret"]);

const PLACES: ReadonlyMap<string, number> = new Map(
  REVIEW_REASONS.map(({ reason }, place) => [reason, place]),
);

/**
 * Challenged, quarantined, or left open by a write or a pass: a person should look at it. Not if it is archived, or was
 * merged, superseded or invalidated: then it has no effect, and there is nothing left to decide.
 */
export function needsReview({ lifecycle, validity, review, quarantined }: Fact): boolean {
  if (lifecycle !== "active") return false;
  return validity === "challenged" || (validity === "valid" && (review !== undefined || quarantined));
}

/** Why a person should look at it, in one word. */
export function reviewReason({ review, quarantined, validity }: Fact): string {
  if (review !== undefined && TOLD_FIRST.has(review)) return review;
  if (quarantined) return "quarantined";
  return validity === "challenged" ? "challenged" : (review ?? "open");
}

/** 0 is the gravest. */
export function gravityOf(reason: string): number {
  return PLACES.get(reason) ?? REVIEW_REASONS.length;
}

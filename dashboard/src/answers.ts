// What does the server answer with, where the client leaves it open?
import type { Contradiction, Fact, KeeperStatus, Origin, Overview, RecordedEvent } from "brigade-tideline";

/** How memory stands, and when its upkeep is due. */
export interface Seen extends Overview {
  readonly upkeep?: KeeperStatus;
}

export interface EventPage {
  readonly events: readonly RecordedEvent[];
  readonly next: number;
  /** Missing at the beginning of the log. */
  readonly previous?: number;
  readonly head: number;
}

export interface ReviewItem {
  readonly fact: Fact;
  readonly reason: string;
  readonly against: readonly Fact[];
  readonly threats: readonly { readonly kind: string; readonly why: string }[];
}

export interface Review {
  readonly items: readonly ReviewItem[];
  readonly contradictions: readonly SeenContradiction[];
  readonly counts: { readonly items: number; readonly contradictions: number };
}

export interface SeenContradiction extends Contradiction {
  readonly facts: readonly [Fact | undefined, Fact | undefined];
}

/** What would have happened. */
export interface DryRun<T> {
  readonly dryRun: true;
  readonly result: T;
}

export interface TokenEntry {
  readonly id: string;
  readonly name: string;
  readonly origin: Origin;
  readonly role: "owner" | "agent" | "reader";
  readonly voice: "owner" | "agent";
  readonly createdAt: number;
  readonly expiresAt?: number;
}

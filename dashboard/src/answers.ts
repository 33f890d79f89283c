// What does the server answer with, where the client leaves it open?
import type { Contradiction, Fact, KeeperStatus, Origin, PassRecord, RecordedEvent } from "brigade-tideline";

export type Standing =
  | "quarantined"
  | "pruned"
  | "archived"
  | "superseded"
  | "merged"
  | "invalidated"
  | "expired"
  | "suppressed"
  | "challenged"
  | "current";

type Counts = Readonly<Record<Standing, number>>;

export interface Faded {
  readonly fact: string;
  readonly content: string;
  readonly segment?: string;
  readonly what: "archived" | "pruned" | "suppressed" | "erased";
  readonly at: number;
  readonly score?: number;
  readonly why: string;
}

export interface RefusedWrite {
  readonly seq: number;
  readonly at: number;
  readonly segment: string;
  readonly source: string;
  readonly authority: number;
}

export interface Overview {
  readonly now: number;
  readonly policy: string;
  readonly facts: number;
  readonly events: number;
  readonly purged: number;
  readonly states: Counts;
  readonly segments: readonly { readonly segment: string; readonly facts: number; readonly states: Counts }[];
  readonly days: readonly { readonly day: number; readonly added: number; readonly faded: number }[];
  readonly faded: { readonly since: number; readonly count: number; readonly facts: readonly Faded[] };
  readonly refused: { readonly count: number; readonly latest: readonly RefusedWrite[] };
  readonly review: { readonly count: number; readonly byReason: Readonly<Record<string, number>> };
  readonly passes: readonly PassRecord[];
  readonly upkeep?: KeeperStatus;
}

export interface EventPage {
  readonly events: readonly RecordedEvent[];
  readonly next: number;
  readonly head: number;
}

export interface SeenContradiction extends Contradiction {
  readonly facts: readonly [Fact | undefined, Fact | undefined];
}

export interface ChangedFact {
  readonly fact: string;
  readonly content?: string;
  readonly segment?: string;
  readonly lifecycle?: string;
  readonly validity?: string;
  readonly isUndone: boolean;
  readonly changes: readonly {
    readonly seq: number;
    readonly what: string;
    readonly rule: string;
    readonly inputs?: Readonly<Record<string, number | string | boolean>>;
    readonly other?: { readonly id: string; readonly content: string };
    readonly details: Readonly<Record<string, string | number | boolean | null>>;
  }[];
}

/** What one maintenance run changed, fact by fact. */
export interface PassDiff {
  readonly pass: PassRecord;
  readonly facts: readonly ChangedFact[];
  readonly factCount: number;
}

/** What would have happened. */
export interface DryRun<T> {
  readonly dryRun: true;
  readonly result: T;
}

export type AgeingPoint = readonly [at: number, left: number];

export interface PolicyAgeing {
  readonly policy: string;
  readonly isInForce: boolean;
  readonly left: number;
  readonly goesBelow?: number;
  readonly past: readonly AgeingPoint[];
  readonly forecast: readonly AgeingPoint[];
  readonly outlook: readonly { readonly at: number; readonly what: string; readonly why: string }[];
  readonly keptBy?: string;
  readonly text: string;
}

/** How one fact has faded and will fade, under each policy. */
export interface Ageing {
  readonly id: string;
  readonly now: number;
  readonly createdAt: number;
  readonly horizon: number;
  readonly uses: readonly number[];
  readonly useCount: number;
  readonly events: readonly { readonly at: number; readonly type: string }[];
  readonly policies: readonly PolicyAgeing[];
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

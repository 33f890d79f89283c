/**
 * What is a maintenance run?
 *
 * A pass is a named set of events. It is written as two functions: `pieces` says what there is to look at, piece by
 * piece, and may wait between them (for a model, say); `decide` says what becomes of one piece on the state as it is
 * at that moment. The mechanism (`run-pass.ts`) does the rest: it appends each piece's events in one go under the
 * pass's id, lets others have a turn in between, vetoes what immunity and classes forbid, and writes the report. A
 * pass that finds nothing to do leaves no trace. A pass that was interrupted is finished by the next run of its name.
 *
 * Because every piece is decided on the present state, a pass can be run twice, by two processes at once, or be cut
 * off anywhere: what was done is done once. And because its events carry its id, it can be undone (`undo-pass.ts`).
 */
import type { State } from "../log/fold.ts";
import type { Replica } from "../log/replica.ts";
import type { Steps } from "../log/steps.ts";
import type { EventOf, MemoryEvent, Why } from "../model/event.ts";
import type { Writer } from "../model/speaker.ts";
import type { Beside } from "../model/wording.ts";
import type { Page } from "../ports/storage.ts";
import type { Threat } from "../write/threat.ts";

/** Events that a pass may make. What it says of itself (pass), and erasing, are the mechanism's. */
type PassEventType = Exclude<
  MemoryEvent["type"],
  | "accessed"
  | "shown"
  | "checkpointed"
  | "keys-carried"
  | "pass"
  | "erased"
  | "repaired"
  | "registered"
  | "keyed"
  | "slots-declared"
  | "policy-chosen"
  | "secrets-chosen"
  | "voice-chosen"
  | "token-created"
  | "token-revoked"
  | "origin-erased"
  | "kept"
  | "refused"
>;
type Unstamped<E> = E extends unknown ? Omit<E, "v" | "at" | "by" | "why"> : never;
/** An event as a pass decides it: time, rule, policy and pass are put on by the mechanism. */
export type PassEvent = Unstamped<Extract<MemoryEvent, { readonly type: PassEventType }>>;

interface Because {
  /** A slug; with `inputs` it stands in the event's header. */
  readonly rule: string;
  readonly inputs?: Why["inputs"] | undefined;
  /** For the report: why, in a few words. */
  readonly say?: string | undefined;
}

/** One thing that a pass does: an event, or the erasing of a fact's text. */
export type Change = Because & ({ readonly event: PassEvent } | { readonly erase: string });

/** What a pass sees. */
export interface PassView {
  /** The latest that is known; in `decide`, exactly the state that is decided on. */
  readonly state: State;
  /** The time that the pass judges by: the same from its beginning to its end. */
  readonly now: number;
  newId(): string;
}

/** What became of a piece: `pieces` gets it as the value of its `yield`. */
export interface PieceOutcome {
  readonly done: readonly Change[];
  readonly spared: readonly SparedChange[];
}

export type Pieces<P> = Generator<P, void, PieceOutcome> | AsyncGenerator<P, void, PieceOutcome>;

export interface Pass<P = unknown> {
  /** A slug, for example "sweep". Runs of one name never overlap in the log: a later one joins an open one. */
  readonly name: string;
  /** The policy in whose name it acts. */
  readonly policy?: string | undefined;
  /** It carries out a person's explicit word (a retention rule, say): immunity does not stop it. */
  readonly explicit?: boolean | undefined;
  /** Small ones: a few hundred facts, at most MAX_CHANGES_PER_PIECE changes. A list counts as its items. */
  pieces(view: PassView): Pieces<P>;
  /** Pure, and asked again if somebody else wrote in between. Later pieces see what earlier ones did. */
  decide(piece: P, view: PassView): readonly Change[];
}

export interface PassOptions {
  /** Says what would happen, and changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** The time to judge by. Default: now. */
  readonly now?: number | undefined;
  /** At most so many changes; the report says whether there is more. */
  readonly maxChanges?: number | undefined;
  /** Stops after the piece during which so much time has passed. */
  readonly maxMs?: number | undefined;
  /** Told after each piece how many facts were looked at, and how many changes that made. */
  readonly onProgress?: ((looked: number, changed: number) => void) | undefined;
  /** Told of each piece's events, once they are written; in a dry run, of those that would be. */
  readonly onEvents?: OnEvents | undefined;
}

/** What is erased has no event here: the report tells of it. */
export type OnEvents = (events: readonly MemoryEvent[]) => void;

export interface ReportedChange {
  readonly fact: string;
  /** The beginning of its text. */
  readonly content: string;
  /** The event's type; "erased" if its text is destroyed. */
  readonly what: EventOf<PassEventType>["type"] | "erased";
  readonly rule: string;
  readonly why: string;
  /** Uses that were written down, and the last of them. */
  readonly accessCount: number;
  readonly lastAccessedAt: number | undefined;
  /** How often it was shown in passing, which is no use and may still be a reason to keep it. */
  readonly shownCount: number;
  readonly lastShownAt: number | undefined;
}

/** A change that immunity or a class forbade. */
export interface SparedChange {
  readonly fact: string;
  readonly content: string;
  readonly what: ReportedChange["what"];
  /** What forbade it, as a slug: "immunity/disputed", "class". */
  readonly rule: string;
  readonly because: string;
}

export interface PassReport {
  /** undefined in a dry run, and if there was nothing to do. */
  readonly pass: string | undefined;
  readonly name: string;
  readonly dryRun: boolean;
  readonly now: number;
  /** What it looked at. */
  readonly looked: number;
  /** By event type. */
  readonly counts: Readonly<Record<string, number>>;
  /** What goes out of sight first, the most used first. The first thousand. */
  readonly changes: readonly ReportedChange[];
  readonly spared: readonly SparedChange[];
  readonly sparedCount: number;
  /** A bound was reached before the end: run it again. */
  readonly more: boolean;
  /** All of this for a person. */
  readonly text: string;
}

/** What a pass needs from whoever runs it: one origin's memory, its clock, and a way to wait. */
export interface PassHost {
  readonly replica: Replica;
  /** Who runs it. */
  readonly writer: Writer;
  now(): number;
  newId(): string;
  /** What is wrong with a text. */
  scan(content: string): readonly Threat[];
  /** Is there a credential in these words, and is none to be stored? */
  isRefusedSecret(said: Beside & { readonly content: string }): boolean;
  /** Uses that are not written down yet; `settle` does so. */
  waiting(): { readonly marks: EventOf<"accessed">["marks"]; readonly shown: EventOf<"shown">["shown"] };
  settle(): Steps<void>;
  /** These facts are gone: their waiting uses too. */
  forget(ids: readonly string[]): void;
  /** A page of the origin's log, of about so many events. */
  read(afterSeq: number, about: number): Steps<Page>;
  /** Does a few steps, at once or in turn with other verbs. */
  drive<T>(steps: () => Steps<T>): T | Promise<T>;
  breathe(): Promise<void>;
}

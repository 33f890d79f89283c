/**
 * What is a pass (one maintenance run)?
 *
 * A pass is a named set of events. Its author writes two functions. `pieces` yields what to look at, piece by piece,
 * and may wait in between, for example for a model. `decide` says what to do with one piece, given the state at that
 * moment. The mechanism (`run-pass.ts`) does the rest: it appends the events of each piece in one append under the id
 * of the pass, lets other work run between pieces, vetoes what immunity and classes forbid, and writes the report. A
 * pass that finds nothing to do leaves no trace. A pass that was interrupted is finished by the next run of the same
 * name.
 *
 * Every piece is decided on the current state. So a pass can run twice, run in two processes at once, or stop anywhere,
 * and each change still happens once. All its events carry its id, so the pass can be undone (`undo-pass.ts`).
 */
import type { State } from "../log/fold.ts";
import type { Replica } from "../log/replica.ts";
import type { Steps } from "../log/steps.ts";
import type { ShownMarks } from "../log/upkeep-state.ts";
import type { EventOf, MemoryEvent, Why } from "../model/event.ts";
import type { Writer } from "../model/speaker.ts";
import type { Words } from "../model/wording.ts";
import type { Page } from "../ports/storage.ts";
import type { Threat } from "../write/threat.ts";

/** Events that a pass may make. The mechanism itself writes the `pass` events and erases text; a pass cannot. */
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
  | "embedder-chosen"
  | "llm-chosen"
  | "voice-chosen"
  | "retention-set"
  | "retention-removed"
  | "hold-placed"
  | "hold-released"
  | "token-created"
  | "token-revoked"
  | "origin-erased"
  | "shredded"
  | "kept"
  | "refused"
  | "turn"
  | "distilled"
  | "turns-dismissed"
  | "inbox-trimmed"
  | "looked"
>;
type Unstamped<E> = E extends unknown ? Omit<E, "v" | "at" | "by" | "why"> : never;
/** An event as a pass decides it. The mechanism adds time, writer, rule, policy and pass id. */
export type PassEvent = Unstamped<Extract<MemoryEvent, { readonly type: PassEventType }>>;

interface Because {
  /** A slug. The event's header holds it, together with `inputs`. */
  readonly rule: string;
  readonly inputs?: Why["inputs"] | undefined;
  /** The reason in a few words, for the report. */
  readonly say?: string | undefined;
}

/** One thing that a pass does: append an event, or erase a fact's text. */
export type Change = Because & ({ readonly event: PassEvent } | { readonly erase: string });

/**
 * An event that the rules of every write have already decided (`write/decide.ts`), so no veto applies. Only passes of the
 * engine that turn words into writes make such changes; the mechanism refuses them from any other pass.
 */
export interface Write extends Because {
  readonly write: MemoryEvent;
}

/** What a pass sees. */
export interface PassView {
  /** The latest known state; in `decide`, exactly the state that the decision is committed on. */
  readonly state: State;
  /** The time that the pass judges by. It is the same from the first piece to the last. */
  readonly now: number;
  newId(): string;
}

/** What the mechanism did with a piece. `pieces` gets it as the value of its `yield`. */
export interface PieceOutcome {
  readonly done: readonly Change[];
  readonly spared: readonly SparedChange[];
}

/** What a pass looks at, piece by piece. */
export type Pieces<P> = Generator<P, void, PieceOutcome> | AsyncGenerator<P, void, PieceOutcome>;

/** A maintenance run: what it looks at, and what it changes. */
export interface Pass<P = unknown> {
  /** A slug, for example "sweep". The log never holds two open runs of one name: a later run joins an open one. */
  readonly name: string;
  /** The id of the policy whose rules it applies. */
  readonly policy?: string | undefined;
  /**
   * True if the pass carries out a person's explicit instruction, such as a retention rule: immunity does not stop it.
   */
  readonly explicit?: boolean | undefined;
  /**
   * The pass may be wrong about much at once: it takes only a share of the facts of each class out of recall, and stops
   * there until a person has said that it may go on (`net-loss.ts`).
   */
  readonly guarded?: boolean | undefined;
  /**
   * Keep pieces small: a piece is decided without a pause and its changes are appended at once, so a few hundred facts
   * are enough. The report counts a piece that is a list by its length, any other piece as one. An empty list decides
   * nothing; it only lets other work run.
   */
  pieces(view: PassView): Pieces<P>;
  /** Must be pure: it runs again if somebody else wrote in between. Later pieces see what earlier ones did. */
  decide(piece: P, view: PassView): readonly Change[];
}

/** A pass of the engine that also writes. */
export interface WritingPass<P> extends Omit<Pass<P>, "decide"> {
  decide(piece: P, view: PassView): readonly (Change | Write)[];
}

export interface PassOptions {
  /** Reports what would happen and changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** The time to judge by. Default: now. */
  readonly now?: number | undefined;
  /** Stops once this many changes are made; the report says whether there is more to do. */
  readonly maxChanges?: number | undefined;
  /** Stops after the piece during which this much time has passed. */
  readonly maxMs?: number | undefined;
  /** A person says that a guarded pass may take as much out of recall as it finds. */
  readonly allowLoss?: boolean | undefined;
  /** Called after each piece: how many facts were looked at so far, and how many changes that led to. */
  readonly onProgress?: ((looked: number, changed: number) => void) | undefined;
  /** Called with each piece's events once they are written; in a dry run, with the events that would be written. */
  readonly onEvents?: OnEvents | undefined;
}

/** Erasures are not among these events: only the report lists them. */
export type OnEvents = (events: readonly MemoryEvent[]) => void;

/** A change that a pass made, or would make. */
export interface ReportedChange {
  readonly fact: string;
  /** The beginning of the fact's text. */
  readonly content: string;
  /** The type of the event; "erased" if the fact's text is destroyed. */
  readonly what: EventOf<PassEventType>["type"] | "erased";
  readonly rule: string;
  readonly why: string;
  /** Uses that are recorded in the log, and the time of the last one. */
  readonly accessCount: number;
  readonly lastAccessedAt: number | undefined;
  /** How often the fact was shown in passing. That is not a use, but it may still be a reason to keep the fact. */
  readonly shownCount: number;
  readonly lastShownAt: number | undefined;
}

/** A change that immunity or a class forbade. */
export interface SparedChange {
  readonly fact: string;
  readonly content: string;
  readonly what: ReportedChange["what"];
  /** The rule that forbade it, as a slug: "immunity/disputed", "class". */
  readonly rule: string;
  readonly because: string;
}

/** What a pass did, or would do. */
export interface PassReport {
  /** undefined in a dry run, and if there was nothing to do. */
  readonly pass: string | undefined;
  readonly name: string;
  readonly dryRun: boolean;
  readonly now: number;
  /** How many facts (or other items) it looked at. */
  readonly looked: number;
  /** The number of changes by event type. */
  readonly counts: Readonly<Record<string, number>>;
  /** At most the first thousand: changes that take a fact out of sight come first, and of those the most used facts. */
  readonly changes: readonly ReportedChange[];
  readonly spared: readonly SparedChange[];
  readonly sparedCount: number;
  /**
   * How many facts of each class it would have taken out of recall beyond what it may (`class-3`: 12). Only a person lets
   * it go on (`allowLoss`).
   */
  readonly halted: Readonly<Record<string, number>> | undefined;
  /** True if a limit stopped the pass before its end: run it again. */
  readonly more: boolean;
  /** The whole report as text for a person. */
  readonly text: string;
}

/** What a pass needs from whoever runs it: one origin's memory, its clock, and a way to wait. */
export interface PassHost {
  readonly replica: Replica;
  /** Who runs the pass. */
  readonly writer: Writer;
  now(): number;
  newId(): string;
  /** A run stopped because it would have taken too much. */
  onHalted(): void;
  /** Throws unless a person asks for it. */
  checkPerson(what: string): void;
  /** Lists the threats found in these words. */
  scan(said: Words): readonly Threat[];
  /** Is there a credential in these words, and is none to be stored? */
  isRefusedSecret(said: Words): boolean;
  /** Uses that are not written down yet; `flushUses` does so. */
  waiting(): { readonly marks: EventOf<"accessed">["marks"]; readonly shown: ShownMarks };
  flushUses(): Steps<void>;
  /** Drops the waiting uses of these facts, because the facts are gone. */
  forget(ids: readonly string[]): void;
  /** Reads a page of the origin's log, of about this many events. */
  read(afterSeq: number, about: number): Steps<Page>;
  /** Runs a few steps: at once, or queued behind other verbs. */
  drive<T>(steps: () => Steps<T>): T | Promise<T>;
  /** Gives the event loop to other work. */
  breathe(): Promise<void>;
}

/**
 * What is in an origin, in a few figures that can be read without reading its facts?
 *
 * They are stored beside the snapshot. As long as nothing was written since, a list of a hundred thousand origins opens
 * none of them.
 */
import type { Origin } from "../model/origin.ts";
import type { AnyStorage, RecordedEvent } from "../ports/storage.ts";
import type { State } from "./fold.ts";
import type { Follower } from "./followers.ts";
import { Replica } from "./replica.ts";
import { ask, type Steps } from "./steps.ts";

export interface Figures {
  readonly facts: number;
  readonly active: number;
  /** Facts that wait for a person. */
  readonly forReview: number;
  /** The number of the last event. */
  readonly events: number;
  /** When something was last written, other than uses. undefined: never. */
  readonly lastWriteAt: number | undefined;
}

/** Knows when the origin was last written to, and stores the figures of its state. */
export class Summary implements Follower {
  readonly name = "summary";
  readonly isBrief = true;
  private at: number | undefined;

  restore(_state: State, bytes: Uint8Array | undefined): void {
    this.at = bytes === undefined ? undefined : decode(bytes)?.lastWriteAt;
  }

  follow({ event }: RecordedEvent): void {
    this.at = event.at;
  }

  encode(state: State): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(this.figuresOf(state)));
  }

  figuresOf({ facts, totals, head }: State): Figures {
    const [active, forReview] = [sum(totals.active), sum(totals.forReview)];
    return { facts: facts.size, active, forReview, events: head.seq, lastWriteAt: this.at };
  }
}

/** The figures in storage, if they are those of the end of the log; otherwise the log is folded from its snapshot. */
export function* storedFigures(store: AnyStorage, origin: Origin): Steps<Figures> {
  const summary = new Summary();
  const blob = yield* ask(store.getBlob(origin, summary.name));
  const stored = blob === undefined ? undefined : decode(blob.bytes);
  if (blob !== undefined && stored?.events === blob.seq) {
    const { events } = yield* ask(store.read(origin, blob.seq, 1));
    if (events.length === 0) return yield* dated(store, origin, stored);
  }
  const state = yield* new Replica(store, origin, [summary]).current();
  return yield* dated(store, origin, summary.figuresOf(state));
}

/** With the time of the last event, which a state that comes from a snapshot does not know. */
export function* dated(store: AnyStorage, origin: Origin, figures: Figures): Steps<Figures> {
  if (figures.lastWriteAt !== undefined || figures.events === 0) return figures;
  const { events } = yield* ask(store.read(origin, figures.events - 1, 1));
  return { ...figures, lastWriteAt: events.at(0)?.event.at };
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, one) => total + one, 0);
}

/** undefined: it is of another version, or damaged; the log says it again. */
function decode(bytes: Uint8Array): Figures | undefined {
  try {
    const figures = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Figures> | null;
    const isWhole = [figures?.facts, figures?.active, figures?.forReview, figures?.events].every((one) =>
      Number.isSafeInteger(one),
    );
    return isWhole ? (figures as Figures) : undefined;
  } catch {
    return undefined;
  }
}

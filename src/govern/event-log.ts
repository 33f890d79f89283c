/**
 * What has ever happened to this memory? The log itself, for reading.
 *
 * It is not a second book beside the store: it *is* the store, so the two cannot disagree. Reading it changes nothing
 * and counts as no use.
 */
import type { MemoryEvent } from "../model/event.ts";
import { type Origin, parseOrigin } from "../model/origin.ts";
import type { RecordedEvent, StorageAdapter, VerifyOptions, VerifyReport } from "../ports/storage.ts";

export class MemoryEventLog {
  readonly origin: Origin;
  private readonly store: StorageAdapter;

  constructor(store: StorageAdapter, origin: Origin = "owner") {
    this.store = store;
    this.origin = parseOrigin(origin);
  }

  /** Every event, oldest first. */
  [Symbol.iterator](): Generator<RecordedEvent> {
    return this.since(0);
  }

  /** Events after this sequence number, oldest first. */
  *since(seq: number): Generator<RecordedEvent> {
    let after = seq;
    for (let more = true; more; ) {
      const page = this.store.read(this.origin, after);
      yield* page.events;
      after = page.events.at(-1)?.seq ?? after;
      more = page.more;
    }
  }

  /** What happened to one fact; empty for an id that this origin does not know. */
  *about(fact: string): Generator<RecordedEvent> {
    for (const recorded of this) if (isAbout(recorded.event, fact)) yield recorded;
  }

  verify(options?: VerifyOptions): VerifyReport {
    return this.store.verify(this.origin, options);
  }
}

/** Does the event change the fact, or name it? */
export function isAbout(event: MemoryEvent, id: string): boolean {
  if ("fact" in event && event.fact === id) return true;
  if (event.type === "erased") return event.facts?.includes(id) ?? false;
  return (event.type === "linked" || event.type === "unlinked") && event.to === id;
}

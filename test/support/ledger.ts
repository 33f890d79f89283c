// What was promised, by whichever process? For stores that work side by side: an event that was acknowledged
// stands at its number for ever, and no number is given twice.
import { expect } from "vitest";
import type { MemoryEvent } from "../../src/model/event.ts";
import { type Stream, streamKey } from "../../src/model/stream.ts";
import type { Head } from "../../src/ports/storage.ts";
import type { FactStore } from "../../src/stores/file/fact-store.ts";
import type { FaultyDisk } from "../../src/testing/faulty-disk.ts";
import { readAll } from "./witness.ts";

interface Promised {
  readonly stream: Stream;
  /** By number. */
  readonly events: Map<number, MemoryEvent>;
  readonly tries: (readonly MemoryEvent[])[];
  /** Facts whose append was refused as `stream-moved`: they must not stand. */
  readonly refused: Set<string>;
}

export class Ledger {
  private readonly streams = new Map<string, Promised>();
  private readonly forbidden = new Set<string>();

  try(stream: Stream, events: readonly MemoryEvent[]): void {
    this.of(stream).tries.push(events);
  }

  acknowledge(stream: Stream, head: Head, events: readonly MemoryEvent[]): void {
    const promised = this.of(stream);
    events.forEach((event, i) => {
      const seq = head.seq - events.length + 1 + i;
      if (promised.events.has(seq))
        expect.fail(`event ${seq} of ${streamKey(stream)} was acknowledged twice`);
      promised.events.set(seq, event);
    });
  }

  refuse(stream: Stream, events: readonly MemoryEvent[]): void {
    for (const event of events) this.of(stream).refused.add(nameOf(event));
  }

  forbid(text: string): void {
    this.forbidden.add(text);
  }

  check(store: FactStore, disk: FaultyDisk): void {
    for (const promised of this.streams.values()) this.checkStream(store, promised);
    for (const [path, bytes] of disk.files()) {
      const content = new TextDecoder("latin1").decode(bytes);
      for (const text of this.forbidden)
        if (content.includes(text)) expect.fail(`"${text}" stands in ${path}`);
    }
  }

  private of(stream: Stream): Promised {
    const key = streamKey(stream);
    let promised = this.streams.get(key);
    if (promised === undefined) {
      promised = { stream, events: new Map(), tries: [], refused: new Set() };
      this.streams.set(key, promised);
    }
    return promised;
  }

  private checkStream(store: FactStore, { stream, events, tries, refused }: Promised): void {
    const where = streamKey(stream);
    const names = readAll(store, stream).map(({ seq, event }, i) => {
      if (seq !== i + 1) expect.fail(`${where}: event ${i + 1} is missing`);
      return nameOf(event);
    });
    for (const [seq, event] of events) {
      if (names[seq - 1] !== nameOf(event)) {
        expect.fail(`${where}: event ${seq} was acknowledged as ${nameOf(event)} and is ${names[seq - 1]}`);
      }
    }
    if (new Set(names).size !== names.length) expect.fail(`${where}: an event stands twice: ${names}`);
    for (const name of names) if (refused.has(name)) expect.fail(`${where}: ${name} was refused, and stands`);
    for (const part of tries) {
      const found = part.filter((event) => names.includes(nameOf(event)));
      if (found.length > 0 && found.length < part.length) expect.fail(`${where}: an append stands in part`);
    }
    expect(JSON.stringify(store.verify(stream).problems), `${where}: verifies`).toBe("[]");
  }
}

/** Every event of these tests has a name of its own. */
function nameOf(event: MemoryEvent): string {
  return event.type === "added" ? event.fact : `${event.type}-${event.at}`;
}

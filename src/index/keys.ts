/**
 * Which facts say the same, stand in the same slot, or share a frame? Found by one look-up, at any size.
 *
 * Keys are 53-bit hashes, never words: whoever looks up checks what was found against the fact itself, so a
 * collision, an erased fact or a slot that has changed since costs a comparison and never a wrong answer.
 * That is also why nothing is ever removed here.
 *
 * Derived and deletable. Kept as a blob beside the snapshot, so that opening does not analyse every fact anew.
 */
import type { Fact, Slot } from "../model/fact.ts";
import type { Head, RecordedEvent } from "../ports/storage.ts";
import { ANALYSER_VERSION, canonical } from "../text/canonical.ts";
import { frame } from "../text/frame.ts";

/** What an index needs to see of a state. */
interface FactsView {
  readonly head: Head;
  readonly facts: {
    readonly size: number;
    keys(): Iterable<string>;
    values(): Iterable<Fact>;
    get(id: string): Fact | undefined;
  };
}

type Ids = string | readonly string[];
/** No slot, or no words. */
const NONE = 0;

export class KeyIndex {
  readonly name = "keys";
  private readonly parent: KeyIndex | undefined;
  private same = new Map<number, Ids>();
  private slots = new Map<number, Ids>();
  private frames = new Map<number, Ids>();
  /** Three keys per fact, in the order in which facts came. */
  private rows: number[] = [];
  private ids: string[] = [];

  constructor(parent?: KeyIndex) {
    this.parent = parent;
  }

  /** A layer on top: what is added there is not seen below. */
  fork(): KeyIndex {
    return new KeyIndex(this);
  }

  /** Ids of facts that may have this canonical form. */
  sameAs(form: string): readonly string[] {
    return this.find("same", keyOf(form));
  }

  inSlot(slot: Slot): readonly string[] {
    return this.find("slots", keyOf(slotKey(slot)));
  }

  framed(frameKey: string): readonly string[] {
    return this.find("frames", keyOf(frameKey));
  }

  add(id: string, content: string, slot: Slot | undefined): void {
    this.addKeys(
      id,
      keyOf(canonical(content)),
      slot === undefined ? NONE : keyOf(slotKey(slot)),
      keyOf(frame(content).key),
    );
  }

  follow({ event }: RecordedEvent, state: FactsView): void {
    if (event.type === "added" && event.body !== undefined) {
      const { content, subject, attribute } = event.body;
      this.add(
        event.fact,
        content,
        subject === undefined || attribute === undefined ? undefined : { subject, attribute },
      );
    }
    if (event.type === "revised" && event.body !== undefined) {
      const slot = state.facts.get(event.fact)?.slot;
      if (slot !== undefined) note(this.slots, keyOf(slotKey(slot)), event.fact);
    }
  }

  restore(state: FactsView, bytes: Uint8Array | undefined): void {
    this.same = new Map();
    this.slots = new Map();
    this.frames = new Map();
    this.rows = [];
    this.ids = [];
    if (bytes === undefined || !this.readRows(state, bytes)) {
      for (const fact of state.facts.values()) this.add(fact.id, fact.content, fact.slot);
    }
  }

  /** Keys of the facts that are still there, in the order of the state's facts. */
  encode(state: FactsView): Uint8Array {
    const rowOf = new Map(this.ids.map((id, i) => [id, i]));
    const header = new TextEncoder().encode(
      `${JSON.stringify({ keys: ANALYSER_VERSION, head: state.head, facts: state.facts.size })}\n`,
    );
    const bytes = new Uint8Array(header.length + 24 * state.facts.size);
    bytes.set(header);
    const view = new DataView(bytes.buffer, header.length);
    let at = 0;
    for (const id of state.facts.keys()) {
      const row = 3 * (rowOf.get(id) ?? 0);
      for (let column = 0; column < 3; column++, at += 8)
        view.setFloat64(at, this.rows[row + column] ?? NONE, true);
    }
    return bytes;
  }

  private readRows(state: FactsView, bytes: Uint8Array): boolean {
    const end = bytes.indexOf(10);
    const expected = JSON.stringify({ keys: ANALYSER_VERSION, head: state.head, facts: state.facts.size });
    if (end < 0 || new TextDecoder().decode(bytes.subarray(0, end)) !== expected) return false;
    if (bytes.length !== end + 1 + 24 * state.facts.size) return false;
    const view = new DataView(bytes.buffer, bytes.byteOffset + end + 1);
    let at = 0;
    for (const id of state.facts.keys()) {
      this.addKeys(
        id,
        view.getFloat64(at, true),
        view.getFloat64(at + 8, true),
        view.getFloat64(at + 16, true),
      );
      at += 24;
    }
    return true;
  }

  private addKeys(id: string, same: number, slot: number, framed: number): void {
    note(this.same, same, id);
    if (slot !== NONE) note(this.slots, slot, id);
    note(this.frames, framed, id);
    if (this.parent !== undefined) return;
    this.ids.push(id);
    this.rows.push(same, slot, framed);
  }

  private find(which: "same" | "slots" | "frames", key: number): readonly string[] {
    const here = this[which].get(key);
    const found = here === undefined ? [] : typeof here === "string" ? [here] : here;
    const below = this.parent?.find(which, key);
    return below === undefined || below.length === 0
      ? found
      : found.length === 0
        ? below
        : [...below, ...found];
  }
}

function note(map: Map<number, Ids>, key: number, id: string): void {
  const before = map.get(key);
  if (before === undefined) map.set(key, id);
  else map.set(key, typeof before === "string" ? [before, id] : [...before, id]);
}

/** Subject and attribute as one key: the same slot, however it is spelt. */
export function slotKey(slot: Slot): string {
  return `${canonical(slot.subject)}\n${canonical(slot.attribute)}`;
}

/** 53 bits of a string, never 0. (cyrb53, by its constants: public domain.) */
function keyOf(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0) || 1;
}

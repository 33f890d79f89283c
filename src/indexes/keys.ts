/**
 * Which facts say the same, stand in the same slot, share a frame, speak of the same matter, or deny each other? One look-up finds them, in a
 * memory of any size. (A frame is a sentence without its values: "The rent is …".)
 *
 * Keys are 53-bit hashes, never words. Callers check each fact that is found, so a collision, an erased fact or a
 * slot that has changed costs a comparison and never a wrong answer. For the same reason a written fact is never
 * removed from here.
 *
 * Derived and deletable. Stored as a blob beside the snapshot, so that opening a memory does not analyse every fact
 * anew.
 *
 * Long because the look-ups, what follows the log, and the blob's layout must agree on the same five maps.
 */
import type { Fact, Slot } from "../model/fact.ts";
import { eachInSlices, finish, type Slices } from "../ports/slices.ts";
import type { Head, RecordedEvent } from "../ports/storage.ts";
import { isChangeable, keysOfTelling } from "../text/claims/change.ts";
import { type Denial, denialOf } from "../text/claims/denial.ts";
import { frameOf } from "../text/claims/frame.ts";
import { stripMarker } from "../text/claims/marker.ts";
import { readTelling, type Telling } from "../text/claims/telling.ts";
import { ANALYSER_VERSION, canonical, canonicalOf } from "../text/sameness/canonical.ts";
import { readStatement } from "../text/sameness/statement.ts";
import { foldCase } from "../text/words/words.ts";

/** The part of a state that an index reads. */
export interface FactsView {
  readonly head: Head;
  readonly facts: {
    readonly size: number;
    keys(): Iterable<string>;
    values(): Iterable<Fact>;
    get(id: string): Fact | undefined;
  };
}

/** What reading a fact's words gives. Reading is most of the cost of an add, so `readFact` does it once. */
export interface Reading {
  /** Equal for facts that say the same. */
  readonly form: string;
  /** Equal for facts that differ only in their values. */
  readonly frameKey: string;
  readonly slotKey: string | undefined;
  /** What the fact says is not so, or no longer. */
  readonly denial: Denial | undefined;
  /** What it is about, as far as it may change something or be changed. */
  readonly telling: Telling | undefined;
}

/** A fact that is about to be written: its words, and the keys made of them. */
interface Expected {
  readonly content: string;
  readonly slot: Slot | undefined;
  readonly keys: Keys;
}

interface Keys {
  readonly same: number;
  readonly slot: number;
  readonly frame: number;
  /** Keys of the statements, or of the frame, that it denies. */
  readonly denied: readonly number[];
  /** Keys of what it is about, if a later fact may change it. */
  readonly about: readonly number[];
}

type Ids = string | string[];
/** Raise it when canonical forms change but the terms for searching (`ANALYSER_VERSION`) do not. */
const FORMS_VERSION = 3;
const FACTS_PER_SLICE = 32;
/** So few that no look-up waits long for them. */
const MOST_UNREAD = 32;
const KEYS_PER_SLICE = 512;
const TWO_TO_32 = 2 ** 32;
/** The key of a fact without a slot. */
const NONE = 0;
const NO_KEYS: readonly number[] = [];
const NO_IDS: readonly string[] = [];

export class KeyIndex {
  readonly name = "keys";
  /**
   * Facts that can be looked up although they are not written yet. Once one is written, its words are not read again.
   */
  private readonly expected = new Map<string, Expected>();
  private same = new Map<number, Ids>();
  private slots = new Map<number, Ids>();
  private frames = new Map<number, Ids>();
  private denials = new Map<number, Ids>();
  /** What facts are about, by the low 32 bits of the key: there are many, and a collision costs one comparison. */
  private matters = new Map<number, Ids>();
  /** The denied keys of the few facts that deny something. */
  private deniedBy = new Map<string, readonly number[]>();
  /** Three keys per fact (same, slot, frame), in the order in which facts came. */
  private rows: number[] = [];
  private ids: string[] = [];
  /**
   * Facts that are not in the maps yet. Reading words is most of what an origin costs that somebody only asks, and a
   * recall looks nothing up here; so they are read before the next look-up, or when there are a few.
   */
  private unread: { readonly id: string; readonly content: string; readonly slot: Slot | undefined }[] = [];
  /** The form looked up last, with its key: an add looks up its own form five times before it is written. */
  private asked: { readonly form: string; readonly key: number } | undefined;

  /** Ids of facts that may have this canonical form. */
  sameAs(form: string): readonly string[] {
    this.readOn();
    return found(this.same, this.keyOfForm(form));
  }

  inSlot(key: string): readonly string[] {
    this.readOn();
    return found(this.slots, keyOf(key));
  }

  framed(frameKey: string): readonly string[] {
    this.readOn();
    return found(this.frames, keyOf(frameKey));
  }

  /**
   * Ids of facts that may say that this is not so, or no longer: by its words, or, for corrections, by its frame.
   * Give only the one that you need: thousands of facts may share a frame.
   */
  denying({ form, frameKey }: Partial<Pick<Reading, "form" | "frameKey">>): readonly string[] {
    this.readOn();
    if (this.denials.size === 0) return NO_IDS;
    const byWords = form === undefined ? NO_IDS : found(this.denials, this.keyOfForm(form));
    if (frameKey === undefined) return byWords;
    const byFrame = found(this.denials, keyOf(frameOfDenied(frameKey)));
    return byWords.length === 0 ? byFrame : [...byWords, ...byFrame];
  }

  /** Ids of changeable facts that may be about this (`keysOfTelling`), in the order in which they were written. */
  about(key: string): readonly string[] {
    this.readOn();
    return found(this.matters, lowBits(keyOf(key)));
  }

  /** Makes a fact that is about to be written visible to look-ups. `reading`: what `readFact` gave for its words. */
  expect(id: string, content: string, slot: Slot | undefined, reading: Reading): void {
    this.readOn();
    const keys = keysOf(reading, this.keyOfForm(reading.form));
    this.expected.set(id, { content, slot, keys });
    this.note(id, keys);
  }

  /** The expected facts were not written: look-ups must no longer find them. */
  expectNothing(): void {
    for (const [id, { keys }] of this.expected) {
      strike(this.same, keys.same, id);
      strike(this.slots, keys.slot, id);
      strike(this.frames, keys.frame, id);
      for (const denied of keys.denied) strike(this.denials, denied, id);
      for (const key of keys.about) strike(this.matters, key, id);
    }
    this.expected.clear();
  }

  follow({ event }: RecordedEvent, state: FactsView): void {
    // The words of an erased fact must not stay in memory.
    this.asked = undefined;
    if (event.type === "added" && event.body !== undefined) {
      const { content, subject, attribute } = event.body;
      const slot = subject === undefined || attribute === undefined ? undefined : { subject, attribute };
      const known = this.takeExpected(event.fact, content, slot);
      if (known === undefined) this.readSoon(event.fact, content, slot);
      else {
        this.readOn();
        this.record(event.fact, known);
      }
    }
    // The words of an erased fact must not wait here either.
    if (event.type === "erased") this.readOn();
    if (event.type === "revised" && event.body !== undefined) {
      this.readOn();
      const slot = state.facts.get(event.fact)?.slot;
      if (slot !== undefined) note(this.slots, keyOf(slotKey(slot)), event.fact);
    }
  }

  restore(state: FactsView, bytes: Uint8Array | undefined): void {
    finish(this.restoring(state, bytes));
  }

  *restoring(state: FactsView, bytes: Uint8Array | undefined): Slices<void> {
    this.same = new Map();
    this.slots = new Map();
    this.frames = new Map();
    this.denials = new Map();
    this.matters = new Map();
    this.deniedBy = new Map();
    this.rows = [];
    this.ids = [];
    this.unread = [];
    this.expected.clear();
    if (bytes !== undefined && (yield* this.readRows(state, bytes))) return;
    yield* eachInSlices([...state.facts.keys()], FACTS_PER_SLICE, (id) => {
      const fact = state.facts.get(id);
      if (fact !== undefined) this.addKeys(id, keysOf(readFact(fact.content, fact.slot)));
    });
  }

  /**
   * The keys of all facts in the state, in the state's order; then the denied keys, each with the number of its fact;
   * then the keys of what facts are about, likewise, in half the room.
   */
  encode(state: FactsView): Uint8Array {
    return finish(this.encoding(state));
  }

  *encoding(state: FactsView): Slices<Uint8Array> {
    this.readOn();
    const ids = [...state.facts.keys()];
    const rowOf = new Map<string, number>();
    yield* eachInSlices(this.ids, KEYS_PER_SLICE, (id, row) => void rowOf.set(id, row));
    const denied: number[] = [];
    const placeOf = new Map<string, number>();
    yield* eachInSlices(ids, KEYS_PER_SLICE, (id, at) => {
      placeOf.set(id, at);
      for (const key of this.deniedBy.get(id) ?? NO_KEYS) denied.push(at, key);
    });
    const about = yield* this.matterPairs(placeOf);
    const header = new TextEncoder().encode(`${headerOf(state)}\n`);
    const behind = 8 * (1 + 3 * ids.length + denied.length);
    const bytes = new Uint8Array(header.length + behind + 8 * about.length);
    bytes.set(header);
    const view = new DataView(bytes.buffer, header.length);
    view.setFloat64(0, denied.length / 2, true);
    yield* eachInSlices(ids, KEYS_PER_SLICE, (id, at) => {
      const row = 3 * (rowOf.get(id) ?? 0);
      for (let column = 0; column < 3; column++)
        view.setFloat64(8 * (1 + 3 * at + column), this.rows[row + column] ?? NONE, true);
    });
    for (let i = 0; i < denied.length; i++)
      view.setFloat64(8 * (1 + 3 * ids.length + i), denied[i] as number, true);
    yield* eachInSlices(about, KEYS_PER_SLICE, (pair, i) => {
      view.setUint32(behind + 8 * i, Math.floor(pair / TWO_TO_32), true);
      view.setUint32(behind + 8 * i + 4, pair % TWO_TO_32, true);
    });
    return bytes;
  }

  /**
   * Each fact's place (times 2³²) and one of its keys, in the order of the facts, so that the same index gives the same
   * bytes.
   */
  private *matterPairs(placeOf: ReadonlyMap<string, number>): Slices<Float64Array> {
    const pairs: number[] = [];
    yield* eachInSlices(this.matters, KEYS_PER_SLICE, ([key, ids]) => {
      for (const id of typeof ids === "string" ? [ids] : ids) {
        const at = placeOf.get(id);
        if (at !== undefined) pairs.push(at * TWO_TO_32 + key);
      }
    });
    return Float64Array.from(pairs).sort();
  }

  private *readRows(state: FactsView, bytes: Uint8Array): Slices<boolean> {
    const end = bytes.indexOf(10);
    if (end < 0 || new TextDecoder().decode(bytes.subarray(0, end)) !== headerOf(state)) return false;
    const rest = bytes.subarray(end + 1);
    const { size } = state.facts;
    const extra = yield* readExtra(rest, size);
    if (extra === undefined) return false;
    const view = new DataView(rest.buffer, rest.byteOffset + 8);
    yield* eachInSlices([...state.facts.keys()], KEYS_PER_SLICE, (id, place) => {
      const at = 24 * place;
      const same = view.getFloat64(at, true);
      const slot = view.getFloat64(at + 8, true);
      const frame = view.getFloat64(at + 16, true);
      const denied = extra.denied.get(place) ?? NO_KEYS;
      this.addKeys(id, { same, slot, frame, denied, about: extra.about.get(place) ?? NO_KEYS });
    });
    return true;
  }

  /** The keys of an expected fact, if it was written with exactly these words. */
  private takeExpected(id: string, content: string, slot: Slot | undefined): Keys | undefined {
    const known = this.expected.get(id);
    if (known === undefined) return undefined;
    this.expected.delete(id);
    const isSame =
      known.content === content &&
      known.slot?.subject === slot?.subject &&
      known.slot?.attribute === slot?.attribute;
    return isSame ? known.keys : undefined;
  }

  private readSoon(id: string, content: string, slot: Slot | undefined): void {
    this.unread.push({ id, content, slot });
    if (this.unread.length >= MOST_UNREAD) this.readOn();
  }

  private readOn(): void {
    const { unread } = this;
    if (unread.length === 0) return;
    this.unread = [];
    for (const { id, content, slot } of unread) this.addKeys(id, keysOf(readFact(content, slot)));
  }

  private keyOfForm(form: string): number {
    if (this.asked?.form !== form) this.asked = { form, key: keyOf(form) };
    return this.asked.key;
  }

  private addKeys(id: string, keys: Keys): void {
    this.note(id, keys);
    this.record(id, keys);
  }

  private note(id: string, { same, slot, frame, denied, about }: Keys): void {
    note(this.same, same, id);
    if (slot !== NONE) note(this.slots, slot, id);
    note(this.frames, frame, id);
    for (const key of denied) note(this.denials, key, id);
    for (const key of about) note(this.matters, key, id);
  }

  private record(id: string, { same, slot, frame, denied }: Keys): void {
    this.ids.push(id);
    this.rows.push(same, slot, frame);
    if (denied.length > 0) this.deniedBy.set(id, denied);
  }
}

/** Names the versions and the state that the blob was made for. */
function headerOf({ head, facts }: FactsView): string {
  return JSON.stringify({ keys: ANALYSER_VERSION, forms: FORMS_VERSION, head, facts: facts.size });
}

interface Extra {
  readonly denied: ReadonlyMap<number, readonly number[]>;
  readonly about: ReadonlyMap<number, readonly number[]>;
}

/** What stands behind the rows of so many facts, by number of the fact. Undefined if the bytes are cut off. */
function* readExtra(bytes: Uint8Array, facts: number): Slices<Extra | undefined> {
  const rowsEnd = 8 + 24 * facts;
  if (bytes.length < rowsEnd) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const deniedEnd = rowsEnd + 16 * view.getFloat64(0, true);
  const rest = bytes.length - deniedEnd;
  if (!(rest >= 0 && rest % 8 === 0)) return undefined;
  const denied = new Map<number, number[]>();
  for (let at = rowsEnd; at < deniedEnd; at += 16)
    push(denied, view.getFloat64(at, true), view.getFloat64(at + 8, true));
  const about = new Map<number, number[]>();
  for (let at = deniedEnd; at < bytes.length; at += 8) {
    push(about, view.getUint32(at, true), view.getUint32(at + 4, true));
    if (at % (8 * KEYS_PER_SLICE) === 0) yield undefined;
  }
  return { denied, about };
}

function push(map: Map<number, number[]>, at: number, key: number): void {
  const keys = map.get(at);
  if (keys === undefined) map.set(at, [key]);
  else keys.push(key);
}

function found(map: ReadonlyMap<number, Ids>, key: number): readonly string[] {
  const ids = map.get(key);
  return ids === undefined ? NO_IDS : typeof ids === "string" ? [ids] : ids;
}

/** Changes the list in place: copying it for each of the thousands of facts that may share a frame costs too much. */
function note(map: Map<number, Ids>, key: number, id: string): void {
  const before = map.get(key);
  if (before === undefined) map.set(key, id);
  else if (typeof before === "string") map.set(key, [before, id]);
  else before.push(id);
}

/** Undoes `note`. */
function strike(map: Map<number, Ids>, key: number, id: string): void {
  const ids = map.get(key);
  if (ids === id) map.delete(key);
  if (!Array.isArray(ids)) return;
  const at = ids.lastIndexOf(id);
  if (at >= 0) ids.splice(at, 1);
}

/**
 * Reads the content once for both form and frame. Only if it opens with a marker ("Actually, …") is it read a second
 * time without the marker, for the frame.
 */
export function readFact(content: string, slot: Slot | undefined): Reading {
  const read = readStatement(content);
  const unmarked = stripMarker(content).text;
  return {
    form: canonicalOf(content, read),
    frameKey: frameOf(content, unmarked === content ? read : readStatement(unmarked)).key,
    slotKey: slot === undefined ? undefined : slotKey(slot),
    denial: denialOf(content),
    telling: readTelling(content, read),
  };
}

function keysOf({ form, frameKey, slotKey, denial, telling }: Reading, same = keyOf(form)): Keys {
  return {
    same,
    slot: slotKey === undefined ? NONE : keyOf(slotKey),
    frame: keyOf(frameKey),
    denied: denial === undefined ? NO_KEYS : deniedKeys(denial),
    about:
      telling === undefined || !isChangeable(telling)
        ? NO_KEYS
        : keysOfTelling(telling).map(keyOf).map(lowBits),
  };
}

function lowBits(key: number): number {
  return key >>> 0;
}

function deniedKeys({ denies, frame }: Denial): readonly number[] {
  return [...denies, ...(frame === undefined ? [] : [frameOfDenied(frame)])].map(keyOf);
}

/** No canonical form begins like this, so a frame and a form never have the same key text. */
function frameOfDenied(frame: string): string {
  return `<frame> ${frame}`;
}

/** Do both name the same slot? Most are spelt alike, and then no key needs to be made. */
export function isSameSlot(a: Slot, b: Slot): boolean {
  return (a.subject === b.subject && a.attribute === b.attribute) || slotKey(a) === slotKey(b);
}

/** Subject and attribute as one key: equal for the same slot, however it is spelt. */
export function slotKey(slot: Slot): string {
  return `${nameKey(slot.subject)}\n${nameKey(slot.attribute)}`;
}

/** Equal for the same name, however it is spelt. Case is ignored here ("homeCity", "HomeCity"). */
export function nameKey(name: string): string {
  return foldCase(canonical(name));
}

/** A 53-bit hash, never 0. (cyrb53 with its constants: public domain.) */
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

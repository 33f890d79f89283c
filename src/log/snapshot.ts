/**
 * How is a state stored, so that opening an origin reads only the events after the snapshot and not the whole log?
 *
 * A snapshot is derived and can be deleted. It is canonical: the same state gives the same bytes. Facts are rows that
 * are decoded on first access, so opening an origin with a hundred thousand facts decodes none of them.
 *
 *   header (one line of JSON) · keys, joined by newlines · row offsets (uint32, little endian) · rows (JSON)
 *
 * A snapshot of another version, or of facts with other fields, is ignored, and the whole log is folded again.
 */
import type { Fact } from "../model/fact.ts";
import { type FieldName, fieldsWhere, NOTHING } from "../model/fact-fields.ts";
import { frozen } from "../model/frozen.ts";
import type { Origin } from "../model/origin.ts";
import { sameOrigin } from "../model/origin.ts";
import type { Head } from "../ports/storage.ts";
import type { DistilState, SetAside } from "./distil-state.ts";
import { blankFact } from "./fact-copy.ts";
import type { State, Tombstone } from "./fold.ts";
import type { Look, Looks } from "./looks.ts";
import type { ClassTotals } from "./quota.ts";
import type { Refusals } from "./refusals.ts";
import type { CarriedKeys, Retry } from "./retries.ts";
import { driveNow, REST, resting, type Steps } from "./steps.ts";
import type { Absence, PassRecord, Shown } from "./upkeep-state.ts";
import { type LazyRows, VersionedMap } from "./versioned-map.ts";

/** Raise this when `evolve` treats events differently, or when the header changes its shape. */
const SNAPSHOT_VERSION = 15;

const ROWS_PER_SLICE = 256;
const BYTES_PER_SLICE = 64 * 1024;

/** The columns of a row: every field but the origin, in the order of the table. */
const COLUMNS = fieldsWhere<Exclude<FieldName, "origin">>((_field, name) => name !== "origin");

interface Header {
  readonly snapshot: number;
  readonly columns: string;
  readonly origin: Origin;
  readonly head: Head;
  readonly marks: Head;
  /** The totals. Their key is part of the format. */
  readonly room: ClassTotals;
  readonly refusals: Refusals;
  readonly tombstones: readonly (readonly [string, Tombstone])[];
  readonly retries: readonly (readonly [string, Retry])[];
  readonly carried: CarriedKeys;
  readonly passes: readonly (readonly [string, PassRecord])[];
  readonly absences: readonly (readonly [string, Absence])[];
  readonly shown: readonly (readonly [string, Shown])[];
  readonly citedBy: readonly (readonly [string, readonly string[]])[];
  readonly standsFor: readonly (readonly [string, readonly string[]])[];
  readonly distil: Pick<DistilState, "trimmedTo" | "spent" | "total"> & {
    readonly cursors: readonly (readonly [string, number])[];
    readonly setAside: readonly (readonly [string, SetAside])[];
  };
  readonly looks: {
    readonly at: readonly (readonly [string, Look])[];
    readonly stages: readonly (readonly [string, number])[];
    readonly asked: Looks["asked"];
  };
  readonly facts: number;
  readonly keysBytes: number;
}

export function encodeSnapshot(state: State): Uint8Array {
  return driveNow(encodingSnapshot(state));
}

/** The same in slices: other work may run in between, also work that reads earlier versions of the state. */
export function* encodingSnapshot(state: State): Steps<Uint8Array> {
  const rows = new RowWriter();
  const keys: string[] = [];
  for (let place: number | undefined = 0; place !== undefined; ) {
    const slice: ReturnType<typeof state.facts.rowsAt> = state.facts.rowsAt(place, ROWS_PER_SLICE);
    for (const [id, fact, bytes] of slice.rows) {
      keys.push(id);
      // A row that nobody has asked for since it was read is still what the fact says.
      if (bytes !== undefined) rows.copy(bytes);
      else if (fact !== undefined) rows.add(JSON.stringify(COLUMNS.map((column) => fact[column])));
    }
    place = slice.next;
    yield REST;
  }
  const keyBytes = encode(keys.join("\n"));
  yield REST;
  const header = yield* headerText(state, keys.length, keyBytes.length);
  return yield* joined([encode(`${header}\n`), keyBytes, rows.offsets(), ...rows.pieces()]);
}

/** The header as JSON. Its lists may be long, so they become text in slices. */
function* headerText(state: State, facts: number, keysBytes: number): Steps<string> {
  const { upkeep, distil, looks } = state;
  const header: Header = {
    snapshot: SNAPSHOT_VERSION,
    columns: COLUMNS.join(" "),
    origin: state.origin,
    head: state.head,
    marks: state.marks,
    room: state.totals,
    refusals: state.refusals,
    tombstones: [...state.tombstones.entries()],
    retries: [...state.retries.entries()],
    carried: state.carried,
    passes: [...upkeep.passes.entries()],
    absences: [...upkeep.absences.entries()],
    // Sorted by id: the bytes must not depend on whether marks were folded one by one or from a checkpoint.
    shown: [...upkeep.shown.entries()].sort(([a], [b]) => (a < b ? -1 : 1)),
    citedBy: [...upkeep.citedBy.entries()],
    standsFor: [...upkeep.standsFor.entries()],
    distil: {
      trimmedTo: distil.trimmedTo,
      spent: distil.spent,
      total: distil.total,
      cursors: [...distil.cursors.entries()],
      setAside: [...distil.setAside.entries()],
    },
    looks: { at: [...looks.at.entries()], stages: [...looks.stages.entries()], asked: looks.asked },
    facts,
    keysBytes,
  };
  const fields: string[] = [];
  for (const [name, value] of Object.entries(header)) {
    if (value === undefined) continue;
    const text = Array.isArray(value) ? yield* listText(value) : JSON.stringify(value);
    fields.push(`${JSON.stringify(name)}:${text}`);
    yield REST;
  }
  return `{${fields.join(",")}}`;
}

function* listText(list: readonly unknown[]): Steps<string> {
  const parts: string[] = [];
  for (let from = 0; from < list.length; from += ROWS_PER_SLICE) {
    parts.push(JSON.stringify(list.slice(from, from + ROWS_PER_SLICE)).slice(1, -1));
    yield REST;
  }
  return `[${parts.join(",")}]`;
}

/** The state in a snapshot; undefined if it has another version, other columns or another origin, or is incomplete. */
export function decodeSnapshot(bytes: Uint8Array, origin: Origin): State | undefined {
  return driveNow(decodingSnapshot(bytes, origin));
}

/** The same in slices. */
export function* decodingSnapshot(bytes: Uint8Array, origin: Origin): Steps<State | undefined> {
  const headerEnd = bytes.indexOf(10);
  const header = headerEnd < 0 ? undefined : parseHeader(decode(bytes.subarray(0, headerEnd)));
  if (header === undefined || !isReadable(header) || !sameOrigin(header.origin, origin)) return undefined;
  const keysAt = headerEnd + 1;
  const offsetsAt = keysAt + header.keysBytes;
  const rowsAt = offsetsAt + 4 * (header.facts + 1);
  if (rowsAt > bytes.length) return undefined;
  const keys = header.facts === 0 ? [] : yield* linesIn(bytes.subarray(keysAt, offsetsAt));
  if (keys.length !== header.facts) return undefined;
  const offsets = new DataView(bytes.buffer, bytes.byteOffset + offsetsAt, 4 * (header.facts + 1));
  const bytesAt = (index: number) => {
    const from = rowsAt + offsets.getUint32(4 * index, true);
    const to = rowsAt + offsets.getUint32(4 * index + 4, true);
    return bytes.subarray(from, to);
  };
  const valueAt = (index: number) => decodeRow(decode(bytesAt(index)), origin);
  const rows: LazyRows<Fact> = { keys, valueAt, bytesAt };
  const facts = yield* resting(VersionedMap.lazy(rows));
  return {
    origin,
    head: header.head,
    marks: header.marks,
    facts,
    totals: header.room,
    tombstones: fromEntries(header.tombstones),
    retries: fromEntries(header.retries),
    carried: header.carried,
    refusals: header.refusals,
    upkeep: {
      passes: fromEntries(header.passes),
      absences: fromEntries(header.absences),
      shown: fromEntries(header.shown),
      citedBy: fromEntries(header.citedBy),
      standsFor: fromEntries(header.standsFor),
    },
    distil: {
      ...header.distil,
      cursors: fromEntries(header.distil.cursors),
      setAside: fromEntries(header.distil.setAside),
    },
    looks: {
      at: fromEntries(header.looks.at),
      stages: fromEntries(header.looks.stages),
      asked: header.looks.asked,
    },
  };
}

/** The lines of a text in UTF-8, decoded piece by piece: a newline is never a part of another character. */
function* linesIn(bytes: Uint8Array): Steps<string[]> {
  const lines: string[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const newline = bytes.indexOf(10, from + BYTES_PER_SLICE);
    const end = newline < 0 ? bytes.length : newline;
    for (const line of decode(bytes.subarray(from, end)).split("\n")) lines.push(line);
    from = end + 1;
    yield REST;
  }
  return lines;
}

function parseHeader(text: string): Header | undefined {
  try {
    return JSON.parse(text) as Header;
  } catch {
    return undefined; // Incomplete: the log is folded again.
  }
}

function isReadable({ snapshot, columns }: Header): boolean {
  return snapshot === SNAPSHOT_VERSION && columns === COLUMNS.join(" ");
}

function decodeRow(text: string, origin: Origin): Fact {
  const cells = JSON.parse(text) as unknown[];
  const fact: Record<keyof Fact, unknown> = blankFact();
  fact.origin = origin;
  for (let i = 0; i < COLUMNS.length; i++) {
    const cell = cells[i] ?? undefined;
    fact[COLUMNS[i] as keyof Fact] = Array.isArray(cell) && cell.length === 0 ? NOTHING : frozen(cell);
  }
  return Object.freeze(fact) as Fact;
}

function fromEntries<V>(entries: readonly (readonly [string, V])[]): VersionedMap<V> {
  return VersionedMap.empty<V>().setAll(entries);
}

/** Rows in pieces: one buffer that doubles would be copied again and again, the last time as a whole. */
class RowWriter {
  private readonly full: Uint8Array[] = [];
  private fullBytes = 0;
  private buffer = new Uint8Array(FIRST_PIECE_BYTES);
  private used = 0;
  private readonly ends: number[] = [0];

  copy(row: Uint8Array): void {
    this.makeRoomFor(row.length);
    this.buffer.set(row, this.used);
    this.used += row.length;
    this.ends.push(this.fullBytes + this.used);
  }

  add(row: string): void {
    this.makeRoomFor(row.length * 3);
    this.used += ENCODER.encodeInto(row, this.buffer.subarray(this.used)).written;
    this.ends.push(this.fullBytes + this.used);
  }

  private makeRoomFor(bytes: number): void {
    if (this.buffer.length - this.used >= bytes) return;
    this.full.push(this.buffer.subarray(0, this.used));
    this.fullBytes += this.used;
    this.buffer = new Uint8Array(Math.max(bytes, PIECE_BYTES));
    this.used = 0;
  }

  offsets(): Uint8Array {
    const view = new DataView(new ArrayBuffer(4 * this.ends.length));
    for (let i = 0; i < this.ends.length; i++) view.setUint32(4 * i, this.ends[i] as number, true);
    return new Uint8Array(view.buffer);
  }

  pieces(): readonly Uint8Array[] {
    return [...this.full, this.buffer.subarray(0, this.used)];
  }
}

const FIRST_PIECE_BYTES = 16 * 1024;
const PIECE_BYTES = 1024 * 1024;

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

function encode(text: string): Uint8Array {
  return ENCODER.encode(text);
}

function decode(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

function* joined(parts: readonly Uint8Array[]): Steps<Uint8Array> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
    yield REST;
  }
  return whole;
}

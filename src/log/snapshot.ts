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
import type { ClassTotals } from "./quota.ts";
import type { Refusals } from "./refusals.ts";
import type { CarriedKeys, Retry } from "./retries.ts";
import type { Absence, PassRecord, Shown } from "./upkeep-state.ts";
import { type LazyRows, VersionedMap } from "./versioned-map.ts";

/** Raise this when `evolve` treats events differently, or when the header changes its shape. */
const SNAPSHOT_VERSION = 13;

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
  readonly facts: number;
  readonly keysBytes: number;
}

export function encodeSnapshot(state: State): Uint8Array {
  const rows = new RowWriter();
  const keys: string[] = [];
  for (const [id, fact, bytes] of state.facts.rows()) {
    keys.push(id);
    // A row that nobody has asked for since it was read is still what the fact says.
    if (bytes !== undefined) rows.copy(bytes);
    else if (fact !== undefined) rows.add(JSON.stringify(COLUMNS.map((column) => fact[column])));
  }
  const keyBytes = encode(keys.join("\n"));
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
    passes: [...state.upkeep.passes.entries()],
    absences: [...state.upkeep.absences.entries()],
    // Sorted by id: the bytes must not depend on whether marks were folded one by one or from a checkpoint.
    shown: [...state.upkeep.shown.entries()].sort(([a], [b]) => (a < b ? -1 : 1)),
    citedBy: [...state.upkeep.citedBy.entries()],
    standsFor: [...state.upkeep.standsFor.entries()],
    distil: {
      trimmedTo: state.distil.trimmedTo,
      spent: state.distil.spent,
      total: state.distil.total,
      cursors: [...state.distil.cursors.entries()],
      setAside: [...state.distil.setAside.entries()],
    },
    facts: keys.length,
    keysBytes: keyBytes.length,
  };
  return concat([encode(`${JSON.stringify(header)}\n`), keyBytes, rows.offsets(), rows.bytes()]);
}

/** The state in a snapshot; undefined if it has another version, other columns or another origin, or is incomplete. */
export function decodeSnapshot(bytes: Uint8Array, origin: Origin): State | undefined {
  const headerEnd = bytes.indexOf(10);
  const header = headerEnd < 0 ? undefined : parseHeader(decode(bytes.subarray(0, headerEnd)));
  if (header === undefined || !isReadable(header) || !sameOrigin(header.origin, origin)) return undefined;
  const keysAt = headerEnd + 1;
  const offsetsAt = keysAt + header.keysBytes;
  const rowsAt = offsetsAt + 4 * (header.facts + 1);
  if (rowsAt > bytes.length) return undefined;
  const keys = header.facts === 0 ? [] : decode(bytes.subarray(keysAt, offsetsAt)).split("\n");
  if (keys.length !== header.facts) return undefined;
  const offsets = new DataView(bytes.buffer, bytes.byteOffset + offsetsAt, 4 * (header.facts + 1));
  const bytesAt = (index: number) => {
    const from = rowsAt + offsets.getUint32(4 * index, true);
    const to = rowsAt + offsets.getUint32(4 * index + 4, true);
    return bytes.subarray(from, to);
  };
  const valueAt = (index: number) => decodeRow(decode(bytesAt(index)), origin);
  const facts: LazyRows<Fact> = { keys, valueAt, bytesAt };
  return {
    origin,
    head: header.head,
    marks: header.marks,
    facts: VersionedMap.lazy(facts),
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
  };
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
  let map = VersionedMap.empty<V>();
  for (const [key, value] of entries) map = map.set(key, value);
  return map;
}

class RowWriter {
  private buffer = new Uint8Array(64 * 1024);
  private used = 0;
  private readonly ends: number[] = [0];

  copy(row: Uint8Array): void {
    this.makeRoomFor(row.length);
    this.buffer.set(row, this.used);
    this.used += row.length;
    this.ends.push(this.used);
  }

  private makeRoomFor(bytes: number): void {
    while (this.buffer.length - this.used < bytes) {
      const larger = new Uint8Array(this.buffer.length * 2);
      larger.set(this.buffer.subarray(0, this.used));
      this.buffer = larger;
    }
  }

  add(row: string): void {
    this.makeRoomFor(row.length * 3);
    this.used += ENCODER.encodeInto(row, this.buffer.subarray(this.used)).written;
    this.ends.push(this.used);
  }

  offsets(): Uint8Array {
    const view = new DataView(new ArrayBuffer(4 * this.ends.length));
    for (let i = 0; i < this.ends.length; i++) view.setUint32(4 * i, this.ends[i] as number, true);
    return new Uint8Array(view.buffer);
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.used);
  }
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

function encode(text: string): Uint8Array {
  return ENCODER.encode(text);
}

function decode(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

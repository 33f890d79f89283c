/**
 * What does an importer make of a file? Records: each is one fact to be added, with the place where it stood. What is no
 * record is named with its place, and the rest goes on.
 *
 * A file is text of somebody else. Nothing in it chooses its own source, class or idempotency key.
 */
import { MAX_NAME_CHARS } from "../../limits.ts";
import type { Json, Metadata } from "../../model/metadata.ts";
import type { Segment } from "../../model/segment.ts";

/** What a record says, in the words of a write. The importer adds source, actor and key. */
export interface RecordWords {
  readonly content: string;
  readonly tags?: readonly string[];
  readonly segment?: Segment;
  readonly subject?: string;
  readonly attribute?: string;
  /** When the other memory learned it. */
  readonly heardAt?: number;
  readonly aliases?: readonly string[];
  readonly occurredAt?: number;
  readonly validFrom?: number;
  /** When it ceases to hold. */
  readonly validTo?: number;
  readonly metadata?: Metadata;
}

export interface ForeignRecord {
  /** Where it stands: "line 3", or "record 3" of a JSON list. */
  readonly place: string;
  /** What the other memory calls it; a file that is read again is recognised by it. */
  readonly id?: string;
  /** The other memory did not trust it either: it is foreign here, too. */
  readonly isForeign?: boolean;
  /** Whose record it is, in a file about several users. */
  readonly user?: string;
  readonly words: RecordWords;
}

/** A place that is no record, and why. */
export interface BadRecord {
  readonly place: string;
  readonly reason: string;
}

export type ReadRecord = ForeignRecord | BadRecord;

export function isBad(read: ReadRecord): read is BadRecord {
  return "reason" in read;
}

export type JsonObject = { readonly [name: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of these fields that holds a text with something in it. */
export function textIn(from: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = from[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (typeof value === "number") return String(value);
  }
  return undefined;
}

/** Short texts that can be tags. */
export function tagsFrom(values: readonly unknown[]): readonly string[] {
  const all = values.filter((one) => typeof one === "string" && one.trim() !== "") as readonly string[];
  return [...new Set(all.map((one) => one.trim().slice(0, MAX_NAME_CHARS)))];
}

const ZONED = /(Z|[+-]\d{2}:?\d{2})$/i;
const DATED = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}|$)/;
/** Numbers below are seconds. */
const MILLISECONDS_FROM = 1e11;

/** A time as other programs write it: with any number of fractions, a blank instead of the T, or in seconds. */
export function foreignTime(value: unknown): number | undefined {
  if (typeof value === "number") return value < MILLISECONDS_FROM ? value * 1000 : value;
  if (typeof value !== "string" || !DATED.test(value.trim())) return undefined;
  const text = value.trim().replace(" ", "T");
  const time = Date.parse(text.includes("T") && !ZONED.test(text) ? `${text}Z` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** The object without fields that hold nothing. */
export function filled<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

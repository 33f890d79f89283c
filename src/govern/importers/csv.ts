/**
 * What is in a table of comma-separated values (RFC 4180; semicolons and tabs too)? The first row names the columns, each
 * further row is a fact. A row that cannot be read is named, and reading goes on at the next line.
 */
import { MAX_CONTENT_CHARS } from "../../limits.ts";
import type { Metadata } from "../../model/metadata.ts";
import { SEGMENTS, type Segment } from "../../model/segment.ts";
import {
  type BadRecord,
  filled,
  foreignTime,
  type ReadRecord,
  type RecordWords,
  tagsFrom,
} from "./record.ts";

/** What a column may be called. */
const COLUMNS = {
  content: ["content", "text", "memory", "fact", "note"],
  id: ["id"],
  user: ["user_id", "userid", "user"],
  heardAt: ["created_at", "createdat", "heard_at", "heardat", "date", "time"],
  tags: ["tags", "tag", "categories", "category"],
  segment: ["segment"],
  subject: ["subject"],
  attribute: ["attribute"],
} as const;
type Column = keyof typeof COLUMNS;
const MAX_FIELD_CHARS = 2 * MAX_CONTENT_CHARS;

interface Row {
  readonly line: number;
  readonly fields: readonly string[];
}

export function* readCsv(text: string): Generator<ReadRecord> {
  const rows = rowsIn(text.replace(/^\uFEFF/, ""));
  const head = rows.next();
  if (head.done) return;
  if ("reason" in head.value) {
    yield head.value;
    return;
  }
  const names = head.value.fields.map((name) => name.trim());
  const place = `line ${head.value.line}`;
  if (columnOf(names, "content") < 0) {
    yield { place, reason: `the first row must name a column ${COLUMNS.content.join(", ")}` };
    return;
  }
  for (const row of rows) yield "reason" in row ? row : recordOf(row, names);
}

function columnOf(names: readonly string[], column: Column): number {
  const called: readonly string[] = COLUMNS[column];
  return names.findIndex((name) => called.includes(name.toLowerCase()));
}

function recordOf({ line, fields }: Row, names: readonly string[]): ReadRecord {
  const place = `line ${line}`;
  if (fields.length !== names.length)
    return { place, reason: `it has ${fields.length} fields, and the first row names ${names.length}` };
  const cell = (column: Column) => fields[columnOf(names, column)]?.trim() || undefined;
  const segment = cell("segment");
  if (segment !== undefined && !SEGMENTS.includes(segment as Segment))
    return { place, reason: `there is no segment ${JSON.stringify(segment.slice(0, 60))}` };
  return {
    place,
    ...filled<{ id: string; user: string }>({ id: cell("id"), user: cell("user") }),
    words: filled<RecordWords>({
      content: cell("content") ?? "",
      heardAt: foreignTime(cell("heardAt")),
      tags: cell("tags") === undefined ? undefined : tagsFrom((cell("tags") ?? "").split(/[;,|]/)),
      segment: segment as Segment | undefined,
      subject: cell("subject"),
      attribute: cell("attribute"),
      metadata: restOf(names, fields),
    }),
  };
}

/** The other columns. */
function restOf(names: readonly string[], fields: readonly string[]): Metadata | undefined {
  const used = new Set((Object.keys(COLUMNS) as Column[]).map((column) => columnOf(names, column)));
  const kept = names.flatMap((name, i) =>
    used.has(i) || name === "" || !fields[i] ? [] : [[name, fields[i]] as const],
  );
  return kept.length === 0 ? undefined : { csv: Object.fromEntries(kept) };
}

function delimiterOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const counted = [",", ";", "\t"].map((one) => ({ one, count: first.split(one).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).one;
}

function* rowsIn(text: string): Generator<Row | BadRecord> {
  const delimiter = delimiterOf(text);
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const row = rowAt(text, at, delimiter);
    const isBlank = row.reason === undefined && row.fields.length === 1 && row.fields[0]?.trim() === "";
    if (row.reason !== undefined) yield { place: `line ${line}`, reason: row.reason };
    else if (!isBlank) yield { line, fields: row.fields };
    const end = row.reason === undefined ? row.end : behindLine(text, at);
    line += text.slice(at, end).split("\n").length - 1;
    at = end;
  }
}

function behindLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

interface ReadRow {
  readonly fields: readonly string[];
  /** Where the next row begins. */
  readonly end: number;
  readonly reason?: string;
}

function rowAt(text: string, from: number, delimiter: string): ReadRow {
  const fields: string[] = [];
  for (let at = from; ; at++) {
    const field = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, delimiter);
    if (field === undefined) return { fields, end: at, reason: "a quotation mark has no partner" };
    fields.push(field.value);
    at = field.end;
    if (text[at] === delimiter) continue;
    const isReturn = text[at] === "\r" && text[at + 1] === "\n";
    if (at >= text.length || text[at] === "\n" || isReturn)
      return { fields, end: Math.min(text.length, at + (isReturn ? 2 : 1)) };
    return { fields, end: at, reason: "something stands behind a closing quotation mark" };
  }
}

interface Field {
  readonly value: string;
  readonly end: number;
}

function plainAt(text: string, from: number, delimiter: string): Field {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n") end++;
  if (text[end - 1] === "\r" && text[end] === "\n" && end > from) end--;
  return { value: text.slice(from, end), end };
}

/** undefined without a closing mark: not looked for beyond what a fact can hold. */
function quotedAt(text: string, from: number): Field | undefined {
  const parts: string[] = [];
  let begin = from + 1;
  for (;;) {
    const mark = text.indexOf('"', begin);
    if (mark < 0 || mark - from > MAX_FIELD_CHARS) return undefined;
    parts.push(text.slice(begin, mark));
    if (text[mark + 1] !== '"') return { value: parts.join(""), end: mark + 1 };
    parts.push('"');
    begin = mark + 2;
  }
}

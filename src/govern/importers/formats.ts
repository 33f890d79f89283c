/** Which foreign files can be read, and how many records may one hold? */
import { TidelineError } from "../../errors.ts";
import { MAX_ADD_MANY, MAX_IMPORT_CHARS } from "../../limits.ts";
import type { Steps } from "../../log/steps.ts";
import { resting } from "../../log/steps.ts";
import { badArgument } from "../../model/arguments.ts";
import type { Origin } from "../../model/origin.ts";
import type { Hash } from "../../ports/hash.ts";
import { eachInSlices } from "../../ports/slices.ts";
import type { AddInput } from "../../write/draft.ts";
import { readCsv } from "./csv.ts";
import { readLines } from "./lines.ts";
import { readMem0 } from "./mem0.ts";
import { readOwnExport } from "./own-export.ts";
import { type BadRecord, type ForeignRecord, isBad, type ReadRecord } from "./record.ts";
import { readServerMemory } from "./server-memory.ts";

/**
 * The names of the formats that `importFrom` reads.
 * @example console.log(IMPORT_FORMATS.includes("csv"));
 */
export const IMPORT_FORMATS = [
  ...(["mem0", "server-memory", "chatgpt", "claude", "markdown", "csv"] as const),
  "tideline",
] as const;
/** What a foreign file is. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

const READERS: Readonly<Record<Exclude<ImportFormat, "tideline">, (text: string) => Generator<ReadRecord>>> =
  {
    mem0: readMem0,
    "server-memory": readServerMemory,
    chatgpt: (text) => readLines(text, { wraps: false }),
    claude: (text) => readLines(text, { wraps: false }),
    markdown: (text) => readLines(text, { wraps: true }),
    csv: readCsv,
  };

const RECORDS_PER_SLICE = 256;

/** A record as it is written. */
export interface ImportedWrite {
  readonly place: string;
  /** The id of the fact in the workspace that it was exported from. */
  readonly exported?: string | undefined;
  readonly input: AddInput;
}

/** What a foreign file holds. */
export interface ForeignMemory {
  readonly writes: readonly ImportedWrite[];
  readonly bad: readonly BadRecord[];
  /** Records of other users, which were left out. */
  readonly ofOthers: number;
  /** Facts of an export that do not hold there any more. */
  readonly leftOut: number;
  /** Of what would be written, so that a person can vouch for exactly that. */
  readonly digest: string;
}

/** Whose records are read, and by when they are old. */
export interface Reading {
  readonly user: string | undefined;
  readonly now: number;
  readonly hash: Hash;
  /** The memory that it goes into. */
  readonly origin: Origin;
}

export function* readForeign(format: ImportFormat, text: string, reading: Reading): Steps<ForeignMemory> {
  if (text.length > MAX_IMPORT_CHARS)
    throw tooLarge(`${text.length} characters`, `${MAX_IMPORT_CHARS} characters`);
  const { records, bad, leftOut } =
    format === "tideline"
      ? { ...(yield* readOwnExport(text, reading.origin)), bad: [] }
      : { ...(yield* resting(recordsIn(READERS[format](text)))), leftOut: 0 };
  if (records.length > MAX_ADD_MANY) throw tooMany();
  const mine = recordsOf(records, reading.user);
  const writes = mine.map((record) => writeOf(format, record, reading));
  const digest = reading.hash.sha256(JSON.stringify(["import", format, writes]));
  return { writes, bad, ofOthers: records.length - mine.length, leftOut, digest };
}

/** In slices: other work may run in between. */
function* recordsIn(reader: Generator<ReadRecord>) {
  const bad: BadRecord[] = [];
  const records: ForeignRecord[] = [];
  yield* eachInSlices(reader, RECORDS_PER_SLICE, (read) => {
    if (isBad(read)) bad.push(read);
    else records.push(read);
    if (records.length + bad.length > MAX_ADD_MANY) throw tooMany();
  });
  return { records, bad };
}

function tooMany(): TidelineError {
  return tooLarge(`more than ${MAX_ADD_MANY} records`, `${MAX_ADD_MANY} records`);
}

/** A memory has one principal: what another system keeps of several users does not go into it together. */
function recordsOf(records: readonly ForeignRecord[], user: string | undefined): readonly ForeignRecord[] {
  if (user !== undefined) return records.filter((one) => one.user === undefined || one.user === user);
  const users = new Set(records.flatMap((one) => one.user ?? []));
  if (users.size <= 1) return records;
  const names = [...users].slice(0, 5).map((one) => JSON.stringify(one.slice(0, 60)));
  throw badArgument(
    `This file holds the memories of ${users.size} users (${names.join(", ")}${users.size > 5 ? ", …" : ""}), and this is the memory of one. Say whose are to be read, with user (at a terminal: --user)`,
  );
}

/** Source, actor and key are the importer's, whatever the file says. */
function writeOf(
  format: ImportFormat,
  { place, id, words, isForeign = false }: ForeignRecord,
  reading: Reading,
): ImportedWrite {
  const { heardAt, ...rest } = words;
  const said = [id, words.content, words.segment, words.subject, words.attribute];
  return {
    place,
    ...(format === "tideline" ? { exported: id } : {}),
    input: {
      ...rest,
      // A time in the future would make it newer than what is said today.
      ...(heardAt === undefined ? {} : { heardAt: Math.min(heardAt, reading.now) }),
      source: isForeign ? "retrieved_document" : "import",
      actor: format,
      metadata: { ...rest.metadata, import: { format, ...(id === undefined ? {} : { id }) } },
      idempotencyKey: `import/${format}/${reading.hash.sha256(JSON.stringify(said))}`,
    },
  };
}

function tooLarge(found: string, most: string): TidelineError {
  return new TidelineError(
    "batch-too-large",
    `This file holds ${found}, and one import takes at most ${most}. Split the file. Nothing was written.`,
  );
}

/**
 * How are a model's vectors stored? A header line, a line per fact, and then the rows, one after another.
 *
 * If every vector has eight bits per figure, a line is the fact's id (`PLAIN`); if some have more or fewer, the
 * number of bits follows the id (`MIXED`). Blobs of the older kind `IN_BYTES` are still read, but not written: what
 * they call 32 bits are bytes. Bytes that do not fit exactly count as no blob, and the facts are embedded anew.
 */
import type { Precision } from "../../lifecycle/policy.ts";
import type { Hash } from "../../ports/hash.ts";
import type { VectorSpace } from "./vector-check.ts";

export interface KeptRow {
  readonly id: string;
  readonly bits: Precision;
  readonly bytes: Uint8Array;
}

const PLAIN = 1;
const IN_BYTES = 2;
const MIXED = 3;
const PRECISIONS: ReadonlyMap<string, Precision> = new Map(
  [8, 4, 2].map((bits) => [`${bits}`, bits as Precision]),
);

const MAX_SLUG_CHARS = 24;

export function blobNameOf({ model, dimensions }: VectorSpace, hash: Hash): string {
  const slug = model
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_CHARS);
  const digest = hash
    .sha256(`${model}\n${dimensions}`)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "0");
  return `learned-${slug}-${digest.slice(0, 12)}`.replace(/-+/g, "-");
}

export function encodeRows(space: VectorSpace, rows: readonly KeptRow[]): Uint8Array {
  const isMixed = rows.some(({ bits }) => bits !== 8);
  const head = { learned: isMixed ? MIXED : PLAIN, ...space, rows: rows.length };
  const lines = rows.map(({ id, bits }) => (isMixed ? `${id} ${bits}` : id));
  const header = new TextEncoder().encode(`${[JSON.stringify(head), ...lines].join("\n")}\n`);
  const bytes = new Uint8Array(rows.reduce((sum, row) => sum + row.bytes.length, header.length));
  bytes.set(header);
  let at = header.length;
  for (const row of rows) {
    bytes.set(row.bytes, at);
    at += row.bytes.length;
  }
  return bytes;
}

/** The rows, with the lengths that `rowBytes` gives; undefined if it is not a blob of this model. */
export function decodeRows(
  bytes: Uint8Array,
  space: VectorSpace,
  rowBytes: (bits: Precision) => number,
): readonly KeptRow[] | undefined {
  const lines = new Lines(bytes);
  const head = parseHead(lines.next());
  if (head === undefined || head.model !== space.model || head.dimensions !== space.dimensions)
    return undefined;
  const named: { readonly id: string; readonly bits: Precision }[] = [];
  for (let i = 0; i < head.rows; i++) {
    const [id = "", text = "8", ...rest] = (lines.next() ?? "").split(head.learned === PLAIN ? "\n" : " ");
    const named32 = head.learned === IN_BYTES ? 8 : 32;
    const bits = text === "32" ? named32 : PRECISIONS.get(text);
    if (id === "" || bits === undefined || rest.length > 0) return undefined;
    named.push({ id, bits });
  }
  if (bytes.length !== named.reduce((sum, { bits }) => sum + rowBytes(bits), lines.at)) return undefined;
  let { at } = lines;
  return named.map((row) => {
    const from = at;
    at += rowBytes(row.bits);
    return { ...row, bytes: bytes.subarray(from, at) };
  });
}

interface Head {
  readonly learned: number;
  readonly model: string;
  readonly dimensions: number;
  readonly rows: number;
}

function parseHead(line: string | undefined): Head | undefined {
  try {
    const head = JSON.parse(line ?? "") as Head;
    const isKnown = [PLAIN, IN_BYTES, MIXED].includes(head?.learned);
    return isKnown && Number.isSafeInteger(head.rows) && head.rows >= 0 ? head : undefined;
  } catch {
    return undefined; // Not a blob of ours: the facts are embedded anew.
  }
}

/** Reads lines of text from the beginning of the bytes. */
class Lines {
  at = 0;
  private readonly bytes: Uint8Array;
  private readonly decoder = new TextDecoder();

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  next(): string | undefined {
    const end = this.bytes.indexOf(10, this.at);
    if (end < 0) return undefined;
    const line = this.decoder.decode(this.bytes.subarray(this.at, end));
    this.at = end + 1;
    return line;
  }
}

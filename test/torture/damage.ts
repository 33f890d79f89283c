// What can happen to the bytes of a log file? Each kind of damage says which bytes of the original it touched and
// where it stands in the damaged file, so that a test knows which lines must survive it and what must be reported.
import { type Chance, upTo } from "../../src/testing/chance.ts";

const NEWLINE = 10;
const SECTOR_BYTES = 512;
const LONGEST_RUN_BYTES = 40;

export interface Damage {
  readonly kind: string;
  readonly bytes: Buffer;
  /** Ranges of the original file that are not what they were, from and to (excluded). */
  readonly touched: readonly (readonly [number, number])[];
  /** Offsets in the damaged file. */
  readonly places: readonly number[];
}

type Maker = (bytes: Buffer, chance: Chance) => Omit<Damage, "kind"> | undefined;

/** The [start, end) of each line, newline included. */
export function linesOf(bytes: Buffer): readonly (readonly [number, number])[] {
  const lines: (readonly [number, number])[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    lines.push([start, end]);
    start = end;
  }
  return lines;
}

function randomBytes(count: number, chance: Chance): Buffer {
  return Buffer.from(Array.from({ length: count }, () => upTo(255, chance)));
}

function two<T>(list: readonly T[], chance: Chance): readonly [number, number] {
  return [upTo(list.length - 1, chance), upTo(list.length - 1, chance)];
}

const KINDS: Readonly<Record<string, Maker>> = {
  "change a byte": (bytes, chance) => {
    const at = upTo(bytes.length - 1, chance);
    const changed = Buffer.from(bytes);
    changed[at] = ((bytes[at] as number) + 1 + upTo(254, chance)) % 256;
    return { bytes: changed, touched: [[at, at + 1]], places: [at] };
  },
  "flip a bit": (bytes, chance) => {
    const at = upTo(bytes.length - 1, chance);
    const changed = Buffer.from(bytes);
    changed[at] = (bytes[at] as number) ^ (1 << upTo(7, chance));
    return { bytes: changed, touched: [[at, at + 1]], places: [at] };
  },
  "change a newline": (bytes, chance) => {
    const lines = linesOf(bytes);
    const [, end] = lines[upTo(lines.length - 1, chance)] as readonly [number, number];
    const changed = Buffer.from(bytes);
    changed[end - 1] = 32;
    return { bytes: changed, touched: [[end - 1, end]], places: [end - 1] };
  },
  "delete a run": (bytes, chance) => {
    const at = upTo(bytes.length - 1, chance);
    const end = Math.min(bytes.length, at + 1 + upTo(LONGEST_RUN_BYTES, chance));
    const rest = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    return { bytes: rest, touched: [[at, end]], places: [at] };
  },
  "insert a run": (bytes, chance) => {
    const at = upTo(bytes.length, chance);
    const run = randomBytes(1 + upTo(LONGEST_RUN_BYTES, chance), chance);
    const grown = Buffer.concat([bytes.subarray(0, at), run, bytes.subarray(at)]);
    return { bytes: grown, touched: at === bytes.length ? [] : [[at, at + 1]], places: [at] };
  },
  truncate: (bytes, chance) => {
    const at = upTo(bytes.length - 1, chance);
    return { bytes: bytes.subarray(0, at), touched: [[at, bytes.length]], places: [at] };
  },
  "duplicate a line": (bytes, chance) => {
    const lines = linesOf(bytes);
    const [from, to] = two(lines, chance);
    const [start, end] = lines[from] as readonly [number, number];
    const [at] = lines[to] as readonly [number, number];
    const grown = Buffer.concat([bytes.subarray(0, at), bytes.subarray(start, end), bytes.subarray(at)]);
    return { bytes: grown, touched: [], places: [at, at + end - start] };
  },
  "swap two lines": (bytes, chance) => {
    const lines = linesOf(bytes);
    const [one, other] = [...two(lines, chance)].sort((a, b) => a - b) as [number, number];
    if (one === other) return undefined;
    const [a, b] = lines[one] as readonly [number, number];
    const [c, d] = lines[other] as readonly [number, number];
    const parts = [
      [0, a],
      [c, d],
      [b, c],
      [a, b],
      [d, bytes.length],
    ];
    const swapped = Buffer.concat(parts.map(([from, to]) => bytes.subarray(from, to)));
    return {
      bytes: swapped,
      touched: [
        [a, b],
        [c, d],
      ],
      places: [a, a + d - c, d - (b - a)],
    };
  },
  "zero a sector": (bytes, chance) => {
    const at = upTo(Math.floor((bytes.length - 1) / SECTOR_BYTES), chance) * SECTOR_BYTES;
    const end = Math.min(bytes.length, at + SECTOR_BYTES);
    const zeroed = Buffer.from(bytes);
    zeroed.fill(0, at, end);
    return { bytes: zeroed, touched: [[at, end]], places: [at, end] };
  },
};

/** One damage, of a kind that comes up one time in nine. */
export function damage(bytes: Buffer, chance: Chance): Damage {
  const names = Object.keys(KINDS);
  for (;;) {
    const kind = names[upTo(names.length - 1, chance)] as string;
    const made = (KINDS[kind] as Maker)(bytes, chance);
    if (made !== undefined && !made.bytes.equals(bytes)) return { kind, ...made };
  }
}

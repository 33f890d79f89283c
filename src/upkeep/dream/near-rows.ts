/**
 * Where are the vectors of one dream kept, and which of them share sign bits?
 *
 * They are kept in a few large arrays: hundreds of thousands of small arrays would make every garbage collection slow.
 */
const ROWS_PER_CHUNK = 1_024;
const BANDS = 12;

export class NearRows {
  private readonly ids: string[] = [];
  private readonly lengths: number[] = [];
  private readonly chunks: Int8Array[] = [];
  private width = 0;

  /** The number of the new row; undefined if the vector is all zeros. */
  add(id: string, vector: Int8Array): number | undefined {
    this.width ||= vector.length;
    const row = this.ids.length;
    const at = (row % ROWS_PER_CHUNK) * this.width;
    if (at === 0) this.chunks.push(new Int8Array(ROWS_PER_CHUNK * this.width));
    this.chunks.at(-1)?.set(vector, at);
    const length = Math.sqrt(this.dot(row, row));
    if (length === 0) {
      if (at === 0) this.chunks.pop();
      return undefined;
    }
    this.ids.push(id);
    this.lengths.push(length);
    return row;
  }

  idOf(row: number): string {
    return this.ids[row] as string;
  }

  cosine(a: number, b: number): number {
    return this.dot(a, b) / ((this.lengths[a] as number) * (this.lengths[b] as number));
  }

  /** The sign bits of some of the vector's components; each band takes a fixed selection. */
  stretchOf(row: number, band: number, bits: number): number {
    const [chunk, from] = this.placeOf(row);
    let stretch = 0;
    for (let bit = 0; bit < bits; bit++) {
      const at = (band * 7919 + bit * 104_729 + band * bit * 31) % this.width;
      stretch = stretch * 2 + ((chunk[from + at] as number) > 0 ? 1 : 0);
    }
    return stretch;
  }

  private dot(a: number, b: number): number {
    const [left, leftFrom] = this.placeOf(a);
    const [right, rightFrom] = this.placeOf(b);
    let sum = 0;
    for (let i = 0; i < this.width; i++)
      sum += (left[leftFrom + i] as number) * (right[rightFrom + i] as number);
    return sum;
  }

  private placeOf(row: number): readonly [chunk: Int8Array, from: number] {
    const at = row % ROWS_PER_CHUNK;
    return [this.chunks[(row - at) / ROWS_PER_CHUNK] as Int8Array, at * this.width];
  }
}

/** A hash table per band: rows by their sign bits in that band. Each bucket keeps its first `most` rows. */
export class Stretches {
  private readonly bits: number;
  private readonly most: number;
  /** A row's number plus one; 0 means an empty place. The table of a band is created when it is first needed. */
  private readonly tables: Int32Array[] = [];

  constructor(bits: number, most: number) {
    this.bits = bits;
    this.most = most;
  }

  /** Adds the row to its bucket in every band. If `others` is given, it collects the rows that were there before. */
  meet(rows: NearRows, row: number, others: Set<number> | undefined): void {
    for (let band = 0; band < BANDS; band++) {
      this.tables[band] ??= new Int32Array(this.most * 2 ** this.bits);
      const table = this.tables[band] as Int32Array;
      const from = rows.stretchOf(row, band, this.bits) * this.most;
      let at = from;
      for (; at < from + this.most && table[at] !== 0; at++) others?.add((table[at] as number) - 1);
      // A full bucket keeps its first rows: they are of the highest class, and the oldest.
      if (at < from + this.most) table[at] = row + 1;
    }
  }
}

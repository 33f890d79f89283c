/**
 * How is a growing column of numbers kept? In one typed array that doubles when it is full.
 *
 * Loops over all facts read `values` directly. Do not hold on to it: `push` may replace the array.
 */
type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

export class Column<A extends Numbers> {
  values: A;
  length = 0;
  private readonly make: (length: number) => A;

  /** `length`: how many of the initial values count; the others are room for more. */
  constructor(make: (length: number) => A, initial?: A, length = initial?.length ?? 0) {
    this.make = make;
    this.values = initial ?? make(64);
    this.length = length;
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.make(Math.max(64, this.length * 2));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  /** Replaces the values by a copy of these bytes. */
  adopt(bytes: Uint8Array): void {
    const length = bytes.length / this.values.BYTES_PER_ELEMENT;
    const values = this.make(length);
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength).set(bytes);
    this.values = values;
    this.length = length;
  }

  /** The part in use, as a view. */
  filled(): A {
    return this.values.subarray(0, this.length) as A;
  }
}

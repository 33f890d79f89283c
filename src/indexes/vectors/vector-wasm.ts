/**
 * How does a search use WebAssembly? The kernel's arithmetic runs with SIMD, on one memory per index.
 *
 * It gives the same figures as plain JavaScript, about twenty times as fast. Without WebAssembly, SIMD or free memory
 * there is no such kernel, and plain JavaScript does the work: slower, with the same results.
 */
import { DIMENSIONS } from "./encoder.ts";
import {
  BLOCK_ROWS,
  type Block,
  type Kernel,
  MAX_DISTANCE,
  magnitudesOf,
  SIGN_WORDS,
} from "./vector-kernel.ts";
import { ADDRESSES } from "./vector-module.ts";
import { allocate, type Exports, type Memory, openInstance, PAGE_BYTES } from "./wasm-instance.ts";

const FIGURES_BYTES = BLOCK_ROWS * DIMENSIONS;
const SIGNS_BYTES = BLOCK_ROWS * SIGN_WORDS * 4;
const BLOCK_BYTES = FIGURES_BYTES + SIGNS_BYTES + BLOCK_ROWS * 2;
/** The signs of this many rows are interleaved byte by byte. */
const GROUP_ROWS = 16;
/** One table for every four signs: what each of their sixteen combinations in a row adds to its distance. */
const TABLES = DIMENSIONS / 4;

/** Undefined if WebAssembly cannot be used. */
export function openWasmKernel(): Kernel | undefined {
  const opened = openInstance(PAGE_BYTES);
  return opened && new WasmKernel(opened.memory, opened.exports);
}

class WasmKernel implements Kernel {
  readonly name = "wasm";
  blocks: readonly Block[] = [];
  histogram = new Uint32Array(0);
  chosen = new Uint16Array(0);
  products = new Int32Array(0);
  private query = new Int16Array(0);
  private tables = new Uint8Array(0);
  private readonly memory: Memory;
  private readonly exports: Exports;

  constructor(memory: Memory, exports: Exports) {
    this.memory = memory;
    this.exports = exports;
    this.view(0);
  }

  get capacity(): number {
    return this.blocks.length * BLOCK_ROWS;
  }

  grow(): boolean {
    const count = this.blocks.length + 1;
    const missing = ADDRESSES.BLOCKS + count * BLOCK_BYTES - this.memory.buffer.byteLength;
    const pages = Math.max(0, Math.ceil(missing / PAGE_BYTES));
    if (allocate(() => this.memory.grow(pages)) === undefined) return false;
    this.view(count);
    return true;
  }

  ask(figures: Int8Array, compares: boolean): void {
    this.query.set(figures);
    if (compares) writeTables(figures, magnitudesOf(figures), this.tables);
  }

  sign(block: number, row: number): void {
    const { figures, signs } = addressesOf(block);
    const group = Math.floor(row / GROUP_ROWS);
    const place = signs + group * GROUP_ROWS * SIGN_WORDS * 4 + (row % GROUP_ROWS);
    this.exports.sign(figures + row * DIMENSIONS, place);
  }

  compare(block: number, rows: number): void {
    const { signs, distances } = addressesOf(block);
    this.exports.compare(signs, distances, rows);
  }

  choose(block: number, rows: number, farthest: number): number {
    return this.exports.choose(addressesOf(block).distances, rows, farthest);
  }

  multiply(block: number, count: number): void {
    this.exports.multiply(addressesOf(block).figures, count);
  }

  /** Growing the memory replaces its buffer, and views of the old buffer become empty: make all views anew. */
  private view(blocks: number): void {
    const { buffer } = this.memory;
    this.histogram = new Uint32Array(buffer, ADDRESSES.HISTOGRAM, MAX_DISTANCE + 1);
    this.chosen = new Uint16Array(buffer, ADDRESSES.CHOSEN, BLOCK_ROWS);
    this.products = new Int32Array(buffer, ADDRESSES.PRODUCTS, BLOCK_ROWS);
    this.query = new Int16Array(buffer, ADDRESSES.QUERY, DIMENSIONS);
    this.tables = new Uint8Array(buffer, ADDRESSES.TABLES, 16 * TABLES);
    this.blocks = Array.from({ length: blocks }, (_, block) => {
      return { figures: new Int8Array(buffer, addressesOf(block).figures, FIGURES_BYTES) };
    });
  }
}

/** A row's sign that differs from the query's adds the query's magnitude at that place. */
function writeTables(query: Int8Array, magnitudes: Uint8Array, to: Uint8Array): void {
  for (let table = 0; table < TABLES; table++) {
    const at = 16 * table;
    // Start with no sign of the row set; then, bit by bit, what setting it adds or takes away.
    let none = 0;
    for (let bit = 0; bit < 4; bit++)
      if ((query[4 * table + bit] as number) < 0) none += magnitudes[4 * table + bit] as number;
    to[at] = none;
    for (let bit = 0; bit < 4; bit++) {
      const magnitude = magnitudes[4 * table + bit] as number;
      const change = (query[4 * table + bit] as number) < 0 ? -magnitude : magnitude;
      const ways = 1 << bit;
      for (let way = 0; way < ways; way++) to[at + ways + way] = (to[at + way] as number) + change;
    }
  }
}

/** A block holds figures, then signs, then distances. */
function addressesOf(block: number): { figures: number; signs: number; distances: number } {
  const figures = ADDRESSES.BLOCKS + block * BLOCK_BYTES;
  const signs = figures + FIGURES_BYTES;
  return { figures, signs, distances: signs + SIGNS_BYTES };
}

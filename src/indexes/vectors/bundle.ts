/**
 * How are the vectors of a text's words added up? The atoms (one vector of 16-bit figures per word) lie side by side;
 * those of the text are summed, figure by figure.
 *
 * WebAssembly does it several times as fast; without it, plain JavaScript gives the same sums.
 */
import { type Exports, openInstance } from "./wasm-instance.ts";

export interface Bundle {
  readonly name: "script" | "wasm";
  /** One atom after another. */
  readonly atoms: Int16Array;
  readonly sums: Int32Array;
  /** Adds the atoms with these numbers to `sums`. */
  add(atoms: readonly number[]): void;
}

/** A bundle with room for `atoms` atoms of `figures` figures each. WebAssembly is used only for 256 figures. */
export function openBundle(atoms: number, figures: number): Bundle {
  return openWasmBundle(atoms, figures) ?? new ScriptBundle(atoms, figures);
}

export class ScriptBundle implements Bundle {
  readonly name = "script";
  readonly atoms: Int16Array;
  readonly sums: Int32Array;
  private readonly figures: number;

  constructor(atoms: number, figures: number) {
    this.figures = figures;
    this.atoms = new Int16Array(atoms * figures);
    this.sums = new Int32Array(figures);
  }

  add(numbers: readonly number[]): void {
    const { atoms, sums, figures } = this;
    for (const number of numbers) {
      const from = number * figures;
      for (let i = 0; i < figures; i++) sums[i] = (sums[i] as number) + (atoms[from + i] as number);
    }
  }
}

const WASM_FIGURES = 256;
const ATOM_BYTES = 2 * WASM_FIGURES;
/** Atoms that one call of the kernel adds up. */
const AT_ONCE = 128;
const SUMS_AT = 0;
const ROWS_AT = 4 * WASM_FIGURES;
const ATOMS_AT = ROWS_AT + 4 * AT_ONCE;

class WasmBundle implements Bundle {
  readonly name = "wasm";
  readonly atoms: Int16Array;
  readonly sums: Int32Array;
  private readonly rows: Int32Array;
  private readonly exports: Exports;

  constructor(buffer: ArrayBuffer, exports: Exports, atoms: number) {
    this.exports = exports;
    this.sums = new Int32Array(buffer, SUMS_AT, WASM_FIGURES);
    this.rows = new Int32Array(buffer, ROWS_AT, AT_ONCE);
    this.atoms = new Int16Array(buffer, ATOMS_AT, atoms * WASM_FIGURES);
  }

  add(numbers: readonly number[]): void {
    for (let begin = 0; begin < numbers.length; begin += AT_ONCE) {
      const count = Math.min(AT_ONCE, numbers.length - begin);
      for (let i = 0; i < count; i++) this.rows[i] = ATOMS_AT + (numbers[begin + i] as number) * ATOM_BYTES;
      this.exports.bundle(ROWS_AT, count, SUMS_AT);
    }
  }
}

/** Undefined if WebAssembly cannot be used. */
export function openWasmBundle(atoms: number, figures: number): Bundle | undefined {
  if (figures !== WASM_FIGURES) return undefined;
  const opened = openInstance(ATOMS_AT + atoms * ATOM_BYTES);
  return opened && new WasmBundle(opened.memory.buffer, opened.exports, atoms);
}

/**
 * How is the WebAssembly module opened? It is compiled once, and instantiated whenever somebody needs a memory of
 * their own.
 *
 * Without WebAssembly, SIMD or free memory there is no instance, and the caller uses plain JavaScript instead.
 */
import { MODULE } from "./vector-module.ts";

export const PAGE_BYTES = 65_536;

/** The part of the WebAssembly API that is used here. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface WebAssemblyHost {
  readonly Memory: new (size: { readonly initial: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}
export interface Exports {
  compare(signs: number, distances: number, rows: number): void;
  choose(distances: number, rows: number, farthest: number): number;
  multiply(figures: number, count: number): void;
  sign(figures: number, signs: number): void;
  differ(signs: number, rows: number, most: number, to: number): number;
  weigh(figures: number, chosen: number, count: number, to: number): void;
  bundle(rows: number, count: number, to: number): void;
}

const host = (globalThis as { readonly WebAssembly?: WebAssemblyHost }).WebAssembly;
/** null: the module does not compile here. undefined: not tried yet. */
let compiled: object | null | undefined;

/** The kernel's functions, with a memory of their own of at least `bytes` bytes. */
export function openInstance(
  bytes: number,
): { readonly memory: Memory; readonly exports: Exports } | undefined {
  if (host === undefined) return undefined;
  compiled ??= compile(host);
  if (compiled === null) return undefined;
  const memory = allocate(() => new host.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) }));
  if (memory === undefined) return undefined;
  const { exports } = new host.Instance(compiled, { engine: { memory } });
  return { memory, exports: exports as Exports };
}

function compile({ Module }: WebAssemblyHost): object | null {
  try {
    return new Module(Uint8Array.from(atob(MODULE), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** Undefined if there is no memory left. */
export function allocate<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

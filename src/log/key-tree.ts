/**
 * Which key opens the words of one event, and how can that key alone be destroyed?
 *
 * The keys of a stream's events are the leaves of a binary tree: each node's key is derived from the one above it, and
 * nothing leads upwards. Whoever has the root has every key, so an append stores no key. To destroy a leaf, the nodes
 * above it are replaced by the nodes beside the path to it: these lead to every other leaf, and to this one nothing
 * does. (In the literature: a puncturable pseudorandom function, after Goldreich, Goldwasser and Micali.)
 *
 * Keys of events to come are never destroyed, so a process that still has the tree of an hour ago writes with the same
 * keys as everybody else.
 */
import { assert } from "../assert.ts";
import type { Cipher } from "../ports/keys.ts";

/** A stream holds fewer than 2^32 events: a hundred a second for a year and four months. */
const DEPTH = 32;
const LEAF = 2;

/** A node of the tree that is still known: how deep it is, which one at that depth, and its key. */
export interface KeyNode {
  readonly depth: number;
  readonly at: number;
  readonly key: Uint8Array;
}

export class KeyTree {
  private readonly cipher: Cipher;
  private nodes: Map<string, KeyNode>;
  /** The keys on the way to the leaf that was asked for last, from the node that covers it. */
  private path: { readonly from: KeyNode; readonly leaf: number; readonly keys: Uint8Array[] } | undefined;

  constructor(cipher: Cipher, nodes: readonly KeyNode[]) {
    this.cipher = cipher;
    this.nodes = new Map(nodes.map((node) => [nameOf(node.depth, node.at), node]));
  }

  /** A tree of which nothing was destroyed. */
  static whole(cipher: Cipher): KeyTree {
    return new KeyTree(cipher, [{ depth: 0, at: 0, key: cipher.newKey() }]);
  }

  get known(): readonly KeyNode[] {
    return [...this.nodes.values()];
  }

  /** The key of event `seq`; undefined if it was destroyed. */
  keyOf(seq: number): Uint8Array | undefined {
    const path = this.pathTo(seq);
    const last = path?.keys.at(-1);
    return last && this.cipher.derive(last, LEAF);
  }

  has(seq: number): boolean {
    return this.coverOf(seq) !== undefined;
  }

  /** Destroys the keys of these events. Returns how many were still there. */
  destroy(seqs: Iterable<number>): number {
    let destroyed = 0;
    for (const seq of seqs) {
      const path = this.pathTo(seq);
      if (path === undefined) continue;
      destroyed++;
      this.replace(path.from, seq, path.keys);
      this.path = undefined;
    }
    return destroyed;
  }

  /** Puts the nodes beside the path in the place of the node that covers it. */
  private replace(from: KeyNode, seq: number, keys: readonly Uint8Array[]): void {
    this.nodes.delete(nameOf(from.depth, from.at));
    for (let depth = from.depth + 1; depth <= DEPTH; depth++) {
      const beside = prefixOf(seq, depth) ^ 1;
      const above = keys[depth - 1 - from.depth] as Uint8Array;
      const at = beside >>> 0;
      this.nodes.set(nameOf(depth, at), { depth, at, key: this.cipher.derive(above, at & 1) });
    }
  }

  private pathTo(seq: number): { readonly from: KeyNode; readonly keys: Uint8Array[] } | undefined {
    assert(Number.isSafeInteger(seq) && seq >= 0 && seq < 2 ** DEPTH, "a stream has fewer than 2^32 events");
    const { path } = this;
    const isNear = path !== undefined && prefixOf(seq, path.from.depth) === path.from.at;
    const from = isNear ? path.from : this.coverOf(seq);
    if (from === undefined) return undefined;
    const keys = isNear ? path.keys : [from.key];
    // What both ways have in common need not be derived again.
    const common = isNear ? Math.clz32((path.leaf ^ seq) >>> 0) : from.depth;
    keys.length = Math.max(1, common - from.depth + 1);
    for (let depth = from.depth + keys.length; depth <= DEPTH; depth++)
      keys.push(this.cipher.derive(keys.at(-1) as Uint8Array, prefixOf(seq, depth) & 1));
    this.path = { from, leaf: seq, keys };
    return this.path;
  }

  private coverOf(seq: number): KeyNode | undefined {
    for (let depth = 0; depth <= DEPTH; depth++) {
      const node = this.nodes.get(nameOf(depth, prefixOf(seq, depth)));
      if (node !== undefined) return node;
    }
    return undefined;
  }
}

/** The first `depth` bits of the number. */
function prefixOf(seq: number, depth: number): number {
  return depth === 0 ? 0 : seq >>> (DEPTH - depth);
}

function nameOf(depth: number, at: number): string {
  return `${depth} ${at}`;
}

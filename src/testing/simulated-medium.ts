/**
 * What is on a medium, and what of it survives a power cut? The fault model is described in `faulty-disk.ts`.
 *
 * Every file and folder is kept in two forms: as programs see it now, and as it is on the medium. The difference
 * between the two is the list of unsynced changes, in order.
 */
import { type Chance, upTo } from "./chance.ts";

const SECTOR_BYTES = 512;

type Change =
  | { readonly kind: "write"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "resize"; readonly length: number }
  /** A write whose bytes the system dropped after a failed sync: it can only make the file longer. */
  | { readonly kind: "dropped"; readonly reach: number };

/** A growing array of bytes. Bytes that were never written read as zeros. */
class Bytes {
  length = 0;
  private room: Uint8Array;

  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.room = bytes.slice();
    this.length = bytes.length;
  }

  view(): Uint8Array {
    return this.room.subarray(0, this.length);
  }

  resize(length: number): void {
    if (length > this.room.length) {
      const larger = new Uint8Array(Math.max(length, this.room.length * 2, 256));
      larger.set(this.view());
      this.room = larger;
    }
    if (length < this.length) this.room.fill(0, length, this.length);
    this.length = length;
  }

  apply(change: Change): void {
    if (change.kind === "resize") this.resize(change.length);
    else if (change.kind === "dropped") this.resize(Math.max(this.length, change.reach));
    else {
      this.resize(Math.max(this.length, change.at + change.bytes.length));
      this.room.set(change.bytes, change.at);
    }
  }
}

export class FileNode {
  readonly kind = "file";
  /** Number of names of the file: 1, or 0 once it was removed. */
  links = 0;
  private readonly seen: Bytes;
  private readonly durable: Bytes;
  private unsynced: Change[] = [];

  constructor(bytes?: Uint8Array) {
    this.seen = new Bytes(bytes);
    this.durable = new Bytes(bytes);
  }

  content(): Uint8Array {
    return this.seen.view();
  }

  write(at: number, bytes: Uint8Array): void {
    this.change({ kind: "write", at, bytes: bytes.slice() });
  }

  resize(length: number): void {
    this.change({ kind: "resize", length });
  }

  sync(): void {
    for (const change of this.unsynced) this.durable.apply(change);
    this.unsynced = [];
  }

  /** A possible effect of a failed sync: programs still see the bytes, but no later sync brings them to the medium. */
  dropUnsynced(): void {
    this.unsynced = this.unsynced.map((change) =>
      change.kind === "write" ? { kind: "dropped", reach: change.at + change.bytes.length } : change,
    );
  }

  afterPowerCut(chance: Chance): FileNode {
    if (this.unsynced.length === 0) return new FileNode(this.durable.view());
    const ways = [this.nothing, this.everything, this.tornPrefix, this.someSectors];
    return new FileNode(
      (ways[upTo(ways.length - 1, chance)] as (chance: Chance) => Uint8Array).call(this, chance),
    );
  }

  private change(change: Change): void {
    this.seen.apply(change);
    this.unsynced.push(change);
  }

  private nothing(): Uint8Array {
    return this.durable.view();
  }

  private everything(): Uint8Array {
    const after = new Bytes(this.durable.view());
    for (const change of this.unsynced) after.apply(change);
    return after.view();
  }

  private tornPrefix(chance: Chance): Uint8Array {
    const after = new Bytes(this.durable.view());
    const whole = upTo(this.unsynced.length - 1, chance);
    for (const change of this.unsynced.slice(0, whole)) after.apply(change);
    const torn = this.unsynced[whole] as Change;
    if (torn.kind === "write") {
      const bytes = torn.bytes.subarray(0, upTo(torn.bytes.length, chance));
      if (bytes.length > 0) after.apply({ kind: "write", at: torn.at, bytes });
    }
    return after.view();
  }

  private someSectors(chance: Chance): Uint8Array {
    const before = this.nothing();
    const wanted = this.everything();
    const after = new Uint8Array(survivingLength(before.length, wanted.length, chance));
    for (let at = 0; at < after.length; at += SECTOR_BYTES) {
      const from = chance() < 0.5 || at >= wanted.length ? before : wanted;
      const end = Math.min(at + SECTOR_BYTES, after.length);
      after.set(from.subarray(at, end), at);
    }
    return after;
  }
}

/** The length after a power cut: one of the two, or, if the file grew, the start of a sector in between. */
function survivingLength(before: number, wanted: number, chance: Chance): number {
  const way = upTo(2, chance);
  if (way === 0) return before;
  if (way === 1 || wanted <= before) return wanted;
  const sector = Math.floor((before + chance() * (wanted - before)) / SECTOR_BYTES) * SECTOR_BYTES;
  return Math.max(before, sector);
}

export type Node = FileNode | FolderNode;

/** A name is removed, a name is added, or both at once (a rename). */
interface Renaming {
  readonly gone?: string;
  readonly come?: readonly [name: string, node: Node];
}

export class FolderNode {
  readonly kind = "folder";
  readonly entries = new Map<string, Node>();
  private readonly durable = new Map<string, Node>();
  private unsynced: Renaming[] = [];

  rename(change: Renaming): void {
    renameIn(this.entries, change);
    this.unsynced.push(change);
  }

  sync(): void {
    for (const change of this.unsynced) renameIn(this.durable, change);
    this.unsynced = [];
  }

  afterPowerCut(chance: Chance): FolderNode {
    const names = new Map(this.durable);
    for (const change of this.unsynced.slice(0, this.survivors(chance))) renameIn(names, change);
    const after = new FolderNode();
    for (const [name, node] of names) {
      const survivor = node.afterPowerCut(chance);
      if (survivor.kind === "file") survivor.links = 1;
      after.rename({ come: [name, survivor] });
    }
    after.sync();
    return after;
  }

  /** How many of the unsynced changes survive: half of the time none or all, otherwise any number. */
  private survivors(chance: Chance): number {
    const way = upTo(3, chance);
    if (way <= 1) return way * this.unsynced.length;
    return upTo(this.unsynced.length, chance);
  }
}

function renameIn(names: Map<string, Node>, { gone, come }: Renaming): void {
  if (gone !== undefined) names.delete(gone);
  if (come !== undefined) names.set(come[0], come[1]);
}

/** A failed call, with its errno as `code`. */
export class DiskError extends Error {
  override readonly name = "DiskError";
  readonly code: string;

  constructor(code: string, what: string) {
    super(`${code}: simulated, ${what}`);
    this.code = code;
  }
}

/** What all processes of one machine share: a tree of folders, and the limits that the machine sets. */
export class SimulatedMachine {
  isOn = true;
  isReadOnly = false;
  capacityBytes = Number.POSITIVE_INFINITY;
  private readonly root: FolderNode;
  private readonly forbidden = new Set<string>();

  constructor(root = new FolderNode()) {
    this.root = root;
  }

  /** Switches the machine off. Returns the machine after a restart, with what is left. */
  powerCut(chance: Chance): SimulatedMachine {
    this.isOn = false;
    const next = new SimulatedMachine(this.root.afterPowerCut(chance));
    next.capacityBytes = this.capacityBytes;
    return next;
  }

  forbid(path: string): void {
    this.forbidden.add(namesOf(path).join("/"));
  }

  allowAll(): void {
    this.forbidden.clear();
  }

  files(): ReadonlyMap<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    const walk = (folder: FolderNode, path: string): void => {
      for (const [name, node] of folder.entries) {
        if (node.kind === "folder") walk(node, `${path}/${name}`);
        else found.set(`${path}/${name}`, node.content());
      }
    };
    walk(this.root, "");
    return found;
  }

  usedBytes(): number {
    return [...this.files().values()].reduce((sum, bytes) => sum + bytes.length, 0);
  }

  /** How many of `count` bytes fit on the disk when written at offset `at`. Throws ENOSPC if none do. */
  whatFits(node: FileNode, at: number, count: number): number {
    const growth = at + count - node.content().length;
    if (growth <= 0) return count;
    const fits = count - Math.max(0, growth - this.freeBytes());
    if (fits <= 0) throw new DiskError("ENOSPC", "no room for a byte");
    return fits;
  }

  refuseIfReadOnly(): void {
    if (this.isReadOnly) throw new DiskError("EROFS", "the disk is read-only");
  }

  find(path: string): Node | undefined {
    const names = namesOf(path);
    let node: Node | undefined = this.root;
    for (let depth = 0; depth < names.length; depth++) {
      if (node === undefined) return undefined;
      if (node.kind === "file") throw new DiskError("ENOTDIR", path);
      this.refuseIfForbidden(names, depth);
      node = node.entries.get(names[depth] as string);
    }
    return node;
  }

  nodeAt(path: string): Node {
    const node = this.find(path);
    if (node === undefined) throw new DiskError("ENOENT", path);
    return node;
  }

  folderAt(path: string): FolderNode {
    const node = this.nodeAt(path);
    if (node.kind === "file") throw new DiskError("ENOTDIR", path);
    return node;
  }

  /** The folder at a path, to read its names. */
  openFolder(path: string): FolderNode {
    const folder = this.folderAt(path);
    const names = namesOf(path);
    this.refuseIfForbidden(names, names.length);
    return folder;
  }

  folderOf(path: string): { readonly folder: FolderNode; readonly name: string } {
    const names = namesOf(path);
    return { folder: this.folderAt(names.slice(0, -1).join("/")), name: names.at(-1) ?? "" };
  }

  addName(path: string, node: Node): void {
    if (this.find(path) !== undefined) throw new DiskError("EEXIST", path);
    const { folder, name } = this.folderOf(path);
    if (this.freeBytes() === 0) throw new DiskError("ENOSPC", "no room for a name");
    if (node.kind === "file") node.links = 1;
    folder.rename({ come: [name, node] });
  }

  removeName(path: string): void {
    const { folder, name } = this.folderOf(path);
    folder.rename({ gone: name });
  }

  private freeBytes(): number {
    if (this.capacityBytes === Number.POSITIVE_INFINITY) return this.capacityBytes;
    return Math.max(0, this.capacityBytes - this.usedBytes());
  }

  private refuseIfForbidden(names: readonly string[], depth: number): void {
    if (this.forbidden.size === 0) return;
    const folder = names.slice(0, depth).join("/");
    if (this.forbidden.has(folder)) throw new DiskError("EACCES", folder);
  }
}

function namesOf(path: string): readonly string[] {
  return path.split("/").filter((name) => name !== "");
}

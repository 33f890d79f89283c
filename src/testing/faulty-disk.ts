/**
 * Does a store survive a disk that crashes, tears writes and loses them?
 *
 * This is a file system in memory whose faults are chosen at random from a seed. The fault model:
 *
 * - A file's bytes and length are on the medium after `sync`, its name after `syncFolder` of its folder. The two are
 *   independent: a file that was synced but whose name was not may vanish with all its bytes.
 * - After a power cut (`powerCut`) each file has what was synced. Of its unsynced changes one of these remains, at
 *   random: nothing; everything; the first changes in order, the last write of them torn at any byte; or each sector of
 *   512 bytes on its own, old or new. A lost sector in a part by which the file grew reads as zeros. An unsynced
 *   truncation may be undone, and then leave zeros from the cut to the end of its sector. Each folder has the names
 *   that were synced and the first of the unsynced changes, in order; a rename is never halved. Folders are independent
 *   of each other.
 * - The end of a process (`kill`, or a crash at a call) leaves everything that was written, synced or not; a `sibling`
 *   sees it. The call during which the process ends takes effect wholly, in part, or not at all.
 * - A call may fail with an errno, once or from then on. It then has no effect, with two exceptions. A failing `close`
 *   closes the file. A failing `sync` may drop what it should have written: programs still see those bytes, but no
 *   later sync brings them to the medium.
 * - Reads and writes may be short. A full disk takes the bytes that fit. A read-only disk takes nothing.
 *
 * Not modelled: bit rot, file names that differ only in case, links, renames from one folder to another (refused), a
 * medium that lies about `sync`, torn sectors.
 */
import type { Disk } from "../stores/file/disk/disk.ts";
import { type Chance, upTo } from "./chance.ts";
import { DiskError, FileNode, FolderNode, SimulatedMachine } from "./simulated-medium.ts";

export type Errno = "EIO" | "ENOSPC" | "EACCES" | "EROFS";

export interface FaultyDiskOptions {
  readonly chance: Chance;
  /** Which share of the reads and writes of more than one byte are short. Default 0. */
  readonly shortShare?: number;
}

/** The machine, or this process on it, has crashed: every further call throws this. */
export class CrashError extends Error {
  override readonly name = "CrashError";
}

interface Handle {
  readonly node: FileNode;
  readonly path: string;
  readonly how: Parameters<Disk["open"]>[1];
}

interface Fault {
  readonly atCall: number;
  readonly code: Errno;
  readonly lasts: boolean;
}

/** The disk as one process sees it. */
export class FaultyDisk implements Disk {
  /** Number of calls so far, including failed ones. */
  calls = 0;
  /** The last call, in words. */
  lastCall = "none";
  private readonly options: FaultyDiskOptions;
  private readonly machine: SimulatedMachine;
  private readonly handles = new Map<number, Handle>();
  private nextHandle = 3;
  private isAlive = true;
  private fault: Fault | undefined;
  private crashAtCall: number | undefined;
  private pause: { readonly atCall: number; readonly meanwhile: () => void } | undefined;

  constructor(options: FaultyDiskOptions, machine = new SimulatedMachine()) {
    this.options = options;
    this.machine = machine;
  }

  // ---- what a test does to it ----

  /** Makes the Nth call from now fail, or every call from that one until `heal`. */
  failCall(n: number, code: Errno, lasts: "once" | "until-healed" = "once"): void {
    this.fault = { atCall: this.calls + n, code, lasts: lasts === "until-healed" };
  }

  heal(): void {
    this.fault = undefined;
  }

  /** Ends this process at its Nth call from now. */
  crashAtNthCall(n: number): void {
    this.crashAtCall = this.calls + n;
  }

  /** Pauses this process before its Nth call from now, runs `meanwhile`, and lets the process continue. */
  pauseAtNthCall(n: number, meanwhile: () => void): void {
    this.pause = { atCall: this.calls + n, meanwhile };
  }

  /** Ends this process between two calls. */
  kill(): void {
    this.isAlive = false;
  }

  isCrashed(): boolean {
    return !this.isAlive || !this.machine.isOn;
  }

  /** The disk of the same machine, for another process. */
  sibling(): FaultyDisk {
    return new FaultyDisk(this.options, this.machine);
  }

  /** Ends every process of the machine. Returns the disk after a restart. */
  powerCut(): FaultyDisk {
    return new FaultyDisk(this.options, this.machine.powerCut(this.options.chance));
  }

  set capacityBytes(bytes: number) {
    this.machine.capacityBytes = bytes;
  }

  set readOnly(isReadOnly: boolean) {
    this.machine.isReadOnly = isReadOnly;
  }

  /** From now on, nobody may read this folder (EACCES). */
  forbid(path: string): void {
    this.machine.forbid(path);
  }

  allowAll(): void {
    this.machine.allowAll();
  }

  usedBytes(): number {
    return this.machine.usedBytes();
  }

  openFiles(): number {
    return this.handles.size;
  }

  /** Every file with its bytes, as programs see it now. Does not count as a call. */
  files(): ReadonlyMap<string, Uint8Array> {
    return this.machine.files();
  }

  // ---- the port ----

  open(path: string, how: Parameters<Disk["open"]>[1]): number {
    return this.call(`open ${path} to ${how}`, () => {
      if (how !== "read") this.machine.refuseIfReadOnly();
      if (how === "create" || how === "begin") this.machine.addName(path, new FileNode());
      const node = this.machine.nodeAt(path);
      if (node.kind === "folder") throw this.error("EISDIR");
      const handle = this.nextHandle++;
      this.handles.set(handle, { node, path, how });
      return handle;
    });
  }

  read(file: number, into: Uint8Array, position: number): number {
    return this.call(`read ${this.pathOf(file)}`, () => {
      const rest = this.handle(file).node.content().subarray(position);
      const count = this.shorten(Math.min(rest.length, into.length));
      into.set(rest.subarray(0, count));
      return count;
    });
  }

  write(file: number, bytes: Uint8Array, position?: number): number {
    const put = (part: Uint8Array): number => {
      const { node, how } = this.handle(file);
      if (how === "read" || (how === "update") !== (position !== undefined)) throw this.error("EBADF");
      this.machine.refuseIfReadOnly();
      const at = position ?? node.content().length;
      const count = this.machine.whatFits(node, at, this.shorten(part.length));
      if (count > 0) node.write(at, part.subarray(0, count));
      return count;
    };
    const partly = () => put(bytes.subarray(0, upTo(bytes.length, this.options.chance)));
    return this.call(`write ${bytes.length} bytes to ${this.pathOf(file)}`, () => put(bytes), partly);
  }

  sync(file: number): void {
    const failing = () => {
      if (this.options.chance() < 0.5) this.handle(file).node.dropUnsynced();
    };
    this.call(`sync ${this.pathOf(file)}`, () => this.handle(file).node.sync(), undefined, failing);
  }

  truncate(file: number, length: number): void {
    this.call(`truncate ${this.pathOf(file)} to ${length}`, () => {
      if (this.handle(file).how === "read") throw this.error("EINVAL");
      this.machine.refuseIfReadOnly();
      this.handle(file).node.resize(length);
    });
  }

  stat(file: number): { readonly size: number; readonly links: number } {
    return this.call(`stat ${this.pathOf(file)}`, () => {
      const { node } = this.handle(file);
      return { size: node.content().length, links: node.links };
    });
  }

  isInPlace(file: number, path: string): boolean {
    return this.call(`look whether ${path} is in place`, () => {
      return this.machine.find(path) === this.handle(file).node;
    });
  }

  close(file: number): void {
    const release = () => {
      this.handle(file);
      this.handles.delete(file);
    };
    // A close that reports an error has closed the file nevertheless.
    this.call(`close ${this.pathOf(file)}`, release, undefined, release);
  }

  rename(from: string, to: string): void {
    this.call(`rename ${from} to ${to}`, () => {
      this.machine.refuseIfReadOnly();
      const node = this.machine.nodeAt(from);
      const source = this.machine.folderOf(from);
      if (this.machine.folderOf(to).folder !== source.folder) throw this.error("EXDEV");
      const name = this.machine.folderOf(to).name;
      const replaced = source.folder.entries.get(name);
      if (replaced === node) return;
      if (replaced?.kind === "folder") throw this.error(node.kind === "folder" ? "ENOTEMPTY" : "EISDIR");
      if (replaced !== undefined && node.kind === "folder") throw this.error("ENOTDIR");
      if (replaced !== undefined) replaced.links = 0;
      source.folder.rename({ gone: source.name, come: [name, node] });
    });
  }

  remove(path: string): void {
    this.call(`remove ${path}`, () => {
      this.machine.refuseIfReadOnly();
      const node = this.machine.nodeAt(path);
      if (node.kind === "folder") throw this.error("EISDIR");
      node.links = 0;
      this.machine.removeName(path);
    });
  }

  makeFolder(path: string): void {
    this.call(`make folder ${path}`, () => {
      this.machine.refuseIfReadOnly();
      this.machine.addName(path, new FolderNode());
    });
  }

  removeFolder(path: string): void {
    this.call(`remove folder ${path}`, () => {
      this.machine.refuseIfReadOnly();
      if (this.machine.folderAt(path).entries.size > 0) throw this.error("ENOTEMPTY");
      this.machine.removeName(path);
    });
  }

  list(path: string): readonly string[] {
    return this.call(`list ${path}`, () => {
      return [...this.machine.openFolder(path).entries.keys()];
    });
  }

  kind(path: string): "file" | "folder" | "nothing" {
    return this.call(`look at ${path}`, () => this.machine.find(path)?.kind ?? "nothing");
  }

  has(path: string): boolean {
    return this.kind(path) !== "nothing";
  }

  isLocal(): boolean {
    return true;
  }

  syncFolder(path: string): void {
    this.call(`sync folder ${path}`, () => {
      this.machine.openFolder(path).sync();
    });
  }

  // ---- how a call goes ----

  private call<T>(what: string, effect: () => T, partly: () => unknown = effect, failing?: () => void): T {
    this.refuseIfCrashed();
    this.calls++;
    this.lastCall = what;
    this.pauseIfDue();
    if (this.calls === this.crashAtCall) this.crashIn(effect, partly);
    if (this.isFailing()) {
      failing?.();
      throw this.error((this.fault as Fault).code);
    }
    return effect();
  }

  private pauseIfDue(): void {
    const pause = this.pause;
    if (pause?.atCall !== this.calls) return;
    this.pause = undefined;
    pause.meanwhile();
    this.refuseIfCrashed();
  }

  private crashIn(effect: () => unknown, partly: () => unknown): never {
    const way = upTo(2, this.options.chance);
    try {
      if (way === 1) partly();
      if (way === 2) effect();
    } finally {
      this.isAlive = false;
    }
    throw new CrashError(`crashed in: ${this.lastCall}`);
  }

  private refuseIfCrashed(): void {
    if (this.isCrashed()) throw new CrashError(`crashed; the last call was: ${this.lastCall}`);
  }

  private isFailing(): boolean {
    const { fault } = this;
    return fault !== undefined && (fault.lasts ? this.calls >= fault.atCall : this.calls === fault.atCall);
  }

  private shorten(count: number): number {
    const isShort = count > 1 && this.options.chance() < (this.options.shortShare ?? 0);
    return isShort ? 1 + upTo(count - 2, this.options.chance) : count;
  }

  private error(code: string): DiskError {
    return new DiskError(code, this.lastCall);
  }

  private handle(file: number): Handle {
    const handle = this.handles.get(file);
    if (handle === undefined) throw this.error("EBADF");
    return handle;
  }

  private pathOf(file: number): string {
    return this.handles.get(file)?.path ?? `closed file ${file}`;
  }
}

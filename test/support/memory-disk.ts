// A disk in memory: fast, without faults, and copied in no time. The one with faults is src/testing/faulty-disk.ts.
import type { Disk } from "../../src/stores/file/disk/disk.ts";

interface File {
  bytes: Buffer;
  links: number;
}

export class MemoryDisk implements Disk {
  private readonly files: Map<string, File>;
  private readonly folders: Set<string>;
  private readonly handles = new Map<number, { readonly file: File; readonly appends: boolean }>();
  private nextHandle = 3;

  constructor(files = new Map<string, Buffer>(), folders: Iterable<string> = ["/"]) {
    this.files = new Map([...files].map(([path, bytes]) => [path, { bytes, links: 1 }]));
    this.folders = new Set(folders);
  }

  /** The same content; what is written to one is not seen in the other. */
  copy(): MemoryDisk {
    return new MemoryDisk(this.contents(), this.folders);
  }

  contents(): Map<string, Buffer> {
    return new Map([...this.files].map(([path, file]) => [path, file.bytes]));
  }

  put(path: string, bytes: Buffer): void {
    this.files.set(path, { bytes, links: 1 });
  }

  open(path: string, how: Parameters<Disk["open"]>[1]): number {
    if (this.folders.has(path)) throw failure("EISDIR", path);
    if (how === "create" || how === "begin") {
      if (this.files.has(path)) throw failure("EEXIST", path);
      this.checkParent(path);
      this.files.set(path, { bytes: Buffer.alloc(0), links: 1 });
    }
    const handle = this.nextHandle++;
    this.handles.set(handle, { file: this.fileAt(path), appends: how !== "update" });
    return handle;
  }

  read(handle: number, into: Uint8Array, position: number): number {
    const { bytes } = this.handle(handle).file;
    const part = bytes.subarray(position, position + into.length);
    into.set(part);
    return part.length;
  }

  /** Buffers are never changed, only replaced: copies of the disk share them. */
  write(handle: number, bytes: Uint8Array, position?: number): number {
    const { file, appends } = this.handle(handle);
    const at = appends ? file.bytes.length : (position ?? 0);
    const next = Buffer.alloc(Math.max(file.bytes.length, at + bytes.length));
    next.set(file.bytes);
    next.set(bytes, at);
    file.bytes = next;
    return bytes.length;
  }

  sync(handle: number): void {
    this.handle(handle);
  }

  truncate(handle: number, length: number): void {
    const { file } = this.handle(handle);
    const next = Buffer.alloc(length);
    next.set(file.bytes.subarray(0, length));
    file.bytes = next;
  }

  stat(handle: number): { readonly size: number; readonly links: number } {
    const { file } = this.handle(handle);
    return { size: file.bytes.length, links: file.links };
  }

  isInPlace(handle: number, path: string): boolean {
    return this.files.get(path) === this.handle(handle).file;
  }

  close(handle: number): void {
    this.handle(handle);
    this.handles.delete(handle);
  }

  rename(from: string, to: string): void {
    if (this.folders.has(from)) {
      this.renameFolder(from, to);
      return;
    }
    const file = this.fileAt(from);
    this.checkParent(to);
    const replaced = this.files.get(to);
    if (replaced !== undefined && replaced !== file) replaced.links = 0;
    this.files.delete(from);
    this.files.set(to, file);
  }

  remove(path: string): void {
    this.fileAt(path).links = 0;
    this.files.delete(path);
  }

  makeFolder(path: string): void {
    if (this.kind(path) !== "nothing") throw failure("EEXIST", path);
    this.checkParent(path);
    this.folders.add(path);
  }

  removeFolder(path: string): void {
    if (this.list(path).length > 0) throw failure("ENOTEMPTY", path);
    this.folders.delete(path);
  }

  list(path: string): readonly string[] {
    if (!this.folders.has(path)) throw failure("ENOENT", path);
    const start = `${path}/`;
    return [...this.files.keys(), ...this.folders]
      .filter((one) => one.startsWith(start) && !one.includes("/", start.length))
      .map((one) => one.slice(start.length));
  }

  kind(path: string): "file" | "folder" | "nothing" {
    if (this.files.has(path)) return "file";
    return this.folders.has(path) ? "folder" : "nothing";
  }

  has(path: string): boolean {
    return this.kind(path) !== "nothing";
  }

  isLocal(): boolean {
    return true;
  }

  syncFolder(path: string): void {
    if (!this.folders.has(path)) throw failure("ENOENT", path);
  }

  private renameFolder(from: string, to: string): void {
    if (this.kind(to) !== "nothing") throw failure("ENOTEMPTY", to);
    const moved = (path: string) => to + path.slice(from.length);
    for (const path of [...this.folders].filter((one) => one === from || one.startsWith(`${from}/`))) {
      this.folders.delete(path);
      this.folders.add(moved(path));
    }
    for (const [path, file] of [...this.files].filter(([one]) => one.startsWith(`${from}/`))) {
      this.files.delete(path);
      this.files.set(moved(path), file);
    }
  }

  private checkParent(path: string): void {
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (parent !== "" && !this.folders.has(parent)) throw failure("ENOENT", path);
  }

  private fileAt(path: string): File {
    const file = this.files.get(path);
    if (file === undefined) throw failure("ENOENT", path);
    return file;
  }

  private handle(handle: number): { readonly file: File; readonly appends: boolean } {
    const found = this.handles.get(handle);
    if (found === undefined) throw failure("EBADF", String(handle));
    return found;
  }
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

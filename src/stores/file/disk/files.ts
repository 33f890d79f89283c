/**
 * How are whole files and folders read, written and removed? Small functions over the calls of a disk.
 */
import { finish, type Slices } from "../../../ports/slices.ts";
import { type Disk, errnoOf } from "./disk.ts";

/** The bytes from an offset to the file's end, or to `end`. Throws ESHORT if the file is shorter than the offset. */
export function readRange(disk: Disk, path: string, offset: number, end = Number.POSITIVE_INFINITY): Buffer {
  const file = disk.open(path, "read");
  try {
    const { size } = disk.stat(file);
    if (size < offset) throw Object.assign(new Error(`${path} has ${size} bytes`), { code: "ESHORT" });
    const length = Math.max(0, Math.min(size, end) - offset);
    const bytes = Buffer.allocUnsafe(length);
    let got = 0;
    while (got < length) {
      const count = disk.read(file, bytes.subarray(got), offset + got);
      if (count === 0) break;
      got += count;
    }
    return bytes.subarray(0, got);
  } finally {
    disk.close(file);
  }
}

/** The lines in UTF-8. Many lines are encoded one by one: joining them first takes longer than everything else. */
export function bytesOf(lines: readonly string[]): Buffer {
  if (lines.length === 1) return Buffer.from(lines[0] as string);
  let length = 0;
  for (const line of lines) length += Buffer.byteLength(line);
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const line of lines) at += bytes.write(line, at);
  return bytes;
}

const LINES_PER_SLICE = 512;

/** The same in slices. */
export function* encodingLines(lines: readonly string[]): Slices<Buffer> {
  const parts: Buffer[] = [];
  for (let from = 0; from < lines.length; from += LINES_PER_SLICE) {
    parts.push(bytesOf(lines.slice(from, from + LINES_PER_SLICE)));
    yield undefined;
  }
  return Buffer.concat(parts);
}

export function fileSize(disk: Disk, path: string): number {
  const file = disk.open(path, "read");
  try {
    return disk.stat(file).size;
  } finally {
    disk.close(file);
  }
}

export function writeAll(disk: Disk, file: number, bytes: Uint8Array, position?: number): void {
  // Usually one call writes all bytes.
  let done = bytes.length === 0 ? 0 : disk.write(file, bytes, position);
  while (done < bytes.length) {
    done += disk.write(file, bytes.subarray(done), position === undefined ? undefined : position + done);
  }
}

/** Writes and syncs a complete new file beside `path` and returns its path; the caller renames it into place. */
export function writeDraft(disk: Disk, path: string, parts: readonly Uint8Array[], nonce: string): string {
  const draft = beginDraft(disk, path, nonce);
  finish(writingDraft(disk, draft, parts));
  return draft.path;
}

/** A new file that is still empty. */
export interface Draft {
  readonly path: string;
  readonly file: number;
}

export function beginDraft(disk: Disk, path: string, nonce: string): Draft {
  const draft = `${path}.${nonce}.tmp`;
  removeIfThere(disk, draft);
  return { path: draft, file: disk.open(draft, "create") };
}

export function dropDraft(disk: Disk, { path, file }: Draft): void {
  disk.close(file);
  removeIfThere(disk, path);
}

/** How much is written and synced, read, or digested in one slice. */
export const BYTES_PER_SLICE = 1024 * 1024;

/** Writes, syncs and closes the draft in slices, or removes it. */
export function* writingDraft(disk: Disk, { path, file }: Draft, parts: readonly Uint8Array[]): Slices<void> {
  try {
    for (const part of parts) {
      for (let from = 0; from < part.length; from += BYTES_PER_SLICE) {
        writeAll(disk, file, part.subarray(from, from + BYTES_PER_SLICE));
        if (from + BYTES_PER_SLICE >= part.length) continue;
        disk.sync(file);
        yield undefined;
      }
    }
    disk.sync(file);
  } catch (error) {
    removeIfThere(disk, path);
    throw error;
  } finally {
    disk.close(file);
  }
}

/** The whole file, read in slices. */
export function* readingFile(disk: Disk, path: string): Slices<Buffer> {
  const file = disk.open(path, "read");
  try {
    const bytes = Buffer.allocUnsafe(disk.stat(file).size);
    let got = 0;
    while (got < bytes.length) {
      const count = disk.read(file, bytes.subarray(got, got + BYTES_PER_SLICE), got);
      if (count === 0) break;
      got += count;
      yield undefined;
    }
    return bytes.subarray(0, got);
  } finally {
    disk.close(file);
  }
}

export function removeIfThere(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/** False if the folder existed already. */
export function makeFolderIfMissing(disk: Disk, path: string): boolean {
  try {
    disk.makeFolder(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST" && disk.kind(path) === "folder") return false;
    throw error;
  }
}

export function listIfThere(disk: Disk, path: string): readonly string[] {
  try {
    return disk.list(path);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Removes a folder with everything in it, if it exists. */
export function removeTree(disk: Disk, path: string): void {
  for (const name of listIfThere(disk, path)) {
    const inner = `${path}/${name}`;
    if (disk.kind(inner) === "folder") removeTree(disk, inner);
    else removeIfThere(disk, inner);
  }
  try {
    disk.removeFolder(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/** Stores bytes of a stream in `aside/` for a person to look at, and returns the path. An erasure removes them all. */
export function keepAside(disk: Disk, stream: string, name: string, bytes: Uint8Array): string {
  const folder = `${stream}/aside`;
  if (makeFolderIfMissing(disk, folder)) disk.syncFolder(stream);
  const taken = new Set(disk.list(folder));
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}.${n}`;
  const file = disk.open(`${folder}/${free}`, "create");
  try {
    writeAll(disk, file, bytes);
    disk.sync(file);
  } finally {
    disk.close(file);
  }
  disk.syncFolder(folder);
  return `${folder}/${free}`;
}

export function removeAside(disk: Disk, stream: string): void {
  removeFilesIn(disk, `${stream}/aside`);
}

/** Removes all files of a folder, if it exists, in such a way that they do not come back after a power cut. */
export function removeFilesIn(disk: Disk, folder: string): void {
  const names = listIfThere(disk, folder);
  for (const name of names) removeIfThere(disk, `${folder}/${name}`);
  // Synced even if it is empty: the process that emptied it may have failed to sync.
  if (disk.kind(folder) === "folder") disk.syncFolder(folder);
}

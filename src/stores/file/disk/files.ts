/**
 * How are whole files and folders read, written and removed? Small functions over the calls of a disk.
 */
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
  const draft = `${path}.${nonce}.tmp`;
  removeIfThere(disk, draft);
  const file = disk.open(draft, "create");
  try {
    for (const part of parts) writeAll(disk, file, part);
    disk.sync(file);
  } catch (error) {
    removeIfThere(disk, draft);
    throw error;
  } finally {
    disk.close(file);
  }
  return draft;
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

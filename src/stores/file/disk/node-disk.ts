/**
 * How are the disk's calls made on Node?
 */
import * as fs from "node:fs";
import { dirname } from "node:path";
import type { Disk } from "./disk.ts";
import { isInPlace } from "./in-place.ts";

const FLAGS = {
  read: fs.constants.O_RDONLY,
  append: fs.constants.O_RDWR | fs.constants.O_APPEND,
  update: fs.constants.O_RDWR,
  create: fs.constants.O_RDWR | fs.constants.O_APPEND | fs.constants.O_CREAT | fs.constants.O_EXCL,
} as const;

/** O_TMPFILE: opens a nameless file in a folder. Node has no constant for the flag. */
const NAMELESS = 0o20000000 | fs.constants.O_DIRECTORY | fs.constants.O_RDWR;
const RECORDS_PER_BLOCK = 16;

/** File systems that belong to one machine alone, by their numbers in Linux: ext, xfs, btrfs, tmpfs, overlay, zfs,
 * f2fs, bcachefs. */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);

export const nodeDisk: Disk = {
  open: (path, how) => (how === "begin" ? begin(path) : fs.openSync(path, FLAGS[how], 0o600)),
  read: (file, into, position) => fs.readSync(file, into, 0, into.length, position),
  write: (file, bytes, position) => fs.writeSync(file, bytes, 0, bytes.length, position ?? null),
  sync: (file) => fs.fdatasyncSync(file),
  truncate: (file, length) => fs.ftruncateSync(file, length),
  stat(file) {
    const { size, nlink } = fs.fstatSync(file);
    return { size, links: nlink };
  },
  isInPlace,
  close: (file) => fs.closeSync(file),
  rename: (from, to) => fs.renameSync(from, to),
  remove: (path) => fs.unlinkSync(path),
  makeFolder: (path) => fs.mkdirSync(path, { mode: 0o700 }),
  removeFolder: (path) => fs.rmdirSync(path),
  list: (path) => fs.readdirSync(path),
  kind(path) {
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? "nothing" : stat.isDirectory() ? "folder" : "file";
  },
  has: (path) => fs.existsSync(path),
  isLocal(path) {
    try {
      return process.platform === "linux" && LOCAL.has(fs.statfsSync(path).type);
    } catch {
      return false; // Only makes locking a little slower.
    }
  },
  syncFolder(path) {
    // Windows makes names durable by itself and cannot open a folder.
    if (process.platform === "win32") return;
    const folder = fs.openSync(path, fs.constants.O_RDONLY);
    try {
      fs.fsyncSync(folder);
    } finally {
      fs.closeSync(folder);
    }
  },
};

/**
 * Creates a log file whose inode lies in another block than the lock's. A sync also writes the file's inode if that has
 * changed. On ext4 without a journal it writes the whole block of inodes if any inode in it has changed, and the lock's
 * inode changes with every append. So nameless files occupy the inodes in between while the log file is created.
 */
function begin(path: string): number {
  const between = Array.from({ length: RECORDS_PER_BLOCK }, () => openNameless(dirname(path)));
  try {
    return fs.openSync(path, FLAGS.create, 0o600);
  } finally {
    for (const file of between) if (file !== undefined) fs.closeSync(file);
  }
}

function openNameless(folder: string): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return fs.openSync(folder, NAMELESS, 0o600);
  } catch {
    return undefined; // Not every file system supports nameless files; without them syncing is slower.
  }
}

/**
 * The disk, by Node's own calls.
 */
import * as fs from "node:fs";
import type { Disk } from "./disk.ts";

const FLAGS = {
  read: fs.constants.O_RDONLY,
  append: fs.constants.O_RDWR | fs.constants.O_APPEND,
  update: fs.constants.O_RDWR,
  create: fs.constants.O_RDWR | fs.constants.O_APPEND | fs.constants.O_CREAT | fs.constants.O_EXCL,
} as const;

export const nodeDisk: Disk = {
  open: (path, how) => fs.openSync(path, FLAGS[how], 0o600),
  read: (file, into, position) => fs.readSync(file, into, 0, into.length, position),
  write: (file, bytes, position) => fs.writeSync(file, bytes, 0, bytes.length, position ?? null),
  sync: (file) => fs.fdatasyncSync(file),
  truncate: (file, length) => fs.ftruncateSync(file, length),
  stat(file) {
    const { size, nlink } = fs.fstatSync(file);
    return { size, links: nlink };
  },
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
  syncFolder(path) {
    // Windows keeps names safe by itself and cannot open a folder.
    if (process.platform === "win32") return;
    const folder = fs.openSync(path, fs.constants.O_RDONLY);
    try {
      fs.fsyncSync(folder);
    } finally {
      fs.closeSync(folder);
    }
  },
};

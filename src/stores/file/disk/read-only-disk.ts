/**
 * How can a store read a workspace without leaving a trace? On a disk that refuses every change, like one that is
 * mounted read-only. The store knows that case and can still read.
 */
import type { Disk } from "./disk.ts";

export function readOnly(disk: Disk): Disk {
  return {
    ...disk,
    open: (path, how) => (how === "read" ? disk.open(path, how) : refuse()),
    write: refuse,
    sync: refuse,
    truncate: refuse,
    rename: refuse,
    remove: refuse,
    makeFolder: refuse,
    removeFolder: refuse,
    syncFolder: refuse,
  };
}

function refuse(): never {
  throw Object.assign(new Error("this store may only read"), { code: "EROFS" });
}

/**
 * How does a store read that must leave no trace? On a disk that refuses whatever would change it, as one does that is
 * mounted read-only: the store knows that case, and reads on.
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

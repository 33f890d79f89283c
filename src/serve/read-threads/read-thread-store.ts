/**
 * What may a read thread do to the disk? Only read. A thread can be ended at any instant, and the lock of an ended
 * thread would look like that of a living process. So a read thread never takes a lock; a question that turns out to
 * need a write goes back to the writing thread.
 */

import { nodeDisk } from "../../stores/file/disk/node-disk.ts";
import { readOnly } from "../../stores/file/disk/read-only-disk.ts";
import { FactStore } from "../../stores/file/fact-store.ts";
import { vaultOf } from "../../stores/keys/chosen.ts";

export class MustWrite extends Error {
  override readonly name = "MustWrite";
}

export class ReadThreadStore extends FactStore {
  constructor(dir: string) {
    super(dir, { disk: readOnly(nodeDisk), keys: vaultOf(dir, process.env) });
  }

  override append(): never {
    throw new MustWrite("append");
  }

  override erase(): never {
    throw new MustWrite("erase");
  }

  override drop(): never {
    throw new MustWrite("drop");
  }

  override putBlob(): void {
    // Derived data: the writing thread stores its own.
  }
}

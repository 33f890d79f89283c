/**
 * What may a reader do to the disk? Read. A thread can be ended at any instant, and the locks of a thread that is gone
 * look like those of a process that lives: so no reader ever takes one, and a question that turns out to need a
 * write goes back to the thread that writes.
 */

import { nodeDisk } from "../../stores/file/disk/node-disk.ts";
import { readOnly } from "../../stores/file/disk/read-only-disk.ts";
import { FactStore } from "../../stores/file/fact-store.ts";

export class MustWrite extends Error {
  override readonly name = "MustWrite";
}

export class ReaderStore extends FactStore {
  constructor(dir: string) {
    super(dir, { disk: readOnly(nodeDisk) });
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
    // Derived: the thread that writes keeps its own.
  }
}

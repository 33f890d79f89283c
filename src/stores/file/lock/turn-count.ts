/**
 * Is the keeper of a lock writing now? A number in the lock's file tells: odd while it writes, and another one after
 * every turn.
 *
 * Each generation of the lock has a place of its own (they come round after some hundred), and its own number beside
 * the count. So a keeper that was paused, lost the lock and counts on when it wakes up changes nothing that anybody
 * believes: what stands there is then of another generation, and whoever reads it takes it for "not known".
 *
 * Only the step from even to odd must be seen whole, and that changes a single byte.
 */
import type { Disk } from "../disk/disk.ts";
import { writeAll } from "../disk/files.ts";

const PLACES = 512;
const RECORD_BYTES = 8;

export class TurnCount {
  private readonly disk: Disk;
  private readonly file: number;
  private readonly position: number;
  private readonly generation: number;
  private readonly record = new DataView(new ArrayBuffer(RECORD_BYTES));
  private readonly bytes = new Uint8Array(this.record.buffer);

  /** `path`: the lock's file, by its present name. */
  constructor(disk: Disk, path: string, how: "read" | "update", generation: number) {
    this.disk = disk;
    this.file = disk.open(path, how);
    this.generation = generation >>> 0;
    this.position = (generation % PLACES) * RECORD_BYTES;
  }

  /** undefined: what stands there is not this generation's. */
  read(): number | undefined {
    let got = 0;
    while (got < RECORD_BYTES) {
      const count = this.disk.read(this.file, this.bytes.subarray(got), this.position + got);
      if (count === 0) return undefined;
      got += count;
    }
    return this.record.getUint32(0) === this.generation ? this.record.getUint32(4) : undefined;
  }

  write(count: number): void {
    this.record.setUint32(0, this.generation);
    this.record.setUint32(4, count);
    writeAll(this.disk, this.file, this.bytes, this.position);
  }

  close(): void {
    try {
      this.disk.close(this.file);
    } catch {
      return; // Nothing rests on it: what was written is seen by everybody already.
    }
  }
}

/** Between two turns. */
export function isBetweenTurns(count: number | undefined): boolean {
  return count !== undefined && count % 2 === 0;
}

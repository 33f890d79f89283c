/**
 * Is the process that keeps a lock writing now? A count in the lock's file tells: it is odd during a commit, and every
 * commit changes it.
 *
 * Each generation of the lock has its own place in the file (512 places, used in rotation) and writes its number beside
 * the count. A process that was paused and lost the lock may go on counting when it wakes up. That misleads nobody: it
 * writes to a place that nobody reads, or one whose number shows another generation, which means "unknown".
 *
 * Only the step from even to odd must never be seen half-written, and that step changes a single byte.
 */
import type { Disk } from "../disk/disk.ts";
import { writeAll } from "../disk/files.ts";

const PLACES = 512;
const RECORD_BYTES = 8;

export class CommitCount {
  private readonly disk: Disk;
  private readonly file: number;
  private readonly position: number;
  private readonly generation: number;
  private readonly record = new DataView(new ArrayBuffer(RECORD_BYTES));
  private readonly bytes = new Uint8Array(this.record.buffer);

  /** `path`: the lock's file under its present name. */
  constructor(disk: Disk, path: string, how: "read" | "update", generation: number) {
    this.disk = disk;
    this.file = disk.open(path, how);
    this.generation = generation >>> 0;
    this.position = (generation % PLACES) * RECORD_BYTES;
  }

  /** undefined: no count is there, or it belongs to another generation. */
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
      return; // Harmless: everybody can already see what was written.
    }
  }
}

/** Is the process that keeps the lock between two commits? If the count is unknown: no. */
export function isBetweenCommits(count: number | undefined): boolean {
  return count !== undefined && count % 2 === 0;
}

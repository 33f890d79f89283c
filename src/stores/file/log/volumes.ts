/**
 * Which files (volumes) make up the log of a stream, and which of them count?
 *
 *   0000000000000001-1-0.jsonl      from event 1 on, epoch 1, the first file
 *   0000000000004711-9-1.jsonl      the first file grew too long: epoch 9, after epoch 1
 *   0000000000004998-14-9.jsonl     a process took the lock over: epoch 14, after epoch 9
 *
 * A file's epoch is the generation of the lock under which the file was begun, so no two writers ever begin files of
 * the same epoch. The file with the newest epoch counts, and so does the file it came after, and so on back to the
 * first. Each counts up to the first event of the next. After a take-over, the former writer may still write to the
 * file it had open, or begin a new one too late. Neither is part of the log, because no file that counts came after it.
 */
export interface LogVolume {
  readonly name: string;
  readonly firstSeq: number;
  readonly epoch: number;
  /** The epoch of the file before it; 0 for the first. */
  readonly after: number;
}

const NAME = /^(\d{16})-(\d{1,15})-(\d{1,15})\.jsonl$/;
export const FIRST_EPOCH = 1;

export function newVolume(firstSeq: number, epoch: number, after: number): LogVolume {
  return { name: `${String(firstSeq).padStart(16, "0")}-${epoch}-${after}.jsonl`, firstSeq, epoch, after };
}

export function parseVolumes(names: readonly string[]): readonly LogVolume[] {
  return names.flatMap((name) => {
    const match = NAME.exec(name);
    if (match === null) return [];
    return [{ name, firstSeq: Number(match[1]), epoch: Number(match[2]), after: Number(match[3]) }];
  });
}

/** The files that count, oldest first. Each ends where the next begins. */
export function currentOf(volumes: readonly LogVolume[]): readonly LogVolume[] {
  const newestFirst = [...volumes].sort((a, b) => b.epoch - a.epoch);
  const chosen: LogVolume[] = [];
  for (let next = newestFirst[0]; next !== undefined; next = before(next, newestFirst)) chosen.push(next);
  return chosen.reverse();
}

/** The file that this one came after. If that has vanished: the newest older file; the reader then finds the gap. */
function before(
  { after, epoch, firstSeq }: LogVolume,
  newestFirst: readonly LogVolume[],
): LogVolume | undefined {
  if (after === 0) return undefined;
  const older = newestFirst.filter((one) => one.epoch < epoch && one.firstSeq <= firstSeq);
  return older.find((one) => one.epoch === after) ?? older[0];
}

/** Files that do not count and are newer than the first one that does: leftovers of a take-over. */
export function overridden(all: readonly LogVolume[], current: readonly LogVolume[]): readonly LogVolume[] {
  const first = current[0]?.epoch ?? Number.POSITIVE_INFINITY;
  return all.filter((volume) => volume.epoch > first && !current.includes(volume));
}

export function lastEpoch(volumes: readonly LogVolume[]): number {
  return volumes.reduce((most, volume) => Math.max(most, volume.epoch), 0);
}

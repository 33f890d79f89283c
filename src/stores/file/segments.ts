/**
 * Which files make up a stream, and which of them count?
 *
 *   0000000000000001-0001.jsonl     from event 1 on, epoch 1
 *   0000000000004711-0001.jsonl     the first grew too long
 *   0000000000004998-0002.jsonl     somebody took the lock over: a new epoch
 *
 * Whoever takes over from an owner that may still be alive starts a file of a higher epoch at the end of what
 * was acknowledged. From its first event on it overrides every file of a lower epoch, so whatever a woken
 * owner writes to the file it had open, or creates, is not part of the log.
 */
export interface Segment {
  readonly name: string;
  readonly firstSeq: number;
  readonly epoch: number;
}

const NAME = /^(\d{16})-(\d{4,9})\.jsonl$/;

export function segmentName(firstSeq: number, epoch: number): string {
  return `${String(firstSeq).padStart(16, "0")}-${String(epoch).padStart(4, "0")}.jsonl`;
}

export function parseSegments(names: readonly string[]): readonly Segment[] {
  return names.flatMap((name) => {
    const match = NAME.exec(name);
    return match === null ? [] : [{ name, firstSeq: Number(match[1]), epoch: Number(match[2]) }];
  });
}

/** The files that count, oldest first. Each ends where the next begins. */
export function winners(segments: readonly Segment[]): readonly Segment[] {
  const newestFirst = [...segments].sort((a, b) => b.epoch - a.epoch || b.firstSeq - a.firstSeq);
  const chosen: Segment[] = [];
  let before = Number.POSITIVE_INFINITY;
  for (const segment of newestFirst) {
    if (segment.firstSeq >= before) continue;
    chosen.push(segment);
    before = segment.firstSeq;
  }
  return chosen.reverse();
}

export function lastEpoch(segments: readonly Segment[]): number {
  return segments.reduce((most, segment) => Math.max(most, segment.epoch), 0);
}

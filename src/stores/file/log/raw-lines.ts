/** Which lines does a stream's log hold, as they stand in its files? For copying; `log-walk.ts` decides what they mean. */
import { type LineRow, rowOf } from "../../database/rows.ts";
import { type LogReader, seqAt } from "./log-reader.ts";
import { SEQ_START } from "./log-walk.ts";
import type { LogVolume } from "./volumes.ts";

/** The lines after `afterSeq` of the first volume that has some. The last ones may belong to a torn append. */
export function rawLines(reader: LogReader, afterSeq: number): readonly LineRow[] {
  const { current } = reader.volumes();
  for (const [i, volume] of current.entries()) {
    const limit = current[i + 1]?.firstSeq ?? Number.POSITIVE_INFINITY;
    if (limit <= afterSeq + 1) continue;
    const rows = linesIn(reader, volume).filter(({ seq }) => seq > afterSeq && seq < limit);
    if (rows.length > 0) return rows;
  }
  return [];
}

function linesIn(reader: LogReader, volume: LogVolume): LineRow[] {
  const bytes = reader.bytesOf(volume, 0);
  const rows: LineRow[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at);
    if (end < 0) break;
    if (bytes.toString("latin1", at, at + SEQ_START.length) === SEQ_START)
      rows.push(rowOf(bytes.toString("utf8", at, end), seqAt(bytes, at)));
    at = end + 1;
  }
  return rows;
}

const NEWLINE = 10;

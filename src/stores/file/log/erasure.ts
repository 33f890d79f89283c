/**
 * How are words destroyed, and nothing but the words?
 *
 * The `erased` event comes first and is on the medium before any byte changes. So at every moment it explains bodies
 * that do not match their commitments. Then the bodies are overwritten in place, without changing their length, and
 * blobs and files in `aside/` are removed. A marker file in the workspace names the folder from before the event until
 * the end, so that the next opening finishes an interrupted erasure.
 *
 * This cannot reach copies, backups, and blocks that the medium keeps for itself.
 */
import { TidelineError } from "../../../errors.ts";
import { bodyOverwrite } from "../../../log/frame.ts";
import type { Disk } from "../disk/disk.ts";
import { writeAll } from "../disk/files.ts";
import type { LogReader } from "./log-reader.ts";
import { seqAt } from "./log-reader.ts";
import type { LogVolume } from "./volumes.ts";

const NEWLINE = 10;

/** Throws unless each of these events exists and has a body, or had one before it was erased. */
export function checkTargets(reader: LogReader, seqs: readonly number[]): void {
  const wanted = new Set(seqs);
  eachLine(reader, wanted, (_volume, line, _start, seq) => {
    if (holdsText(reader, line)) wanted.delete(seq);
  });
  if (wanted.size === 0) return;
  throw new TidelineError(
    "not-an-erase",
    `Nothing to erase at event ${[...wanted].slice(0, 5).join(", ")}: it does not exist, or holds no text.`,
  );
}

/** Did it ever hold words? Where every line is sealed, those of an event without words are empty. */
function holdsText(reader: LogReader, line: string): boolean {
  if (!line.includes('"text":{"codec":')) return false;
  const frame = reader.sealsAll ? reader.decode(Buffer.from(line, "latin1").toString("utf8")) : undefined;
  if (frame === undefined) return true;
  const { event, body } = reader.opened(frame);
  return body !== "whole" || "body" in event || "sealed" in event;
}

/** Overwrites the bodies of these events. Returns how many were not overwritten before. Call it while holding the
 * lock. */
export function overwriteBodies(disk: Disk, reader: LogReader, seqs: readonly number[]): number {
  const byFile = new Map<string, { readonly position: number; readonly filler: string }[]>();
  let changed = 0;
  eachLine(reader, new Set(seqs), (volume, line, start) => {
    const erasure = bodyOverwrite(line);
    if (erasure === undefined) return;
    // Overwrite again what already looks overwritten: a failed sync may have lost the change and still show it.
    if (!line.endsWith(erasure.filler)) changed++;
    const path = reader.pathOf(volume);
    const list = byFile.get(path) ?? [];
    list.push({ position: start + erasure.offset, filler: erasure.filler });
    byFile.set(path, list);
  });
  for (const [path, places] of byFile) {
    const file = disk.open(path, "update");
    try {
      for (const { position, filler } of places)
        writeAll(disk, file, Buffer.from(filler, "latin1"), position);
      disk.sync(file);
    } finally {
      disk.close(file);
    }
  }
  return changed;
}

/** Visits the lines of these events, as latin1 text (one character per byte). */
function eachLine(
  reader: LogReader,
  seqs: ReadonlySet<number>,
  visit: (volume: LogVolume, line: string, start: number, seq: number) => void,
): void {
  const { current } = reader.volumes();
  current.forEach((volume, i) => {
    const limit = current[i + 1]?.firstSeq ?? Number.POSITIVE_INFINITY;
    if (![...seqs].some((seq) => seq >= volume.firstSeq && seq < limit)) return;
    const bytes = reader.bytesOf(volume, 0);
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(NEWLINE, start);
      if (newline < 0) return;
      const seq = seqAt(bytes, start);
      if (seq < limit && seqs.has(seq)) visit(volume, bytes.toString("latin1", start, newline), start, seq);
      start = newline + 1;
    }
  });
}

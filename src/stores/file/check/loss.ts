/**
 * How many events must a log have held, judging by its blobs and by the stream beside it?
 *
 * A log cannot show by itself that its end is missing. But blobs are derived from events that are on the medium, access
 * marks are about facts, and checkpoints sum up marks. So a blob that is ahead of its log, or an empty log beside marks
 * that have seen events, shows that events were lost. (Beside a log that is not empty, marks prove nothing: they may
 * have seen an append that a power cut destroyed before it was acknowledged.)
 *
 * Ask this before reading the log, which may grow in the meantime.
 */
import { basename, dirname } from "node:path";
import type { MemoryEvent } from "../../../model/event.ts";
import type { Hash } from "../../../ports/hash.ts";
import { readBlob } from "../blobs.ts";
import type { Disk } from "../disk/disk.ts";
import { listIfThere } from "../disk/files.ts";
import { LogReader, withFiles } from "../log/log-reader.ts";

/** The number of the last event that a blob of the stream includes; 0 if there is no blob. */
export function seqInBlobs(disk: Disk, stream: string): number {
  const folder = `${stream}/blobs`;
  return listIfThere(disk, folder).reduce((last, name) => {
    const blob = readBlob(disk, folder, name);
    return blob === undefined || blob === "damaged" ? last : Math.max(last, blob.seq);
  }, 0);
}

const BESIDE: Readonly<Record<string, string>> = { log: "marks", marks: "log" };
const TELLING = /"type":"(?:accessed|shown|checkpointed)"/;

/** For an origin's log: the last of its events that the origin's marks have seen. For marks: the last mark that a
 * checkpoint in the origin's log includes. 0 if there is none. */
export function seqBeside(disk: Disk, stream: string, hash: Hash): number {
  const beside = `${dirname(stream)}/${BESIDE[basename(stream)]}`;
  if (!(basename(stream) in BESIDE) || disk.kind(beside) !== "folder") return 0;
  const reader = new LogReader(disk, beside, hash);
  return withFiles(() => {
    let last = 0;
    for (const volume of reader.volumes().current)
      for (const line of reader.bytesOf(volume, 0).toString("utf8").split("\n")) {
        const event = TELLING.test(line) ? reader.decode(line)?.event : undefined;
        if (event !== undefined) last = Math.max(last, knownTo(event));
      }
    return last;
  });
}

function knownTo(event: MemoryEvent): number {
  if (event.type === "accessed" || event.type === "shown") return event.seen;
  // Sums that came with an import are about marks that were never in this workspace.
  return event.type === "checkpointed" && event.final ? event.upTo : 0;
}

/**
 * How many events did a log hold, as what stands beside it says?
 *
 * A log cannot show by itself that its end is missing. But a blob is derived from events that are on the medium, a mark
 * is about facts, and a checkpoint sums marks up: a blob that is ahead of its log, or an empty log beside marks that saw
 * events, says that some are lost. (Beside one that is not empty, marks say nothing: they may have seen an append that
 * a power cut took before it was acknowledged.)
 *
 * To be asked before the log is read: it may grow meanwhile.
 */
import { basename, dirname } from "node:path";
import type { MemoryEvent } from "../../../model/event.ts";
import type { Hash } from "../../../ports/hash.ts";
import { readBlob } from "../blobs.ts";
import type { Disk } from "../disk/disk.ts";
import { listIfThere } from "../disk/files.ts";
import { LogReader, withFiles } from "../log/log-reader.ts";

/** The last event of which a blob of the stream knows; 0 if there is none. */
export function seqInBlobs(disk: Disk, stream: string): number {
  const folder = `${stream}/blobs`;
  return listIfThere(disk, folder).reduce((last, name) => {
    const blob = readBlob(disk, folder, name);
    return blob === undefined || blob === "damaged" ? last : Math.max(last, blob.seq);
  }, 0);
}

const BESIDE: Readonly<Record<string, string>> = { log: "marks", marks: "log" };
const TELLING = /"type":"(?:accessed|shown|checkpointed)"/;

/** The last event of an origin's log of which its marks know, or of its marks of which its log knows; or 0. */
export function seqBeside(disk: Disk, stream: string, hash: Hash): number {
  const beside = `${dirname(stream)}/${BESIDE[basename(stream)]}`;
  if (!(basename(stream) in BESIDE) || disk.kind(beside) !== "folder") return 0;
  const reader = new LogReader(disk, beside, hash);
  return withFiles(() => {
    let last = 0;
    for (const segment of reader.segments().winners)
      for (const line of reader.bytesOf(segment, 0).toString("utf8").split("\n")) {
        const event = TELLING.test(line) ? reader.decode(line)?.event : undefined;
        if (event !== undefined) last = Math.max(last, knownTo(event));
      }
    return last;
  });
}

function knownTo(event: MemoryEvent): number {
  if (event.type === "accessed" || event.type === "shown") return event.seen;
  // Sums that came with an import are of marks that never stood here.
  return event.type === "checkpointed" && event.final ? event.upTo : 0;
}

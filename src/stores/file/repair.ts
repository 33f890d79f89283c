/**
 * What can be saved of a damaged workspace?
 *
 * Every good line. A damaged file is copied aside first; then it is written anew without the lines that are not
 * whole, and with a body that no longer matches overwritten like an erased one. What was lost is recorded in a
 * `repaired` event at the end of the stream, so that the chain explains its own gaps from then on. Files from
 * the first damaged one on get a new epoch, so that no process that had them open goes on at a stale place.
 *
 * Close every other process first. Running it on a sound workspace changes nothing.
 */
import { resolve } from "node:path";
import { TidelineError } from "../../errors.ts";
import { MAX_REPAIRS_PER_EVENT } from "../../limits.ts";
import { encodeBatch } from "../../log/batch.ts";
import { erasureOf, type Frame } from "../../log/frame.ts";
import { readEvent } from "../../log/upcast.ts";
import { EVENT_VERSION, type MemoryEvent } from "../../model/event.ts";
import type { Head } from "../../ports/storage.ts";
import { removeBlobs } from "./blobs.ts";
import { checkOptions, type FactStoreOptions, makePorts } from "./fact-store.ts";
import { keepAside, listIfThere, writeAll, writeDraft } from "./files.ts";
import { WriterLock } from "./lock.ts";
import { gapKey } from "./log-reader.ts";
import type { FolderPorts } from "./log-writer.ts";
import { lastEpoch, type Segment, segmentName } from "./segments.ts";
import { StreamFolder } from "./stream-folder.ts";
import { type Line, survey } from "./survey.ts";
import { troubleWith } from "./trouble.ts";

export interface StreamRepair {
  readonly folder: string;
  readonly keptEvents: number;
  /** Lines that were not whole and are gone from the log. */
  readonly lostLines: number;
  /** Events whose words are lost; the rest of them stands. */
  readonly lostBodies: number;
  /** Copies of the damaged files. */
  readonly copies: readonly string[];
}

export interface RepairReport {
  readonly repaired: readonly StreamRepair[];
  readonly soundStreams: number;
}

/** What is left of a stream, and what is missing from it. */
interface Salvage {
  readonly kept: readonly Kept[];
  readonly lostLines: number;
  readonly lostBodies: readonly number[];
  readonly gaps: readonly (readonly [number, number])[];
  readonly damaged: ReadonlySet<string>;
}

interface Kept {
  readonly line: Line;
  readonly frame: Frame;
  readonly bodyLost: boolean;
}

export function repairWorkspace(dir: string, options: FactStoreOptions = {}): RepairReport {
  checkOptions(dir, options);
  const root = resolve(dir);
  const ports = makePorts(options, options.onNotice ?? (() => undefined));
  if (ports.disk.kind(`${root}/tideline.json`) !== "file") {
    throw new TidelineError(
      "not-a-workspace",
      `${root} is not a Tideline workspace: it has no tideline.json.`,
    );
  }
  const names = listIfThere(ports.disk, `${root}/streams`);
  const paths = [
    `${root}/registry`,
    ...names.flatMap((name) => [`${root}/streams/${name}/log`, `${root}/streams/${name}/marks`]),
  ];
  const repaired = paths.flatMap((path) => repairStream(path, ports, path.endsWith("/marks")) ?? []);
  return { repaired, soundStreams: paths.length - repaired.length };
}

function repairStream(path: string, ports: FolderPorts, mayStartLate: boolean): StreamRepair | undefined {
  try {
    mendLock(path, ports);
    const lock = new WriterLock(ports.disk, `${path}/lock`, ports.processes, ports.me, ports.options);
    lock.acquire();
    try {
      const folder = new StreamFolder(path, ports, mayStartLate);
      if (folder.reader.segments().winners.length === 0) startEmpty(path, ports);
      const salvage = salvageOf(folder, mayStartLate);
      if (salvage.lostLines + salvage.lostBodies.length + salvage.gaps.length === 0) return undefined;
      return rebuild(folder, ports, salvage);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw troubleWith(path, "write", error);
  }
}

function mendLock(path: string, ports: FolderPorts): void {
  const { disk } = ports;
  const folder = `${path}/lock`;
  if (disk.kind(folder) === "nothing") WriterLock.create(disk, folder);
  else if (disk.list(folder).length === 0) disk.close(disk.open(`${folder}/free.0`, "create"));
}

function startEmpty(path: string, ports: FolderPorts): void {
  ports.disk.close(ports.disk.open(`${path}/${segmentName(1, 1)}`, "create"));
  ports.disk.syncFolder(path);
}

function salvageOf(folder: StreamFolder, mayStartLate: boolean): Salvage {
  const excuses = folder.reader.excuses();
  const kept: Kept[] = [];
  const damaged = new Set<string>();
  const gaps: (readonly [number, number])[] = [];
  const lostBodies: number[] = [];
  let lostLines = 0;
  let last: Frame | undefined;
  for (const line of survey(folder.reader)) {
    const { frame } = line;
    if (frame === undefined || frame.seq <= (last?.seq ?? 0) || !isReadable(frame)) {
      lostLines++;
      damaged.add(line.segment.name);
      continue;
    }
    if (breaksChain(frame, last, mayStartLate) && !excuses.gaps.has(gapKey(last?.seq ?? 0, frame.seq)))
      gaps.push([last?.seq ?? 0, frame.seq]);
    const bodyLost = frame.body === "damaged" && !excuses.bodies.has(frame.seq);
    if (bodyLost) {
      lostBodies.push(frame.seq);
      damaged.add(line.segment.name);
    }
    kept.push({ line, frame, bodyLost });
    last = frame;
  }
  // The repair's own event follows the last line: if that is not the last of its append, the rest of it was lost.
  if (last !== undefined && last.part[0] + 1 < last.part[1]) gaps.push([last.seq, last.seq + 1]);
  return { kept, lostLines, lostBodies, gaps, damaged };
}

function breaksChain(frame: Frame, last: Frame | undefined, mayStartLate: boolean): boolean {
  if (last === undefined) return frame.seq !== 1 && !mayStartLate;
  const newAppend = last.part[0] + 1 === last.part[1] || frame.part[0] === last.part[0] + 1;
  return frame.seq !== last.seq + 1 || frame.prev !== last.hash || !newAppend;
}

function isReadable(frame: Frame): boolean {
  try {
    readEvent(frame, frame.body !== "whole");
    return true;
  } catch (error) {
    if (error instanceof TidelineError && error.code === "invalid-event") return false;
    throw error;
  }
}

function rebuild(folder: StreamFolder, ports: FolderPorts, salvage: Salvage): StreamRepair {
  const { disk, me } = ports;
  const { all, winners } = folder.reader.segments();
  const epoch = lastEpoch(all) + 1;
  const copies: string[] = [];
  const firstDamaged = winners.findIndex((segment) => salvage.damaged.has(segment.name));
  // The last file first: at every moment the files that count are all there.
  for (let i = winners.length - 1; i >= Math.max(0, firstDamaged); i--) {
    const segment = winners[i] as Segment;
    const path = folder.reader.pathOf(segment);
    const renewed = `${folder.path}/${segmentName(segment.firstSeq, epoch)}`;
    if (!salvage.damaged.has(segment.name)) {
      disk.rename(path, renewed);
      continue;
    }
    copies.push(keepAside(disk, folder.path, `damaged-${segment.name}`, folder.reader.bytesOf(segment, 0)));
    disk.rename(writeDraft(disk, renewed, goodLines(folder, segment, salvage), me.nonce), renewed);
    disk.remove(path);
  }
  disk.syncFolder(folder.path);
  removeBlobs(disk, `${folder.path}/blobs`);
  record(folder, ports, salvage, epoch);
  ports.notice({
    kind: "repaired",
    message: `${folder.path} was repaired: ${salvage.lostLines} lines and ${salvage.lostBodies.length} texts are lost.`,
    file: folder.path,
  });
  return {
    folder: folder.path,
    keptEvents: salvage.kept.length,
    lostLines: salvage.lostLines,
    lostBodies: salvage.lostBodies.length,
    copies,
  };
}

function goodLines(folder: StreamFolder, segment: Segment, salvage: Salvage): readonly Uint8Array[] {
  const bytes = folder.reader.bytesOf(segment, 0);
  return salvage.kept
    .filter((one) => one.line.segment.name === segment.name)
    .map(({ line, bodyLost }) => {
      const raw = bytes.subarray(line.start, line.end);
      if (!bodyLost) return raw;
      const text = raw.toString("latin1", 0, raw.length - 1);
      const erasure = erasureOf(text);
      return erasure === undefined
        ? raw
        : Buffer.from(`${text.slice(0, erasure.offset)}${erasure.filler}\n`, "latin1");
    });
}

/** Says in the stream itself what is missing from it: in a file of its own, after the last good line. */
function record(folder: StreamFolder, ports: FolderPorts, salvage: Salvage, epoch: number): void {
  const { disk } = ports;
  const last = salvage.kept.at(-1)?.frame;
  const after: Head = last === undefined ? { seq: 0, hash: "" } : { seq: last.seq, hash: last.hash };
  const events: MemoryEvent[] = [];
  const most = Math.max(salvage.lostBodies.length, salvage.gaps.length, 1);
  for (let from = 0; from < most; from += MAX_REPAIRS_PER_EVENT) {
    const to = from + MAX_REPAIRS_PER_EVENT;
    events.push({
      type: "repaired",
      v: EVENT_VERSION,
      at: ports.now(),
      lost: salvage.lostBodies.slice(from, to),
      gaps: salvage.gaps.slice(from, to),
    });
  }
  const lines = encodeBatch(events, after, ports).lines.join("");
  const path = `${folder.path}/${segmentName(after.seq + 1, epoch + 1)}`;
  const file = disk.open(path, "create");
  try {
    writeAll(disk, file, Buffer.from(lines));
    disk.sync(file);
  } finally {
    disk.close(file);
  }
  disk.syncFolder(folder.path);
}

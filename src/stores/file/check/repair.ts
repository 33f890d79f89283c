/**
 * What can be saved of a damaged workspace?
 *
 * Every good line. A damaged file is first copied to `aside/`. Then it is written again without its damaged lines;
 * a body that does not match its commitment is overwritten like an erased one. A `repaired` event at the end of the
 * stream records what was lost, so that the chain explains its own gaps from then on. All good lines from the first
 * damaged file on go into one new file, which is put in place in one step: an interruption leaves the log either as it
 * was or repaired.
 *
 * Close every other process first. Repairing a sound workspace changes nothing.
 */
import { basename, dirname, resolve } from "node:path";
import { TidelineError } from "../../../errors.ts";
import { MAX_REPAIRS_PER_EVENT } from "../../../limits.ts";
import { encodeBatch } from "../../../log/batch.ts";
import { bodyOverwrite, type LineFrame } from "../../../log/frame.ts";
import { readEvent } from "../../../log/upcast.ts";
import { EVENT_VERSION, type MemoryEvent } from "../../../model/event.ts";
import { counting, type OnProgress } from "../../../ports/progress.ts";
import type { Head } from "../../../ports/storage.ts";
import { removeBlobs } from "../blobs.ts";
import { bytesOf, keepAside, makeFolderIfMissing, readRange, writeDraft } from "../disk/files.ts";
import { troubleWith } from "../disk/trouble.ts";
import { checkOptions, type FactStoreOptions, makePorts } from "../fact-store.ts";
import { WriterLock } from "../lock/lock.ts";
import type { LogReader } from "../log/log-reader.ts";
import { excusesIn, gapKey } from "../log/log-walk.ts";
import type { FolderPorts } from "../log/log-writer.ts";
import { type LogVolume, lastEpoch, newVolume } from "../log/volumes.ts";
import { Registry } from "../registry.ts";
import { keysOf } from "../seal/open-keyed.ts";
import { StreamFolder } from "../stream-folder.ts";
import { checkLabel } from "../workspace.ts";
import { seqBeside, seqInBlobs } from "./loss.ts";
import { type Line, survey } from "./survey.ts";

export interface RepairOptions extends FactStoreOptions {
  /** Called with the number of lines read so far. */
  readonly onProgress?: OnProgress | undefined;
}

export interface StreamRepair {
  readonly folder: string;
  readonly keptEvents: number;
  /** Nothing was left of the log: its files were gone or empty. A new log was begun. */
  readonly lostLog: boolean;
  /** Damaged lines that were left out of the log. */
  readonly lostLines: number;
  /** Events that lost their body but kept their header. */
  readonly lostBodies: number;
  /** Copies of the damaged files. */
  readonly copies: readonly string[];
}

/** What `repairWorkspace` saved, and what it could not. */
export interface RepairReport {
  readonly repaired: readonly StreamRepair[];
  readonly soundStreams: number;
  /** Streams that the registry had lost and that were registered again by their own `stream.json`. */
  readonly adoptedStreams: number;
  /** Folders whose owner can no longer be told; moved to aside/. */
  readonly setAside: readonly string[];
}

/** What is left of a stream, and what is missing from it. */
interface Salvage {
  readonly kept: readonly Kept[];
  readonly lostLog: boolean;
  readonly lostLines: number;
  readonly lostBodies: readonly number[];
  readonly gaps: readonly (readonly [number, number])[];
  readonly damaged: ReadonlySet<string>;
  /** The head that the log had, as far as can be known. */
  readonly end: Head;
}

interface Kept {
  readonly line: Line;
  readonly frame: LineFrame;
  readonly bodyLost: boolean;
}

interface RepairPorts extends FolderPorts {
  /** Called for every line read. */
  readonly onLine: () => void;
}

/**
 * Saves every good line of a damaged folder. Close every other process first.
 * @example const report = await repairWorkspace("./memory");
 */
export function repairWorkspace(dir: string, options: RepairOptions = {}): RepairReport {
  const { onProgress, ...storeOptions } = options;
  checkOptions(dir, storeOptions);
  const root = resolve(dir);
  const ports = {
    ...makePorts(storeOptions, options.onNotice ?? (() => undefined)),
    onLine: counting(onProgress, undefined, "lines looked at"),
  };
  const format = checkLabel(ports.disk, root);
  try {
    const seals = keysOf(root, ports, options.keys);
    return repairAll(root, seals === undefined ? ports : { ...ports, seals }, format);
  } catch (error) {
    throw troubleWith(root, "write", error);
  }
}

/** Repairs the registry first, because it says which folders should exist. */
function repairAll(root: string, ports: RepairPorts, format: number): RepairReport {
  const registryPath = `${root}/registry`;
  const ofRegistry = repairStream(registryPath, ports);
  makeFolderIfMissing(ports.disk, `${root}/streams`);
  const registry = new Registry(root, ports, () => "", `${root}/pending/registry.${ports.me.nonce}`, format);
  const paths = registry.restoreHomes().flatMap((home) => foldersOf(home, ports, registry));
  const repaired = [ofRegistry, ...paths.map((path) => repairStream(path, ports))].flatMap(
    (one) => one ?? [],
  );
  const { adopted, nameless } = registry.adoptStrangers();
  for (const path of nameless) setAside(ports, root, path);
  registry.log.close();
  return {
    repaired,
    soundStreams: 1 + paths.length - repaired.length,
    adoptedStreams: adopted,
    setAside: nameless,
  };
}

/** The folders that a home has, or should have. */
function foldersOf(home: string, { disk }: RepairPorts, registry: Registry): readonly string[] {
  const has = (part: string) => disk.kind(`${home}/${part}`) === "folder";
  const parts = [
    "log",
    ...(has("marks") || registry.saysMarks(basename(home)) ? ["marks"] : []),
    ...(has("inbox") ? ["inbox"] : []),
  ];
  return parts.map((part) => `${home}/${part}`);
}

/** Moves a folder whose owner is unknown out of the way, without losing its events. */
function setAside({ disk }: FolderPorts, root: string, path: string): void {
  makeFolderIfMissing(disk, `${root}/aside`);
  disk.rename(path, `${root}/aside/${basename(path)}`);
  disk.syncFolder(dirname(path));
  disk.syncFolder(`${root}/aside`);
}

function repairStream(path: string, ports: RepairPorts): StreamRepair | undefined {
  try {
    if (makeFolderIfMissing(ports.disk, path)) ports.disk.syncFolder(dirname(path));
    mendLock(path, ports);
    const lock = new WriterLock(ports.disk, `${path}/lock`, ports.processes, ports.me, ports.options);
    lock.acquire();
    try {
      const folder = new StreamFolder(path, ports);
      const salvage = salvageOf(folder, ports);
      const isSound = !salvage.lostLog && salvage.damaged.size + salvage.gaps.length === 0;
      return isSound ? undefined : rebuild(folder, ports, salvage, lock);
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

function salvageOf({ path, reader }: StreamFolder, { disk, hash, onLine }: RepairPorts): Salvage {
  const { current } = reader.volumes();
  // Old marks and old turns are dropped file by file, so these streams may begin late.
  const mayStartLate = ["marks", "inbox"].includes(basename(path));
  const firstSeq = mayStartLate ? (current[0]?.firstSeq ?? 1) : 1;
  const lines = reader.sealsAll
    ? survey(reader, current, onLine).map((line) => authentic(reader, line))
    : survey(reader, current, onLine);
  const good = goodFrames(lines);
  // A line can only explain damage elsewhere if the line itself is kept.
  const excuses = excusesIn(good.map((one) => one.frame.event));
  const kept = good.map((one) => ({
    ...one,
    bodyLost: one.frame.body !== "whole" && !excuses.bodies.has(one.frame.seq),
  }));
  // Nothing that follows shows that these were written by somebody with the keys.
  if (reader.sealsAll) while (kept.at(-1)?.bodyLost === true) kept.pop();
  const keptLines = new Set(kept.map((one) => one.line));
  const damaged = new Set<string>();
  const gaps: (readonly [number, number])[] = [];
  for (const line of lines) if (!keptLines.has(line)) damaged.add(line.volume.name);
  for (const one of kept) if (one.bodyLost) damaged.add(one.line.volume.name);
  let last: Kept | undefined;
  for (const one of kept) {
    const before = last?.frame.seq ?? firstSeq - 1;
    if (breaksChain(one.frame, last?.frame, firstSeq) && !excuses.gaps.has(gapKey(before, one.frame.seq))) {
      gaps.push([before, one.frame.seq]);
      // The missing lines were at the end of the earlier file or at the start of the later one: write both again.
      damaged.add((last ?? one).line.volume.name);
    }
    if (last !== undefined && isBefore(one.line, last.line)) damaged.add(one.line.volume.name);
    last = one;
  }
  const lastSeq = last?.frame.seq ?? firstSeq - 1;
  const heldSeq = Math.max(
    lastSeq,
    seqInBlobs(disk, path),
    last === undefined ? seqBeside(disk, path, hash) : 0,
  );
  // The `repaired` event follows the last kept line. If that was not the last line of the log or of its append, there
  // is a gap before the event.
  if (heldSeq > lastSeq && !(mayStartLate && last === undefined)) gaps.push([lastSeq, heldSeq + 1]);
  else if (last !== undefined && endsShort(last.frame)) gaps.push([lastSeq, lastSeq + 1]);
  return {
    kept,
    lostLog: lines.length === 0 && (current.length === 0 || heldSeq > lastSeq),
    lostLines: lines.length - kept.length,
    lostBodies: kept.filter((one) => one.bodyLost).map((one) => one.frame.seq),
    gaps,
    damaged,
    end: { seq: heldSeq, hash: last?.frame.hash ?? "" },
  };
}

/** Where every line is sealed, one that does not open was put there by somebody without the keys. */
function authentic(reader: LogReader, line: Line): Line {
  if (line.frame?.body !== "whole") return line;
  const frame = reader.opened(line.frame);
  return { ...line, frame: frame.body === "damaged" ? undefined : frame };
}

/** Every good line once, in the order of event numbers, wherever it is found: each line proves by itself that it is
 * intact. */
function goodFrames(lines: readonly Line[]): readonly { readonly line: Line; readonly frame: LineFrame }[] {
  const bySeq = new Map<number, { readonly line: Line; readonly frame: LineFrame }>();
  for (const line of lines) {
    const { frame } = line;
    if (frame !== undefined && !bySeq.has(frame.seq) && isReadable(frame))
      bySeq.set(frame.seq, { line, frame });
  }
  return [...bySeq.values()].sort((a, b) => a.frame.seq - b.frame.seq);
}

function isBefore(a: Line, b: Line): boolean {
  return a.volume.name === b.volume.name ? a.start < b.start : a.volume.firstSeq < b.volume.firstSeq;
}

function endsShort(frame: LineFrame): boolean {
  return frame.part[0] + 1 < frame.part[1];
}

function breaksChain(frame: LineFrame, last: LineFrame | undefined, firstSeq: number): boolean {
  if (last === undefined) return frame.seq !== firstSeq;
  const newAppend = !endsShort(last) || frame.part[0] === last.part[0] + 1;
  return frame.seq !== last.seq + 1 || frame.prev !== last.hash || !newAppend;
}

function isReadable(frame: LineFrame): boolean {
  try {
    readEvent(frame, frame.body !== "whole");
    return true;
  } catch (error) {
    if (error instanceof TidelineError && error.code === "invalid-event") return false;
    throw error;
  }
}

function rebuild(folder: StreamFolder, ports: FolderPorts, salvage: Salvage, lock: WriterLock): StreamRepair {
  const { disk, me } = ports;
  const { all, current } = folder.reader.volumes();
  const first = firstTouched(current, salvage);
  const old = current.slice(first);
  const copies = old
    .filter((volume) => salvage.damaged.has(volume.name))
    .map((volume) => {
      const whole = readRange(disk, folder.reader.pathOf(volume), 0);
      return keepAside(disk, folder.path, `damaged-${volume.name}`, whole);
    });
  const lines = goodLines(folder, old, salvage);
  if (!lock.renew(lastEpoch(all) + 1))
    throw new TidelineError(
      "lock-timeout",
      `Another process took over ${folder.path}. Close it, and run repair again.`,
    );
  const firstSeq = salvage.kept.length === 0 ? salvage.end.seq + 1 : (old[0]?.firstSeq ?? 1);
  const renewed = newVolume(firstSeq, lock.generation, current[first - 1]?.epoch ?? 0);
  const path = folder.reader.pathOf(renewed);
  disk.rename(writeDraft(disk, path, [...lines, recordOf(folder, ports, salvage)], me.nonce), path);
  disk.syncFolder(folder.path);
  for (const volume of old) disk.remove(folder.reader.pathOf(volume));
  removeBlobs(disk, `${folder.path}/blobs`);
  disk.syncFolder(folder.path);
  ports.notice({
    kind: "repaired",
    message: salvage.lostLog
      ? `${folder.path} had lost its log, and begins anew.`
      : `${folder.path} was repaired: ${salvage.lostLines} lines and ${salvage.lostBodies.length} texts are lost.`,
    file: folder.path,
  });
  return {
    folder: folder.path,
    keptEvents: salvage.kept.length,
    lostLog: salvage.lostLog,
    lostLines: salvage.lostLines,
    lostBodies: salvage.lostBodies.length,
    copies,
  };
}

/** The index of the first file to write again. At least the last file is written again: it takes the record. */
function firstTouched(current: readonly LogVolume[], salvage: Salvage): number {
  const damaged = current.findIndex((volume) => salvage.damaged.has(volume.name));
  return damaged < 0 ? current.length - 1 : damaged;
}

/** The kept lines of these files, in order; a lost body is overwritten like an erased one. */
function goodLines(folder: StreamFolder, old: readonly LogVolume[], salvage: Salvage): readonly Uint8Array[] {
  const bytesOf = new Map(old.map((volume) => [volume.name, folder.reader.bytesOf(volume, 0)]));
  return salvage.kept.flatMap(({ line, bodyLost }) => {
    const raw = bytesOf.get(line.volume.name)?.subarray(line.start, line.end);
    if (raw === undefined) return [];
    const text = raw.toString("latin1", 0, raw.length - 1);
    const erasure = bodyLost ? bodyOverwrite(text) : undefined;
    if (erasure === undefined) return [raw];
    return [Buffer.from(`${text.slice(0, erasure.offset)}${erasure.filler}\n`, "latin1")];
  });
}

/** The `repaired` events, which say after the last good line what is missing from the stream. */
function recordOf({ path }: StreamFolder, ports: FolderPorts, salvage: Salvage): Uint8Array {
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
  const codec = ports.seals?.codecOf(path);
  return bytesOf(encodeBatch(events, salvage.end, { ...ports, codec }).lines);
}

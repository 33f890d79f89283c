/**
 * How does a workspace that holds plain words become a sealed one?
 *
 * Stream by stream. Under the lock of a stream, every line is written again with its words sealed into one new file, the
 * file is read back and compared with the old lines, and takes their place in one step; then the old files are
 * overwritten and removed, and with them everything derived. Figures, numbers and times stay; the hashes of the chain
 * change, because each header says how its words are stored. So heads that were noted before are no longer found: the
 * report pairs old heads with new ones.
 *
 * If it is cut off, the workspace can be opened with its keys, and the next run goes on with the streams that are left.
 * Copies made before, and blocks that the medium keeps, still hold the words.
 */
import { resolve } from "node:path";
import { TidelineError } from "../../../errors.ts";
import { type LineFrame, resealedLine } from "../../../log/frame.ts";
import type { KeyVault } from "../../../ports/keys.ts";
import { counting, type OnProgress } from "../../../ports/progress.ts";
import { type Head, NO_HEAD } from "../../../ports/storage.ts";
import { removeBlobs } from "../blobs.ts";
import { survey } from "../check/survey.ts";
import { bytesOf, fileSize, removeAside, writeAll, writeDraft } from "../disk/files.ts";
import { corrupt, troubleWith } from "../disk/trouble.ts";
import { checkOptions, FactStore, type FactStoreOptions, makePorts } from "../fact-store.ts";
import { WriterLock } from "../lock/lock.ts";
import type { FolderPorts } from "../log/log-writer.ts";
import { type LogVolume, lastEpoch, newVolume } from "../log/volumes.ts";
import { Registry } from "../registry.ts";
import { StreamFolder } from "../stream-folder.ts";
import { checkLabel } from "../workspace.ts";
import { Keyring } from "./keyring.ts";
import { keysForSealing } from "./open-keyed.ts";

/** How a workspace is sealed: as `FactStore` opens it, with a report on the way. */
export interface SealOptions extends Omit<FactStoreOptions, "keys"> {
  /** Called with the number of lines read so far. */
  readonly onProgress?: OnProgress | undefined;
}

/** The head of a stream before and after its words were sealed. */
export interface SealedStream {
  readonly folder: string;
  readonly texts: number;
  readonly before: Head;
  readonly after: Head;
}

/** What `sealWorkspace` did. */
export interface SealReport {
  /** The streams that held plain words. */
  readonly sealed: readonly SealedStream[];
  /** Where the key is. */
  readonly place: string;
  /** The id of the key in the vault. */
  readonly key: string;
}

interface SealingPorts extends FolderPorts {
  readonly onLine: () => void;
}

/**
 * Seals every word of a workspace. Close every other process first.
 * @example const { place } = sealWorkspace("./memory", keyFile());
 */
export function sealWorkspace(dir: string, keys: KeyVault, options: SealOptions = {}): SealReport {
  const { onProgress, ...storeOptions } = options;
  checkOptions(dir, storeOptions);
  const root = resolve(dir);
  const plain = {
    ...makePorts(storeOptions, options.onNotice ?? (() => undefined)),
    onLine: counting(onProgress, undefined, "lines read"),
  };
  const format = checkLabel(plain.disk, root);
  try {
    // Opening and closing it finishes erasures that were interrupted.
    if (!Keyring.isIn(root, plain)) new FactStore(root, storeOptions).close();
    const keyring = keysForSealing(root, plain, keys);
    const sealed = sealAll(root, plain, keyring, format);
    if (keyring.state !== "sealed") keyring.markSealed(plain.now());
    return { sealed, place: keys.place, key: keyring.status.key };
  } catch (error) {
    throw troubleWith(root, "write", error);
  }
}

function sealAll(
  root: string,
  plain: SealingPorts,
  keyring: Keyring,
  format: number,
): readonly SealedStream[] {
  const ports: SealingPorts = { ...plain, seals: keyring };
  const sealed = [sealStream(`${root}/registry`, ports)];
  const registry = new Registry(root, ports, () => "", `${root}/pending/registry.${ports.me.nonce}`, format);
  for (const { name, stream } of registry.all()) {
    keyring.addFolder(name, stream);
    const home = `${root}/streams/${name}`;
    for (const part of ["log", "marks", "inbox"])
      if (ports.disk.kind(`${home}/${part}`) === "folder") sealed.push(sealStream(`${home}/${part}`, ports));
    registry.unname(name);
  }
  registry.log.close();
  return sealed.flatMap((one) => one ?? []);
}

/** undefined: it holds no plain words. */
function sealStream(path: string, ports: SealingPorts): SealedStream | undefined {
  const lock = new WriterLock(ports.disk, `${path}/lock`, ports.processes, ports.me, ports.options);
  lock.acquire();
  try {
    const folder = new StreamFolder(path, ports);
    const report = rewrite(folder, ports, lock);
    removePlain(folder, ports);
    return report;
  } finally {
    lock.release();
    lock.close();
  }
}

function rewrite(folder: StreamFolder, ports: SealingPorts, lock: WriterLock): SealedStream | undefined {
  const { all, current } = folder.reader.volumes();
  const { lines, texts, isNew, before, after } = resealed(folder, ports, current);
  if (!isNew) return undefined;
  const { disk, me } = ports;
  if (!lock.renew(lastEpoch(all) + 1)) throw takenOver(folder.path);
  const renewed = newVolume(current[0]?.firstSeq ?? 1, lock.generation, 0);
  const path = folder.reader.pathOf(renewed);
  const draft = writeDraft(disk, path, [bytesOf(lines)], me.nonce);
  disk.rename(draft, path);
  disk.syncFolder(folder.path);
  return { folder: folder.path, texts, before, after };
}

interface Resealed {
  readonly lines: readonly string[];
  readonly texts: number;
  readonly isNew: boolean;
  readonly before: Head;
  readonly after: Head;
}

function resealed(folder: StreamFolder, ports: SealingPorts, current: readonly LogVolume[]): Resealed {
  const { reader } = folder;
  const codec = ports.seals?.codecOf(folder.path);
  const lines: string[] = [];
  let texts = 0;
  let isNew = false;
  let before: Head = NO_HEAD;
  let after: Head = NO_HEAD;
  for (const { text, frame, volume, start } of survey(reader, current, ports.onLine)) {
    if (frame === undefined) throw corrupt(reader.pathOf(volume), start, "a line is not what was written");
    const link = frame.prev === before.hash ? after.hash : frame.prev;
    const line = resealedLine(text, frame, link, { hash: ports.hash, salt: ports.salt, codec });
    if (line.isNew) {
      isNew = true;
      if ("body" in frame.event) texts++;
      checkSame(frame, reader.opened(reader.decode(line.line) as LineFrame), reader.pathOf(volume), start);
    }
    before = { seq: frame.seq, hash: frame.hash };
    after = { seq: frame.seq, hash: line.hash };
    lines.push(`${line.line}\n`);
  }
  return { lines, texts, isNew, before, after };
}

/** What was sealed must open to what it was. */
function checkSame(was: LineFrame, is: LineFrame, file: string, start: number): void {
  if (is.body === "whole" && JSON.stringify(is.event) === JSON.stringify(was.event)) return;
  throw corrupt(file, start, "a text could not be read back after it was sealed", was.seq);
}

/** Everything that may still hold plain words: old files of the log, and what was derived from it. */
function removePlain(folder: StreamFolder, ports: SealingPorts): void {
  const { disk } = ports;
  const { all, current } = folder.reader.volumes();
  for (const volume of all) if (!current.includes(volume)) destroyFile(ports, folder.reader.pathOf(volume));
  removeBlobs(disk, `${folder.path}/blobs`);
  removeAside(disk, folder.path);
  disk.syncFolder(folder.path);
}

/** Overwrites the file before it is removed, so that its words do not stay in free blocks where that can be helped. */
function destroyFile({ disk }: SealingPorts, path: string): void {
  const size = fileSize(disk, path);
  const file = disk.open(path, "update");
  try {
    writeAll(disk, file, Buffer.alloc(size), 0);
    disk.sync(file);
  } finally {
    disk.close(file);
  }
  disk.remove(path);
}

function takenOver(path: string): TidelineError {
  return new TidelineError(
    "lock-timeout",
    `Another process took over ${path}. Close it, and seal the workspace again.`,
  );
}

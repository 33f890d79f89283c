/**
 * Where do streams live by default? In a folder of readable files, shared by any number of processes.
 *
 *   tideline.json      what this folder is, and its format
 *   registry/          which stream lives where
 *   streams/<random>/  log/ and (once there are some) marks/ and inbox/ of one origin (or of the workspace)
 *   pending/           erasures under way
 *
 * This file only connects the parts: `stream-folder.ts` handles one stream, `registry.ts` knows which stream is where.
 * Long because it has every call of the port, some of them twice: at once and in slices.
 */

import { resolve } from "node:path";
import { isTidelineError, TidelineError } from "../../errors.ts";
import {
  checkAppend,
  checkBlobName,
  checkDrop,
  checkingAppend,
  checkSeq,
  parseErased,
} from "../../log/batch.ts";
import type { MemoryEvent } from "../../model/event.ts";
import {
  inboxOf,
  isOriginStream,
  isSideStream,
  type MainStream,
  mainStreamOf,
  parseStream,
  type Stream,
  sideOf,
  streamKey,
} from "../../model/stream.ts";
import { type ClockAdapter, wholeMs } from "../../ports/clock.ts";
import type { KeyVault } from "../../ports/keys.ts";
import type { Slices } from "../../ports/slices.ts";
import {
  type Blob,
  type Head,
  NO_HEAD,
  type Page,
  type StorageAdapter,
  type StorageInSlices,
  type StorageKeys,
  type VerifyOptions,
  type VerifyReport,
} from "../../ports/storage.ts";
import type { CopySource } from "../copy.ts";
import { nodeFramePorts, nodeRandom } from "../node-ports.ts";
import { checkBlob } from "./blobs.ts";
import type { Disk } from "./disk/disk.ts";
import { listIfThere, removeIfThere } from "./disk/files.ts";
import { nodeDisk } from "./disk/node-disk.ts";
import { troubleWith } from "./disk/trouble.ts";
import { nodeProcesses, type Processes } from "./lock/holder.ts";
import type { FolderPorts, Notice } from "./log/log-writer.ts";
import { rawLines } from "./log/raw-lines.ts";
import { refuseTilde } from "./path-state.ts";
import { type Home, Registry } from "./registry.ts";
import { checkUnsealed, type Keyring } from "./seal/keyring.ts";
import { openKeyed } from "./seal/open-keyed.ts";
import { StreamFolder } from "./stream-folder.ts";

/** How a folder is written. */
export interface FactStoreOptions {
  /** "fsync" (default): an acknowledged append survives a power cut. "os": it survives the end of the process only. */
  readonly durability?: "fsync" | "os" | undefined;
  /** How long to wait for another writer before `lock-timeout`. Default 15,000. */
  readonly lockWaitMs?: number | undefined;
  /** How long a writer may be silent before others take its lock over, if they cannot tell whether it is alive. Default
   * 10,000. */
  readonly leaseMs?: number | undefined;
  /** At about this size the log begins a new volume (a file). Default 4 MiB. */
  readonly volumeBytes?: number | undefined;
  readonly clock?: ClockAdapter | undefined;
  /** Called with everything that a person should know but that is no error. */
  readonly onNotice?: ((notice: Notice) => void) | undefined;
  /** Keeps the key of a sealed workspace. A workspace that is new is sealed from the beginning. */
  readonly keys?: KeyVault | undefined;
  /** How many stream folders are remembered; each holds what was last read of its files. Default 4,096. */
  readonly maxOpenFolders?: number | undefined;
  /** Tests replace these two. */
  readonly disk?: Disk | undefined;
  readonly processes?: Processes | undefined;
}

const DEFAULTS = {
  durability: "fsync",
  lockWaitMs: 15_000,
  leaseMs: 10_000,
  volumeBytes: 4 * 1024 * 1024,
} as const;
const OPTION_NAMES = new Set([
  "durability",
  "lockWaitMs",
  "leaseMs",
  "volumeBytes",
  "maxOpenFolders",
  "clock",
  "onNotice",
  "keys",
  "disk",
  "processes",
]);

const MAX_FOLDERS_OPEN = 4_096;
/** How large a part of the folders is closed when there are more. */
const FOLDERS_CLOSED_OF = 4;

/** The page of a stream that does not exist. */
const NOTHING: Page = { afterHash: "", events: [], more: false };

const UNREADABLE = ["corrupt", "file-vanished", "not-readable"] as const;

/**
 * A folder as a store: the default of `Tideline.open`.
 * @example const memory = Tideline.over(new FactStore("./memory", { durability: "os" }));
 */
export class FactStore implements StorageAdapter {
  readonly supports = { sync: true, durable: true, shared: true } as const;
  /** The workspace's folder, absolute. */
  readonly path: string;
  /** The latest hundred notices. */
  readonly notices: Notice[] = [];
  /** What can be done with the keys of a sealed workspace; undefined if its words are plain. */
  readonly keys: StorageKeys | undefined;
  private readonly ports: FolderPorts;
  private readonly registry: Registry;
  private readonly folders = new Map<string, StreamFolder>();
  /** Folders whose registry entry is known to be on the medium. */
  private readonly writable = new WeakSet<StreamFolder>();
  private readonly maxFolders: number;
  /** Homes whose logs are known to hold events. */
  private readonly holding = new Set<string>();
  private closed = false;

  constructor(dir: string, options: FactStoreOptions = {}) {
    checkOptions(dir, options);
    this.path = resolve(dir);
    this.maxFolders = options.maxOpenFolders ?? MAX_FOLDERS_OPEN;
    const ports = makePorts(options, (notice) => {
      this.notices.push(notice);
      if (this.notices.length > 100) this.notices.shift();
      options.onNotice?.(notice);
    });
    const { keyring, format } = this.coded("read", () => openKeyed(this.path, ports, options.keys));
    this.ports =
      keyring === undefined
        ? { ...ports, checkKeys: () => checkUnsealed(this.path, ports) }
        : { ...ports, seals: keyring };
    const newName = () => Buffer.from(nodeRandom.bytes(12)).toString("hex");
    this.registry = new Registry(this.path, this.ports, newName, this.marker("registry"), format);
    this.keys = keyring && this.keysOf(keyring);
    this.finishPending(keyring);
  }

  private keysOf(keyring: Keyring): StorageKeys {
    const nameOf = (stream: Stream) => this.registry.find(mainStreamOf(parseStream(stream)))?.name;
    return {
      status: () => keyring.status,
      idOf: (stream) => this.coded("read", () => keyring.idOf(nameOf(stream))),
      areDestroyed: (id, side, seqs) => this.coded("read", () => keyring.areDestroyed(id, side, seqs)),
      owe: () => this.coded("write", () => keyring.owe()),
      replace: () => this.coded("write", () => keyring.rotate()),
      isHeld: (key) => keyring.isHeld(key),
    };
  }

  read(stream: Stream, afterSeq: number, about?: number): Page {
    return this.coded("read", () => {
      checkSeq(afterSeq);
      // If nobody has touched the lock of a known folder, the folder still exists, so no need to look.
      const quiet = this.closed ? undefined : this.known(stream)?.readIfQuiet(afterSeq);
      return quiet ?? this.find(stream)?.read(afterSeq, about) ?? NOTHING;
    });
  }

  append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Head {
    return this.coded("write", () => {
      checkAppend(expectedSeq, events);
      // No need to check that a known folder still exists: if another process dropped it, taking its lock fails.
      const known = this.closed ? undefined : this.known(stream);
      const folder = known !== undefined && this.writable.has(known) ? known : this.findOrMake(stream);
      try {
        return folder.append(expectedSeq, events);
      } catch (error) {
        if (folder !== known || !isTidelineError(error, "file-vanished")) throw error;
        return this.findOrMake(stream).append(expectedSeq, events);
      }
    });
  }

  list(): readonly Stream[] {
    return this.coded("read", () => {
      this.checkOpen();
      return this.registry.all().flatMap((home) => (this.holdsEvents(home) ? [home.stream] : []));
    });
  }

  getBlob(stream: Stream, name: string): Blob | undefined {
    return this.coded("read", () => {
      checkBlobName(name);
      return this.find(stream)?.getBlob(name);
    });
  }

  putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): void {
    this.coded("write", () => {
      checkBlob(name, bytes);
      this.find(stream)?.putBlob(name, { seq, bytes });
    });
  }

  readonly inSlices: StorageInSlices = {
    read: (stream, afterSeq, about) =>
      this.codedSlices("read", () => this.readInSlices(stream, afterSeq, about)),
    append: (stream, expectedSeq, events) =>
      this.codedSlices("write", () => this.appendInSlices(stream, expectedSeq, events)),
    getBlob: (stream, name) => this.codedSlices("read", () => this.getBlobInSlices(stream, name)),
    putBlob: (stream, name, seq, bytes) =>
      this.codedSlices("write", () => this.putBlobInSlices(stream, name, seq, bytes)),
  };

  private *readInSlices(stream: Stream, afterSeq: number, about?: number): Slices<Page> {
    checkSeq(afterSeq);
    const quiet = this.closed ? undefined : this.known(stream)?.readIfQuiet(afterSeq);
    if (quiet !== undefined) return quiet;
    const folder = this.find(stream);
    return folder === undefined ? NOTHING : yield* folder.readInSlices(afterSeq, about);
  }

  private *appendInSlices(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Slices<Head> {
    yield* checkingAppend(expectedSeq, events);
    return yield* this.findOrMake(stream).appendInSlices(expectedSeq, events);
  }

  private *getBlobInSlices(stream: Stream, name: string): Slices<Blob | undefined> {
    checkBlobName(name);
    const folder = this.find(stream);
    return folder === undefined ? undefined : yield* folder.getBlobInSlices(name);
  }

  private *putBlobInSlices(stream: Stream, name: string, seq: number, bytes: Uint8Array): Slices<void> {
    checkBlob(name, bytes);
    const folder = this.find(stream);
    if (folder !== undefined) yield* folder.putBlobInSlices(name, { seq, bytes });
  }

  erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Head {
    return this.coded("write", () => {
      const event = parseErased(erased);
      return this.findOrMake(stream).erase(expectedSeq, event, this.markerFor(stream));
    });
  }

  drop(stream: Stream, upToSeq: number | "all"): void {
    this.coded("write", () => {
      checkDrop(stream, upToSeq);
      if (upToSeq !== "all") this.find(stream)?.dropUpTo(upToSeq);
      else if (!isSideStream(stream)) this.dropHome(stream);
    });
  }

  verify(stream: Stream, options: VerifyOptions = {}): VerifyReport {
    return this.coded("read", () => {
      return this.find(stream)?.verify(options) ?? nothingToVerify(options);
    });
  }

  /** For copying to another store (`copy.ts`). */
  readonly copying: CopySource = {
    rows: async (stream, afterSeq) =>
      this.coded("read", () => {
        const folder = this.find(stream);
        return folder === undefined ? [] : rawLines(folder.reader, afterSeq);
      }),
  };

  close(): void {
    this.coded("write", () => {
      for (const folder of this.folders.values()) folder.close();
      this.registry.log.close();
      this.closed = true;
    });
  }

  /** A log never loses its events while it has its home, so each home is looked at until it has some. */
  private holdsEvents({ name, stream }: Home): boolean {
    if (this.holding.has(name)) return true;
    const holds = this.hasEvents(stream) || (isOriginStream(stream) && this.hasEvents(inboxOf(stream)));
    if (holds) this.holding.add(name);
    return holds;
  }

  /** A stream that cannot be read counts as having events: reading it then reports what is wrong. */
  private hasEvents(stream: Stream): boolean {
    try {
      return this.coded("read", () => this.find(stream)?.hasEvents() === true);
    } catch (error) {
      if (!UNREADABLE.some((code) => isTidelineError(error, code))) throw error;
      return true;
    }
  }

  /** Gives every error of the disk a code. */
  private coded<T>(doing: "read" | "write", work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw troubleWith(this.path, doing, error);
    }
  }

  private *codedSlices<T>(doing: "read" | "write", work: () => Slices<T>): Slices<T> {
    try {
      return yield* work();
    } catch (error) {
      throw troubleWith(this.path, doing, error);
    }
  }

  /** Finishes erasures and shreds that were interrupted. */
  private finishPending(keyring: Keyring | undefined): void {
    const pending = `${this.path}/pending`;
    const { disk, notice } = this.ports;
    try {
      for (const marker of listIfThere(disk, pending)) {
        const [name] = marker.split(".");
        const home = `${this.path}/streams/${name?.replace(OF_INBOX, "")}/${name?.endsWith(OF_INBOX) ? "inbox" : "log"}`;
        const folder = name === "registry" ? this.registry.log : new StreamFolder(home, this.ports);
        const finished = disk.kind(folder.path) === "folder" ? folder.finishErasing() : 0;
        removeIfThere(disk, `${pending}/${marker}`);
        const message = `An interrupted erasure in ${folder.path} was finished: ${finished} texts.`;
        if (finished > 0) notice({ kind: "erasure-finished", message, file: folder.path });
      }
      this.registry.removeLeftovers();
      keyring?.finishOwed();
    } catch (error) {
      const trouble = troubleWith(this.path, "write", error);
      if (!isTidelineError(trouble, "not-writable")) throw trouble;
    }
  }

  /** Drops the log, the marks and the inbox of an origin, and its entry in the registry. */
  private dropHome(stream: MainStream): void {
    this.checkOpen();
    const home = this.registry.find(stream);
    if (home === undefined) return;
    for (const [key, folder] of this.folders) {
      if (!folder.path.startsWith(`${this.path}/streams/${home.name}/`)) continue;
      folder.close();
      this.folders.delete(key);
    }
    this.registry.drop(home);
  }

  /** The folder if it is known. Does not check whether it still exists. */
  private known(stream: Stream): StreamFolder | undefined {
    return this.folders.get(streamKey(parseStream(stream)));
  }

  private find(stream: Stream): StreamFolder | undefined {
    this.checkOpen();
    const parsed = parseStream(stream);
    const key = streamKey(parsed);
    const known = this.folders.get(key);
    if (known !== undefined && this.ports.disk.kind(known.path) === "folder") return known;
    known?.close();
    this.folders.delete(key);
    const home = this.registry.find(mainStreamOf(parsed));
    if (home === undefined || !this.hasFolder(home, parsed)) return undefined;
    return this.enter(key, home.name, parsed);
  }

  private findOrMake(stream: Stream): StreamFolder {
    const found = this.find(stream);
    if (found !== undefined && this.writable.has(found)) return found;
    const parsed = parseStream(stream);
    const home = this.registry.register(mainStreamOf(parsed));
    // Before the first event is acknowledged, the folder itself must be on the medium, whoever made it.
    const isAdded = folderOf(parsed) !== "log" && !this.hasLostMarks(home, parsed);
    if (isAdded) this.registry.addFolder(home, folderOf(parsed));
    const same = found?.path.startsWith(`${this.path}/streams/${home.name}/`) ? found : undefined;
    const folder = same ?? this.enter(streamKey(parsed), home.name, parsed);
    this.writable.add(folder);
    return folder;
  }

  private enter(key: string, name: string, stream: Stream): StreamFolder {
    const path = `${this.path}/streams/${name}/${folderOf(stream)}`;
    const folder = new StreamFolder(path, this.ports, isSideStream(stream));
    this.closeSome();
    this.folders.set(key, folder);
    return folder;
  }

  /** An inbox is made when the first turn comes in, and marks when the first use is written. */
  private hasFolder(home: Home, stream: Stream): boolean {
    return folderOf(stream) === "log" || this.isThere(home, stream) || this.hasLostMarks(home, stream);
  }

  private isThere(home: Home, stream: Stream): boolean {
    return this.ports.disk.kind(`${this.path}/streams/${home.name}/${folderOf(stream)}`) === "folder";
  }

  /** Marks that were there and have vanished are missed when they are read. */
  private hasLostMarks(home: Home, stream: Stream): boolean {
    return folderOf(stream) === "marks" && !this.isThere(home, stream) && this.registry.hasHadMarks(home);
  }

  /** Folders are entered in the order of their first use, or of their use since they were closed here. */
  private closeSome(): void {
    if (this.folders.size < this.maxFolders) return;
    for (const [key, folder] of this.folders) {
      if (this.folders.size < this.maxFolders - this.maxFolders / FOLDERS_CLOSED_OF) return;
      folder.close();
      this.folders.delete(key);
    }
  }

  private markerFor(stream: Stream): string {
    const parsed = parseStream(stream);
    const folder = folderOf(parsed);
    const home = folder === "marks" ? undefined : this.registry.find(mainStreamOf(parsed));
    if (home === undefined)
      throw new TidelineError(
        "not-an-erase",
        "Marks hold no text, and a stream that does not exist holds none either.",
      );
    return this.marker(folder === "inbox" ? `${home.name}${OF_INBOX}` : home.name);
  }

  /** The path of a marker file: its name says in which folder an erasure is under way, and which store runs it. */
  private marker(name: string): string {
    return `${this.path}/pending/${name}.${this.ports.me.nonce}`;
  }

  private checkOpen(): void {
    if (this.closed) throw new TidelineError("closed", "This store was closed. Open it again.");
  }
}

/** At the end of the name of a marker: the erasure is under way in the home's inbox. */
const OF_INBOX = "+inbox";

/** The folder of a stream within its home. */
function folderOf(stream: Stream): "log" | "marks" | "inbox" {
  return isSideStream(stream) ? sideOf(stream) : "log";
}

export function makePorts(options: FactStoreOptions, notice: (notice: Notice) => void): FolderPorts {
  const processes = options.processes ?? nodeProcesses;
  return {
    disk: options.disk ?? nodeDisk,
    processes,
    me: processes.me(),
    ...nodeFramePorts(),
    options: {
      durability: options.durability ?? DEFAULTS.durability,
      waitMs: options.lockWaitMs ?? DEFAULTS.lockWaitMs,
      leaseMs: options.leaseMs ?? DEFAULTS.leaseMs,
      volumeBytes: options.volumeBytes ?? DEFAULTS.volumeBytes,
    },
    now: () => wholeMs(options.clock ?? Date),
    notice,
  };
}

export function checkOptions(dir: unknown, options: FactStoreOptions): void {
  if (typeof dir !== "string" || dir === "" || dir.includes("\0")) {
    throw new TidelineError(
      "invalid-argument",
      'A workspace needs the path of a folder, such as "./memory".',
    );
  }
  refuseTilde(dir);
  if (typeof options !== "object" || options === null)
    throw new TidelineError("invalid-argument", "The options of FactStore must be an object.");
  for (const name of Object.keys(options)) {
    if (!OPTION_NAMES.has(name)) {
      throw new TidelineError(
        "invalid-argument",
        `FactStore has no option "${name}"; it has ${[...OPTION_NAMES].join(", ")}.`,
      );
    }
  }
  if (options.durability !== undefined && options.durability !== "fsync" && options.durability !== "os") {
    throw new TidelineError(
      "invalid-argument",
      `durability must be "fsync" or "os", not "${String(options.durability)}".`,
    );
  }
  for (const name of ["lockWaitMs", "leaseMs", "volumeBytes", "maxOpenFolders"] as const) {
    const value = options[name];
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) {
      throw new TidelineError("invalid-argument", `${name} must be a number above 0, not ${String(value)}.`);
    }
  }
}

function nothingToVerify(options: VerifyOptions): VerifyReport {
  const expected = options.head;
  const problems =
    expected === undefined || expected.seq === 0
      ? []
      : [{ message: `Event ${expected.seq} was noted, but the stream is empty.`, seq: expected.seq }];
  return { ok: problems.length === 0, events: 0, erased: 0, head: NO_HEAD, problems };
}

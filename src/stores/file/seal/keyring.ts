/**
 * Which keys does this process have of a sealed workspace, and how are they changed?
 *
 * Everything that changes the file runs under a lock of its own, on what the file holds at that moment, and replaces
 * the file as a whole: an old line would still hold a destroyed key. Only the keys of a new folder are appended.
 *
 * Destroying the key of an event makes its words unreadable in this workspace. Somebody who has an earlier copy of the
 * whole workspace, and the vault, could still open that copy; `rotate` ends that: it replaces the vault's key and
 * destroys the old one.
 *
 * Long because everything that reads or changes the file of keys is here.
 */
import { basename, dirname } from "node:path";
import { TidelineError } from "../../../errors.ts";
import { bodyCodec, keysMissing } from "../../../log/body-codec.ts";
import type { BodyCodec } from "../../../log/line-frame.ts";
import type { Stream } from "../../../model/stream.ts";
import type { Cipher, KeyVault } from "../../../ports/keys.ts";
import type { Random } from "../../../ports/random.ts";
import type { ReplacedKey, StorageKeysStatus } from "../../../ports/storage.ts";
import {
  listIfThere,
  makeFolderIfMissing,
  readRange,
  removeFilesIn,
  removeIfThere,
  writeAll,
  writeDraft,
} from "../disk/files.ts";
import { corrupt } from "../disk/trouble.ts";
import { WriterLock } from "../lock/lock.ts";
import type { FolderPorts } from "../log/log-writer.ts";
import {
  ALL_SEALED_FORMAT,
  bytesOf,
  headLine,
  isProven,
  KEYS_FORMAT,
  type KeysHead,
  newRing,
  openRing,
  parseHead,
  parseRingLine,
  type Ring,
  ringLine,
  textOf,
} from "./key-file.ts";
import type { Seals } from "./seals.ts";

export const KEYS_FOLDER = "keys";
const FILE = "ring.jsonl";
const ID_BYTES = 12;
/** The folder name under which the registry's own keys stand. */
const REGISTRY = "registry";
const MARKS = "marks";

type KeyringPorts = Pick<FolderPorts, "disk" | "processes" | "me" | "options">;

/** What is known of the file. */
interface Known {
  readonly head: KeysHead;
  readonly key: Uint8Array;
  readonly rings: Map<string, Ring>;
  /** Sealed rings that nobody asked for yet. */
  readonly closed: Map<string, string>;
}

export class Keyring implements Seals {
  private readonly root: string;
  private readonly path: string;
  private readonly ports: KeyringPorts;
  private readonly cipher: Cipher;
  private readonly random: Random;
  readonly vault: KeyVault;
  private known: Known;
  private readonly codecs = new Map<string, BodyCodec>();
  /** A shred is under way here: until it replaces the vault's key, others must not forget that it has to. */
  private owes = false;
  /** While this process changes the file. */
  private lock: WriterLock | undefined;

  private constructor(
    root: string,
    ports: KeyringPorts,
    vault: KeyVault,
    crypto: { readonly cipher: Cipher; readonly random: Random },
  ) {
    this.root = root;
    this.path = `${root}/${KEYS_FOLDER}/${FILE}`;
    this.ports = ports;
    this.vault = vault;
    this.cipher = crypto.cipher;
    this.random = crypto.random;
    this.known = this.load();
  }

  static isIn(root: string, { disk }: Pick<FolderPorts, "disk">): boolean {
    return disk.kind(`${root}/${KEYS_FOLDER}/${FILE}`) === "file";
  }

  static open(
    root: string,
    ports: KeyringPorts,
    vault: KeyVault,
    crypto: { readonly cipher: Cipher; readonly random: Random },
  ): Keyring {
    return new Keyring(root, ports, vault, crypto);
  }

  /** Makes the keys of a workspace that has none. The vault comes first: without it nothing may be written. */
  static make(
    root: string,
    ports: KeyringPorts,
    vault: KeyVault,
    crypto: { readonly cipher: Cipher; readonly random: Random },
    state: KeysHead["state"],
  ): Keyring {
    const { disk, me } = ports;
    const workspace = crypto.random.token(ID_BYTES);
    const key = crypto.cipher.newKey();
    const id = nextId(workspace, undefined, crypto.random);
    const wrapped = textOf(vault.wrap(id, key));
    const head: KeysHead = {
      ...{
        tideline: "keys",
        format: KEYS_FORMAT,
        workspace,
        state,
        vault: vault.kind,
        key: id,
        wrapped,
        due: false,
      },
    };
    const folder = `${root}/${KEYS_FOLDER}`;
    if (makeFolderIfMissing(disk, folder)) disk.syncFolder(root);
    if (disk.kind(`${folder}/lock`) === "nothing") makeLock(ports, `${folder}/lock`);
    const ring = newRing(crypto.cipher, crypto.random.token(ID_BYTES), undefined);
    const text = headLine(crypto.cipher, key, head) + ringLine(crypto.cipher, key, workspace, REGISTRY, ring);
    const path = `${folder}/${FILE}`;
    const draft = writeDraft(disk, path, [Buffer.from(text)], me.nonce);
    // Somebody else may have made them meanwhile: then theirs count, and the vault need not keep ours.
    if (disk.kind(path) === "file") {
      removeIfThere(disk, draft);
      vault.destroy(id);
    } else {
      disk.rename(draft, path);
      disk.syncFolder(folder);
    }
    return new Keyring(root, ports, vault, crypto);
  }

  get status(): StorageKeysStatus {
    const { vault, key, due, plainUntil } = this.known.head;
    return { vault, key, due, place: this.vault.place, destroys: this.vault.destroys, plainUntil };
  }

  get state(): KeysHead["state"] {
    return this.known.head.state;
  }

  /** The id of the keys of a folder; empty if there are none. */
  idOf(name: string | undefined): string {
    return name === undefined ? "" : (this.find(name)?.id ?? "");
  }

  /** Seals and opens the words of the stream in this folder. */
  codecOf(folder: string): BodyCodec {
    const { name, part } = this.placeOf(folder);
    const at = `${name}/${part}`;
    // Marks hold no words, and are dropped and summed up: they are not sealed.
    const isOfMarks = basename(folder).startsWith(MARKS);
    const known = this.codecs.get(`${at} ${isOfMarks}`);
    if (known !== undefined) return known;
    const keys = () => {
      const ring = this.ringOf(name);
      return { stream: at, id: ring.id, tree: ring[part] };
    };
    const sealsAll = () => !isOfMarks && this.sealsAll;
    const strictness = () => (this.known.head.state !== "sealed" ? "nothing" : sealsAll() ? "all" : "words");
    const codec = bodyCodec(this.cipher, keys, { strictness, sealsAll });
    this.codecs.set(`${at} ${isOfMarks}`, codec);
    return codec;
  }

  private get sealsAll(): boolean {
    return this.known.head.format >= ALL_SEALED_FORMAT;
  }

  sealBlob(folder: string, name: string, seq: number, bytes: Uint8Array): Uint8Array {
    this.catchUp();
    return this.cipher.seal(
      this.ringOf(this.placeOf(folder).name).files,
      aboutBlob(folder, name, seq),
      bytes,
    );
  }

  /** undefined: it is damaged, or from before an erasure. */
  openBlob(folder: string, name: string, seq: number, bytes: Uint8Array): Uint8Array | undefined {
    const open = () =>
      this.cipher.open(this.ringOf(this.placeOf(folder).name).files, aboutBlob(folder, name, seq), bytes);
    const opened = open();
    if (opened !== undefined) return opened;
    this.catchUp();
    return open();
  }

  /** Whose folder it is, according to its keys. */
  streamOf(name: string): Stream | undefined {
    return this.find(name)?.stream;
  }

  /** Makes the keys of a folder, unless it has some. */
  addFolder(name: string, stream: Stream): void {
    this.changing(() => {
      if (this.find(name) !== undefined) return;
      const ring = newRing(this.cipher, this.random.token(ID_BYTES), stream);
      this.append(name, ring);
      this.known.rings.set(name, ring);
    });
  }

  /** Destroys the keys of a folder whose stream was dropped. */
  dropFolder(name: string): void {
    this.changing(() => {
      const was = this.known.rings.delete(name);
      if (this.known.closed.delete(name) || was) this.writeDue();
    });
  }

  /** Destroys the keys of these events, and that of the blobs. */
  destroy(folder: string, seqs: Iterable<number>): void {
    const { name, part } = this.placeOf(folder);
    this.changing(() => {
      const ring = this.ringOf(name);
      const destroyed = ring[part].destroy(seqs);
      if (destroyed === 0) return;
      this.known.rings.set(name, { ...ring, files: this.cipher.newKey() });
      this.writeDue();
    });
  }

  /** Are the keys of these events destroyed, or all of this id? Also if there are none of this id any more. */
  areDestroyed(id: string, side: "log" | "inbox", seqs?: Iterable<number>): boolean {
    this.catchUp();
    this.openAll();
    const ring = [...this.known.rings.values()].find((one) => one.id === id);
    if (ring === undefined || seqs === undefined) return ring === undefined;
    for (const seq of seqs) if (ring[side].has(seq)) return false;
    return true;
  }

  /** Notes that the vault's key must be replaced. From now on everything that is destroyed here says so too. */
  owe(): void {
    this.owes = true;
    this.changing(() => this.write({ ...this.known.head, due: true, owed: true }));
  }

  /** Does the vault hold this key? */
  isHeld(key: string): boolean {
    return this.vault.list().includes(key);
  }

  /** From now on a plain text in a log is damage: nobody without the keys can add one. */
  markSealed(now: number): void {
    this.changing(() => {
      // Words that were sealed before are none that were plain until now.
      const { plainUntil = this.known.head.resealed === true ? undefined : now, ...rest } = this.known.head;
      const { resealed: _, ...head } = rest;
      this.write({ ...head, state: "sealed", ...(plainUntil === undefined ? {} : { plainUntil }) });
    });
  }

  /** A workspace that was sealed by an earlier version: its events without words are to be sealed, too. */
  markForResealing(): void {
    if (this.known.head.state !== "sealed" || this.sealsAll) return;
    this.changing(() =>
      this.write({ ...this.known.head, format: KEYS_FORMAT, state: "sealing", resealed: true }),
    );
  }

  /**
   * Replaces the workspace's key and the vault's, and destroys the vault's old one. Touches no body. If it is cut off,
   * the next opening finishes it.
   */
  rotate(): ReplacedKey {
    return this.changing(() => {
      this.finishLeaving();
      const { owed: _, ...head } = this.known.head;
      const to = nextId(head.workspace, head.key, this.random);
      this.write({ ...this.known.head, coming: to });
      const key = this.cipher.newKey();
      const wrapped = textOf(this.vault.wrap(to, key));
      const leaving = head.key;
      this.write({ ...head, vault: this.vault.kind, key: to, wrapped, due: false, leaving }, key);
      this.owes = false;
      this.finishLeaving();
      return { from: head.key, to, destroyed: this.vault.destroys };
    });
  }

  /** Finishes what a rotation that was cut off has left: a key in the vault that nothing needs. */
  finishRotation(): void {
    const { leaving, coming } = this.known.head;
    if (leaving !== undefined || coming !== undefined) this.changing(() => this.finishLeaving());
  }

  /** Finishes what a shred that was cut off has left: the vault's key must be replaced. */
  finishOwed(): void {
    if (this.known.head.owed === true) this.rotate();
  }

  /** Notes that keys are gone, and copies from before may still hold them. */
  private writeDue(): void {
    this.write({ ...this.known.head, due: true, ...(this.owes ? { owed: true } : {}) });
  }

  private finishLeaving(): void {
    const { leaving, coming, ...head } = this.known.head;
    const spare = [leaving, coming].filter((id) => id !== undefined && id !== head.key);
    if (leaving === undefined && coming === undefined) return;
    if (this.vault.destroys) for (const id of spare) this.vault.destroy(id as string);
    this.removeDrafts();
    this.write(head);
  }

  /** Of writers that ended before their file was in place. */
  private removeDrafts(): void {
    const folder = dirname(this.path);
    for (const name of listIfThere(this.ports.disk, folder))
      if (name.startsWith(`${FILE}.`)) removeIfThere(this.ports.disk, `${folder}/${name}`);
  }

  private placeOf(folder: string): { readonly name: string; readonly part: "log" | "inbox" } {
    const last = basename(folder).replace(/\.making$/, "");
    if (dirname(folder) === this.root) return { name: REGISTRY, part: "log" };
    // Marks hold no words: they have no keys of their own, and nothing is ever sealed with these.
    return { name: basename(dirname(folder)), part: last === "inbox" ? "inbox" : "log" };
  }

  private ringOf(name: string): Ring {
    const known = this.find(name);
    if (known !== undefined) return known;
    this.catchUp();
    const ring = this.find(name);
    if (ring === undefined)
      throw new TidelineError(
        "keys-missing",
        `${this.path} holds no keys for the folder ${name}. Restore it from a backup.`,
        {
          file: this.path,
        },
      );
    return ring;
  }

  private find(name: string): Ring | undefined {
    const { rings, closed, key, head } = this.known;
    const known = rings.get(name);
    const sealed = closed.get(name);
    if (known !== undefined || sealed === undefined) return known;
    const ring = openRing(this.cipher, key, head.workspace, name, sealed);
    if (ring === undefined)
      throw corrupt(this.path, 0, `the keys of the folder ${name} are not what was written`);
    rings.set(name, ring);
    closed.delete(name);
    return ring;
  }

  private openAll(): void {
    for (const name of [...this.known.closed.keys()]) this.find(name);
  }

  /** Takes over what other processes have changed. */
  private catchUp(): void {
    this.known = this.load();
  }

  private load(): Known {
    const { disk } = this.ports;
    const [first = "", ...others] = finishedLines(readRange(disk, this.path, 0)).lines;
    const parsed = parseHead(first);
    if (parsed === undefined) throw corrupt(this.path, 0, "its first line is not what was written");
    const { head, proof } = parsed;
    const key = this.unwrapped(head);
    if (!isProven(this.cipher, key, head, proof))
      throw corrupt(this.path, 0, "its first line was changed by somebody without the key");
    const closed = new Map<string, string>();
    for (const line of others) {
      const one = parseRingLine(line);
      if (one === undefined) throw corrupt(this.path, 0, "a line is not what was written");
      closed.set(one.folder, one.ring);
    }
    return { head, key, rings: new Map(), closed };
  }

  private unwrapped(head: KeysHead): Uint8Array {
    const { known } = this;
    if (known?.head.wrapped === head.wrapped) return known.key;
    const key = this.vault.unwrap(head.key, bytesOf(head.wrapped));
    if (key !== undefined) return key;
    const { kind, place } = this.vault;
    const why =
      kind === head.vault
        ? `${place} does not have the key ${head.key}, or has another one of that name`
        : `it was sealed with a key of the kind "${head.vault}", and this one is of the kind "${kind}"`;
    throw new TidelineError("keys-missing", `${this.root} cannot be opened: ${why}. Nothing was changed.`, {
      key: head.key,
    });
  }

  /** Runs the work as the only one who changes the file, on what it holds now. */
  private changing<T>(work: () => T): T {
    const { disk, processes, me, options } = this.ports;
    const lock = new WriterLock(disk, `${this.root}/${KEYS_FOLDER}/lock`, processes, me, options);
    for (;;) {
      lock.acquire();
      this.lock = lock;
      try {
        // The process that wrote it may have ended before its name was on the medium.
        this.settle();
        this.catchUp();
        const answer = work();
        // If somebody took over, they may not have seen what we wrote: do it again on what they left.
        if (!lock.release()) continue;
        lock.close();
        return answer;
      } catch (error) {
        if (error === TAKEN_OVER) continue;
        lock.release();
        throw error;
      } finally {
        this.lock = undefined;
      }
    }
  }

  /** Called right before a step that must not happen after a take-over. */
  private checkStillOurs(): void {
    if (this.lock?.renew() !== true) throw TAKEN_OVER;
  }

  /** The file that we see stays, even after a power cut. */
  settle(): void {
    const { disk } = this.ports;
    disk.syncFolder(dirname(this.path));
    disk.syncFolder(this.root);
  }

  private append(name: string, ring: Ring): void {
    const { disk } = this.ports;
    if (finishedLines(readRange(disk, this.path, 0)).isCutOff) {
      this.known.rings.set(name, ring);
      this.write(this.known.head);
      return;
    }
    const { key, head } = this.known;
    const line = ringLine(this.cipher, key, head.workspace, name, ring);
    this.checkStillOurs();
    const file = disk.open(this.path, "append");
    try {
      writeAll(disk, file, Buffer.from(line));
      disk.sync(file);
    } finally {
      disk.close(file);
    }
  }

  /** `key`: the workspace's own. */
  private write(head: KeysHead, key = this.known.key): void {
    const { disk, me } = this.ports;
    this.openAll();
    this.known = { ...this.known, head, key };
    const { rings } = this.known;
    const lines = [...rings].map(([name, ring]) => ringLine(this.cipher, key, head.workspace, name, ring));
    const text = headLine(this.cipher, key, head) + lines.join("");
    const draft = writeDraft(disk, this.path, [Buffer.from(text)], me.nonce);
    this.checkStillOurs();
    disk.rename(draft, this.path);
    disk.syncFolder(dirname(this.path));
  }
}

/**
 * The keys of a new folder are on the medium before anything is sealed with them, so what was cut off while they were
 * appended is none: a line without an end, or a last one with a hole, of which a power cut took a part.
 */
function finishedLines(bytes: Buffer): { readonly lines: readonly string[]; readonly isCutOff: boolean } {
  const lines = bytes.toString("utf8").split("\n");
  const rest = lines.pop();
  const hasHole = lines.at(-1)?.includes("\0") === true;
  return { lines: hasHole ? lines.slice(0, -1) : lines, isCutOff: rest !== "" || hasHole };
}
/** Thrown to begin again: somebody took the lock over, because this process had fallen silent. */
const TAKEN_OVER = new Error("taken over");

/** `keysMissing` unless the workspace has none. */
export function checkUnsealed(root: string, ports: Pick<FolderPorts, "disk">): void {
  if (Keyring.isIn(root, ports)) throw keysMissing();
}

function makeLock(ports: KeyringPorts, folder: string): void {
  const { disk, me } = ports;
  const draft = `${folder}.${me.nonce}.tmp`;
  WriterLock.create(disk, draft);
  try {
    disk.rename(draft, folder);
  } catch (error) {
    removeFilesIn(disk, draft);
    disk.removeFolder(draft);
    if (disk.kind(folder) !== "folder") throw error;
  }
}

function nextId(workspace: string, before: string | undefined, random: Random): string {
  const number = before === undefined ? 1 : Number(before.split(".")[1] ?? 0) + 1;
  return `${workspace}.${number}.${random.token(6)}`;
}

function aboutBlob(folder: string, name: string, seq: number): string {
  return `blob\n${basename(dirname(folder))}/${basename(folder)}\n${name}\n${seq}`;
}

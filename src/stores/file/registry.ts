/**
 * Which folder holds which stream?
 *
 * Folders have random names, so that neither a listing nor the index of a backup reveals who talks to the agent. A log
 * of its own, the registry, says whose they are: it has one `registered` event per origin, with the origin in the body,
 * so that dropping an origin erases its name like any other text.
 */
import { isTidelineError } from "../../errors.ts";
import { EVENT_VERSION } from "../../model/event.ts";
import { parseStream, type Stream, streamKey } from "../../model/stream.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { listIfThere, makeFolderIfMissing, readRange, removeTree, writeDraft } from "./disk/files.ts";
import { corrupt } from "./disk/trouble.ts";
import type { FolderPorts } from "./log/log-writer.ts";
import { StreamFolder } from "./stream-folder.ts";
import { MARKS_ON_DEMAND_FORMAT } from "./workspace.ts";

export interface Home {
  /** An origin or the workspace; never marks or an inbox, which live in the folder of their origin. */
  readonly stream: Stream;
  readonly name: string;
  /** The number of its `registered` event. */
  readonly seq: number;
}

/**
 * Says whose folder it is, in case the registry is lost, and whether it has had marks: the stream, or
 * `{ stream, marks: true }`. It is removed together with the folder.
 */
const NAME_FILE = "stream.json";
/** The ending of the name of a folder that is being dropped. */
const GOING = ".going";

interface Label {
  readonly stream: Stream;
  readonly marks: boolean;
}

export class Registry {
  readonly log: StreamFolder;
  private readonly streamsPath: string;
  private readonly marker: string;
  private readonly ports: FolderPorts;
  private readonly newName: () => string;
  private readonly hasMarksFromTheStart: boolean;
  private readonly homes = new Map<string, Home>();
  /** Folder names by the number of their `registered` event. */
  private readonly names = new Map<number, string>();
  /** Folder names whose registration was erased. */
  private readonly gone = new Set<string>();
  /** Folder names that we saw while holding the lock, so they are on the medium. A reader may see unsynced ones. */
  private readonly assured = new Set<string>();
  /** Homes that had no marks when we looked. */
  private readonly unmarked = new WeakSet<Home>();
  private seq = 0;
  private hash = "";

  /** `marker`: the path of the file that shows that an erasure in the registry is under way. */
  constructor(root: string, ports: FolderPorts, newName: () => string, marker: string, format: number) {
    this.marker = marker;
    this.hasMarksFromTheStart = format < MARKS_ON_DEMAND_FORMAT;
    this.log = new StreamFolder(`${root}/registry`, ports);
    this.streamsPath = `${root}/streams`;
    this.ports = ports;
    this.newName = newName;
  }

  find(stream: Stream): Home | undefined {
    const key = streamKey(stream);
    const known = this.homes.get(key) ?? this.refreshed().homes.get(key);
    if (known === undefined || this.ports.disk.kind(this.pathOf(known.name)) === "folder") return known;
    // A process is dropping it, or was interrupted while it did.
    this.finishDrop(known);
    return this.homes.get(key);
  }

  all(): readonly Home[] {
    return [...this.refreshed().homes.values()];
  }

  /** The stream's home; a new one if it has none. */
  register(stream: Stream): Home {
    const known = this.find(stream);
    if (known !== undefined && this.assured.has(known.name)) return known;
    // Remembered only after the lock was given back: if somebody took over in between, nothing was registered.
    this.log.writer.exclusively(() => {
      if (this.refreshed().homes.has(streamKey(stream))) return;
      const name = this.newName();
      this.build(name, stream);
      this.enterName(name, stream);
    });
    const home = this.refreshed().homes.get(streamKey(stream));
    if (home === undefined) return this.register(stream);
    this.assured.add(home.name);
    return home;
  }

  /**
   * Erases the registration of a home and removes its folder. The folder is renamed first: from then on nobody can take
   * its locks under the old name, so no append is acknowledged into a folder that is about to be removed.
   */
  drop(home: Home): void {
    const { disk } = this.ports;
    const path = this.pathOf(home.name);
    if (disk.kind(path) === "folder") disk.rename(path, path + GOING);
    disk.syncFolder(this.streamsPath);
    this.finishDrop(home);
  }

  private finishDrop(home: Home): void {
    const path = this.pathOf(home.name);
    try {
      while (this.refreshed().homes.get(streamKey(home.stream))?.name === home.name) {
        if (this.ports.disk.kind(path + GOING) === "nothing")
          throw corrupt(path, 0, "the folder has vanished");
        // Keys first: once the name is erased, nobody would come back for them.
        this.ports.seals?.dropFolder(home.name);
        this.eraseName(home);
      }
      removeTree(this.ports.disk, path + GOING);
    } finally {
      // However far this got, the log says what is left. What we remember may be outdated.
      this.startAnew();
    }
  }

  private eraseName(home: Home): void {
    const why = { rule: "origin-dropped" } as const;
    const event = {
      type: "erased",
      v: EVENT_VERSION,
      at: this.ports.now(),
      why,
      erases: [home.seq],
    } as const;
    try {
      this.log.erase(this.seq, event, this.marker);
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
  }

  /** Removes folders that are being dropped or were never registered. Any other unregistered folder means damage. */
  removeLeftovers(): void {
    for (const home of this.all()) {
      if (this.ports.disk.kind(this.pathOf(home.name) + GOING) === "folder") this.finishDrop(home);
    }
    if (this.strangers().length === 0) return;
    try {
      this.log.writer.exclusively(() => this.removeStrangers());
    } catch (error) {
      // Somebody took over in the meantime: leftovers can wait for the next opening.
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
  }

  /** Call while holding the lock. */
  private removeStrangers(): void {
    const strangers = this.strangers();
    // If somebody took over, we may have seen a folder of theirs but not yet its registration.
    this.log.writer.checkStillOurs();
    for (const name of strangers) {
      const path = this.pathOf(name);
      const orphan = name.endsWith(GOING) || this.gone.has(name) || !this.holdsEvents(path);
      if (!orphan) throw corrupt(this.log.path, 0, `${path} holds events that the registry does not name`);
      removeTree(this.ports.disk, path);
    }
    this.ports.disk.syncFolder(this.streamsPath);
  }

  private strangers(): readonly string[] {
    const named = new Set(this.all().map((home) => home.name));
    return listIfThere(this.ports.disk, this.streamsPath).filter((name) => !named.has(name));
  }

  private holdsEvents(path: string): boolean {
    const { disk } = this.ports;
    if (disk.kind(`${path}/log`) !== "folder") return false;
    const log = new StreamFolder(`${path}/log`, this.ports);
    // A home that was never completed may have no log file yet.
    return log.reader.volumes().current.length > 0 && log.hasEvents();
  }

  private pathOf(name: string): string {
    return `${this.streamsPath}/${name}`;
  }

  private enterName(name: string, stream: Stream): void {
    const body = { stream: JSON.stringify(stream) };
    const common = { v: EVENT_VERSION, at: this.ports.now() } as const;
    this.log.writer.appendLocked(this.seq, [{ type: "registered", ...common, folder: name, body }]);
  }

  /**
   * For repair: returns the folders of all registered homes, after making vanished ones again, and unregistered folders
   * that hold events. Folders that are being dropped or were never completed are left to the next opening.
   */
  restoreHomes(): readonly string[] {
    const { disk } = this.ports;
    for (const { name, stream } of this.all()) {
      const path = this.pathOf(name);
      if (disk.kind(path + GOING) === "folder") continue;
      makeFolderIfMissing(disk, path);
      const hasLabel = disk.kind(`${path}/${NAME_FILE}`) === "file";
      if (!hasLabel)
        this.label(name, disk.kind(`${path}/marks`) === "folder" ? { stream, marks: true } : stream);
    }
    const strangers = new Set(this.strangers());
    return disk
      .list(this.streamsPath)
      .map((name) => ({ name, path: this.pathOf(name) }))
      .filter(({ name, path }) => !strangers.has(name) || (!name.endsWith(GOING) && this.holdsEvents(path)))
      .map(({ path }) => path);
  }

  /** For repair: registers folders that the registry has lost, by their own `stream.json`. `nameless` lists those whose
   * owner cannot be told. */
  adoptStrangers(): { readonly adopted: number; readonly nameless: readonly string[] } {
    const nameless: string[] = [];
    let adopted = 0;
    this.log.writer.exclusively(() => {
      for (const name of this.strangers()) {
        if (name.endsWith(GOING) || this.gone.has(name) || !this.holdsEvents(this.pathOf(name))) continue;
        const stream = this.labelIn(name)?.stream;
        if (stream === undefined || this.homes.has(streamKey(stream))) nameless.push(this.pathOf(name));
        else {
          this.enterName(name, stream);
          this.refreshed();
          adopted++;
        }
      }
    });
    return { adopted, nameless };
  }

  /** What a folder says of itself in its `stream.json`. In a sealed workspace its keys say whose it is. */
  private labelIn(name: string): Label | undefined {
    const { seals } = this.ports;
    if (seals !== undefined) return this.sealedLabelIn(name, seals.streamOf(name));
    try {
      const text = readRange(this.ports.disk, `${this.pathOf(name)}/${NAME_FILE}`, 0).toString("utf8");
      const label: unknown = JSON.parse(text);
      const isMarked = typeof label === "object" && label !== null && "stream" in label;
      return isMarked
        ? { stream: parseStream(label.stream), marks: true }
        : { stream: parseStream(label), marks: this.hasMarksFromTheStart };
    } catch {
      return undefined; // Missing or damaged: a person has to say whose it is.
    }
  }

  private sealedLabelIn(name: string, stream: Stream | undefined): Label | undefined {
    if (stream === undefined) return undefined;
    try {
      const text = readRange(this.ports.disk, `${this.pathOf(name)}/${NAME_FILE}`, 0).toString("utf8");
      const { marks } = JSON.parse(text) as { readonly marks?: unknown };
      return { stream, marks: this.hasMarksFromTheStart || marks === true };
    } catch {
      return { stream, marks: this.hasMarksFromTheStart }; // Missing or damaged: it is known whose it is.
    }
  }

  /** For sealing: takes the name of the origin out of the label of a home. */
  unname(name: string): void {
    const { disk } = this.ports;
    const path = `${this.pathOf(name)}/${NAME_FILE}`;
    const label = disk.kind(path) === "file" ? readRange(disk, path, 0).toString("utf8") : "{}";
    this.label(name, { stream: "workspace", marks: label.includes('"marks":true') });
  }

  /**
   * Makes a folder that a home does not have from the start. Whole or not at all: it gets its name when it is complete.
   * A folder that is there already is synced all the same: whoever made it may have failed, or stopped, before that.
   */
  addFolder(home: Home, folder: "log" | "marks" | "inbox"): void {
    const { disk } = this.ports;
    const path = `${this.pathOf(home.name)}/${folder}`;
    this.log.writer.exclusively(() => {
      if (disk.kind(path) !== "folder") {
        const draft = `${path}.making`;
        if (disk.kind(draft) === "folder") removeTree(disk, draft);
        StreamFolder.create(draft, disk);
        disk.rename(draft, path);
      }
      disk.syncFolder(this.pathOf(home.name));
      if (folder !== "marks") return;
      this.unmarked.delete(home);
      if (!this.saysMarks(home.name)) this.label(home.name, { stream: home.stream, marks: true });
    });
  }

  /** Were uses ever written? Then their folder must be there. */
  hasHadMarks(home: Home): boolean {
    if (this.unmarked.has(home)) return false;
    if (this.saysMarks(home.name)) return true;
    this.unmarked.add(home);
    return false;
  }

  /** Does the folder of this name say that it has had marks? */
  saysMarks(name: string): boolean {
    return this.hasMarksFromTheStart || this.labelIn(name)?.marks === true;
  }

  private build(name: string, stream: Stream): void {
    const { disk } = this.ports;
    const path = this.pathOf(name);
    // Keys first: without them nothing may be written there.
    this.ports.seals?.addFolder(name, stream);
    disk.makeFolder(path);
    StreamFolder.create(`${path}/log`, disk);
    if (this.hasMarksFromTheStart) StreamFolder.create(`${path}/marks`, disk);
    this.label(name, stream);
  }

  private label(name: string, label: Stream | Label): void {
    const { disk, seals } = this.ports;
    const path = this.pathOf(name);
    const file = `${path}/${NAME_FILE}`;
    const text = JSON.stringify(seals === undefined ? label : namelessLabel(label));
    disk.rename(writeDraft(disk, file, [Buffer.from(text)], this.ports.me.nonce), file);
    disk.syncFolder(path);
    disk.syncFolder(this.streamsPath);
  }

  private refreshed(): this {
    for (;;) {
      const page = this.log.read(this.seq);
      if (this.seq > 0 && page.afterHash !== this.hash) this.startAnew();
      else {
        for (const recorded of page.events) this.apply(recorded);
        if (!page.more) return this;
      }
    }
  }

  private startAnew(): void {
    this.homes.clear();
    this.gone.clear();
    this.names.clear();
    this.seq = 0;
    this.hash = "";
  }

  private apply({ seq, hash, event }: RecordedEvent): void {
    this.seq = seq;
    this.hash = hash;
    if (event.type === "registered") {
      this.names.set(seq, event.folder);
      // A name without a body was erased, which an `erased` event says, or lost; a lost one's folder is still in use.
      const stream = event.body === undefined ? undefined : parseStream(JSON.parse(event.body.stream));
      if (stream !== undefined) this.homes.set(streamKey(stream), { stream, name: event.folder, seq });
    }
    if (event.type === "erased") {
      for (const [key, home] of this.homes) if (event.erases.includes(home.seq)) this.homes.delete(key);
      for (const one of event.erases) this.gone.add(this.names.get(one) ?? "");
    }
  }
}

/** In a sealed workspace nobody may read whose folder it is. */
function namelessLabel(label: Stream | Label): { readonly marks: boolean } {
  return { marks: typeof label === "object" && "stream" in label && label.marks };
}

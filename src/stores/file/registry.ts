/**
 * Which folder holds which stream?
 *
 * Folders have random names, so that neither a listing nor a backup's index tells who talks to the agent. The
 * names stand in a log of their own, the registry: one `registered` event per origin, its words in the body,
 * so that forgetting an origin erases its name like any other text.
 */
import { isTidelineError } from "../../errors.ts";
import { EVENT_VERSION } from "../../model/event.ts";
import { parseStream, type Stream, streamKey } from "../../model/stream.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { listIfThere, makeFolderIfMissing, readRange, removeTree, writeDraft } from "./disk/files.ts";
import { corrupt } from "./disk/trouble.ts";
import type { FolderPorts } from "./log/log-writer.ts";
import { StreamFolder } from "./stream-folder.ts";

export interface Home {
  /** An origin, or the workspace; never marks, which live with their origin. */
  readonly stream: Stream;
  readonly name: string;
  /** Of its `registered` event. */
  readonly seq: number;
}

/** Says whose folder it is, if the registry should be lost; it goes with the folder. */
const NAME_FILE = "stream.json";
/** Ends the name of a folder that is being dropped. */
const GOING = ".going";

export class Registry {
  readonly log: StreamFolder;
  private readonly streamsPath: string;
  private readonly marker: string;
  private readonly ports: FolderPorts;
  private readonly newName: () => string;
  private readonly homes = new Map<string, Home>();
  /** By the number of their event. */
  private readonly names = new Map<number, string>();
  /** Names that were registered once and are no more. */
  private readonly gone = new Set<string>();
  /** Names that we saw as the writer: they are on the medium. A reader may see one that its writer has not synced. */
  private readonly assured = new Set<string>();
  private seq = 0;
  private hash = "";

  /** `marker`: the file that tells of an erasure under way in the registry. */
  constructor(root: string, ports: FolderPorts, newName: () => string, marker: string) {
    this.marker = marker;
    this.log = new StreamFolder(`${root}/registry`, ports);
    this.streamsPath = `${root}/streams`;
    this.ports = ports;
    this.newName = newName;
  }

  find(stream: Stream): Home | undefined {
    const key = streamKey(stream);
    const known = this.homes.get(key) ?? this.refreshed().homes.get(key);
    if (known === undefined || this.ports.disk.kind(this.pathOf(known.name)) === "folder") return known;
    // Somebody is dropping it, or ended in the middle of that.
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
    // Remembered only once the lock was given back: whoever was taken over in between has registered nothing.
    this.log.writer.turn(() => {
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
   * Forgets whose home it is, and removes it. The folder loses its name first: from then on nobody can take its
   * locks by that name, so nobody's append is acknowledged into a home that is going away.
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
        this.eraseName(home);
      }
      removeTree(this.ports.disk, path + GOING);
    } finally {
      // However far it came: the log says what is left, not what we remember.
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

  /** Folders that are going away, or were never registered, are removed; any other stranger is damage. */
  removeLeftovers(): void {
    for (const home of this.all()) {
      if (this.ports.disk.kind(this.pathOf(home.name) + GOING) === "folder") this.finishDrop(home);
    }
    if (this.strangers().length === 0) return;
    try {
      this.log.writer.turn(() => this.removeStrangers());
    } catch (error) {
      // Somebody took over meanwhile: leftovers can wait for the next opening.
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
  }

  /** As the writer. */
  private removeStrangers(): void {
    const strangers = this.strangers();
    // Who is taken over in between may have seen a folder, and not yet the name that somebody else gave it.
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
    // A home that was never finished may have no file yet.
    return log.reader.segments().winners.length > 0 && log.hasEvents();
  }

  private pathOf(name: string): string {
    return `${this.streamsPath}/${name}`;
  }

  private enterName(name: string, stream: Stream): void {
    const body = { stream: JSON.stringify(stream) };
    const common = { v: EVENT_VERSION, at: this.ports.now() } as const;
    this.log.writer.appendInTurn(this.seq, [{ type: "registered", ...common, folder: name, body }]);
  }

  /**
   * For repair: the folder of every home, made anew where it has vanished, and of strangers that hold events. Those
   * that are going away, or were never finished, are for the next opening.
   */
  restoreHomes(): readonly string[] {
    const { disk } = this.ports;
    for (const { name, stream } of this.all()) {
      const path = this.pathOf(name);
      if (disk.kind(path + GOING) === "folder") continue;
      makeFolderIfMissing(disk, path);
      if (disk.kind(`${path}/${NAME_FILE}`) === "nothing") this.label(name, stream);
    }
    const strangers = new Set(this.strangers());
    return disk
      .list(this.streamsPath)
      .map((name) => ({ name, path: this.pathOf(name) }))
      .filter(({ name, path }) => !strangers.has(name) || (!name.endsWith(GOING) && this.holdsEvents(path)))
      .map(({ path }) => path);
  }

  /** For repair: folders that the registry has lost say themselves whose they are. Returns what cannot be named. */
  adoptStrangers(): { readonly adopted: number; readonly nameless: readonly string[] } {
    const nameless: string[] = [];
    let adopted = 0;
    this.log.writer.turn(() => {
      for (const name of this.strangers()) {
        if (name.endsWith(GOING) || this.gone.has(name) || !this.holdsEvents(this.pathOf(name))) continue;
        const stream = this.nameIn(name);
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

  /** Whose folder it says it is. */
  private nameIn(name: string): Stream | undefined {
    try {
      const text = readRange(this.ports.disk, `${this.pathOf(name)}/${NAME_FILE}`, 0).toString("utf8");
      return parseStream(JSON.parse(text));
    } catch {
      return undefined; // Not there, or not whole: a person has to say.
    }
  }

  private build(name: string, stream: Stream): void {
    const { disk } = this.ports;
    const path = this.pathOf(name);
    disk.makeFolder(path);
    StreamFolder.create(`${path}/log`, disk);
    StreamFolder.create(`${path}/marks`, disk);
    this.label(name, stream);
  }

  private label(name: string, stream: Stream): void {
    const { disk } = this.ports;
    const path = this.pathOf(name);
    const label = `${path}/${NAME_FILE}`;
    disk.rename(writeDraft(disk, label, [Buffer.from(JSON.stringify(stream))], this.ports.me.nonce), label);
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
      // Without a body it was erased, which its event says; or lost, and then the folder is still somebody's.
      const stream = event.body === undefined ? undefined : parseStream(JSON.parse(event.body.stream));
      if (stream !== undefined) this.homes.set(streamKey(stream), { stream, name: event.folder, seq });
    }
    if (event.type === "erased") {
      for (const [key, home] of this.homes) if (event.erases.includes(home.seq)) this.homes.delete(key);
      for (const one of event.erases) this.gone.add(this.names.get(one) ?? "");
    }
  }
}

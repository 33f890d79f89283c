/**
 * Which folder holds which stream?
 *
 * Folders have random names, so that neither a listing nor a backup's index tells who talks to the agent. The
 * names stand in a log of their own, the registry: one `registered` event per origin, its words in the body,
 * so that forgetting an origin erases its name like any other text.
 */
import { TidelineError } from "../../errors.ts";
import { EVENT_VERSION } from "../../model/event.ts";
import { parseStream, type Stream, streamKey } from "../../model/stream.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { listIfThere, removeTree } from "./files.ts";
import type { FolderPorts } from "./log-writer.ts";
import { StreamFolder } from "./stream-folder.ts";
import { corrupt } from "./trouble.ts";

export interface Home {
  /** An origin, or the workspace; never marks, which live with their origin. */
  readonly stream: Stream;
  readonly name: string;
  /** Of its `registered` event. */
  readonly seq: number;
}

export class Registry {
  readonly log: StreamFolder;
  private readonly streamsPath: string;
  private readonly ports: FolderPorts;
  private readonly newName: () => string;
  private readonly homes = new Map<string, Home>();
  /** Names that were registered once and are no more. */
  private readonly gone = new Set<string>();
  private seq = 0;
  private hash = "";

  constructor(root: string, ports: FolderPorts, newName: () => string) {
    this.log = new StreamFolder(`${root}/registry`, ports);
    this.streamsPath = `${root}/streams`;
    this.ports = ports;
    this.newName = newName;
  }

  find(stream: Stream): Home | undefined {
    const known = this.homes.get(streamKey(stream));
    // Another process may have dropped it: then its folder is gone, and the log says so.
    const stands =
      known !== undefined && this.ports.disk.kind(`${this.streamsPath}/${known.name}`) === "folder";
    return stands ? known : this.refreshed().homes.get(streamKey(stream));
  }

  all(): readonly Home[] {
    return [...this.refreshed().homes.values()];
  }

  /** The stream's home; a new one if it has none. */
  register(stream: Stream): Home {
    const known = this.find(stream);
    if (known !== undefined) return known;
    return this.log.writer.turn(() => {
      const since = this.refreshed().homes.get(streamKey(stream));
      if (since !== undefined) return since;
      const name = this.newName();
      this.build(name);
      const body = { stream: JSON.stringify(stream) };
      const head = this.log.writer.appendInTurn(this.seq, [
        { type: "registered", v: EVENT_VERSION, at: this.ports.now(), folder: name, body },
      ]);
      const home = { stream, name, seq: head.seq };
      this.homes.set(streamKey(stream), home);
      this.seq = head.seq;
      this.hash = head.hash;
      return home;
    });
  }

  /** Forgets whose home it is, then removes it. */
  unregister(home: Home, marker: string): void {
    const event = {
      type: "erased",
      v: EVENT_VERSION,
      at: this.ports.now(),
      why: { rule: "origin-dropped" },
      erases: [home.seq],
    } as const;
    for (;;) {
      if (!this.refreshed().homes.has(streamKey(home.stream))) break;
      try {
        this.log.erase(this.seq, event, marker);
        break;
      } catch (error) {
        if (!(error instanceof TidelineError) || error.code !== "stream-moved") throw error;
      }
    }
    this.refreshed();
    this.removeLeftovers();
  }

  /** Folders whose registration was erased, or never written, are removed; any other stranger is damage. */
  removeLeftovers(): void {
    const strangers = this.strangers();
    if (strangers.length === 0) return;
    this.log.writer.turn(() => {
      for (const name of this.strangers()) {
        const path = `${this.streamsPath}/${name}`;
        const orphan = this.gone.has(name) || !this.holdsEvents(path);
        if (!orphan) throw corrupt(this.log.path, 0, `${path} holds events that the registry does not name`);
        removeTree(this.ports.disk, path);
      }
      this.ports.disk.syncFolder(this.streamsPath);
    });
  }

  private strangers(): readonly string[] {
    const named = new Set(this.all().map((home) => home.name));
    return listIfThere(this.ports.disk, this.streamsPath).filter((name) => !named.has(name));
  }

  private holdsEvents(path: string): boolean {
    const { disk } = this.ports;
    if (disk.kind(`${path}/log`) !== "folder") return false;
    return new StreamFolder(`${path}/log`, this.ports).hasEvents();
  }

  private build(name: string): void {
    const { disk } = this.ports;
    const path = `${this.streamsPath}/${name}`;
    disk.makeFolder(path);
    StreamFolder.create(`${path}/log`, disk);
    StreamFolder.create(`${path}/marks`, disk);
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
    this.seq = 0;
    this.hash = "";
  }

  private apply({ seq, hash, event }: RecordedEvent): void {
    this.seq = seq;
    this.hash = hash;
    if (event.type === "registered") {
      if (event.body === undefined) this.gone.add(event.folder);
      else {
        const stream = parseStream(JSON.parse(event.body.stream));
        this.homes.set(streamKey(stream), { stream, name: event.folder, seq });
      }
    }
    if (event.type === "erased") {
      for (const [key, home] of this.homes) {
        if (!event.erases.includes(home.seq)) continue;
        this.homes.delete(key);
        this.gone.add(home.name);
      }
    }
  }
}

/**
 * What do all surfaces share? The opened workspace: its store, one memory per origin, its tokens, and where it is.
 *
 * Every surface opens one of these and runs operations on it. Several processes may have the same folder open: the
 * store sees to that.
 */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Origin, originKey } from "../model/origin.ts";
import type { AnyStorage } from "../ports/storage.ts";
import { FactStore } from "../stores/file/fact-store.ts";
import { nodeHash, nodePause, nodeRandom } from "../stores/node-ports.ts";
import { AsyncTideline, openHandle, type TidelineOptions } from "../tideline.ts";
import { TokenBook } from "./access/tokens.ts";
import { Notes } from "./notes.ts";
import { ShadowStore } from "./shadow-store.ts";

const PORTS = { clock: { now: () => Date.now() }, random: nodeRandom, hash: nodeHash, pause: nodePause };

export interface WorkspaceOptions
  extends Pick<TidelineOptions, "clock" | "threatScan" | "policy" | "multiValued"> {
  /** Where MEMORY.md and memory/*.md stand. Default: in the workspace's folder. */
  readonly notesDir?: string | undefined;
}

export class Workspace {
  readonly store: AnyStorage;
  /** Where it is, for people. */
  readonly place: string;
  /** undefined where there is no folder to have notes in. */
  readonly notes: Notes | undefined;
  readonly tokens: TokenBook;
  private readonly options: WorkspaceOptions;
  private readonly owner: AsyncTideline;
  private readonly others = new Map<string, AsyncTideline>();

  private constructor(store: AnyStorage, place: string, options: WorkspaceOptions) {
    const { notesDir, ...engineOptions } = options;
    this.store = store;
    this.place = place;
    this.options = options;
    this.notes = notesDir === undefined ? undefined : new Notes(notesDir);
    this.owner = new AsyncTideline(openHandle(store, PORTS, engineOptions));
    this.tokens = new TokenBook(store, { ...PORTS, clock: options.clock ?? PORTS.clock });
  }

  /** A folder, made if it is missing. */
  static open(dir: string, options: WorkspaceOptions = {}): Workspace {
    const path = resolve(dir);
    const store = new FactStore(path, { clock: options.clock });
    try {
      return new Workspace(store, path, { ...options, notesDir: options.notesDir ?? path });
    } catch (error) {
      store.close();
      throw error;
    }
  }

  static over(store: AnyStorage, place: string, options: WorkspaceOptions = {}): Workspace {
    return new Workspace(store, place, options);
  }

  now(): number {
    return Math.floor((this.options.clock ?? PORTS.clock).now());
  }

  /** One origin's memory. Many may be asked for in a long life: those not used for longest are let go. */
  memory(origin: Origin): AsyncTideline {
    if (origin === "owner") return this.owner;
    const key = originKey(origin);
    const memory = this.others.get(key) ?? this.owner.as(origin);
    this.others.delete(key);
    this.others.set(key, memory);
    const [oldest] = this.others.keys();
    if (this.others.size > MAX_HANDLES && oldest !== undefined) this.others.delete(oldest);
    return memory;
  }

  /** The same workspace, where nothing that is written stays. */
  dryRun(): { readonly workspace: Workspace; readonly shadow: ShadowStore } {
    const shadow = new ShadowStore(this.store);
    return { workspace: new Workspace(shadow, this.place, this.options), shadow };
  }

  async close(): Promise<void> {
    await this.owner.close();
  }
}

const MAX_HANDLES = 1_000;

/** The folder of this user, wherever a command is typed; `TIDELINE_DIR` names another. */
export function defaultDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env.TIDELINE_DIR) return resolve(env.TIDELINE_DIR);
  if (process.platform === "win32")
    return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "tideline");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "tideline");
  return join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "tideline");
}

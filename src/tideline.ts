/** What does a program open? `Tideline`: a memory in a folder, or over any store. Here the engine meets Node. */
import { readyEmbedder } from "./embedders/ready.ts";
import { TidelineError } from "./errors.ts";
import { readyLlm } from "./llms/chosen.ts";
import { AsyncTideline } from "./memory/async.ts";
import { type Memory, openMemory } from "./memory/memory.ts";
import { parseTidelineOptions, type ReadyOptions, type TidelineOptions } from "./memory/options.ts";
import { SyncTideline } from "./memory/sync.ts";
import type { Fact } from "./model/fact.ts";
import type { AnyStorage, StorageAdapter } from "./ports/storage.ts";
import { isAddress, isPostgres, sqliteFile } from "./stores/address.ts";
import { FactStore, type FactStoreOptions } from "./stores/file/fact-store.ts";
import { refuseAmongOthers } from "./stores/file/path-state.ts";
import { MemoryStore } from "./stores/memory.ts";
import { nodeHash, nodePorts } from "./stores/node-ports.ts";
import { postgres } from "./stores/postgres/postgres-store.ts";
import { sqlite } from "./stores/sqlite/sqlite-store.ts";
import { digestOf as seenDigest } from "./write/seen.ts";

/** What a host may choose when it opens a folder. */
export interface OpenOptions extends TidelineOptions {
  /** "fsync" (default): acknowledged events survive a power cut. "os": they survive the end of the process. */
  readonly durability?: FactStoreOptions["durability"];
  /** Keeps the key of a sealed workspace, such as `keyFile()`. A new workspace is sealed from the beginning; one that
   * holds plain text is sealed with `tideline seal` first. */
  readonly keys?: FactStoreOptions["keys"];
}

/**
 * A digest of the fact as you see it (its text, where it is filed, when it holds), for `endorse(id, { seen })`.
 * @example memory.endorse(fact.id, { seen: digestOf(fact) });
 */
export function digestOf(fact: Fact): string {
  return seenDigest(fact, nodeHash);
}

/**
 * A long-term memory for an agent.
 * @example const memory = Tideline.open("./memory");
 */
export class Tideline extends SyncTideline {
  /** For this class alone: a program calls `open`, `over` or `connect`. */
  protected constructor(memory: Memory) {
    if (memory?.engine === undefined)
      throw new TidelineError(
        "invalid-argument",
        'A memory is opened, not constructed: Tideline.open("./memory"), or await Tideline.connect("./memory").',
      );
    super(memory);
  }

  /**
   * Opens a folder as a workspace. If it is empty or missing, the workspace is created; among other files it is not.
   * `":memory:"` keeps everything in memory and leaves no file, for tests and trials.
   */
  static open(dir: string, options: OpenOptions = {}): Tideline {
    const { durability, keys, ...rest } = refuseLater(readyOptions(options));
    parseTidelineOptions(rest);
    const store = storeIn(dir, { durability, keys, clock: rest.clock });
    try {
      return new Tideline(openMemory(store, nodePorts, rest));
    } catch (error) {
      void store.close();
      throw error;
    }
  }

  /** Opens a memory over any synchronous store. */
  static over(store: StorageAdapter, options: TidelineOptions = {}): Tideline {
    if (store?.supports?.sync !== true) {
      throw new TidelineError(
        "needs-connect",
        "This store is asynchronous: use await Tideline.connect(store, options).",
      );
    }
    return new Tideline(openMemory(store, nodePorts, refuseLater(readyOptions(options))));
  }

  /** Opens the asynchronous twin, over a folder, any store, or the address of a database (`postgres://…`, `sqlite:file`). */
  static async connect(target: string | AnyStorage, options: OpenOptions = {}): Promise<AsyncTideline> {
    const { durability, keys, ...rest } = readyOptions(options);
    const isStore = typeof target === "object" && target !== null && "supports" in target;
    if (typeof target !== "string" && !isStore)
      throw new TidelineError(
        "invalid-argument",
        'connect needs the path of a folder, such as "./memory", or a store.',
      );
    parseTidelineOptions(rest);
    if (isStore && keys !== undefined) throw keysNeedFolder();
    const store =
      typeof target === "string" ? storeAt(target, { durability, keys, clock: rest.clock }) : target;
    return new AsyncTideline(openMemory(store, nodePorts, rest));
  }
}

/** As a path of SQLite's: a workspace of its own that leaves no file. */
const IN_MEMORY = ":memory:";

function storeIn(dir: string, options: FactStoreOptions): StorageAdapter {
  if ((dir === IN_MEMORY || isAddress(dir)) && options.keys !== undefined) throw keysNeedFolder();
  if (dir === IN_MEMORY) return new MemoryStore();
  if (isPostgres(dir))
    throw new TidelineError(
      "needs-connect",
      'A database answers with promises: use await Tideline.connect("postgres://…").',
    );
  const file = sqliteFile(dir);
  if (file !== undefined) return sqlite(file, { durability: options.durability });
  if (typeof dir === "string" && dir !== "") refuseAmongOthers(dir);
  return new FactStore(dir, options);
}

/** A folder, a file, or a schema of a server. */
function storeAt(target: string, options: FactStoreOptions): AnyStorage {
  if (!isPostgres(target)) return storeIn(target, options);
  if (options.keys !== undefined) throw keysNeedFolder();
  return postgres(target);
}

function keysNeedFolder(): TidelineError {
  return new TidelineError(
    "invalid-argument",
    "keys seal a folder: Tideline.open(dir, { keys }). A store of another kind takes none.",
  );
}

function readyOptions(options: OpenOptions): ReadyOptions & Pick<OpenOptions, "durability" | "keys"> {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new TidelineError("invalid-argument", "Options must be an object.");
  return { ...options, embedder: readyEmbedder(options.embedder), llm: readyLlm(options.llm) };
}

/** A synchronous memory waits for nobody, so it refuses an option that may wait for a model. */
function refuseLater<T extends ReadyOptions>(options: T): T {
  if (options.rewrite === undefined) return options;
  throw new TidelineError(
    "needs-connect",
    "rewrite may wait for a model: use await Tideline.connect(dir, { rewrite }). Here, give other wordings with each question: recall(query, { also: [...] }).",
  );
}

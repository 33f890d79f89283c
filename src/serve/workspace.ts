/**
 * What do all surfaces share? The opened workspace: its store, one memory per origin, its tokens, and its location.
 *
 * Every surface opens one workspace and runs operations on it. Several processes may have the same folder open: the
 * store handles that.
 *
 * Long because every surface opens it: the settings, the memories and the threads of a workspace change together.
 */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { chosenEmbedder } from "../embedders/chosen.ts";
import { isTidelineError } from "../errors.ts";
import type { Params } from "../lifecycle/params.ts";
import { POLICY_NAMES, type PolicyName, policyOf } from "../lifecycle/policies.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { tidelinePolicy } from "../lifecycle/tideline.ts";
import { chosenLlm } from "../llms/chosen.ts";
import { type ChosenEmbedder, type ChosenLlm, llmEvent, type Settings } from "../log/settings.ts";
import { driveLater, driveNow, type Steps } from "../log/steps.ts";
import type { AddResult } from "../memory/add.ts";
import { type AddsTogether, addsTogether } from "../memory/add-together.ts";
import { AsyncTideline } from "../memory/async.ts";
import type { EnginePorts } from "../memory/engine.ts";
import { type ForgetOptions, type ForgetResult, forget } from "../memory/forget.ts";
import { type Memory, memoryOf, openMemory, spokenBy } from "../memory/memory.ts";
import type { ReadyOptions, TidelineOptions } from "../memory/options.ts";
import { type ForgottenOrigin, forgetOrigin } from "../memory/origins.ts";
import { Queue } from "../memory/queue.ts";
import { readSettings } from "../memory/settings.ts";
import { type ShredResult, type ShredTarget, shred } from "../memory/shred.ts";
import { exportSubject, type Subject } from "../memory/subject.ts";
import { EVENT_VERSION, type EventOf, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { type Origin, type OtherOrigin, originKey } from "../model/origin.ts";
import { byOf, HOST, type Speaker } from "../model/speaker.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import type { LlmAdapter } from "../ports/llm.ts";
import type { AnyStorage } from "../ports/storage.ts";
import { isAddress } from "../stores/address.ts";
import { FactStore, type FactStoreOptions } from "../stores/file/fact-store.ts";
import { refuseTilde } from "../stores/file/path-state.ts";
import { vaultOf } from "../stores/keys/chosen.ts";
import { nodePorts } from "../stores/node-ports.ts";
import type { Keeper, KeeperStatus } from "../upkeep/keeper.ts";
import type { AddInput } from "../write/draft.ts";
import { hostVerdict } from "../write/host-verdict.ts";
import type { SecretsMode } from "../write/secrets.ts";
import { TokenBook } from "./access/tokens.ts";
import { WriteBudget } from "./budget.ts";
import { Notes } from "./notes.ts";
import type { LiveSettings, ReadThreadSetup } from "./read-threads/live-settings.ts";
import { type Marks, noteMarks, takeMarks } from "./read-threads/marks.ts";
import { ShadowStore } from "./shadow-store.ts";
import { WorkspaceVectors } from "./workspace-vectors.ts";

export interface WorkspaceOptions
  extends Pick<TidelineOptions, "clock" | "threatScan" | "multiValued" | "secrets"> {
  /** Where MEMORY.md and memory/*.md stand. Default: in the workspace's folder. */
  readonly notesDir?: string | undefined;
  /**
   * Gives facts their learned vectors in the background, if the owner has chosen an encoder. Otherwise they wait until
   * somebody asks. Default: false.
   */
  readonly embeds?: boolean | undefined;
  /** Called when the store has repaired something by itself. */
  readonly onNotice?: FactStoreOptions["onNotice"];
  /** How long to wait for another process that writes. Default: as long as the store does. */
  readonly lockWaitMs?: FactStoreOptions["lockWaitMs"];
}

type Setting =
  | EventOf<"policy-chosen">
  | EventOf<"secrets-chosen">
  | EventOf<"embedder-chosen">
  | EventOf<"llm-chosen">
  | EventOf<"voice-chosen">;
type Declared = Setting extends infer E ? (E extends Setting ? Omit<E, "v" | "at" | "by"> : never) : never;

interface Chosen extends Pick<ReadyOptions, "embedder" | "llm"> {
  readonly ports?: EnginePorts | undefined;
}

/** What all callers of one origin's memory share: the host's memory, and the commits that their adds share. */
interface SharedMemory {
  readonly memory: Memory;
  readonly adds: AddsTogether;
}

export class Workspace {
  readonly store: AnyStorage;
  /** Where the workspace is, as text for people. */
  readonly place: string;
  /** undefined if there is no folder that could hold notes. */
  readonly notes: Notes | undefined;
  readonly tokens: TokenBook;
  /** How much callers may write; set by surfaces that serve others. */
  writes = new WriteBudget();
  /** The words that call the serving program: in a clone there is no `tideline` on the path. Set by `serve`. */
  program: readonly string[] | undefined;
  private readonly options: WorkspaceOptions;
  /** How facts of this workspace get their vectors here. */
  readonly vectors: WorkspaceVectors;
  /** The encoder that the owner has chosen. */
  private readonly embedder: EmbedderAdapter | undefined;
  /** The language model of the environment, or the one that the owner has chosen. */
  readonly llm: LlmAdapter | undefined;
  private readonly ports: EnginePorts;
  private owner: AsyncTideline;
  private ownMemory: Memory;
  private readonly sharedMemories = new Map<string, SharedMemory>();
  private queue: Queue;
  private chosen: LifecyclePolicy;
  private keeper: Keeper | undefined;
  private isKeeperOn = false;
  private knownLiveSettings: LiveSettings | undefined;
  private setup: ReadThreadSetup | undefined;

  private constructor(
    store: AnyStorage,
    place: string,
    options: WorkspaceOptions,
    policy: LifecyclePolicy,
    { embedder, llm, ports = nodePorts }: Chosen = {},
  ) {
    this.store = store;
    this.ports = ports;
    this.embedder = embedder;
    this.llm = llm;
    this.vectors = new WorkspaceVectors({
      embedder,
      pump: () => this.queue.pump,
      status: async (origin) => (await this.memory(origin).stats()).embedding,
    });
    this.place = place;
    this.options = options;
    this.chosen = policy;
    this.notes = options.notesDir === undefined ? undefined : new Notes(options.notesDir);
    ({ memory: this.ownMemory, queue: this.queue, owner: this.owner } = this.newOwner());
    this.tokens = new TokenBook(store, { ...nodePorts, clock: options.clock ?? nodePorts.clock });
  }

  /** Opens a folder, which is created if it is missing. */
  static open(dir: string, options: WorkspaceOptions = {}): Workspace {
    const path = resolve(dir);
    const { clock, onNotice, lockWaitMs } = options;
    const keys = vaultOf(path, process.env);
    const store = new FactStore(path, { clock, onNotice, lockWaitMs, keys });
    try {
      const settings = driveNow(readSettings(store));
      const { notesDir = path, multiValued, secrets = settings.secrets } = options;
      const opened = { ...options, notesDir, secrets };
      const embedder = settings.embedder && chosenEmbedder(settings.embedder);
      const llm = chosenLlm(settings.llm, process.env);
      const workspace = new Workspace(store, path, opened, policyIn(settings), { embedder, llm });
      if (options.clock === undefined && options.threatScan === undefined)
        workspace.setup = { dir: path, notesDir: resolve(notesDir), multiValued, secrets };
      return workspace;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  static async over(store: AnyStorage, place: string, options: WorkspaceOptions = {}): Promise<Workspace> {
    const settings = await driveLater(readSettings(store));
    const { secrets = settings.secrets } = options;
    const embedder = settings.embedder && chosenEmbedder(settings.embedder);
    const llm = chosenLlm(settings.llm, process.env);
    return new Workspace(store, place, { ...options, secrets }, policyIn(settings), { embedder, llm });
  }

  /** How facts age here, according to the workspace's log. */
  get policy(): LifecyclePolicy {
    return this.chosen;
  }

  /** From now on facts age by this policy. Other processes follow when they open the workspace again. */
  async choosePolicy(
    name: PolicyName,
    params: Params | undefined,
    speaker: Speaker = HOST,
  ): Promise<LifecyclePolicy> {
    const policy = policyOf(name, params);
    await this.declare(() => ({ type: "policy-chosen", policy: policy.id, params: policy.params }), speaker);
    await this.queue.alone(() => this.changeTo(policy));
    if (this.isKeeperOn) this.startKeeper();
    return policy;
  }

  /** Are queries of this process embedded? */
  get hasEmbedder(): boolean {
    return this.embedder !== undefined;
  }

  /** The encoder that the owner has chosen for this workspace; this process may have been opened with another. */
  async chosenEmbedder(): Promise<ChosenEmbedder | undefined> {
    return (await driveLater(readSettings(this.store))).embedder;
  }

  /** undefined: none any more. Processes that have the workspace open follow when they open it again. */
  async chooseEmbedder(chosen: ChosenEmbedder | undefined, speaker: Speaker = HOST): Promise<void> {
    await this.declare(({ embedder }) => {
      if (JSON.stringify(embedder) === JSON.stringify(chosen)) return undefined;
      if (chosen === undefined) return { type: "embedder-chosen", embedder: "off" };
      const { dimensions, ...body } = chosen;
      return { type: "embedder-chosen", embedder: "local", dimensions, body };
    }, speaker);
  }

  /** The language model that the owner has chosen for this workspace; the environment may name another. */
  async chosenLlm(): Promise<ChosenLlm | undefined> {
    return (await driveLater(readSettings(this.store))).llm;
  }

  /** undefined: none any more. Processes that have the workspace open follow when they open it again. */
  async chooseLlm(chosen: ChosenLlm | undefined, speaker: Speaker = HOST): Promise<void> {
    await this.declare((settings) => llmEvent(settings.llm, chosen), speaker);
  }

  /** The voice of commands without a terminal in this workspace. */
  async voice(): Promise<Settings["voice"]> {
    return (await driveLater(readSettings(this.store))).voice;
  }

  async chooseVoice(voice: Settings["voice"], speaker: Speaker = HOST): Promise<void> {
    await this.declare(
      (settings) => (settings.voice === voice ? undefined : { type: "voice-chosen", voice }),
      speaker,
    );
  }

  /** What the owner has chosen to be done with credentials here; `secrets` of this process may be another. */
  async chosenSecrets(): Promise<SecretsMode> {
    return (await driveLater(readSettings(this.store))).secrets;
  }

  /** Processes that have the workspace open follow when they open it again. */
  async chooseSecrets(secrets: SecretsMode, speaker: Speaker = HOST): Promise<void> {
    await this.declare(
      (settings) => (settings.secrets === secrets ? undefined : { type: "secrets-chosen", secrets }),
      speaker,
    );
  }

  /** Logs a setting; again, where somebody else was faster. */
  private async declare(
    decide: (settings: Settings) => Declared | undefined,
    speaker: Speaker,
  ): Promise<void> {
    for (;;) {
      const settings = await driveLater(readSettings(this.store));
      const declared = decide(settings);
      if (declared === undefined) return;
      const common = { v: EVENT_VERSION, at: this.now(), by: byOf(speaker) } as const;
      try {
        await this.store.append("workspace", settings.seq, [{ ...declared, ...common } as MemoryEvent]);
        return;
      } catch (error) {
        if (!isTidelineError(error, "stream-moved")) throw error;
      }
    }
  }

  /** Writes the waiting uses first: they would be lost with the old engine. */
  private *changeTo(policy: LifecyclePolicy): Steps<void> {
    yield* this.ownMemory.engine.flushAll();
    this.ageBy(policy);
  }

  private ageBy(policy: LifecyclePolicy): void {
    this.chosen = policy;
    this.knownLiveSettings = undefined;
    this.sharedMemories.clear();
    this.queue.pump?.stop();
    ({ memory: this.ownMemory, queue: this.queue, owner: this.owner } = this.newOwner());
    this.keeper?.stop();
    this.keeper = undefined;
  }

  /**
   * What other threads need to open the same workspace. undefined if they cannot: it is no folder, or it uses functions
   * of the host.
   */
  get readThreadSetup(): ReadThreadSetup | undefined {
    return this.setup;
  }

  /** What other threads must be told. It is the same object until something changes. */
  get liveSettings(): LiveSettings {
    this.knownLiveSettings ??= {
      policy: this.chosen.id,
      policyParams: this.chosen.params,
      isKeeperOn: this.isKeeperOn,
    };
    return this.knownLiveSettings;
  }

  /** Adopts what the writing thread has decided. Runs no maintenance in this thread. */
  adopt(settings: LiveSettings): void {
    this.isKeeperOn = settings.isKeeperOn;
    const { policy, policyParams } = this.liveSettings;
    if (JSON.stringify([policy, policyParams]) !== JSON.stringify([settings.policy, settings.policyParams]))
      this.ageBy(policyIn(settings));
    this.knownLiveSettings = settings;
  }

  /** Takes the waiting uses of one origin's facts out of this thread, so that the writing thread can write them. */
  takeMarks(origin: Origin): Marks | undefined {
    return takeMarks(this.ownMemory.engine.open(origin));
  }

  /** Adds uses that another thread saw to the waiting ones. Only writing them goes through the queue of verbs. */
  async noteMarks(origin: Origin, marks: Marks): Promise<void> {
    const open = this.ownMemory.engine.open(origin);
    if (noteMarks(open, marks, this.now())) await this.queue.run(origin, () => open.flushShown());
  }

  /** From now on the keeper runs due passes by itself, until the workspace is closed. */
  startKeeper(): void {
    this.isKeeperOn = true;
    this.knownLiveSettings = undefined;
    this.currentKeeper().start();
  }

  /** Which passes are due and what ran last, for one origin or for all. */
  async upkeep(origin?: Origin): Promise<KeeperStatus | undefined> {
    return { ...(await this.currentKeeper().status(origin)), isStarted: this.isKeeperOn };
  }

  private currentKeeper(): Keeper {
    this.keeper ??= this.owner.keeper();
    return this.keeper;
  }

  now(): number {
    return Math.floor((this.options.clock ?? nodePorts.clock).now());
  }

  /** Does the host's threat scan object to this text? */
  isFlagged(content: string): boolean {
    return hostVerdict(this.options.threatScan, content).length > 0;
  }

  /** What distilling conversations took since the workspace was opened. */
  get distilled(): Memory["engine"]["distilled"] {
    return this.ownMemory.engine.distilled;
  }

  get thought(): Memory["engine"]["thought"] {
    return this.ownMemory.engine.thought;
  }

  /** How many runs stopped because they would have taken too much out of recall, since the start. */
  get halted(): number {
    return this.ownMemory.engine.halted;
  }

  /** How long turns wait until they are distilled in the background. */
  get debounceMs(): number {
    return this.ownMemory.engine.options.distilling.debounceMs;
  }

  /** Is the fact kept out of blocks, because it holds a credential? */
  holdsSecret(fact: Fact): boolean {
    return this.ownMemory.engine.holdsSecret(fact);
  }

  /** One origin's memory, in a caller's voice; without one, in the host's own. */
  memory(origin: Origin, speaker?: Speaker): AsyncTideline {
    const { memory, adds } = this.sharedMemory(origin);
    if (speaker === undefined && origin === "owner") return this.owner;
    const spoken = speaker === undefined ? memory : spokenBy(memory, speaker);
    return new AsyncTideline(spoken, this.queue, adds);
  }

  /** Adds a fact. Requests that arrive at the same time share a commit, each in its own voice. */
  async add(memory: AsyncTideline, input: AddInput): Promise<AddResult> {
    return await memory.addTogether(input);
  }

  /** Erases everything of an origin, or shows what that would take. */
  forget(origin: Origin, speaker: Speaker, options: { readonly preview: boolean }): Promise<ForgottenOrigin> {
    if (!options.preview) this.sharedMemories.delete(originKey(origin));
    // The owner's own memory, because it alone reaches other origins; in the voice of whoever asked.
    const memory = { ...this.ownMemory, speaker };
    return this.queue.alone(() => forgetOrigin(memory, origin as OtherOrigin, options));
  }

  /** Erases and destroys the keys, or shows what that would take. */
  shred(target: ShredTarget, speaker: Speaker, options: { readonly preview: boolean }): Promise<ShredResult> {
    const { origin, everything } = target;
    if (everything === true && origin !== undefined && !options.preview)
      this.sharedMemories.delete(originKey(origin));
    const memory = { ...this.ownMemory, speaker };
    return this.queue.alone(() => shred(memory, target, options));
  }

  /** Forgets what somebody said, or shows what that would take. */
  forgetSubject(subject: Subject, speaker: Speaker, options: ForgetOptions): Promise<ForgetResult> {
    if (subject.origin !== undefined && options.preview !== true)
      this.sharedMemories.delete(originKey(subject.origin));
    const memory = { ...this.ownMemory, speaker };
    return this.queue.alone(() => forget(memory, subject, options));
  }

  /** What is known of somebody, as a document or a page. */
  exportSubject(
    subject: Subject,
    speaker: Speaker,
    options: { readonly page?: boolean | undefined },
  ): Promise<string> {
    const memory = { ...this.ownMemory, speaker };
    return this.queue.alone(() => exportSubject(memory, subject, options));
  }

  /** A long-running server may see many origins, so those that were not used for longest are dropped. */
  private sharedMemory(origin: Origin): SharedMemory {
    const key = originKey(origin);
    const known = this.sharedMemories.get(key);
    const shared = known ?? this.newSharedMemory(origin);
    this.sharedMemories.delete(key);
    this.sharedMemories.set(key, shared);
    const [oldest] = this.sharedMemories.keys();
    if (this.sharedMemories.size > MAX_HANDLES && oldest !== undefined) this.sharedMemories.delete(oldest);
    return shared;
  }

  private newSharedMemory(origin: Origin): SharedMemory {
    const memory = origin === "owner" ? this.ownMemory : memoryOf(this.ownMemory, origin, {});
    return { memory, adds: addsTogether(memory, this.queue) };
  }

  /** The same workspace over a store that keeps nothing. Without a timer, nothing goes on there once it has answered. */
  dryRun(): { readonly workspace: Workspace; readonly shadow: ShadowStore } {
    const shadow = new ShadowStore(this.store);
    const ports = { ...nodePorts, timer: undefined };
    return { workspace: new Workspace(shadow, this.place, this.options, this.chosen, { ports }), shadow };
  }

  async close(): Promise<void> {
    await this.tokens.keepUse();
    await this.owner.close();
  }

  private newOwner() {
    const { notesDir: _, onNotice: _told, lockWaitMs: _wait, embeds = false, ...options } = this.options;
    const { embedder, llm, chosen: policy } = this;
    const memory = openMemory(this.store, this.ports, { ...options, policy, embedder, llm });
    const queue = new Queue(memory.engine, embeds);
    return { memory, queue, owner: new AsyncTideline(memory, queue) };
  }
}

/**
 * The policy that was chosen. A policy that only its host knows keeps its name here, but ages facts like the default.
 */
function policyIn({
  policy = tidelinePolicy.id,
  policyParams,
}: Pick<Settings, "policy" | "policyParams">): LifecyclePolicy {
  if (POLICY_NAMES.some((name) => name === policy)) return policyOf(policy, policyParams);
  return { ...tidelinePolicy, id: policy, params: policyParams ?? {} };
}

const MAX_HANDLES = 1_000;

/**
 * The data folder of this user, independent of the current directory; `TIDELINE_DIR` names another, or the address of a
 * database.
 */
export function defaultDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env.TIDELINE_DIR) {
    if (isAddress(env.TIDELINE_DIR)) return env.TIDELINE_DIR;
    refuseTilde(env.TIDELINE_DIR);
    return resolve(env.TIDELINE_DIR);
  }
  if (process.platform === "win32")
    return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "tideline");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "tideline");
  return join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "tideline");
}

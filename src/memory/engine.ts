/**
 * What do all memories on one store share?
 *
 * The ports, the workspace's settings (`settings.ts`), and the origins that are open (`open-origin.ts`).
 */
import type { DistilLimits } from "../converse/distil-pass.ts";
import type { Distiller } from "../converse/distiller.ts";
import { isTidelineError, TidelineError } from "../errors.ts";
import { nameKey } from "../indexes/keys.ts";
import { type EmbeddingStatus, LearnedVectors } from "../indexes/learned/learned.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { MAX_OPEN_ORIGINS } from "../limits.ts";
import type { Retention } from "../log/retention.ts";
import type { Settings } from "../log/settings.ts";
import { ask, type Steps } from "../log/steps.ts";
import type { Fact } from "../model/fact.ts";
import { IdSource } from "../model/id.ts";
import { type Origin, originKey } from "../model/origin.ts";
import { allWords, type Words } from "../model/wording.ts";
import { type ClockAdapter, wholeMs } from "../ports/clock.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import type { Environment } from "../ports/environment.ts";
import type { Hash } from "../ports/hash.ts";
import type { LlmAdapter } from "../ports/llm.ts";
import type { Pause } from "../ports/pause.ts";
import type { Random } from "../ports/random.ts";
import type { RewriteQuery } from "../ports/rewrite.ts";
import type { AnyStorage } from "../ports/storage.ts";
import type { ThreatScanAdapter } from "../ports/threat-scan.ts";
import type { MaintenanceSettings, Timer } from "../ports/timer.ts";
import { type Embedded, Embedding } from "../upkeep/embedding.ts";
import type { AskLimits } from "../upkeep/think/ask.ts";
import { hostVerdict } from "../write/host-verdict.ts";
import { digestUnder, secretOfOrigin, workspaceDigest } from "../write/retry.ts";
import type { WriteRules } from "../write/rules.ts";
import { named, type SecretsMode, secretsAmong } from "../write/secrets.ts";
import { scanThreats, type Threat } from "../write/threat.ts";
import { OpenOrigin, type OriginPorts } from "./open-origin.ts";
import { Room } from "./room.ts";
import { type Declaring, declareSettings, readSettings } from "./settings.ts";

export interface EnginePorts {
  readonly clock: ClockAdapter;
  readonly random: Random;
  readonly hash: Hash;
  readonly pause: Pause;
  readonly timer?: Timer | undefined;
  /** The host's current settings for maintenance, for example from environment variables. */
  readonly maintenance?: (() => MaintenanceSettings) | undefined;
}

export interface EngineOptions {
  readonly policy: LifecyclePolicy;
  readonly threatScan: ThreatScanAdapter | undefined;
  /** What is done with credentials. */
  readonly secrets: SecretsMode;
  /** Attributes that hold several values, as this host declares them. */
  readonly multiValued: readonly string[] | undefined;
  /** Where the dream's drift stage looks up what the owner's facts name. */
  readonly environment: Environment | undefined;
  readonly embedder: EmbedderAdapter | undefined;
  /** Reads what was said and proposes what to remember. */
  readonly llm?: LlmAdapter | undefined;
  /** Reads observed turns and proposes what to remember. */
  readonly distiller: Distiller;
  readonly distilling: Distilling;
  readonly thinking: Thinking;
  /** How many origins stay in memory. */
  readonly maxOpenOrigins?: number | undefined;
  /** Puts questions in other words. Only for memories that answer with promises. */
  readonly rewrite?: RewriteQuery | undefined;
}

export interface Thinking extends AskLimits {
  /** Bridges between what nobody had joined are looked for. */
  readonly synthesise: boolean;
}

export interface Distilling extends DistilLimits {
  /** How long nothing must have been observed until the turns are distilled. */
  readonly debounceMs: number;
  /** How long the words of distilled turns are kept. */
  readonly keepDays: number;
  /** Of turns that name none. */
  readonly timeZone: string;
  /** Timers and the keeper distil. If not, only whoever asks for it does. */
  readonly byItself: boolean;
}

export class Engine {
  readonly store: AnyStorage;
  readonly ports: EnginePorts;
  readonly options: EngineOptions;
  readonly embedding: Embedding | undefined;
  private readonly origins = new Map<string, OpenOrigin>();
  private settings: Settings | undefined;
  private known: { readonly settings: Settings; readonly rules: WriteRules } | undefined;
  private readonly ids: IdSource;
  private readonly originPorts: OriginPorts;
  private readonly room: Room;
  private uses = 0;
  private ownSecret: string | undefined;

  constructor(store: AnyStorage, ports: EnginePorts, options: EngineOptions) {
    this.store = store;
    this.ports = ports;
    this.options = options;
    const { embedder } = options;
    this.ids = new IdSource((count) => ports.random.bytes(count));
    this.embedding = embedder === undefined ? undefined : new Embedding(embedder, () => this.now());
    this.originPorts = {
      ...{ store, policy: options.policy, pause: ports.pause },
      now: () => this.now(),
      newLearned: () => this.newLearned(),
      onLoad: (origin) => this.room.entered(origin),
      nextUse: () => ++this.uses,
    };
    this.room = new Room(options.maxOpenOrigins ?? MAX_OPEN_ORIGINS);
  }

  /** Distils the turns of an origin without being asked, the way this memory runs its verbs. */
  background: ((origin: Origin) => Promise<unknown>) | undefined;

  /** What distilling took since the memory was opened, all origins together, dry runs included. */
  /** What thinking took, since the memory was opened. */
  thought = { calls: 0, inputTokens: 0, outputTokens: 0 };
  /** Runs that stopped because they would have taken too much out of recall. */
  halted = 0;
  distilled = { turns: 0, calls: 0, inputTokens: 0, outputTokens: 0 };

  /** Told of every origin that is opened. */
  onOpen: ((origin: Origin, open: OpenOrigin) => void) | undefined;

  /** Functions that are called when the memory is closed. */
  readonly onClose = new Set<() => void>();

  maintenance(): MaintenanceSettings {
    return this.ports.maintenance?.() ?? { intervalMs: undefined, isFrozen: false };
  }

  /** Are turns distilled without being asked for? */
  distilsByItself(): boolean {
    return this.options.distilling.byItself && this.maintenance().distils !== false;
  }

  /** Called before a pass runs. */
  refuseIfFrozen(): void {
    if (this.maintenance().isFrozen)
      throw new TidelineError(
        "frozen",
        "Maintenance is frozen by BRIGADE_DISABLE_MEMORY_EXTRACT=1. Nothing was changed. Unset the variable to continue.",
      );
  }

  now(): number {
    return wholeMs(this.ports.clock);
  }

  /** The ids of each origin are in order. */
  newId(origin: OpenOrigin, nowMs: number): string {
    return this.ids.next(nowMs, origin);
  }

  open(origin: Origin): OpenOrigin {
    const key = originKey(origin);
    let open = this.origins.get(key);
    if (open === undefined) {
      open = new OpenOrigin(origin, this.originPorts);
      this.origins.set(key, open);
      this.onOpen?.(origin, open);
    }
    return open;
  }

  /** What is known of the origin if it is open and was read. */
  opened(origin: Origin): OpenOrigin | undefined {
    const open = this.origins.get(originKey(origin));
    return open?.known === undefined ? undefined : open;
  }

  /** The origin was erased. Handles on it stay valid: its memory is empty. */
  forget(origin: Origin): void {
    this.origins.get(originKey(origin))?.forgetAll();
    this.origins.delete(originKey(origin));
  }

  /** Every origin that has been opened and has learned vectors. */
  *embedded(): Generator<Embedded> {
    for (const { inMemory } of this.origins.values())
      if (inMemory?.learned !== undefined) yield { replica: inMemory.replica, learned: inMemory.learned };
  }

  embeddingStatus({ learned }: OpenOrigin): EmbeddingStatus | undefined {
    return learned && this.embedding?.status(learned);
  }

  private newLearned(): LearnedVectors | undefined {
    const isGraded = this.options.policy.precision !== undefined;
    return this.embedding && new LearnedVectors(this.embedding.embedder, this.ports.hash, isGraded);
  }

  /** The rules that a write is decided by. */
  *rules(): Steps<WriteRules> {
    const settings = yield* this.settings === undefined
      ? declareSettings(this.store, () => this.declaring())
      : readSettings(this.store, this.settings);
    this.settings = settings;
    if (this.known?.settings !== settings) this.known = { settings, rules: this.rulesOf(settings) };
    return this.known.rules;
  }

  /** What is erased after how long, and what may not be erased. */
  *retention(): Steps<Retention> {
    return (yield* readSettings(this.store, this.settings)).retention;
  }

  /**
   * The threats in all words of a fact: those that we find and those that the host's scanner finds. A credential is one,
   * unless this host refuses credentials: then it never gets here.
   */
  scan(said: Words): readonly Threat[] {
    const { threatScan, secrets } = this.options;
    const words = allWords(said);
    const threats = [
      ...scanThreats(words),
      ...(threatScan === undefined ? [] : hostVerdict(threatScan, words)),
    ];
    if (secrets === "refuse" || threats.some(({ kind }) => kind === "credential")) return threats;
    const found = secretsAmong(said);
    return found.length === 0
      ? threats
      : [...threats, { kind: "credential", why: `holds ${named(found)}`, at: 0 }];
  }

  /**
   * Must a fact be kept out of blocks, because it holds a credential? Also one that was stored before anybody looked.
   */
  holdsSecret(fact: Fact): boolean {
    return this.options.secrets !== "allow" && secretsAmong(fact).length > 0;
  }

  /** The secret of this origin alone: it may leave the workspace in an export. */
  secretOf({ secret = "" }: Settings, origin: Origin): string {
    return secretOfOrigin(this.ports.hash, secret, origin);
  }

  /**
   * A secret that only this process has and that is never written: nobody who has the files can test guesses against
   * digests made with it.
   */
  private processSecret(): string {
    this.ownSecret ??= this.ports.random.token(32);
    return this.ownSecret;
  }

  /** What this host declares about the workspace, and when. */
  private declaring(): Declaring {
    const { policy, multiValued } = this.options;
    return { at: this.now(), policy, multiValued, newSecret: () => this.ports.random.token(32) };
  }

  private rulesOf(settings: Settings): WriteRules {
    const { policy } = this.options;
    const { hash } = this.ports;
    const multiValued = new Set([...settings.multiValued].map(nameKey));
    return {
      policy,
      isMultiValued: (attribute) => multiValued.size > 0 && multiValued.has(nameKey(attribute)),
      scan: (said) => this.scan(said),
      secrets: this.options.secrets,
      digest: (text) => workspaceDigest(hash, settings.secret, text),
      digestOfRefused: (text) => workspaceDigest(hash, this.processSecret(), text),
      secretOf: (origin) => this.secretOf(settings, origin),
      digestUnder: (secret, text) => digestUnder(hash, secret, text),
    };
  }

  /** The origins that were used longest ago, if too many are in memory. Each must `leave`. */
  leaving(): readonly OpenOrigin[] {
    return this.room.leaving();
  }

  /** Takes the origin out of memory. Called between its verbs: in the middle of one, what it has read must stay. */
  *leave(open: OpenOrigin): Steps<void> {
    try {
      yield* open.flush("all");
      yield* this.keep(open);
    } catch (error) {
      // Where nothing can be written, such as on a read-only disk, what waits goes on waiting.
      if (!isTidelineError(error)) throw error;
    }
    open.unload();
  }

  /** Stores what makes opening the origin fast. */
  private *keep({ inMemory }: OpenOrigin): Steps<void> {
    if (inMemory === undefined) return;
    const { replica, learned } = inMemory;
    yield* replica.keepSnapshot();
    if (learned !== undefined && this.embedding !== undefined)
      yield* this.embedding.keep({ replica, learned }, this.store);
  }

  /** Writes everything that waits, for every origin. */
  *flushAll(): Steps<void> {
    for (const origin of this.origins.values()) {
      yield* origin.flush();
      yield* origin.flushShown();
    }
  }

  *close(): Steps<void> {
    for (const call of this.onClose) call();
    this.onClose.clear();
    yield* this.flushAll();
    for (const open of this.origins.values()) yield* this.keep(open);
    this.origins.clear();
    yield* ask(this.store.close());
    // Nobody waits for the encoder to be freed, and nothing of value is lost if that fails.
    void Promise.resolve(this.options.embedder?.close?.()).catch(() => undefined);
    void Promise.resolve(this.options.llm?.close?.()).catch(() => undefined);
  }
}

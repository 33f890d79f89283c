/**
 * What do all handles on one store share?
 *
 * The ports, the workspace's settings (`settings.ts`), and one mind per origin: everything known about it (`mind.ts`).
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import { nameKey } from "../indexes/keys.ts";
import { type EmbeddingStatus, LearnedVectors } from "../indexes/learned/learned.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { MARKS_WAIT_MS, MAX_SHOWN_WAITING, MAX_WAITING_MARKS } from "../limits.ts";
import { isOutdated } from "../log/retries.ts";
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
import type { Pause } from "../ports/pause.ts";
import type { Random } from "../ports/random.ts";
import type { AnyStorage } from "../ports/storage.ts";
import type { ThreatScanAdapter } from "../ports/threat-scan.ts";
import type { MaintenanceSettings, Timer } from "../ports/timer.ts";
import { type Embedded, Embedding } from "../upkeep/embedding.ts";
import { hostVerdict } from "../write/host-verdict.ts";
import { digestUnder, secretOfOrigin, workspaceDigest } from "../write/retry.ts";
import type { WriteRules } from "../write/rules.ts";
import { named, type SecretsMode, secretsAmong } from "../write/secrets.ts";
import { scanThreats, type Threat } from "../write/threat.ts";
import { type Mind, newMind, noteShown, type WaitingMark } from "./mind.ts";
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
  /** Only for handles that answer with promises. */
  readonly embedder: EmbedderAdapter | undefined;
}

/** How many facts are indexed at a time: that takes a few milliseconds. */
const FACTS_PER_SLICE = 32;

export class Engine {
  readonly store: AnyStorage;
  readonly ports: EnginePorts;
  readonly options: EngineOptions;
  readonly embedding: Embedding | undefined;
  private readonly minds = new Map<string, Mind>();
  private settings: Settings | undefined;
  private known: { readonly settings: Settings; readonly rules: WriteRules } | undefined;
  private readonly ids: IdSource;
  private ownSecret: string | undefined;

  constructor(store: AnyStorage, ports: EnginePorts, options: EngineOptions) {
    this.store = store;
    this.ports = ports;
    this.options = options;
    const { embedder } = options;
    this.ids = new IdSource((count) => ports.random.bytes(count));
    this.embedding = embedder === undefined ? undefined : new Embedding(embedder, () => this.now());
  }

  /** Functions that are called when the memory is closed. */
  readonly onClose = new Set<() => void>();

  maintenance(): MaintenanceSettings {
    return this.ports.maintenance?.() ?? { intervalMs: undefined, isFrozen: false };
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

  newId(mind: Mind, nowMs: number): string {
    return this.ids.next(nowMs, mind);
  }

  mind(origin: Origin): Mind {
    const key = originKey(origin);
    let mind = this.minds.get(key);
    if (mind === undefined) {
      mind = newMind(this.store, origin, this.newLearned());
      this.minds.set(key, mind);
    }
    return mind;
  }

  /** Updates the search indexes when the host has nothing else to do, a few facts at a time. */
  indexSoon(mind: Mind): void {
    if (mind.isIndexing || mind.replica.pendingCount === 0) return;
    mind.isIndexing = true;
    void this.indexInSlices(mind).finally(() => {
      mind.isIndexing = false;
    });
  }

  /** Reads which names facts mention, a few facts at a time. This work is put off until names are first asked for. */
  async readNames({ replica, entities }: Mind): Promise<void> {
    while (replica.known !== undefined && entities.readOn(replica.known)) await this.ports.pause.breathe();
  }

  private async indexInSlices({ replica }: Mind): Promise<void> {
    while (replica.pendingCount > 0) {
      await this.ports.pause.breathe();
      replica.updateLazy(Math.min(replica.pendingCount, FACTS_PER_SLICE));
    }
  }

  /** Every origin that has been opened and has learned vectors. */
  *embedded(): Generator<Embedded> {
    for (const { replica, learned } of this.minds.values())
      if (learned !== undefined) yield { replica, learned };
  }

  embeddingStatus({ learned }: Mind): EmbeddingStatus | undefined {
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

  /** The origin's own, which may leave with it. */
  secretOf({ secret = "" }: Settings, origin: Origin): string {
    return secretOfOrigin(this.ports.hash, secret, origin);
  }

  /**
   * Destroys secrets that came with exports of earlier versions: with them, guesses could be tested against digests in
   * headers.
   */
  *healCarried({ replica }: Mind): Steps<void> {
    const outdated = (replica.known?.carried.secrets ?? []).filter(isOutdated).map(({ seq }) => seq);
    if (outdated.length > 0)
      yield* replica.erase([], this.now(), { rule: "heal/secret-retired" }, { seqs: outdated });
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

  /**
   * Records a use that the policy counts. It waits in memory until enough uses wait, or until something else is
   * written.
   */
  *mark(mind: Mind, mark: WaitingMark): Steps<void> {
    if (this.noteUse(mind, mark)) yield* this.flush(mind);
  }

  /** Adds a use to the waiting ones without writing. Returns true once enough of them wait. */
  noteUse(mind: Mind, mark: WaitingMark): boolean {
    if (this.options.policy.reinforces.has(mark.how)) mind.waiting.push(mark);
    return mind.waiting.length >= MAX_WAITING_MARKS;
  }

  /** Facts were shown to somebody who had not asked for them. That is counted, but it is never a use. */
  *show(mind: Mind, facts: readonly string[], at: number): Steps<void> {
    for (const fact of facts) noteShown(mind.shown, fact, { count: 1, lastAt: at });
    if (mind.shown.size >= MAX_SHOWN_WAITING) yield* this.flushShown(mind);
  }

  /**
   * Writes the waiting uses if the oldest has waited long enough: otherwise a busy server would write them with every
   * commit.
   */
  *flushOld(mind: Mind): Steps<void> {
    const [oldest] = mind.waiting;
    if (oldest !== undefined && this.now() - oldest.at >= MARKS_WAIT_MS) yield* this.flush(mind);
  }

  /**
   * Writes the waiting uses. Counts of facts that were only shown go along; by themselves they are not worth an append,
   * unless `what` is "all".
   */
  *flush(mind: Mind, what: "used" | "all" = "used"): Steps<void> {
    const marks = mind.waiting;
    if (marks.length === 0 && (what === "used" || mind.shown.size === 0)) return;
    const shown = [...mind.shown];
    mind.waiting = [];
    mind.shown.clear();
    try {
      yield* mind.replica.mark(
        marks.map(({ fact, at, how }) => [fact, at, how] as const),
        this.now(),
        shown.map(([fact, { count, lastAt }]) => [fact, count, lastAt] as const),
      );
    } catch (error) {
      mind.waiting = [...marks, ...mind.waiting];
      for (const [fact, some] of shown) noteShown(mind.shown, fact, some);
      throw error;
    }
  }

  /**
   * Writes everything that waits. If that fails (on a read-only disk, for example), the counts of shown facts are
   * dropped so that reading goes on. The error is thrown only if uses wait too; these are kept.
   */
  *flushShown(mind: Mind): Steps<void> {
    try {
      yield* this.flush(mind, "all");
    } catch (error) {
      if (!isTidelineError(error)) throw error;
      mind.shown.clear();
      if (mind.waiting.length > 0) throw error;
    }
  }

  /** Writes everything that waits, for every origin. */
  *flushAll(): Steps<void> {
    for (const mind of this.minds.values()) {
      yield* this.flush(mind);
      yield* this.flushShown(mind);
    }
  }

  *close(): Steps<void> {
    for (const call of this.onClose) call();
    this.onClose.clear();
    yield* this.flushAll();
    for (const mind of this.minds.values()) {
      yield* mind.replica.keepSnapshot();
      const { replica, learned } = mind;
      if (learned !== undefined && this.embedding !== undefined)
        yield* this.embedding.keep({ replica, learned }, this.store);
    }
    this.minds.clear();
    yield* ask(this.store.close());
  }
}

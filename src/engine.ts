/**
 * What do all handles on one store share?
 *
 * The ports, the workspace's settings, and one mind per origin: its state, its indexes, and the access marks
 * that wait to be written. A mind never sees another origin's stream.
 */
import { isTidelineError, TidelineError } from "./errors.ts";
import { EntityIndex } from "./index/entities.ts";
import { KeyIndex } from "./index/keys.ts";
import { type EmbeddingStatus, LearnedVectors } from "./index/learned.ts";
import { LexicalIndex } from "./index/lexical.ts";
import { VectorIndex } from "./index/vectors.ts";
import type { LifecyclePolicy } from "./lifecycle/policy.ts";
import { tidelinePolicy } from "./lifecycle/tideline.ts";
import { MAX_COMMIT_ATTEMPTS, MAX_SHOWN_WAITING, MAX_WAITING_MARKS } from "./limits.ts";
import { LastCheckpoint } from "./log/last-checkpoint.ts";
import { Replica } from "./log/replica.ts";
import { foldSettings, NO_SETTINGS, type Settings } from "./log/settings.ts";
import { ask, type Steps } from "./log/steps.ts";
import type { Shown } from "./log/upkeep-state.ts";
import { type AccessKind, EVENT_VERSION, type MemoryEvent } from "./model/event.ts";
import { newId } from "./model/id.ts";
import { type Origin, originKey } from "./model/origin.ts";
import type { ClockAdapter } from "./ports/clock.ts";
import type { EmbedderAdapter } from "./ports/embedder.ts";
import type { Environment } from "./ports/environment.ts";
import type { Hash } from "./ports/hash.ts";
import type { Pause } from "./ports/pause.ts";
import type { Random } from "./ports/random.ts";
import type { AnyStorage } from "./ports/storage.ts";
import type { ThreatScanAdapter } from "./ports/threat-scan.ts";
import type { MaintenanceSettings, Timer } from "./ports/timer.ts";
import { isLive } from "./recall/eligible.ts";
import { Relevance } from "./recall/relevance.ts";
import { canonical } from "./text/canonical.ts";
import { type Embedded, Embedding } from "./upkeep/embedding.ts";
import { hostVerdict } from "./write/host-verdict.ts";
import type { WriteRules } from "./write/rules.ts";
import { scanThreats } from "./write/threat.ts";

export interface EnginePorts {
  readonly clock: ClockAdapter;
  readonly random: Random;
  readonly hash: Hash;
  readonly pause: Pause;
  readonly timer?: Timer | undefined;
  /** What the host's surroundings say about maintenance, now. */
  readonly maintenance?: (() => MaintenanceSettings) | undefined;
}

export interface EngineOptions {
  readonly policy: LifecyclePolicy;
  readonly threatScan: ThreatScanAdapter | undefined;
  /** Attributes that hold several values, as this host declares them. */
  readonly multiValued: readonly string[] | undefined;
  /** What the owner's facts may be compared with. */
  readonly environment: Environment | undefined;
  /** Only where answers may come later. */
  readonly embedder: EmbedderAdapter | undefined;
}

/** Chance is drawn for many ids at a time: asking for it takes longer than making an id of it. */
const ID_BYTES = 16;
const IDS_AT_ONCE = 64;
/** A slice of indexing takes a few milliseconds. */
const FACTS_PER_SLICE = 32;

/** A fact was used, and it is not written down yet. */
export interface WaitingMark {
  readonly fact: string;
  readonly at: number;
  readonly how: AccessKind;
}

export interface Mind {
  readonly replica: Replica;
  readonly keys: KeyIndex;
  readonly lexical: LexicalIndex;
  readonly relevance: Relevance;
  readonly vectors: VectorIndex;
  readonly entities: EntityIndex;
  /** Vectors of the embedder, where there is one. */
  readonly learned: LearnedVectors | undefined;
  readonly lastCheckpoint: LastCheckpoint;
  waiting: WaitingMark[];
  /** How often facts were shown in passing since it was last written down. */
  readonly shown: Map<string, Shown>;
  /** Somebody sees to it that the search indexes catch up. */
  isIndexing: boolean;
}

export class Engine {
  readonly store: AnyStorage;
  readonly ports: EnginePorts;
  readonly options: EngineOptions;
  readonly embedding: Embedding | undefined;
  private readonly minds = new Map<string, Mind>();
  private settings: Settings | undefined;
  private known: { readonly settings: Settings; readonly rules: WriteRules } | undefined;
  private chance: Uint8Array = new Uint8Array(0);
  private chanceUsed = 0;

  constructor(store: AnyStorage, ports: EnginePorts, options: EngineOptions) {
    this.store = store;
    this.ports = ports;
    this.options = options;
    const { embedder } = options;
    this.embedding = embedder === undefined ? undefined : new Embedding(embedder, () => this.now());
  }

  /** Called when the memory is closed. */
  readonly onClose = new Set<() => void>();

  maintenance(): MaintenanceSettings {
    return this.ports.maintenance?.() ?? { intervalMs: undefined, isFrozen: false };
  }

  /** Before a pass runs. */
  refuseIfFrozen(): void {
    if (this.maintenance().isFrozen)
      throw new TidelineError(
        "frozen",
        "Maintenance is frozen by BRIGADE_DISABLE_MEMORY_EXTRACT=1. Nothing was changed; unset it to go on.",
      );
  }

  now(): number {
    return Math.floor(this.ports.clock.now());
  }

  newId(nowMs: number): string {
    if (this.chanceUsed >= this.chance.length) {
      this.chance = this.ports.random.bytes(ID_BYTES * IDS_AT_ONCE);
      this.chanceUsed = 0;
    }
    this.chanceUsed += ID_BYTES;
    return newId(nowMs, this.chance.subarray(this.chanceUsed - ID_BYTES, this.chanceUsed));
  }

  mind(origin: Origin): Mind {
    const key = originKey(origin);
    let mind = this.minds.get(key);
    if (mind === undefined) {
      const keys = new KeyIndex();
      const lexical = new LexicalIndex(isLive);
      const vectors = new VectorIndex();
      const entities = new EntityIndex();
      const learned = this.newLearned();
      const lastCheckpoint = new LastCheckpoint();
      const indexes = [keys, lexical, vectors, entities, lastCheckpoint];
      const followers = learned === undefined ? indexes : [...indexes, learned];
      const replica = new Replica(this.store, origin, followers);
      const relevance = new Relevance(lexical);
      mind = {
        replica,
        keys,
        lexical,
        relevance,
        vectors,
        entities,
        lastCheckpoint,
        learned,
        waiting: [],
        shown: new Map(),
        isIndexing: false,
      };
      this.minds.set(key, mind);
    }
    return mind;
  }

  /** Brings the search indexes up to date when the host has nothing else to do, a few facts at a time. */
  indexSoon(mind: Mind): void {
    if (mind.isIndexing || mind.replica.untoldCount === 0) return;
    mind.isIndexing = true;
    void this.indexInSlices(mind).finally(() => {
      mind.isIndexing = false;
    });
  }

  private async indexInSlices({ replica }: Mind): Promise<void> {
    while (replica.untoldCount > 0) {
      await this.ports.pause.breathe();
      replica.tellPatient(Math.min(replica.untoldCount, FACTS_PER_SLICE));
    }
  }

  /** Every origin that was opened and has learned vectors. */
  *embedded(): Generator<Embedded> {
    for (const { replica, learned } of this.minds.values())
      if (learned !== undefined) yield { replica, learned };
  }

  embeddingStatus({ learned }: Mind): EmbeddingStatus | undefined {
    return learned && this.embedding?.status(learned);
  }

  private newLearned(): LearnedVectors | undefined {
    return this.embedding && new LearnedVectors(this.embedding.embedder, this.ports.hash);
  }

  /** The rules that a write is decided by. */
  *rules(): Steps<WriteRules> {
    const settings = yield* this.settings === undefined ? this.settle() : this.readOn(this.settings);
    this.settings = settings;
    if (this.known?.settings !== settings) this.known = { settings, rules: this.rulesOf(settings) };
    return this.known.rules;
  }

  private rulesOf(settings: Settings): WriteRules {
    const { policy, threatScan } = this.options;
    const { hash } = this.ports;
    const multiValued = new Set([...settings.multiValued].map(canonical));
    return {
      policy,
      isMultiValued: (attribute) => multiValued.size > 0 && multiValued.has(canonical(attribute)),
      scan: (content) => [
        ...scanThreats(content),
        ...(threatScan === undefined ? [] : hostVerdict(threatScan, content)),
      ],
      digest: (text) => hash.sha256(`${settings.secret}\n${text}`).slice(0, 32),
    };
  }

  /** A use that the policy counts waits until enough wait, or until something is written anyway. */
  *mark(mind: Mind, mark: WaitingMark): Steps<void> {
    if (!this.options.policy.reinforces.has(mark.how)) return;
    mind.waiting.push(mark);
    if (mind.waiting.length >= MAX_WAITING_MARKS) yield* this.flush(mind);
  }

  /** Facts were put in front of somebody who had not asked for them. Counted, and never taken for a use. */
  *show(mind: Mind, facts: readonly string[], at: number): Steps<void> {
    for (const fact of facts) noteShown(mind.shown, fact, { count: 1, lastAt: at });
    if (mind.shown.size >= MAX_SHOWN_WAITING) yield* this.flushShown(mind);
  }

  /** Writes down what waits. What was only shown waits for company: it is not worth an append of its own. */
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

  /** Where nothing else would be written, as on a disk that only lets us read, reading goes on without the count. */
  private *flushShown(mind: Mind): Steps<void> {
    try {
      yield* this.flush(mind, "all");
    } catch (error) {
      if (mind.waiting.length > 0 || !isTidelineError(error)) throw error;
      mind.shown.clear();
    }
  }

  *close(): Steps<void> {
    for (const call of this.onClose) call();
    this.onClose.clear();
    for (const mind of this.minds.values()) {
      yield* this.flush(mind);
      yield* this.flushShown(mind);
      yield* mind.replica.keepSnapshot();
      const { replica, learned } = mind;
      if (learned !== undefined && this.embedding !== undefined)
        yield* this.embedding.keep({ replica, learned }, this.store);
    }
    this.minds.clear();
    yield* ask(this.store.close());
  }

  /** Reads the workspace's settings, and logs what this host declares anew. */
  private *settle(): Steps<Settings> {
    let settings = NO_SETTINGS;
    for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
      settings = yield* this.readOn(settings);
      const missing = this.missingFrom(settings);
      if (missing.length === 0) return settings;
      try {
        yield* ask(this.store.append("workspace", settings.seq, missing));
      } catch (error) {
        if (!isTidelineError(error, "stream-moved")) throw error;
      }
    }
    throw new TidelineError(
      "stream-moved",
      "Others kept changing the workspace's settings. Try again later.",
    );
  }

  /** With what anybody has declared since. */
  private *readOn(before: Settings): Steps<Settings> {
    let settings = before;
    for (let more = true; more; ) {
      const page = yield* ask(this.store.read("workspace", settings.seq));
      settings = foldSettings(settings, page.events);
      more = page.more;
    }
    return settings;
  }

  private missingFrom(settings: Settings): readonly MemoryEvent[] {
    const common = { v: EVENT_VERSION, at: this.now() } as const;
    const { policy, multiValued } = this.options;
    const events: MemoryEvent[] = [];
    if (settings.secret === undefined)
      events.push({ type: "keyed", ...common, body: { secret: this.ports.random.token(32) } });
    if (!isChosen(policy, settings))
      events.push({ type: "policy-chosen", ...common, policy: policy.id, params: policy.params });
    const declared = [...new Set(multiValued ?? [])];
    if (declared.some((attribute) => !settings.multiValued.has(attribute))) {
      events.push({
        type: "slots-declared",
        ...common,
        body: { multiValued: [...new Set([...settings.multiValued, ...declared])] },
      });
    }
    return events;
  }
}

function noteShown(waiting: Map<string, Shown>, fact: string, more: Shown): void {
  const { count = 0, lastAt = more.lastAt } = waiting.get(fact) ?? {};
  waiting.set(fact, { count: count + more.count, lastAt: Math.max(lastAt, more.lastAt) });
}

/** Is it the policy that was chosen last, with the same figures? Without any choice, the default. */
function isChosen({ id, params }: LifecyclePolicy, settings: Settings): boolean {
  const { policy = tidelinePolicy.id, policyParams = tidelinePolicy.params } = settings;
  return id === policy && sortedJson(params) === sortedJson(policyParams);
}

function sortedJson(params: LifecyclePolicy["params"]): string {
  return JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The object through which everything is reached, in two faces: one that answers at once, one that answers later.
 *
 * Both drive the same verbs. The later one takes them one at a time, so that what a verb has read is still so when
 * it decides.
 *
 * Long because every verb stands here twice, a few lines each; what they do is elsewhere.
 */
import type { ContextOptions } from "./context/options.ts";
import { Engine, type EngineOptions, type EnginePorts } from "./engine.ts";
import { type ErrorCode, isTidelineError, TidelineError, WriteGateError } from "./errors.ts";
import type { GraphOptions, MemoryGraph } from "./govern/graph-export.ts";
import type { Inspection } from "./govern/inspect.ts";
import type { ListOptions, Stats } from "./govern/listing.ts";
import type { Overview } from "./govern/overview.ts";
import type { Entity } from "./index/entities.ts";
import type { EmbeddingStatus } from "./index/learned.ts";
import type { Params } from "./lifecycle/params.ts";
import { type PolicyName, policyOf } from "./lifecycle/policies.ts";
import type { LifecyclePolicy } from "./lifecycle/policy.ts";
import type { Tuning } from "./lifecycle/tune.ts";
import { ask, driveLater, driveNow, type Steps } from "./log/steps.ts";
import { Together } from "./log/together.ts";
import type { PassRecord } from "./log/upkeep-state.ts";
import type { Fact } from "./model/fact.ts";
import type { LinkKind } from "./model/link.ts";
import { type ChannelOrigin, type Origin, originKey, parseOrigin } from "./model/origin.ts";
import type { Stream } from "./model/stream.ts";
import type { ClockAdapter } from "./ports/clock.ts";
import type { EmbedderAdapter } from "./ports/embedder.ts";
import type { Environment } from "./ports/environment.ts";
import type { AnyStorage, RecordedEvent, VerifyOptions } from "./ports/storage.ts";
import type { ThreatScanAdapter } from "./ports/threat-scan.ts";
import type { Explanation } from "./recall/explain.ts";
import type { Recalled, RecallOptions, Receipt } from "./recall/hit.ts";
import type { Ageing } from "./upkeep/ageing.ts";
import type { Contradiction } from "./upkeep/contradiction.ts";
import { contradictionPass } from "./upkeep/contradiction-pass.ts";
import { type DreamOptions, parseEnvironment } from "./upkeep/dream/options.ts";
import { type DreamReport, runDream } from "./upkeep/dream/run.ts";
import type { QueryVector } from "./upkeep/embedding.ts";
import { EmbeddingPump } from "./upkeep/embedding-pump.ts";
import { Keeper, type KeeperTask } from "./upkeep/keeper.ts";
import {
  type PassInput,
  parsePass,
  parsePassInput,
  parseSweepOptions,
  parseUndoOptions,
  type SweepOptions,
} from "./upkeep/options.ts";
import type { Pass, PassHost, PassReport } from "./upkeep/pass.ts";
import type { PassDiff } from "./upkeep/pass-diff.ts";
import type { ResolveOptions } from "./upkeep/resolve.ts";
import { runPass } from "./upkeep/run-pass.ts";
import { sweepPass } from "./upkeep/sweep.ts";
import { type UndoOptions, type UndoReport, undoPass } from "./upkeep/undo-pass.ts";
import {
  type AddResult,
  type AgeingOptions,
  type ContradictionsOptions,
  type ExportOptions,
  type OverviewOptions,
  type PurgeResult,
  type RefusedResult,
  Verbs,
  type VerifyResult,
} from "./verbs.ts";
import { type AddInput, bad, fieldsOf, parseName, parseNames } from "./write/draft.ts";

export interface TidelineOptions {
  /** Whose memory the handle is for. Default: the owner's. */
  readonly origin?: Origin | undefined;
  /** The source of what is added without one. Default: owner_message, or channel_message on a channel handle. */
  readonly defaultSource?: string | undefined;
  readonly clock?: ClockAdapter | undefined;
  readonly threatScan?: ThreatScanAdapter | undefined;
  /** How facts age. Default: "tideline". */
  readonly policy?: PolicyName | LifecyclePolicy | undefined;
  /** Figures of a policy that was named: docs/lifecycle.md lists them. */
  readonly policyParams?: Params | undefined;
  /** Attributes of slots that hold several values at once. Logged in the workspace. */
  readonly multiValued?: readonly string[] | undefined;
  /** Where the dream looks up what the owner's facts name (drift); `nodeEnvironment({ roots })` is one for Node. */
  readonly environment?: Environment | undefined;
  /** A learned model behind the vector lane. It answers later: for `connect` only. */
  readonly embedder?: EmbedderAdapter | undefined;
}

const OPTION_NAMES: ReadonlySet<string> = new Set<keyof TidelineOptions>([
  "origin",
  "defaultSource",
  "clock",
  "threatScan",
  "policy",
  "policyParams",
  "multiValued",
  "environment",
  "embedder",
]);

/** What a handle is: whose memory, and whether the host itself opened it for the owner. */
interface Handle {
  readonly engine: Engine;
  readonly origin: Origin;
  readonly defaultSource: string;
  readonly mayActForOthers: boolean;
}

/** Checks options and makes what a host's own handle stands on. */
export function openHandle(store: AnyStorage, ports: EnginePorts, value: TidelineOptions): Handle {
  const options = fieldsOf(value, OPTION_NAMES, "Tideline") as TidelineOptions;
  const origin = parseOrigin(options.origin ?? "owner");
  const engine = new Engine(
    store,
    { ...ports, clock: parseClock(options.clock) ?? ports.clock },
    parseEngineOptions(options),
  );
  return {
    engine,
    origin,
    defaultSource: parseDefaultSource(options.defaultSource, origin),
    mayActForOthers: origin === "owner",
  };
}

function parseEngineOptions(options: TidelineOptions): EngineOptions {
  const { policy = "tideline", policyParams, threatScan, multiValued } = options;
  if (threatScan !== undefined && typeof threatScan?.scan !== "function")
    throw bad("threatScan must have a function scan(content)");
  return {
    policy: policyOf(policy, policyParams),
    threatScan,
    multiValued: multiValued === undefined ? undefined : parseNames(multiValued, "multiValued"),
    embedder: options.embedder,
    environment: parseEnvironment(options.environment),
  };
}

function parseClock(clock: ClockAdapter | undefined): ClockAdapter | undefined {
  if (clock !== undefined && typeof clock?.now !== "function") throw bad("clock must have a function now()");
  return clock;
}

function parseDefaultSource(source: string | undefined, origin: Origin): string {
  if (source !== undefined) return parseName(source, "defaultSource");
  return origin === "owner" ? "owner_message" : "channel_message";
}

/** A handle for another origin on the same store: for the host's own owner handle only. */
function handleFor(
  handle: Handle,
  value: ChannelOrigin,
  options: { readonly defaultSource?: string | undefined },
): Handle {
  if (!handle.mayActForOthers) {
    throw new TidelineError(
      "not-allowed",
      "Only a handle that the host opened for the owner can act for another origin.",
    );
  }
  const origin = parseOrigin(value);
  const { defaultSource } = fieldsOf(options, new Set(["defaultSource"]), "as");
  return {
    engine: handle.engine,
    origin,
    defaultSource: parseDefaultSource(defaultSource as string | undefined, origin),
    mayActForOthers: false,
  };
}

async function runSweep({ engine }: Handle, host: PassHost, options: unknown): Promise<PassReport> {
  engine.refuseIfFrozen();
  const { graceDays, ...pass } = parseSweepOptions(options);
  return await runPass(sweepPass(engine.options.policy, { graceDays }), host, pass);
}

async function runOwn<P>(
  { engine }: Handle,
  pass: Pass<P>,
  host: PassHost,
  options: unknown,
): Promise<PassReport> {
  engine.refuseIfFrozen();
  return await runPass(parsePass(pass), host, parsePassInput(options));
}

type Drive = PassHost["drive"];

async function dreamOn(
  { engine }: Handle,
  verbs: Verbs,
  drive: Drive,
  options: DreamOptions | undefined,
): Promise<DreamReport> {
  engine.refuseIfFrozen();
  return await runDream(verbs.dreamHost(drive), options);
}

const DAY_MS = 86_400_000;

/** The keeper of a whole workspace: for the host's own owner handle only. */
function keeperOf(handle: Handle, drive: Drive, options: KeeperOptions): Keeper {
  if (!handle.mayActForOthers)
    throw new TidelineError(
      "not-allowed",
      "Only a handle that the host opened for the owner can keep a workspace.",
    );
  const { environment, intervalMs } = fieldsOf(
    options,
    new Set(["environment", "intervalMs"]),
    "keeper",
  ) as KeeperOptions;
  if (intervalMs !== undefined && !(typeof intervalMs === "number" && intervalMs >= 1))
    throw bad("intervalMs must be a number from 1");
  const { engine } = handle;
  const keeper = new Keeper({
    timer: engine.ports.timer,
    now: () => engine.now(),
    isFrozen: () => engine.maintenance().isFrozen,
    intervalMs: () => intervalMs ?? engine.maintenance().intervalMs ?? DAY_MS,
    origins: async () => {
      const streams = await drive(() => ask(engine.store.list()));
      return streams.flatMap((stream) => (isOrigin(stream) ? [stream] : []));
    },
    digest: async (text) => (await drive(() => engine.rules())).digest(text),
    read: async (afterSeq) => await drive(() => ask(engine.store.read("workspace", afterSeq))),
    append: async (seq, event) => {
      await drive(() => ask(engine.store.append("workspace", seq, [event])));
    },
    run: (task, origin) =>
      runTask(task, new Verbs(engine, origin, "owner_message"), handle, drive, environment),
  });
  engine.onClose.add(() => keeper.stop());
  return keeper;
}

async function runTask(
  task: KeeperTask,
  verbs: Verbs,
  { engine }: Handle,
  drive: Drive,
  environment: Environment | undefined,
): Promise<PassReport> {
  engine.refuseIfFrozen();
  if (task === "sweep") return await runPass(sweepPass(engine.options.policy, {}), verbs.passHost(drive), {});
  if (task === "dream") {
    // What is on the owner's machine is nothing that others may find out by naming it.
    const own = verbs.origin === "owner" ? environment : undefined;
    return await runDream(verbs.dreamHost(drive), { environment: own });
  }
  const { isMultiValued } = await drive(() => engine.rules());
  return await runPass(contradictionPass(isMultiValued), verbs.passHost(drive), {});
}

/** Marks and the workspace are streams too, and no origins. */
function isOrigin(stream: Stream): stream is Origin {
  return stream !== "workspace" && (stream === "owner" || "channel" in stream);
}

export interface KeeperOptions {
  /** How often each task is due. Default: BRIGADE_MAINTENANCE_INTERVAL_MS, or a day. */
  readonly intervalMs?: number | undefined;
  /** For the dream's drift stage, on the owner's facts only. Default: the one that the memory was opened with. */
  readonly environment?: Environment | undefined;
}

export interface BeforeTurnOptions {
  /** Who is talking. Default: whom the handle is for. */
  readonly origin?: Origin | undefined;
  /** The block is never longer. Default 1200. */
  readonly maxChars?: number | undefined;
}

const TURN_CHARS = 1_200;

/** Whose memory may be shown before this turn; undefined for anybody who is not known here. */
function turnHandle(handle: Handle, origin: unknown): Handle | undefined {
  if (origin === undefined) return handle;
  try {
    const wanted = parseOrigin(origin);
    if (originKey(wanted) === originKey(handle.origin)) return handle;
    return handle.mayActForOthers && wanted !== "owner" ? handleFor(handle, wanted, {}) : undefined;
  } catch (error) {
    // Somebody who cannot be named gets nothing of anybody.
    if (isTidelineError(error)) return undefined;
    throw error;
  }
}

/** Whose block a turn gets, and how long it may be; undefined if it gets none. */
function turnOf(
  handle: Handle,
  message: string,
  options: BeforeTurnOptions,
): { readonly whose: Handle; readonly maxChars: number } | undefined {
  const { origin, maxChars = TURN_CHARS } = fieldsOf(
    options,
    new Set(["origin", "maxChars"]),
    "beforeTurn",
  ) as BeforeTurnOptions;
  const whose = turnHandle(handle, origin);
  if (whose === undefined || typeof message !== "string" || message.trim() === "") return undefined;
  return { whose, maxChars };
}

function* blockFor(handle: Handle, message: string, options: BeforeTurnOptions): Steps<string | undefined> {
  const turn = turnOf(handle, message, options);
  if (turn === undefined) return undefined;
  const { engine, origin, defaultSource } = turn.whose;
  return yield* new Verbs(engine, origin, defaultSource).context(message, { maxChars: turn.maxChars });
}

/** Memory that answers at once. */
export class SyncTideline {
  readonly origin: Origin;
  private readonly handle: Handle;
  private readonly verbs: Verbs;

  protected constructor(handle: Handle) {
    this.handle = handle;
    this.origin = handle.origin;
    this.verbs = new Verbs(handle.engine, handle.origin, handle.defaultSource);
  }

  /** Another origin's memory, as the host vouches for it. */
  as(origin: ChannelOrigin, options: { readonly defaultSource?: string | undefined } = {}): SyncTideline {
    return new SyncTideline(handleFor(this.handle, origin, options));
  }

  add(input: AddInput): AddResult {
    return driveNow(this.verbs.add(input));
  }

  /** One durable commit; outcomes in order, refusals in place. */
  addMany(inputs: readonly AddInput[]): readonly (AddResult | RefusedResult)[] {
    return driveNow(this.verbs.addMany(inputs));
  }

  get(id: string): Fact | undefined {
    return driveNow(this.verbs.get(id));
  }

  recall(query: string, options?: RecallOptions): Recalled {
    return driveNow(this.verbs.recall(query, options));
  }

  search(query: string, options?: RecallOptions): Recalled {
    return driveNow(this.verbs.search(query, options));
  }

  context(query: string, options?: ContextOptions): string | undefined {
    return driveNow(this.verbs.context(query, options));
  }

  explain(query: string, id: string, options?: RecallOptions): Explanation {
    return driveNow(this.verbs.explain(query, id, options));
  }

  replay(receipt: Receipt): Recalled {
    return driveNow(this.verbs.replay(receipt));
  }

  list(options?: ListOptions): readonly Fact[] {
    return driveNow(this.verbs.list(options));
  }

  review(): readonly Fact[] {
    return driveNow(this.verbs.review());
  }

  entities(): readonly Entity[] {
    return driveNow(this.verbs.entities());
  }

  graph(options?: GraphOptions): MemoryGraph {
    return driveNow(this.verbs.graph(options));
  }

  /** How memory stands, and what happened lately. */
  overview(options?: OverviewOptions): Overview {
    return driveNow(this.verbs.overview(options));
  }

  /** How a fact aged and will age, under each policy. */
  ageing(id: string, options?: AgeingOptions): Ageing {
    return driveNow(this.verbs.ageing(id, options));
  }

  entity(name: string): Entity | undefined {
    return driveNow(this.verbs.entity(name));
  }

  contradictions(options?: ContradictionsOptions): readonly Contradiction[] {
    return driveNow(this.verbs.contradictions(options));
  }

  resolve(id: string, options: ResolveOptions): readonly Fact[] {
    return driveNow(this.verbs.resolve(id, options));
  }

  inspect(id: string): Inspection {
    return driveNow(this.verbs.inspect(id));
  }

  history(id: string): readonly RecordedEvent[] {
    return driveNow(this.verbs.history(id));
  }

  link(from: string, kind: LinkKind, to: string): Fact {
    return driveNow(this.verbs.link(from, kind, to));
  }

  archive(id: string, why?: string): Fact {
    return driveNow(this.verbs.archive(id, why));
  }

  restore(id: string): Fact {
    return driveNow(this.verbs.restore(id));
  }

  pin(id: string): Fact {
    return driveNow(this.verbs.pin(id));
  }

  unpin(id: string): Fact {
    return driveNow(this.verbs.unpin(id));
  }

  endorse(id: string): Fact {
    return driveNow(this.verbs.endorse(id));
  }

  /** Out of ranking, until it is put back by hand. */
  suppress(id: string): Fact {
    return driveNow(this.verbs.suppress(id));
  }

  unsuppress(id: string): Fact {
    return driveNow(this.verbs.unsuppress(id));
  }

  /** One layer up, for the layered policy. */
  promote(id: string): Fact {
    return driveNow(this.verbs.promote(id));
  }

  demote(id: string): Fact {
    return driveNow(this.verbs.demote(id));
  }

  /** It helped, or it did not. */
  feedback(id: string, signal: "up" | "down"): Fact {
    return driveNow(this.verbs.feedback(id, signal));
  }

  /** Lets the policy archive, prune, suppress and promote. Piece by piece, so it answers later. */
  sweep(options?: SweepOptions): Promise<PassReport> {
    return runSweep(this.handle, this.passHost(), options);
  }

  /** What is known about a message, as a block for the prompt of the turn that answers it. Counts as no use.
   * undefined if nothing is known, or if whoever is talking is nobody whose memory this handle may show. */
  beforeTurn(message: string, options: BeforeTurnOptions = {}): string | undefined {
    return driveNow(blockFor(this.handle, message, options));
  }

  /** What is due for every origin of the workspace, and when; runs it, now or by itself. */
  keeper(options: KeeperOptions = {}): Keeper {
    return keeperOf(this.handle, (steps) => driveNow(steps()), options);
  }

  /** The night's work: confirm, merge, link, let go. Piece by piece, so it answers later. */
  dream(options?: DreamOptions): Promise<DreamReport> {
    return dreamOn(this.handle, this.verbs, (steps) => driveNow(steps()), options);
  }

  /** Backfills how much news each fact was, for facts that came before the layered policy did. */
  async backfillSurprise(options?: PassInput): Promise<PassReport> {
    return await runOwn(this.handle, this.verbs.surprisePass(), this.passHost(), options);
  }

  /** Half-lives that this memory's own history suggests for the freshness policy. Changes nothing. */
  tune(): Tuning {
    return driveNow(this.verbs.tune());
  }

  /** A maintenance run of your own, by the same mechanism: previewed, vetoed, logged and undone like ours. */
  run<P>(pass: Pass<P>, options?: PassInput): Promise<PassReport> {
    return runOwn(this.handle, pass, this.passHost(), options);
  }

  /** Maintenance runs, latest first. */
  passes(): readonly PassRecord[] {
    return driveNow(this.verbs.passes());
  }

  /** What one of them changed, fact by fact. */
  pass(id: string): PassDiff {
    return driveNow(this.verbs.pass(id));
  }

  /** Takes a pass back, fact by fact; names what somebody changed since. */
  async undo(passId: string, options?: UndoOptions): Promise<UndoReport> {
    return await undoPass(parseName(passId, "passId"), this.passHost(), parseUndoOptions(options));
  }

  purge(id: string, options?: { readonly preview?: boolean | undefined }): PurgeResult {
    return driveNow(this.verbs.purge(id, options));
  }

  export(options?: ExportOptions): string {
    return driveNow(this.verbs.export(options));
  }

  import(text: string): { readonly events: number; readonly facts: number } {
    return driveNow(this.verbs.import(text));
  }

  verify(options?: VerifyOptions): VerifyResult {
    return driveNow(this.verbs.verify(options));
  }

  stats(): Stats {
    return driveNow(this.verbs.stats());
  }

  close(): void {
    driveNow(this.verbs.close());
  }

  /** A piece at once, then a pause. */
  private passHost(): PassHost {
    return this.verbs.passHost((steps) => driveNow(steps()));
  }
}

/** What an add can be refused for before anything is written. */
const ADD_REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(["invalid-argument", "invalid-event", "no-such-fact", "erased-fact", "idempotency-conflict"] as const),
  ...(["write-gate", "event-too-large", "batch-too-large", "origin-full"] as const),
]);

/** The same verbs, each answering with a promise. */
export class AsyncTideline {
  readonly origin: Origin;
  private readonly handle: Handle;
  private readonly verbs: Verbs;
  private readonly turn: Turn;
  private readonly together: Together<AddInput, AddResult | RefusedResult>;

  constructor(handle: Handle, turn: Turn = new Turn(handle.engine)) {
    this.handle = handle;
    this.origin = handle.origin;
    this.verbs = new Verbs(handle.engine, handle.origin, handle.defaultSource);
    this.turn = turn;
    this.together = new Together({
      turn: (steps) => turn.take(steps),
      commit: (inputs) => this.verbs.addMany(inputs),
      isRefusal: (error) => isTidelineError(error) && ADD_REFUSALS.has(error.code),
    });
  }

  as(origin: ChannelOrigin, options: { readonly defaultSource?: string | undefined } = {}): AsyncTideline {
    return new AsyncTideline(handleFor(this.handle, origin, options), this.turn);
  }

  add(input: AddInput): Promise<AddResult> {
    return this.turn.take(() => this.verbs.add(input));
  }

  /** As `add`, for callers that do not know of each other: those that wait at one time share one durable commit. */
  async addTogether(input: AddInput): Promise<AddResult> {
    const result = await this.together.add(input);
    if (result.outcome === "refused") throw new WriteGateError(result.reason, { rule: result.rule });
    return result;
  }

  addMany(inputs: readonly AddInput[]): Promise<readonly (AddResult | RefusedResult)[]> {
    return this.turn.take(() => this.verbs.addMany(inputs));
  }

  get(id: string): Promise<Fact | undefined> {
    return this.turn.take(() => this.verbs.get(id));
  }

  async recall(query: string, options?: RecallOptions): Promise<Recalled> {
    const vector = await this.vectorOf(query);
    return this.turn.take(() => this.verbs.recall(query, options, vector));
  }

  async search(query: string, options?: RecallOptions): Promise<Recalled> {
    const vector = await this.vectorOf(query);
    return this.turn.take(() => this.verbs.search(query, options, vector));
  }

  async context(query: string, options?: ContextOptions): Promise<string | undefined> {
    const vector = await this.vectorOf(query);
    return this.turn.take(() => this.verbs.context(query, options, vector));
  }

  async explain(query: string, id: string, options?: RecallOptions): Promise<Explanation> {
    const vector = await this.vectorOf(query);
    return this.turn.take(() => this.verbs.explain(query, id, options, vector));
  }

  async replay(receipt: Receipt): Promise<Recalled> {
    const vector = receipt?.model === undefined ? undefined : await this.vectorOf(receipt.query);
    return this.turn.take(() => this.verbs.replay(receipt, vector));
  }

  list(options?: ListOptions): Promise<readonly Fact[]> {
    return this.turn.take(() => this.verbs.list(options));
  }

  review(): Promise<readonly Fact[]> {
    return this.turn.take(() => this.verbs.review());
  }

  entities(): Promise<readonly Entity[]> {
    return this.turn.take(() => this.verbs.entities());
  }

  graph(options?: GraphOptions): Promise<MemoryGraph> {
    return this.turn.take(() => this.verbs.graph(options));
  }

  overview(options?: OverviewOptions): Promise<Overview> {
    return this.turn.take(() => this.verbs.overview(options));
  }

  ageing(id: string, options?: AgeingOptions): Promise<Ageing> {
    return this.turn.take(() => this.verbs.ageing(id, options));
  }

  entity(name: string): Promise<Entity | undefined> {
    return this.turn.take(() => this.verbs.entity(name));
  }

  contradictions(options?: ContradictionsOptions): Promise<readonly Contradiction[]> {
    return this.turn.take(() => this.verbs.contradictions(options));
  }

  resolve(id: string, options: ResolveOptions): Promise<readonly Fact[]> {
    return this.turn.take(() => this.verbs.resolve(id, options));
  }

  inspect(id: string): Promise<Inspection> {
    return this.turn.take(() => this.verbs.inspect(id));
  }

  history(id: string): Promise<readonly RecordedEvent[]> {
    return this.turn.take(() => this.verbs.history(id));
  }

  link(from: string, kind: LinkKind, to: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.link(from, kind, to));
  }

  archive(id: string, why?: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.archive(id, why));
  }

  restore(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.restore(id));
  }

  pin(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.pin(id));
  }

  unpin(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.unpin(id));
  }

  endorse(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.endorse(id));
  }

  suppress(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.suppress(id));
  }

  unsuppress(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.unsuppress(id));
  }

  promote(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.promote(id));
  }

  demote(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.demote(id));
  }

  feedback(id: string, signal: "up" | "down"): Promise<Fact> {
    return this.turn.take(() => this.verbs.feedback(id, signal));
  }

  sweep(options?: SweepOptions): Promise<PassReport> {
    return runSweep(this.handle, this.passHost(), options);
  }

  /** What is known about a message, as a block for the prompt of the turn that answers it. Counts as no use.
   * undefined if nothing is known, or if whoever is talking is nobody whose memory this handle may show. */
  async beforeTurn(message: string, options: BeforeTurnOptions = {}): Promise<string | undefined> {
    const turn = turnOf(this.handle, message, options);
    if (turn === undefined) return undefined;
    const { whose, maxChars } = turn;
    return await new AsyncTideline(whose, this.turn).context(message, { maxChars });
  }

  /** What is due for every origin of the workspace, and when; runs it, now or by itself. */
  keeper(options: KeeperOptions = {}): Keeper {
    return keeperOf(this.handle, (steps) => this.turn.take(steps), options);
  }

  dream(options?: DreamOptions): Promise<DreamReport> {
    return dreamOn(this.handle, this.verbs, (steps) => this.turn.take(steps), options);
  }

  run<P>(pass: Pass<P>, options?: PassInput): Promise<PassReport> {
    return runOwn(this.handle, pass, this.passHost(), options);
  }

  async backfillSurprise(options?: PassInput): Promise<PassReport> {
    return await runOwn(this.handle, this.verbs.surprisePass(), this.passHost(), options);
  }

  tune(): Promise<Tuning> {
    return this.turn.take(() => this.verbs.tune());
  }

  passes(): Promise<readonly PassRecord[]> {
    return this.turn.take(() => this.verbs.passes());
  }

  pass(id: string): Promise<PassDiff> {
    return this.turn.take(() => this.verbs.pass(id));
  }

  async undo(passId: string, options?: UndoOptions): Promise<UndoReport> {
    return await undoPass(parseName(passId, "passId"), this.passHost(), parseUndoOptions(options));
  }

  purge(id: string, options?: { readonly preview?: boolean | undefined }): Promise<PurgeResult> {
    return this.turn.take(() => this.verbs.purge(id, options));
  }

  export(options?: ExportOptions): Promise<string> {
    return this.turn.take(() => this.verbs.export(options));
  }

  import(text: string): Promise<{ readonly events: number; readonly facts: number }> {
    return this.turn.take(() => this.verbs.import(text));
  }

  verify(options?: VerifyOptions): Promise<VerifyResult> {
    return this.turn.take(() => this.verbs.verify(options));
  }

  stats(): Promise<Stats> {
    return this.turn.take(() => this.verbs.stats());
  }

  /** Waits until every fact has its learned vector. Throws what stops it; without an embedder there is none. */
  async embedPending(): Promise<EmbeddingStatus | undefined> {
    await this.turn.take(() => this.verbs.stats());
    await this.turn.pump?.drain();
    return (await this.stats()).embedding;
  }

  /** Before the verb takes its turn: nobody waits for the embedder but who asked. */
  private async vectorOf(query: string): Promise<QueryVector | undefined> {
    const { embedding } = this.handle.engine;
    const { learned } = this.handle.engine.mind(this.origin);
    const text = this.verbs.parseQuery(query);
    return embedding === undefined || learned === undefined || text.trim() === ""
      ? undefined
      : embedding.query(text, learned);
  }

  close(): Promise<void> {
    this.turn.pump?.stop();
    return this.turn.take(() => this.verbs.close());
  }

  /** Each piece takes its turn among the other verbs. */
  private passHost(): PassHost {
    return this.verbs.passHost((steps) => this.turn.take(steps));
  }
}

/** One verb after the other, in the order in which they were asked for; vectors are brought in between. */
class Turn {
  readonly pump: EmbeddingPump | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine) {
    const { embedding, store } = engine;
    const turn = <T>(verb: () => Steps<T>) => this.queue(verb);
    this.pump = embedding && new EmbeddingPump(embedding, { store, origins: () => engine.embedded(), turn });
  }

  take<T>(verb: () => Steps<T>): Promise<T> {
    const mine = this.queue(verb);
    const goOn = () => this.pump?.kick();
    void mine.then(goOn, goOn);
    return mine;
  }

  private queue<T>(verb: () => Steps<T>): Promise<T> {
    const run = () => driveLater(verb());
    const mine = this.last.then(run, run);
    this.last = mine;
    return mine;
  }
}

/** What is a memory that answers with promises? The same verbs, run one at a time from a queue. */
import type { ContextOptions } from "../context/options.ts";
import { type ErrorCode, isTidelineError } from "../errors.ts";
import type { Desk, GroupedReviewOptions, ReviewOptions } from "../govern/desk.ts";
import type { GraphOptions, MemoryGraph } from "../govern/graph-export.ts";
import type { Inspection } from "../govern/inspect.ts";
import type { ListOptions, Stats } from "../govern/listing.ts";
import type { Overview } from "../govern/overview.ts";
import type { EmbeddingStatus } from "../indexes/learned/learned.ts";
import type { Entity } from "../indexes/names/entities.ts";
import type { Tuning } from "../lifecycle/tune.ts";
import { Together } from "../log/together.ts";
import type { PassRecord } from "../log/upkeep-state.ts";
import { parseName } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import type { LinkKind } from "../model/link.ts";
import type { ChannelOrigin, Origin } from "../model/origin.ts";
import type { Authority } from "../model/source.ts";
import type { Pass, PassHost, PassReport } from "../passes/pass.ts";
import type { PassDiff } from "../passes/pass-diff.ts";
import { type UndoOptions, type UndoReport, undoPass } from "../passes/undo-pass.ts";
import type { RecordedEvent, VerifyOptions } from "../ports/storage.ts";
import type { Explanation } from "../recall/explain.ts";
import type { Recalled, RecallOptions, Receipt, SearchOptions } from "../recall/hit.ts";
import { parseQueryText } from "../recall/options.ts";
import type { Ageing } from "../upkeep/ageing.ts";
import type { Contradiction } from "../upkeep/contradiction.ts";
import type { DismissOptions } from "../upkeep/dismiss.ts";
import type { DreamOptions } from "../upkeep/dream/options.ts";
import type { DreamReport } from "../upkeep/dream/run.ts";
import type { QueryVector } from "../upkeep/embedding.ts";
import type { Keeper } from "../upkeep/keeper.ts";
import { type PassInput, parseUndoOptions, type SweepOptions } from "../upkeep/options.ts";
import type { ResolveOptions } from "../upkeep/resolve.ts";
import type { EndorseOptions } from "../verbs/curate.ts";
import * as curate from "../verbs/curate.ts";
import type {
  ExportOptions,
  ImportOptions,
  ImportResult,
  PurgeResult,
  VerifyResult,
} from "../verbs/govern.ts";
import * as govern from "../verbs/govern.ts";
import type { AgeingOptions, ContradictionsOptions, OverviewOptions } from "../verbs/look.ts";
import * as look from "../verbs/look.ts";
import { type Reach, reachOf } from "../verbs/reach.ts";
import * as recall from "../verbs/recall.ts";
import * as upkeep from "../verbs/upkeep.ts";
import type { AddResult, RefusedResult, SpokenInput } from "../verbs/write.ts";
import * as write from "../verbs/write.ts";
import type { AddInput } from "../write/draft.ts";
import { type BeforeTurnOptions, turnOf } from "./before-turn.ts";
import {
  type ConfinedOptions,
  closeHandle,
  confinedHandle,
  type Handle,
  handleFor,
  isConfined,
} from "./handle.ts";
import { type KeeperOptions, keeperOf } from "./keeper.ts";
import { dreamOn, runDismissal, runOwn, runSweep } from "./passes.ts";
import { Turn } from "./turn.ts";

/** Errors that refuse an add before anything is written. */
const ADD_REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(["invalid-argument", "invalid-event", "no-such-fact", "erased-fact", "idempotency-conflict"] as const),
  ...(["write-gate", "secret-refused", "event-too-large", "batch-too-large", "origin-full"] as const),
]);

/**
 * Combines the adds of all callers of one origin: those that wait at the same time share a commit, each in its own
 * voice.
 */
export type AddsTogether = Together<SpokenInput, AddResult | RefusedResult>;

export function addsTogether(reach: Reach, turn: Turn): AddsTogether {
  return new Together({
    exclusively: (steps) => turn.take(steps),
    breathe: () => reach.engine.ports.pause.breathe(),
    commit: (inputs) => write.addTogether(reach, inputs),
    isRefusal: (error) => isTidelineError(error) && ADD_REFUSALS.has(error.code),
  });
}

/** The same verbs as `SyncTideline`, each returning a promise. */
export class AsyncTideline {
  readonly origin: Origin;
  /** The class that this handle speaks with: 3 for the host's own handle. */
  readonly voice: Authority;
  /** Does it speak for somebody other than the host? Then its client and surface are fixed. */
  readonly isConfined: boolean;
  private readonly handle: Handle;
  private readonly reach: Reach;
  private readonly turn: Turn;
  private readonly together: AddsTogether;

  constructor(handle: Handle, turn: Turn = new Turn(handle.engine), together?: AddsTogether) {
    this.handle = handle;
    this.origin = handle.origin;
    this.voice = handle.speaker.voice;
    this.isConfined = isConfined(handle);
    this.reach = reachOf(handle);
    this.turn = turn;
    this.together = together ?? addsTogether(this.reach, turn);
  }

  as(origin: ChannelOrigin, options: { readonly defaultSource?: string | undefined } = {}): AsyncTideline {
    return new AsyncTideline(handleFor(this.handle, origin, options), this.turn);
  }

  /**
   * The same memory for somebody who is not the principal, such as an agent's tool or a plugin. What they add is of
   * class 1 at most, or of the given voice, and they change nothing above that class.
   */
  confined(options: ConfinedOptions = {}): AsyncTideline {
    return new AsyncTideline(confinedHandle(this.handle, options), this.turn, this.together);
  }

  add(input: AddInput): Promise<AddResult> {
    return this.turn.take(() => write.add(this.reach, input));
  }

  /**
   * Like `add`, for callers who do not know of each other: those that wait at the same time share one durable commit.
   */
  async addTogether(input: AddInput): Promise<AddResult> {
    const result = await this.together.add({ input, reach: this.reach });
    if (result.outcome === "refused") throw write.errorOf(result);
    return result;
  }

  addMany(inputs: readonly AddInput[]): Promise<readonly (AddResult | RefusedResult)[]> {
    return this.turn.take(() => write.addMany(this.reach, inputs));
  }

  get(id: string): Promise<Fact | undefined> {
    return this.turn.take(() => recall.get(this.reach, id));
  }

  async recall(query: string, options?: RecallOptions): Promise<Recalled> {
    const vector = await this.vectorOf(query);
    await this.readNamesFor(options);
    return this.turn.take(() => recall.recall(this.reach, query, options, vector));
  }

  async search(query: string, options?: SearchOptions): Promise<Recalled> {
    const vector = await this.vectorOf(query);
    await this.readNamesFor(options);
    return this.turn.take(() => recall.search(this.reach, query, options, vector));
  }

  async context(query: string, options?: ContextOptions): Promise<string | undefined> {
    const vector = await this.vectorOf(query);
    await this.readNamesFor(options);
    return this.turn.take(() => recall.context(this.reach, query, options, vector));
  }

  async explain(query: string, id: string, options?: RecallOptions): Promise<Explanation> {
    const vector = await this.vectorOf(query);
    await this.readNamesFor(options);
    return this.turn.take(() => recall.explain(this.reach, query, id, options, vector));
  }

  async replay(receipt: Receipt): Promise<Recalled> {
    const vector = receipt?.model === undefined ? undefined : await this.vectorOf(receipt.query);
    return this.turn.take(() => recall.replay(this.reach, receipt, vector));
  }

  list(options?: ListOptions): Promise<readonly Fact[]> {
    return this.turn.take(() => look.list(this.reach, options));
  }

  review(options: GroupedReviewOptions): Promise<Desk>;
  review(options?: ReviewOptions): Promise<readonly Fact[]>;
  review(options?: ReviewOptions | GroupedReviewOptions): Promise<readonly Fact[] | Desk> {
    return this.turn.take(() => look.review(this.reach, options));
  }

  dismiss(from: string, options?: DismissOptions): Promise<PassReport> {
    return runDismissal(this.reach, this.passHost(), from, options);
  }

  async entities(): Promise<readonly Entity[]> {
    await this.readNames();
    return this.turn.take(() => look.entities(this.reach));
  }

  async graph(options?: GraphOptions): Promise<MemoryGraph> {
    await this.readNames();
    return this.turn.take(() => look.graph(this.reach, options));
  }

  overview(options?: OverviewOptions): Promise<Overview> {
    return this.turn.take(() => look.overview(this.reach, options));
  }

  ageing(id: string, options?: AgeingOptions): Promise<Ageing> {
    return this.turn.take(() => look.ageing(this.reach, id, options));
  }

  async entity(name: string): Promise<Entity | undefined> {
    await this.readNames();
    return this.turn.take(() => look.entity(this.reach, name));
  }

  contradictions(options?: ContradictionsOptions): Promise<readonly Contradiction[]> {
    return this.turn.take(() => look.contradictions(this.reach, options));
  }

  resolve(id: string, options: ResolveOptions): Promise<readonly Fact[]> {
    return this.turn.take(() => curate.resolve(this.reach, id, options));
  }

  inspect(id: string): Promise<Inspection> {
    return this.turn.take(() => look.inspect(this.reach, id));
  }

  history(id: string): Promise<readonly RecordedEvent[]> {
    return this.turn.take(() => look.history(this.reach, id));
  }

  link(from: string, kind: LinkKind, to: string): Promise<Fact> {
    return this.turn.take(() => curate.link(this.reach, from, kind, to));
  }

  archive(id: string, why?: string): Promise<Fact> {
    return this.turn.take(() => curate.archive(this.reach, id, why));
  }

  restore(id: string): Promise<Fact> {
    return this.turn.take(() => curate.restore(this.reach, id));
  }

  pin(id: string): Promise<Fact> {
    return this.turn.take(() => curate.pin(this.reach, id));
  }

  unpin(id: string): Promise<Fact> {
    return this.turn.take(() => curate.unpin(this.reach, id));
  }

  /** The principal adopts the fact. `seen` is the digest of the fact as the principal saw it. */
  endorse(id: string, options: EndorseOptions): Promise<Fact> {
    return this.turn.take(() => curate.endorse(this.reach, id, options));
  }

  suppress(id: string): Promise<Fact> {
    return this.turn.take(() => curate.suppress(this.reach, id));
  }

  unsuppress(id: string): Promise<Fact> {
    return this.turn.take(() => curate.unsuppress(this.reach, id));
  }

  promote(id: string): Promise<Fact> {
    return this.turn.take(() => curate.promote(this.reach, id));
  }

  demote(id: string): Promise<Fact> {
    return this.turn.take(() => curate.demote(this.reach, id));
  }

  feedback(id: string, signal: "up" | "down"): Promise<Fact> {
    return this.turn.take(() => curate.feedback(this.reach, id, signal));
  }

  sweep(options?: SweepOptions): Promise<PassReport> {
    return runSweep(this.reach, this.passHost(), options);
  }

  /**
   * What is known about a message, as a block for the prompt of the turn that answers it. Does not count as a use.
   * undefined if nothing is known, or if this handle may not show the speaker's memory.
   */
  async beforeTurn(message: string, options: BeforeTurnOptions = {}): Promise<string | undefined> {
    const turn = turnOf(this.handle, message, options);
    if (turn === undefined) return undefined;
    const { whose, maxChars } = turn;
    return await new AsyncTideline(whose, this.turn).context(message, { maxChars });
  }

  /** Tells which passes are due for every origin of the workspace, and runs them: on request, or by itself. */
  keeper(options: KeeperOptions = {}): Keeper {
    return keeperOf(this.handle, (steps) => this.turn.take(steps), options);
  }

  dream(options?: DreamOptions): Promise<DreamReport> {
    return dreamOn(this.reach, (steps) => this.turn.take(steps), options);
  }

  run<P>(pass: Pass<P>, options?: PassInput): Promise<PassReport> {
    return runOwn(this.reach, pass, this.passHost(), options);
  }

  async backfillSurprise(options?: PassInput): Promise<PassReport> {
    return await runOwn(this.reach, upkeep.surprisePass(this.reach), this.passHost(), options);
  }

  tune(): Promise<Tuning> {
    return this.turn.take(() => upkeep.tune(this.reach));
  }

  passes(): Promise<readonly PassRecord[]> {
    return this.turn.take(() => upkeep.passes(this.reach));
  }

  pass(id: string): Promise<PassDiff> {
    return this.turn.take(() => upkeep.pass(this.reach, id));
  }

  async undo(passId: string, options?: UndoOptions): Promise<UndoReport> {
    return await undoPass(parseName(passId, "passId"), this.passHost(), parseUndoOptions(options));
  }

  purge(id: string, options?: { readonly preview?: boolean | undefined }): Promise<PurgeResult> {
    return this.turn.take(() => govern.purge(this.reach, id, options));
  }

  export(options?: ExportOptions): Promise<string> {
    return this.turn.take(() => govern.exportText(this.reach, options));
  }

  import(text: string, options?: ImportOptions): Promise<ImportResult> {
    return this.turn.take(() => govern.importText(this.reach, text, options));
  }

  verify(options?: VerifyOptions): Promise<VerifyResult> {
    return this.turn.take(() => govern.verify(this.reach, options));
  }

  stats(): Promise<Stats> {
    return this.turn.take(() => look.stats(this.reach));
  }

  /** Waits until every fact has its learned vector. Throws the error that stops it. undefined without an embedder. */
  async embedPending(): Promise<EmbeddingStatus | undefined> {
    await this.turn.take(() => look.stats(this.reach));
    await this.turn.pump?.drain();
    return (await this.stats()).embedding;
  }

  /** Names that were never asked for before are read here, in small steps between which other verbs run. */
  private async readNamesFor(options: RecallOptions | undefined): Promise<void> {
    if (options?.graph === true) await this.readNames();
  }

  private async readNames(): Promise<void> {
    await this.turn.take(() => this.reach.mind.replica.catchUp());
    await this.handle.engine.readNames(this.reach.mind);
  }

  /** Called before the verb enters the queue, so that only the caller who asked waits for the embedder. */
  private async vectorOf(query: string): Promise<QueryVector | undefined> {
    const { embedding } = this.handle.engine;
    const { learned } = this.handle.engine.mind(this.origin);
    const text = parseQueryText(query);
    return embedding === undefined || learned === undefined || text.trim() === ""
      ? undefined
      : embedding.query(text, learned);
  }

  /**
   * On the handle that opened the store: closes the store for all handles. On a handle from `as`: writes what waits.
   */
  close(): Promise<void> {
    if (this.handle.isOpener) this.turn.pump?.stop();
    return this.turn.take(() => closeHandle(this.handle, this.reach));
  }

  /** Each piece of a pass goes through the queue of verbs. */
  private passHost(): PassHost {
    return upkeep.passHost(this.reach, (steps) => this.turn.take(steps));
  }
}

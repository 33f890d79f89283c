/** What is a memory that answers at once? Every verb, run synchronously. */
import type { ContextOptions } from "../context/options.ts";
import type { Desk, GroupedReviewOptions, ReviewOptions } from "../govern/desk.ts";
import type { GraphOptions, MemoryGraph } from "../govern/graph-export.ts";
import type { Inspection } from "../govern/inspect.ts";
import type { ListOptions, Stats } from "../govern/listing.ts";
import type { Overview } from "../govern/overview.ts";
import type { Entity } from "../indexes/names/entities.ts";
import type { Tuning } from "../lifecycle/tune.ts";
import { driveNow } from "../log/steps.ts";
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
import type { Ageing } from "../upkeep/ageing.ts";
import type { Contradiction } from "../upkeep/contradiction.ts";
import type { DismissOptions } from "../upkeep/dismiss.ts";
import type { DreamOptions } from "../upkeep/dream/options.ts";
import type { DreamReport } from "../upkeep/dream/run.ts";
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
import type { AddResult, RefusedResult } from "../verbs/write.ts";
import * as write from "../verbs/write.ts";
import type { AddInput } from "../write/draft.ts";
import { type BeforeTurnOptions, blockFor } from "./before-turn.ts";
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

/** Memory whose verbs return at once. Only passes return promises, because they pause between pieces. */
export class SyncTideline {
  readonly origin: Origin;
  /** The class that this handle speaks with: 3 for the host's own handle. */
  readonly voice: Authority;
  /** Does it speak for somebody other than the host? Then its client and surface are fixed. */
  readonly isConfined: boolean;
  private readonly handle: Handle;
  private readonly reach: Reach;

  protected constructor(handle: Handle) {
    this.handle = handle;
    this.origin = handle.origin;
    this.voice = handle.speaker.voice;
    this.isConfined = isConfined(handle);
    this.reach = reachOf(handle);
  }

  /** A handle on another origin's memory; the host vouches that it acts for that origin. */
  as(origin: ChannelOrigin, options: { readonly defaultSource?: string | undefined } = {}): SyncTideline {
    return new SyncTideline(handleFor(this.handle, origin, options));
  }

  /**
   * The same memory for somebody who is not the principal, such as an agent's tool or a plugin. What they add is of
   * class 1 at most, or of the given voice, and they change nothing above that class.
   */
  confined(options: ConfinedOptions = {}): SyncTideline {
    return new SyncTideline(confinedHandle(this.handle, options));
  }

  add(input: AddInput): AddResult {
    return driveNow(write.add(this.reach, input));
  }

  /** Adds many facts in one durable commit. Returns the outcomes in order, refusals included. */
  addMany(inputs: readonly AddInput[]): readonly (AddResult | RefusedResult)[] {
    return driveNow(write.addMany(this.reach, inputs));
  }

  get(id: string): Fact | undefined {
    return driveNow(recall.get(this.reach, id));
  }

  recall(query: string, options?: RecallOptions): Recalled {
    return driveNow(recall.recall(this.reach, query, options));
  }

  search(query: string, options?: SearchOptions): Recalled {
    return driveNow(recall.search(this.reach, query, options));
  }

  context(query: string, options?: ContextOptions): string | undefined {
    return driveNow(recall.context(this.reach, query, options));
  }

  explain(query: string, id: string, options?: RecallOptions): Explanation {
    return driveNow(recall.explain(this.reach, query, id, options));
  }

  replay(receipt: Receipt): Recalled {
    return driveNow(recall.replay(this.reach, receipt));
  }

  list(options?: ListOptions): readonly Fact[] {
    return driveNow(look.list(this.reach, options));
  }

  /** What waits for a person, the gravest first; grouped, what does not fit is counted writer by writer. */
  review(options: GroupedReviewOptions): Desk;
  review(options?: ReviewOptions): readonly Fact[];
  review(options?: ReviewOptions | GroupedReviewOptions): readonly Fact[] | Desk {
    return driveNow(look.review(this.reach, options));
  }

  /** Archives all that waits of one writer, as `review` names it, in one pass: `undo` brings it back. */
  dismiss(from: string, options?: DismissOptions): Promise<PassReport> {
    return runDismissal(this.reach, this.passHost(), from, options);
  }

  entities(): readonly Entity[] {
    return driveNow(look.entities(this.reach));
  }

  graph(options?: GraphOptions): MemoryGraph {
    return driveNow(look.graph(this.reach, options));
  }

  /** The state of this memory, and what happened lately. */
  overview(options?: OverviewOptions): Overview {
    return driveNow(look.overview(this.reach, options));
  }

  /** How a fact aged and will age, under each policy. */
  ageing(id: string, options?: AgeingOptions): Ageing {
    return driveNow(look.ageing(this.reach, id, options));
  }

  entity(name: string): Entity | undefined {
    return driveNow(look.entity(this.reach, name));
  }

  contradictions(options?: ContradictionsOptions): readonly Contradiction[] {
    return driveNow(look.contradictions(this.reach, options));
  }

  resolve(id: string, options: ResolveOptions): readonly Fact[] {
    return driveNow(curate.resolve(this.reach, id, options));
  }

  inspect(id: string): Inspection {
    return driveNow(look.inspect(this.reach, id));
  }

  history(id: string): readonly RecordedEvent[] {
    return driveNow(look.history(this.reach, id));
  }

  link(from: string, kind: LinkKind, to: string): Fact {
    return driveNow(curate.link(this.reach, from, kind, to));
  }

  archive(id: string, why?: string): Fact {
    return driveNow(curate.archive(this.reach, id, why));
  }

  restore(id: string): Fact {
    return driveNow(curate.restore(this.reach, id));
  }

  pin(id: string): Fact {
    return driveNow(curate.pin(this.reach, id));
  }

  unpin(id: string): Fact {
    return driveNow(curate.unpin(this.reach, id));
  }

  /** The principal adopts the fact. `seen` is the digest of the fact as the principal saw it. */
  endorse(id: string, options: EndorseOptions): Fact {
    return driveNow(curate.endorse(this.reach, id, options));
  }

  /** Takes the fact out of ranking until somebody puts it back by hand. */
  suppress(id: string): Fact {
    return driveNow(curate.suppress(this.reach, id));
  }

  unsuppress(id: string): Fact {
    return driveNow(curate.unsuppress(this.reach, id));
  }

  /** Moves the fact one layer up, for the layered policy. */
  promote(id: string): Fact {
    return driveNow(curate.promote(this.reach, id));
  }

  demote(id: string): Fact {
    return driveNow(curate.demote(this.reach, id));
  }

  /** Says that the fact helped, or that it did not. */
  feedback(id: string, signal: "up" | "down"): Fact {
    return driveNow(curate.feedback(this.reach, id, signal));
  }

  /** Lets the policy archive, prune, suppress and promote. Runs piece by piece, so it returns a promise. */
  sweep(options?: SweepOptions): Promise<PassReport> {
    return runSweep(this.reach, this.passHost(), options);
  }

  /**
   * What is known about a message, as a block for the prompt of the turn that answers it. Does not count as a use.
   * undefined if nothing is known, or if this handle may not show the speaker's memory.
   */
  beforeTurn(message: string, options: BeforeTurnOptions = {}): string | undefined {
    return driveNow(blockFor(this.handle, message, options));
  }

  /** Tells which passes are due for every origin of the workspace, and runs them: on request, or by itself. */
  keeper(options: KeeperOptions = {}): Keeper {
    return keeperOf(this.handle, (steps) => driveNow(steps()), options);
  }

  /** The night's work: confirms, merges, links and archives. Runs piece by piece, so it returns a promise. */
  dream(options?: DreamOptions): Promise<DreamReport> {
    return dreamOn(this.reach, (steps) => driveNow(steps()), options);
  }

  /** Gives a surprise score to facts that were added before the layered policy was chosen. */
  async backfillSurprise(options?: PassInput): Promise<PassReport> {
    return await runOwn(this.reach, upkeep.surprisePass(this.reach), this.passHost(), options);
  }

  /** Half-lives that this memory's own history suggests for the freshness policy. Changes nothing. */
  tune(): Tuning {
    return driveNow(upkeep.tune(this.reach));
  }

  /** Runs a pass of your own with the same mechanism: run dry, vetoed, logged and undone like ours. */
  run<P>(pass: Pass<P>, options?: PassInput): Promise<PassReport> {
    return runOwn(this.reach, pass, this.passHost(), options);
  }

  /** The passes of this origin, latest first. */
  passes(): readonly PassRecord[] {
    return driveNow(upkeep.passes(this.reach));
  }

  /** What one pass changed, fact by fact. */
  pass(id: string): PassDiff {
    return driveNow(upkeep.pass(this.reach, id));
  }

  /** Undoes a pass, fact by fact; lists the facts that somebody changed since. */
  async undo(passId: string, options?: UndoOptions): Promise<UndoReport> {
    return await undoPass(parseName(passId, "passId"), this.passHost(), parseUndoOptions(options));
  }

  purge(id: string, options?: { readonly preview?: boolean | undefined }): PurgeResult {
    return driveNow(govern.purge(this.reach, id, options));
  }

  export(options?: ExportOptions): string {
    return driveNow(govern.exportText(this.reach, options));
  }

  import(text: string, options?: ImportOptions): ImportResult {
    return driveNow(govern.importText(this.reach, text, options));
  }

  verify(options?: VerifyOptions): VerifyResult {
    return driveNow(govern.verify(this.reach, options));
  }

  stats(): Stats {
    return driveNow(look.stats(this.reach));
  }

  /**
   * On the handle that opened the store: closes the store for all handles. On a handle from `as`: writes what waits.
   */
  close(): void {
    driveNow(closeHandle(this.handle, this.reach));
  }

  /** Each piece of a pass runs at once, with a pause after it. */
  private passHost(): PassHost {
    return upkeep.passHost(this.reach, (steps) => driveNow(steps()));
  }
}

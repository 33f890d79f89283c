/**
 * How are parts of the engine run on a store or a memory, as functions instead of methods?
 * (`brigade-tideline/advanced`.)
 *
 * The first argument is a store or a memory, the second `{ now, … }`. A synchronous target gives a value, an
 * asynchronous one a promise. For a store, `origin` says whose memory is meant. Its facts age by the policy last chosen
 * in its workspace, so looking at a store never changes its policy.
 */

import type { GraphOptions, MemoryGraph } from "../govern/graph-export.ts";
import { graphOf, type LinkGraph } from "../indexes/links.ts";
import { EntityIndex } from "../indexes/names/entities.ts";
import { sharedNames } from "../indexes/names/shared-names.ts";
import { POLICY_NAMES, type PolicyName } from "../lifecycle/policies.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { MAX_LIST } from "../limits.ts";
import type { Settings } from "../log/settings.ts";
import { ask, driveLater, driveNow, type Steps } from "../log/steps.ts";
import { AsyncTideline } from "../memory/async.ts";
import { readSettings } from "../memory/settings.ts";
import { SyncTideline } from "../memory/sync.ts";
import type { ConsolidateOptions, ConsolidateReport } from "../memory/think.ts";
import { badArgument, fieldsOf, parseTime, type Time } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { type Origin, originKey, parseOrigin } from "../model/origin.ts";
import { type AnyStorage, type AsyncStorageAdapter, NO_HEAD, type StorageAdapter } from "../ports/storage.ts";
import { Tideline } from "../tideline.ts";
import type { Contradiction } from "../upkeep/contradiction.ts";
import type { DreamOptions } from "../upkeep/dream/options.ts";
import type { DreamReport } from "../upkeep/dream/run.ts";

export type SyncTarget = StorageAdapter | SyncTideline;
export type LaterTarget = AsyncStorageAdapter | AsyncTideline;
export type Target = SyncTarget | LaterTarget;

export interface TargetOptions {
  /** The time to judge by. Default: now. */
  readonly now?: Time | undefined;
  /** For a store: whose memory. Default: the owner's. A memory has its own origin. */
  readonly origin?: Origin | undefined;
}

/** Facts of one origin that cannot both be true at that time. */
export function findContradictions(target: SyncTarget, options?: TargetOptions): readonly Contradiction[];
export function findContradictions(
  target: LaterTarget,
  options?: TargetOptions,
): Promise<readonly Contradiction[]>;
export function findContradictions(target: Target, options: TargetOptions = {}) {
  const { now } = fieldsOf(options, TARGET_FIELDS, "findContradictions") as TargetOptions;
  return on(
    target,
    options,
    (memory) => memory.contradictions({ now }),
    (memory) => memory.contradictions({ now }),
  );
}

/** All facts of one origin as a graph of links and shared names, for `neighbors` and `spread`. */
export function buildGraph(target: SyncTarget, options?: TargetOptions): LinkGraph<Fact>;
export function buildGraph(target: LaterTarget, options?: TargetOptions): Promise<LinkGraph<Fact>>;
export function buildGraph(target: Target, options: TargetOptions = {}) {
  fieldsOf(options, TARGET_FIELDS, "buildGraph");
  return on(
    target,
    options,
    (memory) => driveNow(wholeGraph((after) => memory.list(pageAfter(after)))),
    (memory) => driveLater(wholeGraph((after) => memory.list(pageAfter(after)))),
  );
}

export interface ExportGraphOptions extends TargetOptions, GraphOptions {}

/** One origin's memory as a graph: facts, the things they name, typed edges, clusters and figures. */
export function exportMemoryGraph(target: SyncTarget, options?: ExportGraphOptions): MemoryGraph;
export function exportMemoryGraph(target: LaterTarget, options?: ExportGraphOptions): Promise<MemoryGraph>;
export function exportMemoryGraph(target: Target, options: ExportGraphOptions = {}) {
  const { now, origin, ...graph } = Object(options) as ExportGraphOptions;
  return on(
    target,
    { now, origin },
    (memory) => memory.graph(graph),
    (memory) => memory.graph(graph),
  );
}

export interface RunDreamOptions extends DreamOptions {
  /** For a store: whose memory. Default: the owner's. A memory has its own origin. */
  readonly origin?: Origin | undefined;
}

/** The night's work (`dream`), for one origin. */
export async function runDream(target: Target, options: RunDreamOptions = {}): Promise<DreamReport> {
  const { origin, ...dream } = Object(options) as RunDreamOptions;
  const { now } = dream;
  return await on(
    target,
    { now, origin },
    (memory) => memory.dream(dream),
    (memory) => memory.dream(dream),
  );
}

export interface RunConsolidationOptions extends ConsolidateOptions {
  /** For a store: whose memory. Default: the owner's. A memory has its own origin. */
  readonly origin?: Origin | undefined;
}

/** Merges what a language model finds to say the same, and supersedes what it finds contradicted (`consolidate`), for one origin. */
export async function runConsolidation(
  target: Target,
  options: RunConsolidationOptions = {},
): Promise<ConsolidateReport> {
  const { origin, ...consolidate } = Object(options) as RunConsolidationOptions;
  const { now } = consolidate;
  return await on(
    target,
    { now, origin },
    (memory) => memory.consolidate(consolidate),
    (memory) => memory.consolidate(consolidate),
  );
}

const TARGET_FIELDS: ReadonlySet<string> = new Set<keyof TargetOptions>(["now", "origin"]);

/**
 * Runs `now` or `later` on the target, opening a memory over it if it is a store. Which one depends on whether the
 * target is synchronous.
 */
export function on<S, L>(
  target: Target,
  options: TargetOptions,
  now: (memory: SyncTideline) => S,
  later: (memory: AsyncTideline) => Promise<L>,
): S | Promise<L> {
  if (target instanceof SyncTideline) return now(ofItself(target, options));
  if (target instanceof AsyncTideline) return later(ofItself(target, options));
  if (typeof (target as AnyStorage | null)?.read !== "function")
    throw badArgument("The first argument must be a store or a memory");
  if (isSync(target)) return now(memoryOver(target, options));
  return openLater(target, options).then(later);
}

/** Opens a memory over a synchronous store. */
function memoryOver(store: StorageAdapter, options: TargetOptions): SyncTideline {
  return Tideline.over(store, openingOf(driveNow(readSettings(store)), options));
}

function isSync(store: AnyStorage): store is StorageAdapter {
  return store.supports?.sync === true;
}

async function openLater(store: AnyStorage, options: TargetOptions): Promise<AsyncTideline> {
  const settings = await driveLater(readSettings(store));
  return await Tideline.connect(store, openingOf(settings, options));
}

function ofItself<M extends SyncTideline | AsyncTideline>(memory: M, { now, origin }: TargetOptions): M {
  if (now !== undefined) parseTime(now, "now");
  if (origin !== undefined && originKey(parseOrigin(origin)) !== originKey(memory.origin))
    throw badArgument("A memory has its own origin: give another one with a store, or use memory.as(origin)");
  return memory;
}

/** Events are dated with the same time that is judged by. */
function openingOf(settings: Settings, { now, origin }: TargetOptions) {
  const at = now === undefined ? undefined : parseTime(now, "now");
  return {
    ...policyIn(settings),
    ...(origin === undefined ? {} : { origin: parseOrigin(origin) }),
    ...(at === undefined ? {} : { clock: { now: () => at } }),
  };
}

export interface ChosenPolicy {
  readonly policy?: PolicyName | LifecyclePolicy;
  readonly policyParams?: NonNullable<Settings["policyParams"]>;
}

/** The policy last chosen in a store's workspace. Empty if none was chosen, or one that is not among ours. */
export function policyIn({ policy, policyParams }: Settings): ChosenPolicy {
  const name = POLICY_NAMES.find((one) => one === policy);
  return name === undefined ? {} : { policy: name, ...(policyParams === undefined ? {} : { policyParams }) };
}

function pageAfter(after: string | undefined) {
  return { lifecycle: "any", limit: MAX_LIST, after } as const;
}

function* wholeGraph(
  page: (after: string | undefined) => readonly Fact[] | Promise<readonly Fact[]>,
): Steps<LinkGraph<Fact>> {
  const facts = new Map<string, Fact>();
  let last: string | undefined;
  do {
    const some: readonly Fact[] = yield* ask(page(last));
    for (const fact of some) facts.set(fact.id, fact);
    last = some.length < MAX_LIST ? undefined : some.at(-1)?.id;
  } while (last !== undefined);
  return graphOf(facts, namesAmong(facts));
}

/** Names are extracted when they are first asked for. */
function namesAmong(facts: ReadonlyMap<string, Fact>): LinkGraph["names"] {
  const entities = new EntityIndex();
  const ids = [...facts.keys()];
  const keysAt = (place: number, count: number) => {
    const end = Math.min(ids.length, place + count);
    return { keys: ids.slice(place, end), next: end < ids.length ? end : undefined };
  };
  const state = { head: NO_HEAD, facts: { get: (id: string) => facts.get(id), keysAt } };
  return (id) => {
    const fact = facts.get(id);
    return fact === undefined ? [] : sharedNames(entities, fact, state);
  };
}

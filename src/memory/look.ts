/** What is in memory? All reads that do not count as a use. */

import {
  type Desk,
  type GroupedReviewOptions,
  parseReviewOptions,
  type ReviewOptions,
  reviewOf,
} from "../govern/desk.ts";
import { isAbout } from "../govern/event-log.ts";
import {
  type GraphOptions,
  type MemoryGraph,
  memoryGraphOf,
  parseGraphOptions,
} from "../govern/graph-export.ts";
import { describeErased, describeFact, type Inspection } from "../govern/inspect.ts";
import { type ListOptions, listFacts, parseListOptions, type Stats, statsOf } from "../govern/listing.ts";
import { type Overview, overviewOf } from "../govern/overview.ts";
import { NO_TURNS } from "../govern/turns-desk.ts";
import { type Entity, EntityIndex } from "../indexes/names/entities.ts";
import { POLICY_NAMES, policyOf } from "../lifecycle/policies.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { haltedPasses, marksOfShown, type PassRecord } from "../log/upkeep-state.ts";
import { badArgument, fieldsOf, parseName, parseTime, type Time } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { marksOf } from "../model/stream.ts";
import { DAY_MS } from "../model/time.ts";
import { withWaiting } from "../passes/waiting.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { type Ageing, ageingOf } from "../upkeep/ageing.ts";
import { type Contradiction, contradictionsAmong } from "../upkeep/contradiction.ts";
import { type Forecast, forecastMemory } from "../upkeep/forecast.ts";
import { isManaging } from "../write/change-gate.ts";
import { digestOf } from "../write/seen.ts";
import { knownFact, noSuchFact } from "./change.ts";
import type { Memory } from "./memory.ts";
import { readAll, readBack, stateThen } from "./read-log.ts";
import { type SetAsideDesk, setAsideDesk } from "./set-aside.ts";
import { turnsOf } from "./turns-of.ts";

/** What waits for a person: facts, and turns of conversations of which nothing could be made. */
export interface ReviewDesk extends Desk {
  /** On the first page only. */
  readonly setAside: SetAsideDesk;
  /** Passes that stopped because they would have taken too much out of recall; on the first page only. */
  readonly halted: readonly PassRecord[];
}

export interface ContradictionsOptions {
  /** Only facts that hold at this time. Default: now. */
  readonly now?: Time | undefined;
}

/** How far back `overview` looks. */
export interface OverviewOptions {
  /** How many days back "lately" goes. Default 7. */
  readonly days?: number | undefined;
}

/** How far `ageing` looks ahead. */
export interface AgeingOptions {
  /** How many days the forecast covers. Default: until a while after the last expected change. */
  readonly days?: number | undefined;
}

/** How far `forecast` looks ahead. */
export interface ForecastOptions {
  /** How many days to look ahead. Default 30. */
  readonly days?: number | undefined;
}

const FORECAST_DAYS = 30;
const MOST_FORECAST_DAYS = 365;
const LATELY_DAYS = 7;
const MOST_AGEING_DAYS = 3_650;

/** The fact with this id. Unlike `get`, not a use. */
export function* peek(memory: Memory, id: string): Steps<Fact | undefined> {
  const { facts } = yield* memory.open.replica.catchUp();
  return facts.get(parseName(id, "id"));
}

export function* list(memory: Memory, options: ListOptions = {}): Steps<readonly Fact[]> {
  const query = parseListOptions(options);
  return listFacts(yield* memory.open.replica.catchUp(), query);
}

/**
 * Facts that a person should look at: challenged, quarantined, or left open by a write or a pass. The gravest first.
 */
export function* review(
  memory: Memory,
  options?: ReviewOptions | GroupedReviewOptions,
): Steps<readonly Fact[] | ReviewDesk> {
  const query = parseReviewOptions(options);
  const state = yield* memory.open.replica.catchUp();
  const desk = reviewOf(state, query);
  if (!query.isGrouped) return desk.items.map(({ fact }) => fact);
  // Turns are the words of conversations: for whoever keeps this memory, and nobody else.
  const isTold = query.after === undefined && isManaging(memory.speaker);
  const setAside = isTold ? yield* setAsideDesk(memory, state, query) : NO_TURNS;
  return { ...desk, setAside, halted: isTold ? haltedPasses(state.upkeep) : [] };
}

/** Whom and what the facts name, those named by most facts first. */
export function* entities(memory: Memory): Steps<readonly Entity[]> {
  const state = yield* memory.open.replica.catchUp();
  return memory.open.entities.all(state);
}

/** The person or thing with this name, by any of its names. */
export function* entity(memory: Memory, name: string): Steps<Entity | undefined> {
  const state = yield* memory.open.replica.catchUp();
  return memory.open.entities.named(parseName(name, "name"), state);
}

/** Facts that cannot both hold now, for a person to decide. */
export function* contradictions(
  memory: Memory,
  options: ContradictionsOptions = {},
): Steps<readonly Contradiction[]> {
  const { now } = fieldsOf(options, new Set(["now"]), "contradictions") as ContradictionsOptions;
  const at = now === undefined ? memory.engine.now() : parseTime(now, "now");
  const { isMultiValued } = yield* memory.engine.rules();
  const state = yield* memory.open.replica.catchUp();
  return contradictionsAmong(state.facts.values(), { now: at, isMultiValued });
}

/** Facts, what they name, and how they are connected. */
export function* graph(memory: Memory, options: GraphOptions = {}): Steps<MemoryGraph> {
  const { asOf, knownAt, onProgress } = parseGraphOptions(options);
  const state =
    knownAt === undefined
      ? yield* memory.open.replica.catchUp()
      : yield* stateThen(memory, { at: knownAt }, onProgress);
  const index = knownAt === undefined ? memory.open.entities : new EntityIndex();
  const takenAt = (id: string) => state.upkeep.absences.get(id)?.taken?.at;
  const facts = state.facts.values();
  return memoryGraphOf({ facts, entities: index.all(state), takenAt, onProgress }, asOf);
}

/** How memory stands, and what happened lately. */
export function* overview(memory: Memory, options: OverviewOptions = {}): Steps<Overview> {
  const { days = LATELY_DAYS } = fieldsOf(options, new Set(["days"]), "overview") as OverviewOptions;
  if (!(typeof days === "number" && days > 0)) throw badArgument("days must be a number above 0");
  const state = yield* memory.open.replica.catchUp();
  const now = memory.engine.now();
  const since = now - days * DAY_MS;
  const latest = yield* readBack(memory, state.head.seq, since);
  return overviewOf({ state, latest, now, since, policy: memory.engine.options.policy.id });
}

/** How a fact aged and will age, under each policy. */
export function* ageing(memory: Memory, id: string, options: AgeingOptions = {}): Steps<Ageing> {
  const { days } = fieldsOf(options, new Set(["days"]), "ageing") as AgeingOptions;
  if (days !== undefined && !(typeof days === "number" && days > 0 && days <= MOST_AGEING_DAYS))
    throw badArgument(`days must be a number above 0 and up to ${MOST_AGEING_DAYS}`);
  const state = yield* memory.open.replica.catchUp();
  const fact = knownFact(state, id);
  const events = yield* readAll(memory, (fact.texts[0] ?? 1) - 1);
  const marks = yield* readAll(memory, 0, marksOf(memory.origin));
  const { policy } = memory.engine.options;
  const others = POLICY_NAMES.filter((name) => name !== policy.id).map((name) => policyOf(name, undefined));
  const input = { state, fact, events, marks, policies: [policy, ...others], inForce: policy.id };
  return ageingOf({ ...input, now: memory.engine.now(), days });
}

/** Which facts leave within the next days, and by which rule, unless they are used. */
export function* forecast(memory: Memory, options: ForecastOptions = {}): Steps<Forecast> {
  const { days = FORECAST_DAYS } = fieldsOf(options, new Set(["days"]), "forecast") as ForecastOptions;
  if (!(Number.isInteger(days) && days > 0 && days <= MOST_FORECAST_DAYS))
    throw badArgument(`days must be a whole number from 1 to ${MOST_FORECAST_DAYS}`);
  const state = yield* stateSoon(memory);
  const { engine } = memory;
  return forecastMemory({ state, policy: engine.options.policy, now: engine.now(), days });
}

/** The state as a sweep will find it: with the uses and the counts that are not written yet. */
function* stateSoon({ open }: Memory): Steps<State> {
  return withWaiting(yield* open.replica.catchUp(), {
    marks: open.waiting.map(({ fact, at, how }) => [fact, at, how] as const),
    shown: marksOfShown(open.shown),
  });
}

export function* inspect(memory: Memory, id: string): Steps<Inspection> {
  const state = yield* memory.open.replica.catchUp();
  const events = yield* history(memory, id);
  const fact = state.facts.get(id);
  if (fact !== undefined) {
    const waiting = memory.open.waiting.filter((mark) => mark.fact === id).length;
    const soon = yield* stateSoon(memory);
    const { policy } = memory.engine.options;
    const digest = digestOf(fact, memory.engine.ports.hash);
    const now = memory.engine.now();
    const turns = yield* turnsOf(memory, fact);
    return describeFact({ state, soon, fact, digest, history: events, policy, now, waiting, turns });
  }
  const tombstone = state.tombstones.get(id);
  if (tombstone === undefined) throw noSuchFact(id);
  return describeErased(id, tombstone, events);
}

/** Every event about the fact, oldest first; for a purged fact, without words. */
export function* history(memory: Memory, id: string): Steps<readonly RecordedEvent[]> {
  const state = yield* memory.open.replica.catchUp();
  const fact = state.facts.get(parseName(id, "id"));
  if (fact === undefined && !state.tombstones.has(id)) throw noSuchFact(id);
  const since = (fact?.texts[0] ?? 1) - 1;
  const events = yield* readAll(memory, since);
  return events.filter(({ event }) => isAbout(event, id));
}

export function* stats(memory: Memory): Steps<Stats> {
  const state = yield* memory.open.replica.catchUp();
  const { open } = memory;
  const unlogged = open.unlogged.reduce((sum, count) => sum + count, 0);
  const stats = statsOf(state, open.waiting.length, memory.engine.embeddingStatus(open));
  return { ...stats, refused: stats.refused + unlogged };
}

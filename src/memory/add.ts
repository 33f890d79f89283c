/** How do facts come in? One or many, in one durable commit. */
import { TidelineError, WriteGateError } from "../errors.ts";
import { MAX_ADD_MANY } from "../limits.ts";
import { evolve, type State } from "../log/fold.ts";
import type { Decided } from "../log/replica.ts";
import { REST, type Steps } from "../log/steps.ts";
import { badArgument, forFact } from "../model/arguments.ts";
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Segment } from "../model/segment.ts";
import { checkChange } from "../write/change-gate.ts";
import { correctionOf } from "../write/correction.ts";
import { type AddOutcome, type Decision, decideAdd, type RefusalCode } from "../write/decide.ts";
import { type AddInput, type Draft, parseDraft } from "../write/draft.ts";
import { newsJudge } from "../write/news.ts";
import { knownFact } from "./change.ts";
import type { Memory } from "./memory.ts";

/** What became of a write, and the fact as it is now. */
export interface AddResult {
  /**
   * What became of it. "added": it is new. "reinforced": it was known, and is now better supported. "superseded": it
   * replaces an earlier fact. "disputed": stored, but it contradicts what somebody else said, so it waits for review.
   * "quarantined": it looks like an attack, so it is stored out of sight.
   */
  readonly outcome: AddOutcome;
  readonly fact: Fact;
  readonly events: readonly MemoryEvent[];
  /** A message for the caller if the fact was stored with less standing than it claimed. */
  readonly note?: string | undefined;
  /** The segment that rules chose, if the caller gave none. `revise` corrects it. */
  readonly guessed?: Segment | undefined;
}

/** What is added, and in whose voice. */
export interface SpokenInput {
  readonly input: AddInput | string;
  /** The fact whose words are put right by it. */
  readonly corrects?: string | undefined;
  readonly memory: Pick<Memory, "speaker" | "defaultSource">;
}

/** A write of `addMany` that was refused, and why. */
export interface RefusedResult {
  readonly outcome: "refused";
  readonly reason: string;
  readonly rule: string;
  /** The code of the error that an add alone would have thrown. */
  readonly code: RefusalCode;
  readonly events: readonly MemoryEvent[];
}

/** A string is taken as the content. */
export function* add(memory: Memory, input: AddInput | string): Steps<AddResult> {
  const [result] = yield* decideAndCommit(memory, [{ input, memory }]);
  if (memory.open.waiting.length > 0) yield* memory.open.flush();
  if (result?.outcome === "refused") throw errorOf(result);
  return result as AddResult;
}

/**
 * Says the same in other words. The words in the log stay as they were said, so the corrected text is a fact of its own
 * that supersedes the old one and takes over its labels, dates, tags and slot. Who may end the fact may correct it.
 */
export function* correct(memory: Memory, id: string, text: string): Steps<AddResult> {
  const state = yield* memory.open.replica.catchUp();
  const fact = knownFact(state, id);
  checkChange(state, memory.speaker, "link", fact, "correct");
  const input = correctionOf(fact, text, memory.speaker.voice);
  const [result] = yield* decideAndCommit(memory, [{ input, corrects: fact.id, memory }]);
  if (memory.open.waiting.length > 0) yield* memory.open.flush();
  if (result?.outcome === "refused") throw errorOf(result);
  return result as AddResult;
}

/** What is thrown for a refusal. */
export function errorOf({ code, reason, rule }: RefusedResult): TidelineError {
  return code === "write-gate"
    ? new WriteGateError(reason, { rule })
    : new TidelineError(code, reason, { rule });
}

export function* addMany(
  memory: Memory,
  inputs: readonly AddInput[],
): Steps<readonly (AddResult | RefusedResult)[]> {
  if (!Array.isArray(inputs)) throw badArgument("addMany needs a list");
  if (inputs.length > MAX_ADD_MANY) {
    throw new TidelineError(
      "batch-too-large",
      `${inputs.length} facts are too many for one addMany; the limit is ${MAX_ADD_MANY}. Add them in several batches.`,
    );
  }
  if (inputs.length === 0) return [];
  const results = yield* decideAndCommit(
    memory,
    Array.from(inputs, (input) => ({ input, memory })),
    { inItem: forFact },
  );
  if (memory.open.waiting.length > 0) yield* memory.open.flush();
  return results;
}

/**
 * Adds facts of many callers, who do not know of each other, in one commit. Waiting uses are written along only once
 * they have waited a while.
 */
export function* addTogether(
  memory: Memory,
  inputs: readonly SpokenInput[],
): Steps<readonly (AddResult | RefusedResult)[]> {
  const results = yield* decideAndCommit(memory, inputs);
  yield* memory.open.flushOld();
  return results;
}

/** How many writes are decided one after the other. */
interface Manner {
  /** Says in an error which fact it is about. Callers that do not know of each other are not told. */
  readonly inItem?: typeof forFact;
  /** Decides one write, if more follows from it than from any other. */
  readonly decide?: typeof decideAdd;
  /** Decides and answers, and writes nothing. */
  readonly dryRun?: boolean;
}

const alone: typeof forFact = (_item, _count, run) => run();

/** Parse, decide each fact on the state that the facts before it led to, append once, answer in order. */
export function* decideAndCommit(
  memory: Memory,
  inputs: readonly SpokenInput[],
  { inItem = alone, decide: decideOne = decideAdd, dryRun = false }: Manner = {},
): Steps<readonly (AddResult | RefusedResult)[]> {
  // Read the rules first: from here to the append, nothing needs the disk.
  const rules = yield* memory.engine.rules();
  const now = memory.engine.now();
  const drafts: Draft[] = [];
  for (const [item, { input, corrects, memory: said }] of inputs.entries()) {
    const id = memory.engine.newId(memory.open, now);
    const { defaultSource, speaker } = said;
    const parse = () => parseDraft(input, { id, now, defaultSource, speaker });
    const draft = inItem(item, inputs.length, parse);
    drafts.push(corrects === undefined ? draft : { ...draft, corrects });
    yield REST;
  }
  let decisions: Decision[] = [];
  let unlogged = memory.open.unlogged;
  const { replica } = memory.open;
  const decideAll = function* (before: State): Steps<Decided & { readonly after: State }> {
    const { keys } = memory.open;
    keys.expectNothing();
    const news = newsJudge(rules.policy, memory.open.vectors);
    if (news !== undefined) yield* replica.tellLazy();
    const judged = news === undefined ? rules : { ...rules, news };
    const events: MemoryEvent[] = [];
    let after = before;
    let seq = before.head.seq;
    decisions = [];
    unlogged = memory.open.unlogged;
    for (const [item, draft] of drafts.entries()) {
      const decide = () => decideOne(after, keys, draft, judged);
      const { decision, left } = withUnlogged(inItem(item, drafts.length, decide), unlogged);
      unlogged = left;
      for (const event of decision.events) {
        after = evolve(after, event, ++seq);
        events.push(event);
      }
      if (decision.fact === draft.id) keys.expect(draft.id, draft.content, draft.slot, draft.reading);
      decisions.push(decision);
      yield REST;
    }
    return { events, after };
  };
  if (dryRun) {
    const { after } = yield* decideAll(yield* replica.catchUp());
    memory.open.keys.expectNothing();
    return decisions.map((decision) => resultOf(decision, after));
  }
  const { state } = yield* replica.commitOptimistically(decideAll);
  memory.open.unlogged = unlogged;
  memory.open.indexSoon();
  if (state.carried.secrets.length > 0) yield* memory.open.healCarried();
  return decisions.map((decision) => resultOf(decision, state));
}

/** Counts a refusal that is not logged. A logged refusal reports how many of its class were not logged before it. */
function withUnlogged(
  decision: Decision,
  unlogged: readonly number[],
): { readonly decision: Decision; readonly left: readonly number[] } {
  const { unlogged: authority, events } = decision;
  if (authority !== undefined)
    return { decision, left: unlogged.with(authority, (unlogged[authority] ?? 0) + 1) };
  const [event] = events;
  const further = event?.type === "refused" ? (unlogged[event.authority] ?? 0) : 0;
  if (event?.type !== "refused" || further === 0) return { decision, left: unlogged };
  return {
    decision: { ...decision, events: [{ ...event, further }] },
    left: unlogged.with(event.authority, 0),
  };
}

function resultOf(decision: Decision, state: State): AddResult | RefusedResult {
  const { outcome, events, note, guessed } = decision;
  if (outcome === "refused")
    return {
      outcome,
      reason: decision.reason ?? "",
      rule: decision.rule ?? "",
      code: decision.code ?? "write-gate",
      events,
    };
  const fact = state.facts.get(decision.fact) as Fact;
  const more = { ...(note === undefined ? {} : { note }), ...(guessed === undefined ? {} : { guessed }) };
  return { outcome: standing(outcome, fact), fact, events, ...more };
}

/** A fact that is stored but does not hold is not simply "added". */
function standing(outcome: Exclude<Decision["outcome"], "refused">, fact: Fact): AddOutcome {
  if (fact.quarantined && outcome !== "superseded") return "quarantined";
  return fact.validity === "challenged" && outcome === "added" ? "disputed" : outcome;
}

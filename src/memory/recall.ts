/**
 * What is known about this? Recall, what is made of it (a block for a prompt, an explanation, a replay of the same
 * list), and the direct look-up. `recall` and `get` count as a use, the others never do.
 */
import { type ContextOptions, parseContextOptions } from "../context/options.ts";
import { renderContext } from "../context/render.ts";
import { EntityIndex } from "../indexes/names/entities.ts";
import { VectorIndex } from "../indexes/vectors/vectors.ts";
import { LexicalIndex } from "../indexes/words/lexical.ts";
import { judgeContext } from "../log/judge-context.ts";
import type { Until } from "../log/past.ts";
import type { Steps } from "../log/steps.ts";
import { fieldsOf, parseName, parseTime } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { hitOf } from "../recall/candidate.ts";
import { isLive } from "../recall/eligible.ts";
import { type Explanation, explainFrom } from "../recall/explain.ts";
import type { Hit, Recalled, RecallOptions, Receipt, SearchOptions } from "../recall/hit.ts";
import type { LearnedQuery } from "../recall/learned-lane.ts";
import { type ParsedRecall, parseQueryText, parseRecallOptions, SEARCH_NAMES } from "../recall/options.ts";
import { type Outcome, type RecallView, recallFrom } from "../recall/recall.ts";
import { cannotReplay, parseReceipt, recalled, receiptOf } from "../recall/receipt.ts";
import { Search } from "../recall/search.ts";
import { checkLearned, degradedBy, type QueryVector } from "../upkeep/embedding.ts";
import { hostVerdict } from "../write/host-verdict.ts";
import { knownFact, stamp } from "./change.ts";
import { isOwner, type Memory } from "./memory.ts";
import { stateThen } from "./read-log.ts";

/** Direct look-up. It counts as a use, and a fact that a pass took out of ranking may return to it. */
export function* get(memory: Memory, id: string): Steps<Fact | undefined> {
  const state = yield* memory.open.replica.catchUp();
  const fact = state.facts.get(parseName(id, "id"));
  if (fact === undefined || fact.quarantined) return fact;
  yield* memory.open.mark({ fact: fact.id, at: memory.engine.now(), how: "direct" });
  const byPass = state.upkeep.absences.get(id)?.suppressed?.pass !== undefined;
  return fact.suppressed && byPass ? yield* reconsider(memory, id) : fact;
}

/** The fact has now been used, so the policy decides again whether it stays out of ranking. */
function* reconsider(memory: Memory, id: string): Steps<Fact> {
  const { policy } = memory.engine.options;
  yield* memory.open.flush();
  const by = { source: "engine", ...memory.speaker.writer } as const;
  // The policy decides, whoever looked, so the engine is the author: this is not a change by hand.
  const { state: after } = yield* memory.open.replica.commit((state) => {
    const fact = knownFact(state, id);
    const { action, rule } = policy.decide(fact, judgeContext(state, memory.engine.now()));
    if (!fact.suppressed || action === "suppress") return [];
    return [{ type: "unsuppressed", ...stamp(memory), by, why: { rule, policy: policy.id }, fact: id }];
  });
  return knownFact(after, id);
}

/** What is known about the query, best first. Counts as a use of the returned facts, unless passive. */
export function* recall(
  memory: Memory,
  vector: QueryVector | undefined,
  query: string,
  options: RecallOptions = {},
): Steps<Recalled> {
  const { text, asked, view, outcome } = yield* find(memory, query, options, vector);
  if (asked.knownAt === undefined)
    yield* asked.passive ? noteShown(memory, outcome, view.now) : markUsed(memory, outcome, view.now);
  return answer(memory, view, text, options, outcome, vector);
}

/** Like `recall`, but never a use. If `now` is given, the hits do not even count as shown. */
export function* search(
  memory: Memory,
  vector: QueryVector | undefined,
  query: string,
  options: SearchOptions = {},
): Steps<Recalled> {
  const { now, ...others } = fieldsOf(options ?? {}, SEARCH_NAMES, "search") as SearchOptions;
  const passive = { ...others, passive: true };
  if (now === undefined) return yield* recall(memory, vector, query, passive);
  const { text, view, outcome } = yield* find(memory, query, passive, vector, parseTime(now, "now"));
  return answer(memory, view, text, passive, outcome, vector);
}

interface Found {
  readonly text: string;
  readonly asked: ParsedRecall;
  readonly view: RecallView;
  readonly outcome: Outcome;
}

/** `now`: the time to judge by. Default: the clock's. */
function* find(
  memory: Memory,
  query: string,
  options: RecallOptions,
  vector: QueryVector | undefined,
  now?: number,
): Steps<Found> {
  const text = parseQueryText(query);
  const asked = parseRecallOptions(options, isOwner(memory));
  const view = yield* viewFor(memory, asked, vector, now);
  return { text, asked, view, outcome: recallFrom(view, text, asked) };
}

/**
 * What is known about the query, as a block for a prompt; undefined if nothing is known. Never counts as a use. Only
 * the facts that made it into the block count as shown.
 */
export function* context(
  memory: Memory,
  vector: QueryVector | undefined,
  query: string,
  options: ContextOptions = {},
): Steps<string | undefined> {
  const { maxChars, recall: filters } = parseContextOptions(options);
  const { asked, view, outcome } = yield* find(memory, query, filters, vector);
  const { threatScan } = memory.engine.options;
  const isFlagged = (content: string) => hostVerdict(threatScan, content).length > 0;
  const holdsSecret = (fact: Fact) => memory.engine.holdsSecret(fact);
  const block = renderContext(hitsOf(outcome, view), { maxChars, isFlagged, holdsSecret });
  if (asked.knownAt === undefined) yield* memory.open.show(block.facts, view.now);
  return block.text;
}

/** Why the fact has its place in the answer, or why it is not in the answer and what would change that. */
export function* explain(
  memory: Memory,
  vector: QueryVector | undefined,
  query: string,
  id: string,
  options: RecallOptions = {},
): Steps<Explanation> {
  const text = parseQueryText(query);
  const asked = parseRecallOptions(options, isOwner(memory), "explain");
  const view = yield* viewFor(memory, asked, vector);
  return explainFrom(view, text, knownFact(view.state, id), asked);
}

/** The same list again, as it was when the receipt was issued. Throws if that is impossible. */
export function* replay(memory: Memory, vector: QueryVector | undefined, given: Receipt): Steps<Recalled> {
  const receipt = parseReceipt(given);
  checkLearned(receipt, vector, memory.open.learned);
  const { policy } = memory.engine.options;
  if (receipt.policy !== policy.id)
    throw cannotReplay(`it was ranked by the policy ${receipt.policy}, and this is ${policy.id}`);
  const options = receipt.options as RecallOptions;
  const asked = parseRecallOptions(options, isOwner(memory), "replay");
  const until = { seq: receipt.seq, marksSeq: receipt.marksSeq };
  const view = yield* viewAt(memory, until, receipt.at, vector);
  if ([...view.state.facts.values()].some((fact) => fact.erased))
    throw cannotReplay("facts that were known then have been purged since");
  return answer(memory, view, receipt.query, options, recallFrom(view, receipt.query, asked), vector);
}

/** What a recall reads: memory as it is now, or as it was known at `knownAt`. */
function* viewFor(
  memory: Memory,
  { knownAt }: ParsedRecall,
  vector: QueryVector | undefined,
  now = memory.engine.now(),
): Steps<RecallView> {
  if (knownAt !== undefined) return yield* viewAt(memory, { at: knownAt }, now, vector);
  const state = yield* memory.open.replica.catchUp();
  const { search, entities } = memory.open;
  const learned = learnedQuery(memory, vector);
  const { policy } = memory.engine.options;
  return { state, search, entities, learned, policy, now };
}

function* viewAt(
  memory: Memory,
  until: Until,
  now: number,
  vector: QueryVector | undefined,
): Steps<RecallView> {
  const state = yield* stateThen(memory, until);
  const lexical = new LexicalIndex(isLive);
  lexical.restore(state, undefined);
  const vectors = new VectorIndex();
  vectors.restore(state, undefined);
  const search = new Search(lexical, vectors);
  const learned = learnedQuery(memory, vector);
  const { policy } = memory.engine.options;
  return { state, search, entities: new EntityIndex(), learned, policy, now };
}

function learnedQuery(memory: Memory, asked: QueryVector | undefined): LearnedQuery | undefined {
  const { learned } = memory.open;
  if (learned === undefined || asked === undefined || "code" in asked || learned.size === 0) return undefined;
  const { space, vector } = asked;
  return { vectors: learned, space, vector, related: memory.engine.options.embedder?.thresholds?.related };
}

function answer(
  memory: Memory,
  view: RecallView,
  query: string,
  options: RecallOptions,
  outcome: Outcome,
  vector: QueryVector | undefined,
): Recalled {
  const { state, now, policy, learned } = view;
  const { lanes } = outcome;
  const isPartial = learned !== undefined && learned.vectors.waitingCount > 0;
  const model = learned?.vectors.edition;
  const receipt = receiptOf({ state, query, options, at: now, policy: policy.id, lanes, model, isPartial });
  return recalled(hitsOf(outcome, view), receipt, degradedBy(memory.open.learned, vector));
}

function hitsOf({ hits }: Outcome, { state }: RecallView): readonly Hit[] {
  const factOf = (id: string) => state.facts.get(id);
  return hits.map((one) => hitOf(one, factOf));
}

function* noteShown(memory: Memory, { hits }: Outcome, at: number): Steps<void> {
  const ids = hits.map(({ fact }) => fact.id);
  yield* memory.open.show(ids, at);
}

/** A fact of class 3 counts as used even if facts of lower classes took its place among the hits. */
function* markUsed(memory: Memory, { hits, displaced }: Outcome, at: number): Steps<void> {
  for (const { fact } of [...hits, ...displaced])
    yield* memory.open.mark({ fact: fact.id, at, how: "recall" });
}

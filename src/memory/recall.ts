/**
 * What is known about this? Recall, what is made of it (a block for a prompt, an explanation, a replay of the same
 * list), and the direct look-up. `recall` and `get` count as a use, the others never do.
 */
import { type ContextOptions, type ParsedContext, parseContextOptions } from "../context/options.ts";
import { NO_PROFILE, type ProfileBlock } from "../context/profile.ts";
import { hasRoomForOwn, renderContext } from "../context/render.ts";
import { wishedText } from "../context/wished-text.ts";
import { closeWishes } from "../context/wishes.ts";
import { EntityIndex } from "../indexes/names/entities.ts";
import { VectorIndex } from "../indexes/vectors/vectors.ts";
import { LexicalIndex } from "../indexes/words/lexical.ts";
import { judgeContext } from "../log/judge-context.ts";
import type { Until } from "../log/past.ts";
import type { Steps } from "../log/steps.ts";
import { fieldsOf, parseName, parseTime } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { PROTECTING_CLASS, TRUSTED } from "../model/source.ts";
import { type Candidate, hitOf } from "../recall/candidate.ts";
import { isLive } from "../recall/eligible.ts";
import { type Explanation, explainFrom } from "../recall/explain.ts";
import { fadedCount } from "../recall/faded.ts";
import { recallWithAlso } from "../recall/further.ts";
import type { Degraded, Hit, Recalled, RecallOptions, Receipt, SearchOptions } from "../recall/hit.ts";
import type { LearnedQuery } from "../recall/learned-lane.ts";
import { type ParsedRecall, parseQueryText, parseRecallOptions, SEARCH_NAMES } from "../recall/options.ts";
import { isAnswer, isGuess } from "../recall/precedence.ts";
import type { Outcome, RecallView } from "../recall/recall.ts";
import { cannotReplay, parseReceipt, recalled, receiptOf } from "../recall/receipt.ts";
import { Search } from "../recall/search.ts";
import { checkLearned, degradedBy, type QueryVector } from "../upkeep/embedding.ts";
import { hostVerdict } from "../write/host-verdict.ts";
import { knownFact, stamp } from "./change.ts";
import { isOfPerson, type Memory } from "./memory.ts";
import { profileIn, wishesIn } from "./profile.ts";
import { stateThen } from "./read-log.ts";

/** Direct look-up. It counts as a use, and a fact that a pass took out of ranking may return to it. */
export function* get(memory: Memory, id: string): Steps<Fact | undefined> {
  const state = yield* memory.open.replica.catchUp();
  const fact = state.facts.get(parseName(id, "id"));
  if (fact === undefined || fact.quarantined) return fact;
  yield* memory.open.mark({
    fact: fact.id,
    at: memory.engine.now(),
    how: "direct",
    voice: memory.speaker.voice,
  });
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

/** What is known about the query, best first. Counts as a use of the returned facts (not of guesses), unless passive. */
export function* recall(
  memory: Memory,
  vector: QueryVector | undefined,
  query: string,
  options: RecallOptions = {},
): Steps<Recalled> {
  const { text, asked, view, outcome } = yield* find(memory, query, options, vector);
  if (asked.knownAt === undefined)
    yield* asked.passive
      ? noteShown(
          memory,
          outcome,
          view.now,
          foundBy(memory, [...outcome.hits, ...outcome.displaced], outcome.few),
        )
      : markUsed(memory, outcome, view.now);
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
  const at = now === undefined ? undefined : parseTime(now, "now");
  const { text, asked, view, outcome } = yield* find(memory, query, passive, vector, at);
  if (at === undefined && asked.knownAt === undefined) yield* noteShown(memory, outcome, view.now);
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
  const asked = parseRecallOptions(options, isOfPerson(memory));
  const view = yield* viewFor(memory, asked, vector, now);
  return { text, asked, view, outcome: recallWithAlso(view, text, asked) };
}

/** The facts that are most about a text. Leaves no trace: nobody is shown anything. */
export function* knownAbout(memory: Memory, text: string, most: number): Steps<readonly Fact[]> {
  const { outcome } = yield* find(memory, text, { limit: most, passive: true }, undefined);
  return outcome.hits.map(({ fact }) => fact);
}

/** What stands in a prompt before a turn. */
export interface TurnContext {
  /** The whole block; undefined if nothing is known. */
  readonly text: string | undefined;
  /** The part that does not depend on the question: put it where a prompt cache keeps it. */
  readonly profile: string | undefined;
  /** What is known about the question. */
  readonly relevant: string | undefined;
  /** The facts in it, in order. */
  readonly facts: readonly string[];
  /**
   * If nothing good was found: how many archived facts match the question. They never stand in the block. Only for the
   * owner; 0 for everybody else.
   */
  readonly faded: number;
  /** Empty if everything was asked that could be asked. */
  readonly degraded: readonly Degraded[];
}

/**
 * Who the principal is and what is known about the query, as a block for a prompt; undefined if nothing is known. Never
 * counts as a use. Only the facts that the query brought into the block count as shown.
 */
export function* context(
  memory: Memory,
  vector: QueryVector | undefined,
  query: string,
  options: ContextOptions = {},
): Steps<string | undefined> {
  return (yield* blocksAbout(memory, vector, query, parseContextOptions(options))).text;
}

/** The profile, and behind it what is relevant: each fact once. */
export function* blocksAbout(
  memory: Memory,
  vector: QueryVector | undefined,
  query: string,
  parsed: ParsedContext,
): Steps<TurnContext> {
  const { asked, view, outcome } = yield* find(memory, query, parsed.recall, vector);
  const standing = standingIn(memory, view, query, hitsOf(outcome, view), parsed);
  const { profile, block, facts } = standing;
  if (asked.knownAt === undefined) yield* noteStanding(memory, view, query, outcome, parsed, standing);
  const parts = [profile.text, block.text].filter((part) => part !== undefined);
  return {
    text: parts.length === 0 ? undefined : parts.join("\n"),
    profile: profile.text,
    relevant: block.text,
    facts,
    /** Counted when somebody asks, as in an answer to a recall. */
    get faded() {
      return fadedFor(memory, view, query, asked, hitsOf(outcome, view));
    },
    degraded: degradedBy(memory.open.learned, vector),
  };
}

/** What stands in a block, and which facts those are. */
interface Standing {
  readonly profile: ProfileBlock;
  readonly block: ReturnType<typeof renderContext>;
  readonly facts: readonly string[];
}

function standingIn(
  memory: Memory,
  view: RecallView,
  query: string,
  found: readonly Hit[],
  parsed: ParsedContext,
): Standing {
  const { threatScan } = memory.engine.options;
  const isFlagged = (content: string) => hostVerdict(threatScan, content).length > 0;
  const holdsSecret = (fact: Fact) => memory.engine.holdsSecret(fact);
  const { profile, hits, wishes, left } = beside(memory, view, query, found, parsed);
  const block = renderContext(hits, { maxChars: left, isFlagged, holdsSecret, wishes });
  return { profile, block, facts: [...new Set([...profile.facts, ...block.facts])] };
}

/**
 * Notes what the question brought into the block: what always stands in the profile was not looked for. What lower
 * classes left no room for counts as well, or they could make the principal's fact leave earlier.
 */
function* noteStanding(
  memory: Memory,
  view: RecallView,
  query: string,
  outcome: Outcome,
  parsed: ParsedContext,
  { facts }: Standing,
): Steps<void> {
  const own = [...outcome.hits, ...outcome.displaced].filter(({ fact }) => fact.authority === TRUSTED);
  const isAlone = own.length === outcome.hits.length;
  const ofOwn = isAlone ? facts : standingIn(memory, view, query, hitsOf({ hits: own }, view), parsed).facts;
  const stands = new Set([...facts, ...ofOwn]);
  const shown = [...outcome.hits, ...outcome.displaced].filter(({ fact }) => stands.has(fact.id));
  const found = foundBy(memory, shown, outcome.few);
  yield* memory.open.show(idsOf(shown), view.now, found);
}

/** What stands in the block beside the profile, and how much room the profile leaves. */
interface Beside {
  readonly profile: ProfileBlock;
  readonly hits: readonly Hit[];
  readonly wishes: readonly Fact[];
  readonly left: number;
}

/**
 * If the principal's best hit is too long for the room beside the profile, the profile gives up its lines of class 2:
 * what others wrote must not shorten a line of the principal's own.
 */
function beside(
  memory: Memory,
  view: RecallView,
  query: string,
  hits: readonly Hit[],
  { maxChars, profileChars }: ParsedContext,
): Beside {
  if (profileChars === 0) return { profile: NO_PROFILE, hits, wishes: [], left: maxChars };
  const close = closeWishes(query, wishesIn(memory, view.state, view.now));
  const layout = (profile: Beside["profile"]): Beside => {
    const shown = new Set(profile.facts);
    const wishes = close.filter(({ id }) => !shown.has(id) && id !== hits[0]?.fact.id);
    const wished = new Set(wishes.filter((fact) => wishedText(fact).isWhole).map(({ id }) => id));
    const others = hits.filter(({ fact: { id } }) => !profile.whole.has(id) && !wished.has(id));
    const left = maxChars - (profile.text === undefined ? 0 : profile.text.length + 1);
    return { profile, hits: others, wishes, left };
  };
  const all = layout(profileIn(memory, view.state, profileChars));
  if (hasRoomForOwn(all.hits, { maxChars: all.left })) return all;
  return layout(profileIn(memory, view.state, profileChars, TRUSTED));
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
  const asked = parseRecallOptions(options, isOfPerson(memory), "explain");
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
  const asked = parseRecallOptions(options, isOfPerson(memory), "replay");
  const until = { seq: receipt.seq, marksSeq: receipt.marksSeq };
  const view = yield* viewAt(memory, until, receipt.at, vector);
  if ([...view.state.facts.values()].some((fact) => fact.erased))
    throw cannotReplay("facts that were known then have been purged since");
  return answer(memory, view, receipt.query, options, recallWithAlso(view, receipt.query, asked), vector);
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
  const { thresholds, spread } = memory.engine.options.embedder ?? {};
  return { vectors: learned, space, vector, related: thresholds?.related, spread };
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
  const hits = hitsOf(outcome, view);
  const faded = () => fadedFor(memory, view, query, parseRecallOptions(options, isOfPerson(memory)), hits);
  return recalled(hits, receipt, degradedBy(memory.open.learned, vector), faded);
}

function hitsOf({ hits }: Pick<Outcome, "hits">, { state }: RecallView): readonly Hit[] {
  const factOf = (id: string) => state.facts.get(id);
  return hits.map((one) => hitOf(one, factOf));
}

/** Only the person, and whoever manages memory for them, is told of facts that are out of sight. */
function fadedFor(
  memory: Memory,
  view: RecallView,
  query: string,
  asked: ParsedRecall,
  hits: readonly Hit[],
): number {
  const { speaker } = memory;
  const mayKnow = isOfPerson(memory) && (speaker.voice === TRUSTED || speaker.manages === true);
  return mayKnow ? fadedCount(view, query, asked, hits) : 0;
}

/** `found`: what the question of a turn found. A search by hand has none. */
function* noteShown(memory: Memory, { hits }: Outcome, at: number, found?: readonly string[]): Steps<void> {
  yield* memory.open.show(idsOf(hits), at, found);
}

/**
 * Which of these did a turn's question find, so that they are in use? Answers, not guesses, and never a lower class. A
 * caller who only reads keeps nothing in use.
 */
function foundBy({ speaker }: Memory, shown: readonly Candidate[], few: number): readonly string[] {
  if (speaker.onlyReads === true) return [];
  return idsOf(shown.filter((one) => one.fact.authority >= PROTECTING_CLASS && isAnswer(one, few)));
}

function idsOf(candidates: readonly Candidate[]): readonly string[] {
  return candidates.map(({ fact }) => fact.id);
}

/**
 * A fact of class 3 counts as used even if facts of lower classes took its place among the hits. A guess does not: it
 * was returned because nothing better is known, and is most likely of no use to whoever asked.
 */
function* markUsed(memory: Memory, { hits, displaced, few }: Outcome, at: number): Steps<void> {
  for (const one of [...hits, ...displaced])
    if (!isGuess(one, few))
      yield* memory.open.mark({ fact: one.fact.id, at, how: "recall", voice: memory.speaker.voice });
}

/**
 * What can be done with memory? Each verb is its stages in order.
 *
 * A verb is a generator, driven at once or later (`tideline.ts`). It belongs to a handle: one origin, fixed when
 * the handle was made, that no argument can widen. An id of another origin is an id that does not exist.
 *
 * Long because it is the list of all verbs; each fits on a screen.
 */
import { type ContextOptions, parseContextOptions } from "./context/options.ts";
import { renderContext } from "./context/render.ts";
import type { Engine, Mind } from "./engine.ts";
import { TidelineError, WriteGateError } from "./errors.ts";
import { isAbout } from "./govern/event-log.ts";
import { exportHeader, exportLine, failed, parseExport } from "./govern/export.ts";
import {
  type GraphOptions,
  type MemoryGraph,
  memoryGraphOf,
  parseGraphOptions,
} from "./govern/graph-export.ts";
import { describeErased, describeFact, type Inspection } from "./govern/inspect.ts";
import {
  type ListOptions,
  listFacts,
  needsReview,
  parseListOptions,
  type Stats,
  statsOf,
} from "./govern/listing.ts";
import { type Overview, overviewOf } from "./govern/overview.ts";
import { type PurgedFact, purgeSet } from "./govern/purge.ts";
import { type Entity, EntityIndex } from "./index/entities.ts";
import { isSameSlot, slotKey } from "./index/keys.ts";
import { LexicalIndex } from "./index/lexical.ts";
import { VectorIndex } from "./index/vectors.ts";
import { DAY_MS } from "./lifecycle/curves.ts";
import { demoted, promoted } from "./lifecycle/layers.ts";
import { POLICY_NAMES, policyOf } from "./lifecycle/policies.ts";
import { type Tuning, tune } from "./lifecycle/tune.ts";
import { MAX_ADD_MANY, MAX_ERASED_PER_EVENT, MAX_READ_EVENTS } from "./limits.ts";
import { evolve, type State } from "./log/fold.ts";
import { judgeContext } from "./log/judge-context.ts";
import { stateAt, type Until } from "./log/past.ts";
import { ask, type Steps } from "./log/steps.ts";
import type { PassRecord } from "./log/upkeep-state.ts";
import { EVENT_VERSION, type MemoryEvent } from "./model/event.ts";
import type { Fact } from "./model/fact.ts";
import { LINK_KINDS, type LinkKind } from "./model/link.ts";
import type { Origin } from "./model/origin.ts";
import type { Layer } from "./model/segment.ts";
import { TRUSTED } from "./model/source.ts";
import { marksOf, type Stream } from "./model/stream.ts";
import type { Head, RecordedEvent, VerifyOptions, VerifyReport } from "./ports/storage.ts";
import { hitOf } from "./recall/candidate.ts";
import { isLive } from "./recall/eligible.ts";
import { type Explanation, explainFrom } from "./recall/explain.ts";
import type { Recalled, RecallOptions } from "./recall/hit.ts";
import type { LearnedQuery } from "./recall/learned-lane.ts";
import { type ParsedRecall, parseQueryText, parseRecallOptions } from "./recall/options.ts";
import { type Outcome, type RecallView, recallFrom } from "./recall/recall.ts";
import { cannotReplay, parseReceipt, recalled, receiptOf } from "./recall/receipt.ts";
import { Relevance } from "./recall/relevance.ts";
import { type Ageing, ageingOf } from "./upkeep/ageing.ts";
import { type Contradiction, contradictionsAmong } from "./upkeep/contradiction.ts";
import type { DreamHost } from "./upkeep/dream/run.ts";
import type { Nearness } from "./upkeep/dream/stage.ts";
import { checkLearned, degradedBy, type QueryVector } from "./upkeep/embedding.ts";
import type { Pass, PassHost } from "./upkeep/pass.ts";
import { type PassDiff, passDiffOf } from "./upkeep/pass-diff.ts";
import { decideResolve, type ResolveOptions } from "./upkeep/resolve.ts";
import { surprisePass } from "./upkeep/surprise.ts";
import { noSuchPass } from "./upkeep/undo-pass.ts";
import { type Decision, decideAdd } from "./write/decide.ts";
import {
  type AddInput,
  bad,
  fieldsOf,
  parseDraft,
  parseName,
  parseOneOf,
  parseTime,
  type Time,
} from "./write/draft.ts";
import { hostVerdict } from "./write/host-verdict.ts";
import { checkLink, checkRoom } from "./write/link-room.ts";
import { newsJudge } from "./write/news.ts";

export interface AddResult {
  readonly outcome: "added" | "reinforced" | "superseded";
  readonly fact: Fact;
  readonly events: readonly MemoryEvent[];
}

export interface RefusedResult {
  readonly outcome: "refused";
  readonly reason: string;
  readonly rule: string;
  readonly events: readonly MemoryEvent[];
}

export interface PurgeResult {
  readonly preview: boolean;
  readonly facts: readonly PurgedFact[];
}

export interface ContradictionsOptions {
  /** Among facts that hold at this time. Default: now. */
  readonly now?: Time | undefined;
}

export interface VerifyResult {
  readonly ok: boolean;
  readonly head: Head;
  readonly facts: VerifyReport;
  readonly marks: VerifyReport;
}

export interface OverviewOptions {
  /** How far back "lately" goes. Default 7. */
  readonly days?: number | undefined;
}

export interface ExportOptions {
  /** Told how many of how many events were written. */
  readonly onProgress?: ((written: number, events: number) => void) | undefined;
}

export interface AgeingOptions {
  /** How far the forecast goes. Default: a while past what is to come. */
  readonly days?: number | undefined;
}

const LATELY_DAYS = 7;
const MOST_AGEING_DAYS = 3_650;
/** Enough for a week of most memories. */
const LATEST_EVENTS = 2_000;

const BY_HAND = { rule: "by-hand" } as const;

export class Verbs {
  readonly origin: Origin;
  private readonly engine: Engine;
  private readonly defaultSource: string;
  private readonly mind: Mind;

  constructor(engine: Engine, origin: Origin, defaultSource: string) {
    this.engine = engine;
    this.origin = origin;
    this.defaultSource = defaultSource;
    this.mind = engine.mind(origin);
  }

  *add(input: AddInput): Steps<AddResult> {
    const [result] = yield* this.decideAndCommit([input]);
    if (result?.outcome === "refused") throw new WriteGateError(result.reason, { rule: result.rule });
    return result as AddResult;
  }

  *addMany(inputs: readonly AddInput[]): Steps<readonly (AddResult | RefusedResult)[]> {
    if (!Array.isArray(inputs)) throw bad("addMany needs a list");
    if (inputs.length > MAX_ADD_MANY) {
      throw new TidelineError(
        "batch-too-large",
        `${inputs.length} facts in one addMany; the limit is ${MAX_ADD_MANY}. Add them in several batches.`,
      );
    }
    return inputs.length === 0 ? [] : yield* this.decideAndCommit(inputs);
  }

  /** Direct look-up: it counts as a use, and what had only been taken out of ranking may come back by it. */
  *get(id: string): Steps<Fact | undefined> {
    const state = yield* this.mind.replica.catchUp();
    const fact = state.facts.get(parseName(id, "id"));
    if (fact === undefined || fact.quarantined) return fact;
    yield* this.engine.mark(this.mind, { fact: fact.id, at: this.engine.now(), how: "direct" });
    const byPass = state.upkeep.absences.get(id)?.suppressed?.pass !== undefined;
    return fact.suppressed && byPass ? yield* this.reconsider(id) : fact;
  }

  /** What is known about the query, best first. Counts as a use of what is returned, unless passive. */
  *recall(query: string, options: RecallOptions = {}, vector?: QueryVector): Steps<Recalled> {
    const text = parseQueryText(query);
    const asked = parseRecallOptions(options, this.isOwner);
    const view = yield* this.view(asked, vector);
    const outcome = recallFrom(view, text, asked);
    if (asked.knownAt === undefined)
      yield* asked.passive ? this.noteShown(outcome, view.now) : this.markUsed(outcome, view.now);
    return this.answer(view, text, options, outcome, vector);
  }

  /** Is the query one that can be asked? Whoever embeds it finds out first. */
  parseQuery(query: string): string {
    return parseQueryText(query);
  }

  /** The same, and it never counts as a use. */
  *search(query: string, options: RecallOptions = {}, vector?: QueryVector): Steps<Recalled> {
    return yield* this.recall(query, { ...options, passive: true }, vector);
  }

  /** What is known about the query, as a block for a prompt; undefined when nothing is. Never counts as a use. */
  *context(query: string, options: ContextOptions = {}, vector?: QueryVector): Steps<string | undefined> {
    const { maxChars, recall } = parseContextOptions(options);
    const hits = yield* this.recall(query, recall, vector);
    const { threatScan } = this.engine.options;
    const isFlagged = (content: string) => hostVerdict(threatScan, content).length > 0;
    return renderContext(hits, { maxChars, isFlagged }).text;
  }

  /** Why the fact stands where it does in the answer, or why it is not there and what would change that. */
  *explain(query: string, id: string, options: RecallOptions = {}, vector?: QueryVector): Steps<Explanation> {
    const text = parseQueryText(query);
    const asked = parseRecallOptions(options, this.isOwner, "explain");
    const view = yield* this.view(asked, vector);
    return explainFrom(view, text, knownFact(view.state, id), asked);
  }

  /** The same list again, as it was when the receipt was given. */
  *replay(value: unknown, vector?: QueryVector): Steps<Recalled> {
    const receipt = parseReceipt(value);
    checkLearned(receipt, vector, this.mind.learned);
    const { policy } = this.engine.options;
    if (receipt.policy !== policy.id)
      throw cannotReplay(`it was ranked by the policy ${receipt.policy}, and this is ${policy.id}`);
    const options = receipt.options as RecallOptions;
    const asked = parseRecallOptions(options, this.isOwner, "replay");
    const until = { seq: receipt.seq, marksSeq: receipt.marksSeq };
    const view = yield* this.viewAt(until, receipt.at, vector);
    if ([...view.state.facts.values()].some((fact) => fact.erased))
      throw cannotReplay("facts that were known then have been purged since");
    return this.answer(view, receipt.query, options, recallFrom(view, receipt.query, asked), vector);
  }

  *list(options: ListOptions = {}): Steps<readonly Fact[]> {
    const query = parseListOptions(options);
    return listFacts(yield* this.mind.replica.catchUp(), query);
  }

  /** Facts that a person should look at: challenged, quarantined, or left open by a write or a pass. */
  *review(): Steps<readonly Fact[]> {
    const state = yield* this.mind.replica.catchUp();
    return [...state.facts.values()].filter(needsReview);
  }

  /** Who and what the facts name, those that most facts name first. */
  *entities(): Steps<readonly Entity[]> {
    const state = yield* this.mind.replica.catchUp();
    return this.mind.entities.all(state);
  }

  /** Facts, what they name, and how they hang together. */
  *graph(options: GraphOptions = {}): Steps<MemoryGraph> {
    const { asOf, knownAt } = parseGraphOptions(options);
    const state = knownAt === undefined ? yield* this.mind.replica.catchUp() : yield* this.stateThen(knownAt);
    const entities = knownAt === undefined ? this.mind.entities : new EntityIndex();
    const takenAt = (id: string) => state.upkeep.absences.get(id)?.taken?.at;
    return memoryGraphOf({ facts: state.facts.values(), entities: entities.all(state), takenAt }, asOf);
  }

  /** How memory stands, and what happened lately. */
  *overview(options: OverviewOptions = {}): Steps<Overview> {
    const { days = LATELY_DAYS } = fieldsOf(options, new Set(["days"]), "overview") as OverviewOptions;
    if (!(typeof days === "number" && days > 0)) throw bad("days must be a number above 0");
    const state = yield* this.mind.replica.catchUp();
    const now = this.engine.now();
    const since = now - days * DAY_MS;
    const latest = yield* this.readBack(state.head.seq, since);
    return overviewOf({ state, latest, now, since, policy: this.engine.options.policy.id });
  }

  /** How a fact aged and will age, under each policy. Counts as no use. */
  *ageing(id: string, options: AgeingOptions = {}): Steps<Ageing> {
    const { days } = fieldsOf(options, new Set(["days"]), "ageing") as AgeingOptions;
    if (days !== undefined && !(typeof days === "number" && days > 0 && days <= MOST_AGEING_DAYS))
      throw bad(`days must be a number above 0 and up to ${MOST_AGEING_DAYS}`);
    const state = yield* this.mind.replica.catchUp();
    const fact = knownFact(state, id);
    const events = yield* this.readAll((fact.texts[0] ?? 1) - 1);
    const marks = yield* this.readAll(0, marksOf(this.origin));
    const { policy } = this.engine.options;
    const others = POLICY_NAMES.filter((name) => name !== policy.id).map((name) => policyOf(name, undefined));
    const input = { state, fact, events, marks, policies: [policy, ...others], inForce: policy.id };
    return ageingOf({ ...input, now: this.engine.now(), days });
  }

  /** Whom or what a name stands for, by any of its names. */
  *entity(name: string): Steps<Entity | undefined> {
    const state = yield* this.mind.replica.catchUp();
    return this.mind.entities.named(parseName(name, "name"), state);
  }

  /** Facts that cannot both hold now, for a person to decide. */
  *contradictions(options: ContradictionsOptions = {}): Steps<readonly Contradiction[]> {
    const { now } = fieldsOf(options, new Set(["now"]), "contradictions") as ContradictionsOptions;
    const at = now === undefined ? this.engine.now() : parseTime(now, "now");
    const { isMultiValued } = yield* this.engine.rules();
    const state = yield* this.mind.replica.catchUp();
    return contradictionsAmong(state.facts.values(), { now: at, isMultiValued });
  }

  /** A person decides one of them: what is kept supersedes the other, with its history. */
  *resolve(id: string, options: ResolveOptions): Steps<readonly Fact[]> {
    const now = this.engine.now();
    const { state, events } = yield* this.mind.replica.commit((before) =>
      decideResolve(before, id, options, now),
    );
    const touched = new Set(events.flatMap((event) => ("fact" in event ? [event.fact] : [])));
    return [...touched].map((fact) => knownFact(state, fact));
  }

  *inspect(id: string): Steps<Inspection> {
    const state = yield* this.mind.replica.catchUp();
    const history = yield* this.history(id);
    const fact = state.facts.get(id);
    if (fact !== undefined) {
      const waiting = this.mind.waiting.filter((mark) => mark.fact === id).length;
      const shown = this.mind.shown.get(id);
      const { policy } = this.engine.options;
      return describeFact({ state, fact, history, policy, now: this.engine.now(), waiting, shown });
    }
    const tombstone = state.tombstones.get(id);
    if (tombstone === undefined) throw noSuchFact(id);
    return describeErased(id, tombstone, history);
  }

  /** Every event about the fact, oldest first; of one that was purged, without words. */
  *history(id: string): Steps<readonly RecordedEvent[]> {
    const state = yield* this.mind.replica.catchUp();
    const fact = state.facts.get(parseName(id, "id"));
    if (fact === undefined && !state.tombstones.has(id)) throw noSuchFact(id);
    const since = (fact?.texts[0] ?? 1) - 1;
    const events = yield* this.readAll(since);
    return events.filter(({ event }) => isAbout(event, id));
  }

  *link(from: string, kind: LinkKind, to: string): Steps<Fact> {
    const linkKind = parseOneOf(LINK_KINDS)(kind, "kind");
    return yield* this.change(from, (state, fact) => {
      const target = knownFact(state, to);
      if (target.id === fact.id) throw bad("a fact cannot be linked to itself");
      checkLink({ kind: linkKind, to }, target, fact.authority);
      const there = fact.links.some((link) => link.kind === linkKind && link.to === to);
      if (there) return [];
      checkRoom(fact, target, state);
      return [{ type: "linked", ...this.stamp(), fact: from, kind: linkKind, to }];
    });
  }

  *archive(id: string, why?: string): Steps<Fact> {
    const body = why === undefined ? {} : { body: { reason: parseName(why, "why") } };
    return yield* this.change(id, (_state, fact) =>
      fact.lifecycle === "active" ? [{ type: "archived", ...this.stamp(), fact: id, ...body }] : [],
    );
  }

  *restore(id: string): Steps<Fact> {
    return yield* this.change(id, (_state, fact) =>
      fact.lifecycle === "active" ? [] : [{ type: "restored", ...this.stamp(), fact: id }],
    );
  }

  *pin(id: string): Steps<Fact> {
    return yield* this.change(id, (_state, fact) =>
      fact.pinned ? [] : [{ type: "pinned", ...this.stamp(), fact: id }],
    );
  }

  *unpin(id: string): Steps<Fact> {
    return yield* this.change(id, (_state, fact) =>
      fact.pinned ? [{ type: "unpinned", ...this.stamp(), fact: id }] : [],
    );
  }

  /** Out of ranking until somebody puts it back; no sweep does. */
  *suppress(id: string): Steps<Fact> {
    return yield* this.change(id, (_state, fact) =>
      fact.suppressed ? [] : [{ type: "suppressed", ...this.stamp(), fact: id }],
    );
  }

  *unsuppress(id: string): Steps<Fact> {
    return yield* this.change(id, (_state, fact) =>
      fact.suppressed ? [{ type: "unsuppressed", ...this.stamp(), fact: id }] : [],
    );
  }

  /** One layer up: working → episodic → semantic. */
  *promote(id: string): Steps<Fact> {
    return yield* this.change(id, (_state, fact) => this.relayered(fact, promoted(fact.layer)));
  }

  /** One layer down: anything lasting → episodic → working. */
  *demote(id: string): Steps<Fact> {
    return yield* this.change(id, (_state, fact) => this.relayered(fact, demoted(fact.layer)));
  }

  /** It helped, or it did not: what that means is the policy's to say. */
  *feedback(id: string, signal: "up" | "down"): Steps<Fact> {
    const given = parseOneOf(["up", "down"] as const)(signal, "signal");
    const { policy } = this.engine.options;
    const now = this.engine.now();
    const fact = yield* this.change(id, (_state, before) => {
      const { importance, confidence = before.confidence, touches } = policy.feedback(before, given);
      if (!touches && importance === before.importance && confidence === before.confidence) return [];
      const why = { rule: `feedback/${given}`, policy: policy.id };
      const touched = touches ? { touchedAt: now } : {};
      return [{ type: "revised", ...this.stamp(), why, fact: id, importance, confidence, ...touched }];
    });
    if (given === "up") yield* this.engine.mark(this.mind, { fact: id, at: now, how: "feedback" });
    return fact;
  }

  /** Backfills how much news facts were, where the policy asks for it. */
  surprisePass(): Pass<readonly string[]> {
    const pass = surprisePass(this.engine.options.policy, this.mind.vectors);
    if (pass === undefined)
      throw bad(`the policy "${this.engine.options.policy.id}" has no use for surprise; "layered" has`);
    return pass;
  }

  /** Half-lives that this memory's own history suggests for the freshness policy. */
  *tune(): Steps<Tuning> {
    const { facts } = yield* this.mind.replica.catchUp();
    return tune(facts.values(), (id) => facts.get(id), this.engine.options.policy.params);
  }

  /** Maintenance runs of this origin, latest first. */
  *passes(): Steps<readonly PassRecord[]> {
    const { upkeep } = yield* this.mind.replica.catchUp();
    return [...upkeep.passes.values()].reverse();
  }

  /** What one of them changed, fact by fact. */
  *pass(id: string): Steps<PassDiff> {
    const state = yield* this.mind.replica.catchUp();
    const record = state.upkeep.passes.get(parseName(id, "id"));
    if (record === undefined) throw noSuchPass(id);
    return passDiffOf(state, record, yield* this.readAll(record.begunSeq - 1));
  }

  /** What a pass runs on: this origin's memory, driven as the handle is. */
  passHost(drive: PassHost["drive"]): PassHost {
    const { engine, mind, origin } = this;
    return {
      replica: mind.replica,
      now: () => engine.now(),
      newId: () => engine.newId(engine.now()),
      waiting: () => ({
        marks: mind.waiting.map(({ fact, at, how }) => [fact, at, how] as const),
        shown: [...mind.shown].map(([fact, { count, lastAt }]) => [fact, count, lastAt] as const),
      }),
      *settle() {
        yield* engine.rules();
        yield* engine.flush(mind, "all");
      },
      forget: (ids) => forget(mind, ids),
      read: (afterSeq, about) => ask(engine.store.read(origin, afterSeq, about)),
      drive,
      breathe: () => engine.ports.pause.breathe(),
    };
  }

  dreamHost(drive: PassHost["drive"]): DreamHost {
    const { entities, lastCheckpoint } = this.mind;
    const { policy } = this.engine.options;
    const marksFoldedTo = () => lastCheckpoint.upTo;
    const environment = this.isOwner ? this.engine.options.environment : undefined;
    const pass = this.passHost(drive);
    const { learned: vectors } = this.mind;
    const learned = this.learnedNearness();
    return { pass, policy, entities, marksFoldedTo, environment, learned, vectors };
  }

  private learnedNearness(): Nearness | undefined {
    const { learned } = this.mind;
    const { embedder } = this.engine.options;
    if (learned === undefined || embedder === undefined) return undefined;
    const { same = 0.95, related = 0.8 } = embedder.thresholds ?? {};
    return { vectorOf: ({ id }) => learned.vectorOf(id), same, related, isLearned: true };
  }

  /** The principal adopts a fact: from now on it counts as their own words, and as the current value of its slot. */
  *endorse(id: string): Steps<Fact> {
    return yield* this.change(id, (state, fact) => {
      const on = { ...this.stamp(), fact: id } as const;
      const events: MemoryEvent[] = [];
      if (fact.authority < TRUSTED) events.push({ type: "endorsed", ...on, authority: TRUSTED });
      if (fact.quarantined) events.push({ type: "released", ...on });
      if (fact.validity === "challenged") events.push({ type: "revalidated", ...on });
      if (fact.review !== undefined) events.push({ type: "revised", ...on, review: null });
      for (const rival of this.rivals(state, fact)) {
        events.push({
          type: "superseded",
          ...this.stamp(),
          fact: rival.id,
          successor: id,
          validTo: this.engine.now(),
        });
        events.push({ type: "linked", ...on, kind: "supersedes", to: rival.id });
      }
      return events;
    });
  }

  /** Erases the text for good, with what was derived from it. */
  *purge(id: string, options: { readonly preview?: boolean | undefined } = {}): Steps<PurgeResult> {
    const { preview = false } = fieldsOf(options, new Set(["preview"]), "purge");
    const state = yield* this.mind.replica.catchUp();
    if (!state.facts.has(parseName(id, "id"))) throw noSuchFact(id);
    const facts = purgeSet(state, id);
    if (preview === true) return { preview: true, facts };
    const ids = facts.map((fact) => fact.id);
    forget(this.mind, ids);
    for (let at = 0; at < ids.length; at += ERASE_AT_ONCE) {
      yield* this.mind.replica.erase(ids.slice(at, at + ERASE_AT_ONCE), this.engine.now(), { rule: "purge" });
    }
    return { preview: false, facts };
  }

  /** JSON Lines that a fresh workspace can take in again. */
  *export({ onProgress }: ExportOptions = {}): Steps<string> {
    const state = yield* this.mind.replica.catchUp();
    const isErased = (fact: string) => !state.facts.has(fact);
    const lines: string[] = [];
    for (let more = true, seq = 0; more; ) {
      const page = yield* ask(this.engine.store.read(this.origin, seq));
      lines.push(...page.events.flatMap((recorded) => exportLine(recorded, isErased) ?? []));
      seq = page.events.at(-1)?.seq ?? seq;
      onProgress?.(seq, state.head.seq);
      more = page.more;
    }
    return `${[exportHeader(this.origin, this.engine.now()), ...lines].join("\n")}\n`;
  }

  /** Takes an export in, into an empty origin: all of it, or nothing. */
  *import(text: string): Steps<{ readonly events: number; readonly facts: number }> {
    if (typeof text !== "string") throw bad("import needs the text of an export");
    const events = parseExport(text, this.origin);
    const { state } = yield* this.mind.replica.commit((now) => {
      if (now.head.seq > 0) throw failed("this origin is not empty");
      return events;
    });
    return { events: events.length, facts: state.facts.size };
  }

  *verify(options: VerifyOptions = {}): Steps<VerifyResult> {
    const facts = yield* ask(this.engine.store.verify(this.origin, options));
    const marks = yield* ask(this.engine.store.verify(marksOf(this.origin)));
    return { ok: facts.ok && marks.ok, head: facts.head, facts, marks };
  }

  *stats(): Steps<Stats> {
    const state = yield* this.mind.replica.catchUp();
    return statsOf(state, this.mind.waiting.length, this.engine.embeddingStatus(this.mind));
  }

  *close(): Steps<void> {
    yield* this.engine.close();
  }

  private get isOwner(): boolean {
    return this.origin === "owner";
  }

  /** What a recall reads: memory as it is, or as it was known then. */
  private *view({ knownAt }: ParsedRecall, vector: QueryVector | undefined): Steps<RecallView> {
    if (knownAt !== undefined) return yield* this.viewAt({ at: knownAt }, this.engine.now(), vector);
    const state = yield* this.mind.replica.catchUp();
    const { lexical, relevance, vectors } = this.mind;
    const learned = this.learnedQuery(vector);
    const { policy } = this.engine.options;
    return { state, lexical, relevance, vectors, learned, policy, now: this.engine.now() };
  }

  private *stateThen(knownAt: number): Steps<State> {
    const state = yield* stateAt(this.engine.store, this.origin, { at: knownAt });
    if (state === undefined) throw cannotReplay("events or access marks of that time are no longer there");
    return state;
  }

  private *viewAt(until: Until, now: number, vector: QueryVector | undefined): Steps<RecallView> {
    const state = yield* stateAt(this.engine.store, this.origin, until);
    if (state === undefined) throw cannotReplay("events or access marks of that time are no longer there");
    const lexical = new LexicalIndex(isLive);
    lexical.restore(state, undefined);
    const vectors = new VectorIndex();
    vectors.restore(state, undefined);
    const relevance = new Relevance(lexical);
    const learned = this.learnedQuery(vector);
    return { state, lexical, relevance, vectors, learned, policy: this.engine.options.policy, now };
  }

  private learnedQuery(asked: QueryVector | undefined): LearnedQuery | undefined {
    const { learned } = this.mind;
    if (learned === undefined || asked === undefined || "code" in asked || learned.size === 0)
      return undefined;
    const { space, vector } = asked;
    return { vectors: learned, space, vector, related: this.engine.options.embedder?.thresholds?.related };
  }

  private answer(
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
    return recalled(outcome.hits.map(hitOf), receipt, degradedBy(this.mind.learned, vector));
  }

  private *noteShown({ hits }: Outcome, at: number): Steps<void> {
    const ids = hits.map(({ fact }) => fact.id);
    yield* this.engine.show(this.mind, ids, at);
  }

  private *markUsed({ hits }: Outcome, at: number): Steps<void> {
    for (const { fact } of hits) yield* this.engine.mark(this.mind, { fact: fact.id, at, how: "recall" });
  }

  /** parse → decide each on what the ones before left → one append → answers in order. */
  private *decideAndCommit(inputs: readonly AddInput[]): Steps<readonly (AddResult | RefusedResult)[]> {
    const now = this.engine.now();
    const drafts = inputs.map((input) =>
      parseDraft(input, { id: this.engine.newId(now), now, defaultSource: this.defaultSource }),
    );
    const rules = yield* this.engine.rules();
    let decisions: Decision[] = [];
    const { replica } = this.mind;
    const { state } = yield* replica.commitFirst((before) => {
      const keys = this.mind.keys.fork();
      const news = newsJudge(rules.policy, this.mind.vectors);
      if (news !== undefined) replica.tellPatient();
      const judged = { ...rules, news };
      let after = before;
      let seq = before.head.seq;
      decisions = [];
      for (const draft of drafts) {
        const decision = decideAdd(after, keys, draft, judged);
        for (const event of decision.events) after = evolve(after, event, ++seq);
        if (decision.fact === draft.id) keys.add(draft.id, draft.content, draft.slot, draft.reading);
        decisions.push(decision);
      }
      return { events: decisions.flatMap((decision) => decision.events), after };
    });
    yield* this.engine.flush(this.mind);
    this.engine.indexSoon(this.mind);
    return decisions.map((decision) => answer(decision, state));
  }

  private *change(id: string, decide: (state: State, fact: Fact) => readonly MemoryEvent[]): Steps<Fact> {
    const { state } = yield* this.mind.replica.commit((before) => decide(before, knownFact(before, id)));
    return knownFact(state, id);
  }

  /** Asks the policy again about a fact that a pass took out of ranking, now that it was used. */
  private *reconsider(id: string): Steps<Fact> {
    const { policy } = this.engine.options;
    yield* this.engine.flush(this.mind);
    return yield* this.change(id, (state, fact) => {
      const { action, rule } = policy.decide(fact, judgeContext(state, this.engine.now()));
      if (!fact.suppressed || action === "suppress") return [];
      return [{ type: "unsuppressed", ...this.stamp(), why: { rule, policy: policy.id }, fact: id }];
    });
  }

  private relayered(fact: Fact, layer: Layer): readonly MemoryEvent[] {
    return layer === fact.layer ? [] : [{ type: "revised", ...this.stamp(), fact: fact.id, layer }];
  }

  /** The end of the log, back to a time or as far as one page goes, whichever comes first. */
  private *readBack(head: number, since: number): Steps<readonly RecordedEvent[]> {
    let events: readonly RecordedEvent[] = [];
    for (let count = LATEST_EVENTS; ; count = MAX_READ_EVENTS) {
      const after = Math.max(0, head - count);
      ({ events } = yield* ask(this.engine.store.read(this.origin, after)));
      const oldest = events[0]?.event.at ?? 0;
      if (after === 0 || count === MAX_READ_EVENTS || oldest < since) return events;
    }
  }

  private *readAll(afterSeq: number, stream: Stream = this.origin): Steps<readonly RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for (let more = true; more; ) {
      const page = yield* ask(this.engine.store.read(stream, events.at(-1)?.seq ?? afterSeq));
      events.push(...page.events);
      more = page.more;
    }
    return events;
  }

  /** Other values of the same slot that are in force. */
  private rivals(state: State, fact: Fact): readonly Fact[] {
    const { slot } = fact;
    if (slot === undefined) return [];
    const others = this.mind.keys.inSlot(slotKey(slot)).flatMap((id) => state.facts.get(id) ?? []);
    return others.filter(
      (one) =>
        one.id !== fact.id &&
        one.validity === "valid" &&
        one.slot !== undefined &&
        isSameSlot(one.slot, slot),
    );
  }

  private stamp() {
    return { v: EVENT_VERSION, at: this.engine.now(), why: BY_HAND } as const;
  }
}

/** These facts are gone: what waits about them too. */
function forget(mind: Mind, ids: readonly string[]): void {
  const gone = new Set(ids);
  mind.waiting = mind.waiting.filter((mark) => !gone.has(mark.fact));
  for (const id of gone) mind.shown.delete(id);
}

/** Each fact has a few bodies: this keeps one erasure within its limit. */
const ERASE_AT_ONCE = Math.floor(MAX_ERASED_PER_EVENT / 50);

function answer(decision: Decision, state: State): AddResult | RefusedResult {
  const { outcome, events } = decision;
  if (outcome === "refused")
    return { outcome, reason: decision.reason ?? "", rule: decision.rule ?? "", events };
  return { outcome, fact: knownFact(state, decision.fact), events };
}

function knownFact(state: State, id: string): Fact {
  const fact = state.facts.get(parseName(id, "id"));
  if (fact === undefined) throw noSuchFact(id);
  return fact;
}

function noSuchFact(id: string): TidelineError {
  return new TidelineError("no-such-fact", `There is no fact ${id.slice(0, 64)} in this origin.`);
}

/**
 * Which verbs does a memory have? One table, from which both faces are made: `sync.ts` runs each verb at once,
 * `async.ts` runs one after the other from a queue.
 *
 * Long because it is one table, and the text of each verb is what an editor shows of it, with an example.
 */
import type { Steps } from "../log/steps.ts";
import type { QueryVector } from "../upkeep/embedding.ts";
import { add, addMany, correct } from "./add.ts";
import { applyRetention } from "./apply-retention.ts";
import * as conversations from "./conversations.ts";
import * as curate from "./curate.ts";
import * as distil from "./distil.ts";
import { forget } from "./forget.ts";
import * as govern from "./govern.ts";
import { importFrom } from "./import-from.ts";
import * as look from "./look.ts";
import type { Drive } from "./maintain.ts";
import * as maintain from "./maintain.ts";
import type { Memory } from "./memory.ts";
import * as observe from "./observe.ts";
import * as origins from "./origins.ts";
import * as profile from "./profile.ts";
import * as recall from "./recall.ts";
import * as retaining from "./retention.ts";
import * as setAside from "./set-aside.ts";
import { shred } from "./shred.ts";
import { exportSubject } from "./subject.ts";
import * as thinking from "./think.ts";

/** Verbs that only need the memory. */
export const PLAIN_VERBS = {
  /**
   * Adds a fact. Throws if it is refused.
   * @example const { outcome, fact } = memory.add("I keep a strict vegetarian diet.");
   */
  add,
  /**
   * Adds many facts in one durable commit. Returns the outcomes in order, refusals included.
   * @example const results = memory.addMany([{ content: "I drink green tea." }, { content: "I live in Bern." }]);
   */
  addMany,
  /**
   * A turn of a conversation, to be distilled later. It is durable when this returns.
   * @example memory.observe({ session: "monday", role: "user", content: "I moved to Bern." });
   */
  observe: observe.observe,
  /**
   * Many turns in one durable commit, in order.
   * @example memory.observeMany([{ session: "monday", role: "user", content: "I moved to Bern." }]);
   */
  observeMany: observe.observeMany,
  /**
   * How many turns wait to be distilled, what that took so far, and which turns it failed on.
   * @example const { waiting } = memory.inbox();
   */
  inbox: observe.inbox,
  /**
   * The conversations in the inbox, those with the latest turn first, page by page.
   * @example const { conversations, total } = memory.conversations();
   */
  conversations: conversations.conversations,
  /**
   * One conversation, turn by turn, with the facts that were drawn from each.
   * @example const { shown, factsShown } = memory.conversation(id);
   */
  conversation: conversations.conversation,
  /**
   * A person decides that nothing is made of turns that were set aside.
   * @example memory.dismissTurns({ turns: [id] });
   */
  dismissTurns: setAside.dismissTurns,
  /**
   * The fact with this id. Counts as a use.
   * @example const fact = memory.get(id);
   */
  get: recall.get,
  /**
   * The fact with this id. Unlike `get`, not a use.
   * @example const fact = memory.peek(id);
   */
  peek: look.peek,
  /**
   * Facts in the order in which they were added, newest first if asked for, page by page.
   * @example const facts = memory.list({ segments: ["preference"], text: "tea", since: "2026-01-01" });
   */
  list: look.list,
  /**
   * The state of this memory, and what happened lately.
   * @example const { faded, refused } = memory.overview({ days: 7 });
   */
  overview: look.overview,
  /**
   * Who the principal is and what they always want, as a block for a prompt with stable bytes. Not a use.
   * @example const block = memory.profile({ maxChars: 800 });
   */
  profile: profile.profile,
  /**
   * How a fact aged and will age, under each policy.
   * @example const { policies } = memory.ageing(id);
   */
  ageing: look.ageing,
  /**
   * Which facts leave within the next days, and by which rule, unless they are used.
   * @example const { text } = memory.forecast({ days: 30 });
   */
  forecast: look.forecast,
  /**
   * Facts that cannot both hold now, for a person to decide.
   * @example const [found] = memory.contradictions();
   */
  contradictions: look.contradictions,
  /**
   * A person decides a contradiction: the fact that is kept supersedes the other.
   * @example memory.resolve(contradiction, { keep: id });
   */
  resolve: curate.resolve,
  /**
   * Why memory has this fact, and what became of it.
   * @example const { text } = memory.inspect(id);
   */
  inspect: look.inspect,
  /**
   * Every event about the fact, oldest first.
   * @example const events = memory.history(id);
   */
  history: look.history,
  /**
   * Links one fact to another.
   * @example memory.link(id, "supports", other);
   */
  link: curate.link,
  /**
   * Puts the words of a fact right: the new text supersedes the old one and keeps its labels, dates and tags.
   * @example const { fact } = memory.correct(id, "My dentist is Dr. Fuchs.");
   */
  correct,
  /**
   * Corrects labels, tags and dates of a fact, never its text. null removes a value.
   * @example memory.revise(id, { segment: "preference", tags: ["travel"], validTo: null });
   */
  revise: curate.revise,
  /**
   * Takes the fact out of recall. It can be restored.
   * @example memory.archive(id, "no longer useful");
   */
  archive: curate.archive,
  /**
   * Brings an archived or pruned fact back.
   * @example memory.restore(id);
   */
  restore: curate.restore,
  /**
   * Keeps the fact from fading.
   * @example memory.pin(id);
   */
  pin: curate.pin,
  /**
   * Lets the fact fade again.
   * @example memory.unpin(id);
   */
  unpin: curate.unpin,
  /**
   * The principal adopts the fact. `seen` is the digest of the fact as the principal saw it.
   * @example memory.endorse(id, { seen: memory.inspect(id).digest ?? "" });
   */
  endorse: curate.endorse,
  /**
   * Takes the fact out of ranking until somebody puts it back by hand.
   * @example memory.suppress(id);
   */
  suppress: curate.suppress,
  /**
   * Puts the fact back into ranking.
   * @example memory.unsuppress(id);
   */
  unsuppress: curate.unsuppress,
  /**
   * Moves the fact one layer up, for the layered policy.
   * @example memory.promote(id);
   */
  promote: curate.promote,
  /**
   * Moves the fact one layer down.
   * @example memory.demote(id);
   */
  demote: curate.demote,
  /**
   * Says that the fact helped, or that it did not.
   * @example memory.feedback(id, "up");
   */
  feedback: curate.feedback,
  /**
   * Half-lives that this memory's own history suggests for the freshness policy. Changes nothing.
   * @example const { text } = memory.tune();
   */
  tune: maintain.tune,
  /**
   * The passes of this origin, latest first.
   * @example const [latest] = memory.passes();
   */
  passes: maintain.passes,
  /**
   * What the last night did, and what waits for you.
   * @example console.log(memory.morning().text);
   */
  morning: thinking.morning,
  /**
   * What one pass changed, fact by fact.
   * @example const { facts } = memory.pass(passId);
   */
  pass: maintain.pass,
  /**
   * Erases the text for good, with what was derived from it or quotes it.
   * @example const { facts } = memory.purge(id, { preview: true });
   */
  purge: govern.purge,
  /**
   * The rules by which facts are erased once they are old enough, and the holds. For the owner.
   * @example const { rules, holds } = memory.retention();
   */
  retention: retaining.retention,
  /**
   * From now on facts like these are erased so many days after they were first told: by the keeper, or `applyRetention`.
   * @example memory.setRetention("old-context", { segments: ["context"], afterDays: 90 });
   */
  setRetention: retaining.setRetention,
  /**
   * Removes such a rule.
   * @example memory.removeRetention("old-context");
   */
  removeRetention: retaining.removeRetention,
  /**
   * Erases what the rules describe in this origin, for good. `preview` shows what would go.
   * @example console.log(memory.applyRetention({ preview: true }).text);
   */
  applyRetention,
  /**
   * Nothing like this is erased, by whatever rule or command, until the hold is released.
   * @example memory.hold("case-7", { tags: ["invoice"], reason: "The tax office asks for it." });
   */
  hold: retaining.hold,
  /**
   * Lifts a hold.
   * @example memory.release("case-7", "The case is closed.");
   */
  release: retaining.release,
  /**
   * JSON Lines that a fresh workspace can import.
   * @example const backup = memory.export();
   */
  export: govern.exportText,
  /**
   * Reads what `export` wrote, into an origin that is empty.
   * @example memory.import(backup);
   */
  import: govern.importText,
  /**
   * Reads in a file of another memory (mem0, server-memory, ChatGPT, Claude, Markdown, CSV), each record as hearsay.
   * @example const { counts, digest } = memory.importFrom("markdown", "- I drink green tea.", { dryRun: true });
   */
  importFrom,
  /**
   * Is the log intact?
   * @example const { ok } = memory.verify();
   */
  verify: govern.verify,
  /**
   * How many facts there are, and of which sort.
   * @example const { facts, forReview } = memory.stats();
   */
  stats: look.stats,
  /**
   * Whose memories the workspace holds, page by page, with how much is in each. For the host's owner handle.
   * @example const { origins } = memory.origins({ match: "anna" });
   */
  origins: origins.origins,
};

/** Verbs that reach other origins than the memory's own, and change them. */
export const WIDE_VERBS = {
  /**
   * Erases everything of an origin, for good. `preview` shows what would go. For the host's owner handle.
   * @example const { facts } = memory.forgetOrigin({ user: "anna" }, { preview: true });
   */
  forgetOrigin: origins.forgetOrigin,
  /**
   * Erases a fact, a turn or an origin and destroys the keys, so that copies made before cannot be read either.
   * @example const { certificate, note } = memory.shred(id);
   */
  shred,
  /**
   * Forgets what a person or a source said, with all that came of it, and lists what others said of them.
   * @example const { facts, mentions } = memory.forget({ actor: "Bob" }, { preview: true });
   */
  forget,
  /**
   * What memory holds of a person or a source, as JSON, or as a page in HTML that they can read.
   * @example const page = memory.exportSubject({ origin: { user: "anna" } }, { page: true });
   */
  exportSubject,
};

/** Verbs about the names that facts mention: an asynchronous memory first reads those, in small steps. */
export const NAME_VERBS = {
  /**
   * The people and things that facts name, those named by most facts first.
   * @example const [mostNamed] = memory.entities();
   */
  entities: look.entities,
  /**
   * The person or thing with this name, by any of its names.
   * @example const anna = memory.entity("Anna Schmidt");
   */
  entity: look.entity,
  /**
   * Who or what somebody is, in a few sentences that name their facts, and how they were made.
   * @example const anna = memory.card("Anna Schmidt");
   */
  card: thinking.card,
  /**
   * Facts, what they name, and how they are connected.
   * @example const { nodes, edges } = memory.graph({ asOf: "2026-03-01" });
   */
  graph: look.graph,
};

/** Verbs that rank by a query: an asynchronous memory first asks the embedder for the vector of the query. */
export const QUERY_VERBS = {
  /**
   * What is known about the query, best first. Counts as a use of the returned facts, unless passive.
   * @example for (const { fact, relevance } of memory.recall("what do I eat?", { limit: 5 })) console.log(relevance, fact.content);
   */
  recall: recall.recall,
  /**
   * Like `recall`, but never a use.
   * @example const hits = memory.search("boiler", { include: ["archived"] });
   */
  search: recall.search,
  /**
   * What is known about the query, as a block for a prompt. Never counts as a use.
   * @example const block = memory.context("what can I cook?", { maxChars: 800 });
   */
  context: recall.context,
  /**
   * Why the fact has its place in the answer, or why it is not in the answer and what would change that.
   * @example const { text } = memory.explain("what do I eat?", id);
   */
  explain: recall.explain,
  /**
   * The same list again, as it was when the receipt was issued.
   * @example const again = memory.replay(memory.recall("tea").receipt);
   */
  replay: recall.replay,
};

/** Verbs that run a pass: piece by piece, so they return a promise on both faces. */
export const PASS_VERBS = {
  /**
   * Lets the policy archive, prune, suppress and promote.
   * @example const { text } = await memory.sweep({ dryRun: true });
   */
  sweep: maintain.sweep,
  /**
   * The night's work: confirms, merges, links and archives.
   * @example const { text } = await memory.dream({ dryRun: true });
   */
  dream: maintain.dream,
  /**
   * Merges what a language model finds to say the same, and supersedes what it finds contradicted, at most every 30 minutes.
   * @example const { text } = await memory.consolidate({ dryRun: true });
   */
  consolidate: thinking.consolidate,
  /**
   * What a language model does at night: merges, sums up, writes cards, doubts old beliefs. Code decides.
   * @example const { text } = await memory.think({ dryRun: true });
   */
  think: thinking.think,
  /**
   * The seven steps of a night, one after the other, told as in the morning.
   * @example const { text } = await memory.night();
   */
  night: thinking.night,
  /**
   * Gives a surprise score to facts that were added before the layered policy was chosen.
   * @example await memory.backfillSurprise();
   */
  backfillSurprise: maintain.backfillSurprise,
  /**
   * Archives all that waits of one writer, as `review` names it, in one pass: `undo` brings it back.
   * @example const { pass } = await memory.dismiss("mcp/agent");
   */
  dismiss: maintain.dismiss,
  /**
   * Distils the turns that wait into facts, now. A dry run says what would become of them.
   * @example const { outcomes } = await memory.distil();
   */
  distil: distil.distil,
  /**
   * Observes turns that are about to be dropped from a conversation, and waits until they are distilled.
   * @example await memory.beforeCompaction({ session: "monday", turns: [{ role: "user", content: "I moved to Bern." }] });
   */
  beforeCompaction: distil.beforeCompaction,
  /**
   * Undoes a pass, fact by fact; lists the facts that somebody changed since.
   * @example await memory.undo(passId);
   */
  undo: maintain.undo,
};

type PlainTable = typeof PLAIN_VERBS & typeof WIDE_VERBS & typeof NAME_VERBS;
type QueryTable = typeof QUERY_VERBS;
type PassTable = typeof PASS_VERBS;

/** What the caller passes: the arguments behind those that the engine supplies. */
type Args<Verb, Supplied extends readonly unknown[]> = Verb extends (
  ...all: [...Supplied, ...infer A]
) => unknown
  ? A
  : never;
type QueryArgs<Verb> = Args<Verb, [memory: Memory, vector: QueryVector | undefined]>;
type Answer<Verb> = Verb extends (...all: never[]) => Steps<infer T> ? T : never;

type PassMethods = {
  [K in keyof PassTable]: (
    ...args: Args<PassTable[K], [memory: Memory, drive: Drive]>
  ) => ReturnType<PassTable[K]>;
};

type PlainNow = {
  [K in keyof PlainTable]: (...args: Args<PlainTable[K], [Memory]>) => Answer<PlainTable[K]>;
};
type QueriesNow = { [K in keyof QueryTable]: (...args: QueryArgs<QueryTable[K]>) => Answer<QueryTable[K]> };

/** The verbs as methods that answer at once. */
export interface SyncVerbs extends PlainNow, QueriesNow, PassMethods {}

type Later<Face> = {
  [K in keyof Face]: Face[K] extends (...args: infer A) => infer T ? (...args: A) => Promise<T> : never;
};

/** The verbs as methods that answer with promises. */
export interface AsyncVerbs extends Later<PlainNow>, Later<QueriesNow>, PassMethods {}

/** How a face runs a verb. */
export interface Runner {
  plain(memory: Memory, verb: () => Steps<unknown>): unknown;
  alone(verb: () => Steps<unknown>): unknown;
  names(memory: Memory, verb: () => Steps<unknown>): unknown;
  query(
    memory: Memory,
    args: readonly unknown[],
    verb: (vector: QueryVector | undefined, args: readonly unknown[]) => Steps<unknown>,
  ): unknown;
  readonly drive: Drive;
}

type AnyVerb = (...args: readonly unknown[]) => unknown;

/** A class with a method for each verb. `Face` tells their types, which depend on the runner. */
export function verbsOn<Face>(): new (memory: Memory, runner: Runner) => Face {
  class Verbs {
    readonly #memory: Memory;
    readonly #runner: Runner;

    constructor(memory: Memory, runner: Runner) {
      this.#memory = memory;
      this.#runner = runner;
    }

    static {
      const methods = {
        ...methodsOf(PLAIN_VERBS, (self: Verbs, verb, args) =>
          self.#runner.plain(self.#memory, () => verb(self.#memory, ...args) as Steps<unknown>),
        ),
        ...methodsOf(WIDE_VERBS, (self: Verbs, verb, args) =>
          self.#runner.alone(() => verb(self.#memory, ...args) as Steps<unknown>),
        ),
        ...methodsOf(NAME_VERBS, (self: Verbs, verb, args) =>
          self.#runner.names(self.#memory, () => verb(self.#memory, ...args) as Steps<unknown>),
        ),
        ...methodsOf(QUERY_VERBS, (self: Verbs, verb, args) =>
          self.#runner.query(
            self.#memory,
            args,
            (vector, asked) => verb(self.#memory, vector, ...asked) as Steps<unknown>,
          ),
        ),
        ...methodsOf(PASS_VERBS, (self: Verbs, verb, args) =>
          verb(self.#memory, self.#runner.drive, ...args),
        ),
      };
      for (const [name, value] of Object.entries(methods))
        Object.defineProperty(Verbs.prototype, name, { value, writable: true, configurable: true });
    }
  }
  return Verbs as unknown as new (
    memory: Memory,
    runner: Runner,
  ) => Face;
}

function methodsOf<Self>(
  table: object,
  call: (self: Self, verb: AnyVerb, args: readonly unknown[]) => unknown,
): Record<string, unknown> {
  const method = (verb: AnyVerb) =>
    function (this: Self, ...args: readonly unknown[]) {
      return call(this, verb, args);
    };
  return Object.fromEntries(Object.entries(table).map(([name, verb]) => [name, method(verb)]));
}

/**
 * Which verbs does a memory have? One table, from which both faces are made: `sync.ts` runs each verb at once,
 * `async.ts` runs one after the other from a queue.
 */
import type { Steps } from "../log/steps.ts";
import type { QueryVector } from "../upkeep/embedding.ts";
import { add, addMany } from "./add.ts";
import * as curate from "./curate.ts";
import * as distil from "./distil.ts";
import * as govern from "./govern.ts";
import * as look from "./look.ts";
import type { Drive } from "./maintain.ts";
import * as maintain from "./maintain.ts";

import type { Memory } from "./memory.ts";
import * as observe from "./observe.ts";
import * as origins from "./origins.ts";
import * as profile from "./profile.ts";
import * as recall from "./recall.ts";

/** Verbs that only need the memory. */
export const PLAIN_VERBS = {
  /** Adds a fact. Throws if it is refused. */
  add,
  /** Adds many facts in one durable commit. Returns the outcomes in order, refusals included. */
  addMany,
  /** A turn of a conversation, to be distilled later. It is durable when this returns. */
  observe: observe.observe,
  /** Many turns in one durable commit, in order. */
  observeMany: observe.observeMany,
  /** How many turns wait to be distilled, what that took so far, and which turns it failed on. */
  inbox: observe.inbox,
  /** The fact with this id. Counts as a use. */
  get: recall.get,
  /** The fact with this id. Unlike `get`, not a use. */
  peek: look.peek,
  /** Facts in the order in which they were added, newest first if asked for, page by page. */
  list: look.list,
  /** The state of this memory, and what happened lately. */
  overview: look.overview,
  /** Who the principal is and what they always want, as a block for a prompt with stable bytes. Not a use. */
  profile: profile.profile,
  /** How a fact aged and will age, under each policy. */
  ageing: look.ageing,
  /** Which facts leave within the next days, and by which rule, unless they are used. */
  forecast: look.forecast,
  /** Facts that cannot both hold now, for a person to decide. */
  contradictions: look.contradictions,
  /** A person decides a contradiction: the fact that is kept supersedes the other. */
  resolve: curate.resolve,
  /** Why memory has this fact, and what became of it. */
  inspect: look.inspect,
  /** Every event about the fact, oldest first. */
  history: look.history,
  /** Links one fact to another. */
  link: curate.link,
  /** Corrects labels, tags and dates of a fact, never its text. null removes a value. */
  revise: curate.revise,
  /** Takes the fact out of recall. It can be restored. */
  archive: curate.archive,
  /** Brings an archived or pruned fact back. */
  restore: curate.restore,
  /** Keeps the fact from fading. */
  pin: curate.pin,
  /** Lets the fact fade again. */
  unpin: curate.unpin,
  /** The principal adopts the fact. `seen` is the digest of the fact as the principal saw it. */
  endorse: curate.endorse,
  /** Takes the fact out of ranking until somebody puts it back by hand. */
  suppress: curate.suppress,
  /** Puts the fact back into ranking. */
  unsuppress: curate.unsuppress,
  /** Moves the fact one layer up, for the layered policy. */
  promote: curate.promote,
  /** Moves the fact one layer down. */
  demote: curate.demote,
  /** Says that the fact helped, or that it did not. */
  feedback: curate.feedback,
  /** Half-lives that this memory's own history suggests for the freshness policy. Changes nothing. */
  tune: maintain.tune,
  /** The passes of this origin, latest first. */
  passes: maintain.passes,
  /** What one pass changed, fact by fact. */
  pass: maintain.pass,
  /** Erases the text for good, with what was derived from it or quotes it. */
  purge: govern.purge,
  /** JSON Lines that a fresh workspace can import. */
  export: govern.exportText,
  /** Reads what `export` wrote, into an origin that is empty. */
  import: govern.importText,
  /** Is the log intact? */
  verify: govern.verify,
  /** How many facts there are, and of which sort. */
  stats: look.stats,
  /** Whose memories the workspace holds, page by page, with how much is in each. For the host's owner handle. */
  origins: origins.origins,
};

/** Verbs that reach other origins than the memory's own, and change them. */
export const WIDE_VERBS = {
  /** Erases everything of an origin, for good. `preview` shows what would go. For the host's owner handle. */
  forgetOrigin: origins.forgetOrigin,
};

/** Verbs about the names that facts mention: an asynchronous memory first reads those, in small steps. */
export const NAME_VERBS = {
  /** The people and things that facts name, those named by most facts first. */
  entities: look.entities,
  /** The person or thing with this name, by any of its names. */
  entity: look.entity,
  /** Facts, what they name, and how they are connected. */
  graph: look.graph,
};

/** Verbs that rank by a query: an asynchronous memory first asks the embedder for the vector of the query. */
export const QUERY_VERBS = {
  /** What is known about the query, best first. Counts as a use of the returned facts, unless passive. */
  recall: recall.recall,
  /** Like `recall`, but never a use. */
  search: recall.search,
  /** What is known about the query, as a block for a prompt. Never counts as a use. */
  context: recall.context,
  /** Why the fact has its place in the answer, or why it is not in the answer and what would change that. */
  explain: recall.explain,
  /** The same list again, as it was when the receipt was issued. */
  replay: recall.replay,
};

/** Verbs that run a pass: piece by piece, so they return a promise on both faces. */
export const PASS_VERBS = {
  /** Lets the policy archive, prune, suppress and promote. */
  sweep: maintain.sweep,
  /** The night's work: confirms, merges, links and archives. */
  dream: maintain.dream,
  /** Gives a surprise score to facts that were added before the layered policy was chosen. */
  backfillSurprise: maintain.backfillSurprise,
  /** Archives all that waits of one writer, as `review` names it, in one pass: `undo` brings it back. */
  dismiss: maintain.dismiss,
  /** Distils the turns that wait into facts, now. A dry run says what would become of them. */
  distil: distil.distil,
  /** Observes turns that are about to be dropped from a conversation, and waits until they are distilled. */
  beforeCompaction: distil.beforeCompaction,
  /** Undoes a pass, fact by fact; lists the facts that somebody changed since. */
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

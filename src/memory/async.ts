/** What is a memory that answers with promises? The same verbs, run from a queue. */
import type { TurnMessage } from "../context/turns.ts";
import type { GroupedReviewOptions, ReviewOptions } from "../govern/desk.ts";
import type { EmbeddingStatus } from "../indexes/learned/learned.ts";
import type { Steps } from "../log/steps.ts";
import type { Fact } from "../model/fact.ts";
import type { Origin, OtherOrigin } from "../model/origin.ts";
import type { Authority, KnownSource } from "../model/source.ts";
import type { Pass, PassReport } from "../passes/pass.ts";
import type { RecallOptions, Receipt } from "../recall/hit.ts";
import { parseQueryText } from "../recall/options.ts";
import type { QueryVector } from "../upkeep/embedding.ts";
import type { Keeper } from "../upkeep/keeper.ts";
import type { PassInput } from "../upkeep/options.ts";
import type { AddInput } from "../write/draft.ts";
import { type AddResult, errorOf } from "./add.ts";
import { type AddsTogether, addsTogether } from "./add-together.ts";
import {
  type BeforeTurnOptions,
  blocksFor,
  NO_CONTEXT,
  type Turn,
  turnOf,
  withoutRecall,
} from "./before-turn.ts";
import { closeAtEnd, type Disposes } from "./dispose.ts";
import { distilInBackground } from "./distil-background.ts";
import { type KeeperOptions, keeperOf } from "./keeper.ts";
import { type ReviewDesk, review } from "./look.ts";
import { type Drive, run } from "./maintain.ts";
import { closeMemory, confinedMemory, isConfined, type Memory, memoryOf } from "./memory.ts";
import type { ConfinedOptions } from "./options.ts";
import { Queue } from "./queue.ts";
import type { TurnContext } from "./recall.ts";
import { NO_WORDINGS, within, withTrouble, wordingsOf } from "./rewriting.ts";
import { type AsyncVerbs, type Runner, verbsOn } from "./verbs.ts";

/** Runs verbs from a queue. What takes long and reads nothing of the memory is done before a verb enters the queue. */
class QueueRunner implements Runner {
  readonly queue: Queue;
  readonly drive: Drive;

  constructor(queue: Queue, origin: Origin) {
    this.queue = queue;
    this.drive = driveOn(queue, origin);
  }

  plain({ origin }: Memory, verb: () => Steps<unknown>): Promise<unknown> {
    return this.queue.run(origin, verb);
  }

  alone(verb: () => Steps<unknown>): Promise<unknown> {
    return this.queue.alone(verb);
  }

  async names(memory: Memory, verb: () => Steps<unknown>): Promise<unknown> {
    await this.readNames(memory);
    return await this.queue.run(memory.origin, verb);
  }

  async query(
    memory: Memory,
    args: readonly unknown[],
    verb: (vector: QueryVector | undefined, args: readonly unknown[]) => Steps<unknown>,
  ): Promise<unknown> {
    const { text, followsNames, isOpen } = askedIn(args);
    const [vector, wordings] = await Promise.all([
      text === undefined ? undefined : vectorOf(memory, text),
      isOpen ? wordingsOf(memory, text as string, []) : NO_WORDINGS,
    ]);
    if (followsNames) await this.readNames(memory);
    const { also, trouble } = wordings;
    const withAlso = also === undefined ? args : [args[0], { ...(args[1] as RecallOptions), also }];
    return withTrouble(
      await this.queue.run(
        memory.origin,
        readied(memory, () => verb(vector, withAlso)),
      ),
      trouble,
    );
  }

  /** Names that were never asked for before are read here, in small steps between which other verbs run. */
  private async readNames({ open, origin }: Memory): Promise<void> {
    await this.queue.run(origin, () => open.replica.catchUp());
    await open.readNames();
  }
}

/** The verb, after what it needs for searching was brought up to date, so that others need not wait for that. */
function readied<T>({ open }: Memory, verb: () => Steps<T>): () => Steps<T> {
  return function* () {
    yield* open.readied();
    return yield* open.replica.withJustRead(verb);
  };
}

function driveOn(queue: Queue, origin: Origin): Drive {
  return (steps) => queue.run(origin, steps);
}

/** The text of a query and whether its options ask for the names that facts share, or the same of a receipt. */
function askedIn(args: readonly unknown[]): {
  readonly text: string | undefined;
  readonly followsNames: boolean;
  /** May the question be put in other words? Not a receipt's, and not if the caller has given other words. */
  readonly isOpen: boolean;
} {
  const [asked, second] = args;
  if (typeof asked === "object" && asked !== null) {
    const { model, query } = asked as Receipt;
    return { text: model === undefined ? undefined : query, followsNames: false, isOpen: false };
  }
  const options = args.at(-1) as RecallOptions | null | undefined;
  const isOpen =
    typeof asked === "string" &&
    typeof second !== "string" &&
    (second as RecallOptions | null | undefined)?.also === undefined;
  return { text: asked as string, followsNames: options?.graph === true, isOpen };
}

/** Only the caller who asked waits for the embedder. */
async function vectorOf(
  { engine: { embedding }, open: { learned } }: Memory,
  query: string,
): Promise<QueryVector | undefined> {
  const text = parseQueryText(query);
  return embedding === undefined || learned === undefined || text.trim() === ""
    ? undefined
    : await embedding.query(text, learned);
}

/** The verbs, and the end of a block. */
export interface AsyncMethods extends AsyncVerbs, Disposes<"asyncDispose", Promise<void>> {}

/**
 * The same verbs as `SyncTideline`, each returning a promise. The examples of the verbs are those of the face that
 * answers at once: put `await` before each call.
 * @example const memory: AsyncTideline = await Tideline.connect("./memory");
 */
export class AsyncTideline extends verbsOn<AsyncMethods>() {
  /**
   * Whose memory it is.
   * @example console.log(memory.user("anna").origin); // { user: "anna" }
   */
  readonly origin: Origin;
  /**
   * The class that this handle speaks with: 3 for the host's own handle.
   * @example console.log(memory.voice, memory.confined().voice); // 3 1
   */
  readonly voice: Authority;
  /**
   * Does it speak for somebody other than the host? Then its client and surface are fixed.
   * @example console.log(memory.isConfined); // false
   */
  readonly isConfined: boolean;
  private readonly memory: Memory;
  private readonly queue: Queue;
  private readonly together: AddsTogether;

  constructor(memory: Memory, queue: Queue = new Queue(memory.engine), together?: AddsTogether) {
    super(memory, new QueueRunner(queue, memory.origin));
    this.memory = memory;
    this.origin = memory.origin;
    this.voice = memory.speaker.voice;
    this.isConfined = isConfined(memory);
    this.queue = queue;
    this.together = together ?? addsTogether(memory, queue);
    if (memory.isOpener) distilInBackground(memory, (origin) => driveOn(queue, origin));
  }

  /**
   * The memory of a person whom the host has authenticated, under the host's own id. What the person says there is
   * trusted (class 3), and nowhere else.
   * @example const anna = memory.user("anna");
   */
  user(id: string, options: { readonly defaultSource?: KnownSource | undefined } = {}): AsyncTideline {
    return this.as({ user: id }, options);
  }

  /**
   * A handle on another origin's memory; the host vouches that it acts for that origin.
   * @example const team = memory.as({ channel: "chat", conversationId: "team" });
   */
  as(origin: OtherOrigin, options: { readonly defaultSource?: KnownSource | undefined } = {}): AsyncTideline {
    return new AsyncTideline(memoryOf(this.memory, origin, options), this.queue);
  }

  /**
   * The same memory for somebody who is not the principal, such as an agent's tool or a plugin. What they add is of
   * class 1 at most, or of the given voice, and they change nothing above that class.
   * @example const tool = memory.confined({ client: "researcher" });
   */
  confined(options: ConfinedOptions = {}): AsyncTideline {
    return new AsyncTideline(confinedMemory(this.memory, options), this.queue, this.together);
  }

  /**
   * Like `add`, for callers who do not know of each other: those that wait at the same time share one durable commit.
   * @example const { fact } = await memory.addTogether({ content: "I drink green tea." });
   */
  async addTogether(input: AddInput): Promise<AddResult> {
    const result = await this.together.add({ input, memory: this.memory });
    if (result.outcome === "refused") throw errorOf(result);
    return result;
  }

  /**
   * What waits for a person, the most serious first; grouped, what does not fit is counted writer by writer.
   * @example const waiting = await memory.review();
   */
  review(options: GroupedReviewOptions): Promise<ReviewDesk>;
  review(options?: ReviewOptions): Promise<readonly Fact[]>;
  review(options?: ReviewOptions | GroupedReviewOptions): Promise<readonly Fact[] | ReviewDesk> {
    return this.queue.run(this.origin, () => review(this.memory, options));
  }

  /**
   * Runs a pass of your own with the same mechanism: run dry, vetoed, logged and undone like ours.
   * @example await memory.run(pass, { dryRun: true });
   */
  run<P>(pass: Pass<P>, options?: PassInput): Promise<PassReport> {
    return run(this.memory, driveOn(this.queue, this.origin), pass, options);
  }

  /**
   * What stands before a turn: the profile, and what is known about what the people in the conversation said last. Does
   * not count as a use. undefined if nothing is known, or if this handle may not show the speaker's memory.
   * @example const block = await memory.beforeTurn("What could I cook tonight?", { maxChars: 800 });
   */
  async beforeTurn(
    messages: string | readonly TurnMessage[],
    options: BeforeTurnOptions = {},
  ): Promise<string | undefined> {
    return (await this.turnContext(messages, options)).text;
  }

  /**
   * The same in parts: the profile, which keeps its bytes from turn to turn, and what is relevant now.
   * @example const { profile, relevant } = await memory.turnContext("What could I cook tonight?");
   */
  async turnContext(
    messages: string | readonly TurnMessage[],
    options: BeforeTurnOptions = {},
  ): Promise<TurnContext> {
    const turn = turnOf(this.memory, messages, options);
    if (turn === undefined) return NO_CONTEXT;
    const answer = this.contextFor(turn);
    const { timer } = this.memory.engine.ports;
    if (turn.timeoutMs === undefined || timer === undefined) return await answer;
    return await within(timer, turn.timeoutMs, answer, () => withoutRecall(turn));
  }

  private async contextFor(turn: Turn): Promise<TurnContext> {
    const { whose, question, said } = turn;
    const [vector, wordings] = await Promise.all([
      vectorOf(whose, question),
      wordingsOf(whose, question, said),
    ]);
    const found = await this.queue.run(
      whose.origin,
      readied(whose, () => blocksFor(turn, vector, wordings.also)),
    );
    return withTrouble(found, wordings.trouble);
  }

  /**
   * Tells which passes are due for every origin of the workspace, and runs them: on request, or by itself.
   * @example const keeper = memory.keeper();
   */
  keeper(options: KeeperOptions = {}): Keeper {
    return keeperOf(this.memory, (origin) => driveOn(this.queue, origin), options);
  }

  /**
   * Waits until every fact has its learned vector. Throws the error that stops it. undefined without an embedder.
   * @example await memory.embedPending();
   */
  async embedPending(): Promise<EmbeddingStatus | undefined> {
    await this.stats();
    await this.queue.pump?.drain();
    return (await this.stats()).embedding;
  }

  /**
   * On the handle that opened the store: closes the store for all handles. On a handle from `as`: writes what waits.
   * @example await memory.close();
   */
  close(): Promise<void> {
    const close = () => closeMemory(this.memory);
    if (!this.memory.isOpener) return this.queue.run(this.origin, close);
    this.queue.pump?.stop();
    return this.queue.alone(close);
  }
}

closeAtEnd(AsyncTideline, "asyncDispose");

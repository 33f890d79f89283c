/** What is a memory that answers with promises? The same verbs, run one at a time from a queue. */
import type { Desk, GroupedReviewOptions, ReviewOptions } from "../govern/desk.ts";
import type { EmbeddingStatus } from "../indexes/learned/learned.ts";
import type { Steps } from "../log/steps.ts";
import type { Fact } from "../model/fact.ts";
import type { ChannelOrigin, Origin } from "../model/origin.ts";
import type { Authority } from "../model/source.ts";
import type { Pass, PassReport } from "../passes/pass.ts";
import type { RecallOptions, Receipt } from "../recall/hit.ts";
import { parseQueryText } from "../recall/options.ts";
import type { QueryVector } from "../upkeep/embedding.ts";
import type { Keeper } from "../upkeep/keeper.ts";
import type { PassInput } from "../upkeep/options.ts";
import type { AddInput } from "../write/draft.ts";
import { type AddResult, errorOf } from "./add.ts";
import { type AddsTogether, addsTogether } from "./add-together.ts";
import { type BeforeTurnOptions, turnOf } from "./before-turn.ts";
import { type KeeperOptions, keeperOf } from "./keeper.ts";
import { review } from "./look.ts";
import { run } from "./maintain.ts";
import { closeMemory, confinedMemory, isConfined, type Memory, memoryOf } from "./memory.ts";
import type { ConfinedOptions } from "./options.ts";
import { Queue } from "./queue.ts";
import { type AsyncVerbs, type Runner, verbsOn } from "./verbs.ts";

/** Runs verbs from a queue. What takes long and reads nothing of the memory is done before a verb enters the queue. */
class QueueRunner implements Runner {
  readonly queue: Queue;
  readonly drive = <T>(steps: () => Steps<T>): Promise<T> => this.queue.run(steps);

  constructor(queue: Queue) {
    this.queue = queue;
  }

  plain(_memory: Memory, verb: () => Steps<unknown>): Promise<unknown> {
    return this.queue.run(verb);
  }

  async names(memory: Memory, verb: () => Steps<unknown>): Promise<unknown> {
    await this.readNames(memory);
    return await this.queue.run(verb);
  }

  async query(
    memory: Memory,
    args: readonly unknown[],
    verb: (vector: QueryVector | undefined) => Steps<unknown>,
  ): Promise<unknown> {
    const { text, followsNames } = askedIn(args);
    const vector = text === undefined ? undefined : await vectorOf(memory, text);
    if (followsNames) await this.readNames(memory);
    return await this.queue.run(() => verb(vector));
  }

  /** Names that were never asked for before are read here, in small steps between which other verbs run. */
  private async readNames({ open }: Memory): Promise<void> {
    await this.queue.run(() => open.replica.catchUp());
    await open.readNames();
  }
}

/** The text of a query and whether its options ask for the names that facts share, or the same of a receipt. */
function askedIn(args: readonly unknown[]): {
  readonly text: string | undefined;
  readonly followsNames: boolean;
} {
  const [asked] = args;
  if (typeof asked === "object" && asked !== null) {
    const { model, query } = asked as Receipt;
    return { text: model === undefined ? undefined : query, followsNames: false };
  }
  const options = args.at(-1) as RecallOptions | null | undefined;
  return { text: asked as string, followsNames: options?.graph === true };
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

/** The same verbs as `SyncTideline`, each returning a promise. */
export class AsyncTideline extends verbsOn<AsyncVerbs>() {
  /** Whose memory it is. */
  readonly origin: Origin;
  /** The class that this handle speaks with: 3 for the host's own handle. */
  readonly voice: Authority;
  /** Does it speak for somebody other than the host? Then its client and surface are fixed. */
  readonly isConfined: boolean;
  private readonly memory: Memory;
  private readonly queue: Queue;
  private readonly together: AddsTogether;

  constructor(memory: Memory, queue: Queue = new Queue(memory.engine), together?: AddsTogether) {
    super(memory, new QueueRunner(queue));
    this.memory = memory;
    this.origin = memory.origin;
    this.voice = memory.speaker.voice;
    this.isConfined = isConfined(memory);
    this.queue = queue;
    this.together = together ?? addsTogether(memory, queue);
  }

  /** A handle on another origin's memory; the host vouches that it acts for that origin. */
  as(origin: ChannelOrigin, options: { readonly defaultSource?: string | undefined } = {}): AsyncTideline {
    return new AsyncTideline(memoryOf(this.memory, origin, options), this.queue);
  }

  /**
   * The same memory for somebody who is not the principal, such as an agent's tool or a plugin. What they add is of
   * class 1 at most, or of the given voice, and they change nothing above that class.
   */
  confined(options: ConfinedOptions = {}): AsyncTideline {
    return new AsyncTideline(confinedMemory(this.memory, options), this.queue, this.together);
  }

  /**
   * Like `add`, for callers who do not know of each other: those that wait at the same time share one durable commit.
   */
  async addTogether(input: AddInput): Promise<AddResult> {
    const result = await this.together.add({ input, memory: this.memory });
    if (result.outcome === "refused") throw errorOf(result);
    return result;
  }

  /** What waits for a person, the most serious first; grouped, what does not fit is counted writer by writer. */
  review(options: GroupedReviewOptions): Promise<Desk>;
  review(options?: ReviewOptions): Promise<readonly Fact[]>;
  review(options?: ReviewOptions | GroupedReviewOptions): Promise<readonly Fact[] | Desk> {
    return this.queue.run(() => review(this.memory, options));
  }

  /** Runs a pass of your own with the same mechanism: run dry, vetoed, logged and undone like ours. */
  run<P>(pass: Pass<P>, options?: PassInput): Promise<PassReport> {
    return run(this.memory, (steps) => this.queue.run(steps), pass, options);
  }

  /**
   * What is known about a message, as a block for the prompt of the turn that answers it. Does not count as a use.
   * undefined if nothing is known, or if this handle may not show the speaker's memory.
   */
  async beforeTurn(message: string, options: BeforeTurnOptions = {}): Promise<string | undefined> {
    const turn = turnOf(this.memory, message, options);
    if (turn === undefined) return undefined;
    const { whose, maxChars } = turn;
    return await new AsyncTideline(whose, this.queue).context(message, { maxChars });
  }

  /** Tells which passes are due for every origin of the workspace, and runs them: on request, or by itself. */
  keeper(options: KeeperOptions = {}): Keeper {
    return keeperOf(this.memory, (steps) => this.queue.run(steps), options);
  }

  /** Waits until every fact has its learned vector. Throws the error that stops it. undefined without an embedder. */
  async embedPending(): Promise<EmbeddingStatus | undefined> {
    await this.stats();
    await this.queue.pump?.drain();
    return (await this.stats()).embedding;
  }

  /**
   * On the handle that opened the store: closes the store for all handles. On a handle from `as`: writes what waits.
   */
  close(): Promise<void> {
    if (this.memory.isOpener) this.queue.pump?.stop();
    return this.queue.run(() => closeMemory(this.memory));
  }
}

/** What is a memory that answers at once? Every verb, run synchronously. */
import type { TurnMessage } from "../context/turns.ts";
import type { GroupedReviewOptions, ReviewOptions } from "../govern/desk.ts";
import type { EmbeddingStatus } from "../indexes/learned/learned.ts";
import { driveNow, type Steps } from "../log/steps.ts";
import type { Fact } from "../model/fact.ts";
import type { Origin, OtherOrigin } from "../model/origin.ts";
import type { Authority, KnownSource } from "../model/source.ts";
import type { Pass, PassReport } from "../passes/pass.ts";
import type { QueryVector } from "../upkeep/embedding.ts";
import { EmbeddingPump } from "../upkeep/embedding-pump.ts";
import type { Keeper } from "../upkeep/keeper.ts";
import type { PassInput } from "../upkeep/options.ts";
import { type BeforeTurnOptions, turnContext } from "./before-turn.ts";
import { closeAtEnd, type Disposes } from "./dispose.ts";
import { distilInBackground } from "./distil-background.ts";
import type { Engine } from "./engine.ts";
import { type KeeperOptions, keeperOf } from "./keeper.ts";
import { type ReviewDesk, review } from "./look.ts";
import { run } from "./maintain.ts";
import { closeMemory, confinedMemory, isConfined, type Memory, memoryOf } from "./memory.ts";
import type { ConfinedOptions } from "./options.ts";
import { withRoom } from "./queue.ts";
import type { TurnContext } from "./recall.ts";
import { type Runner, type SyncVerbs, verbsOn } from "./verbs.ts";

/** Runs verbs at once. A query has no vector: that would have to be waited for. */
class NowRunner implements Runner {
  /** Gives facts their learned vectors between verbs, if there is an embedder. */
  readonly pump: EmbeddingPump | undefined;
  private readonly engine: Engine;
  readonly drive = <T>(verb: () => Steps<T>): T => this.run(verb);

  constructor(engine: Engine) {
    const { embedding, store, ports } = engine;
    this.engine = engine;
    const step = async <T>(_origin: Origin, verb: () => Steps<T>) => {
      await ports.pause.breathe();
      return driveNow(withRoom(engine, verb));
    };
    this.pump = embedding && new EmbeddingPump(embedding, { store, origins: () => engine.embedded(), step });
  }

  plain(_memory: Memory, verb: () => Steps<unknown>): unknown {
    return this.run(verb);
  }

  alone(verb: () => Steps<unknown>): unknown {
    return this.run(verb);
  }

  names(_memory: Memory, verb: () => Steps<unknown>): unknown {
    return this.run(verb);
  }

  query(
    _memory: Memory,
    args: readonly unknown[],
    verb: (vector: QueryVector | undefined, args: readonly unknown[]) => Steps<unknown>,
  ): unknown {
    return this.run(() => verb(undefined, args));
  }

  run<T>(verb: () => Steps<T>): T {
    const answer = driveNow(withRoom(this.engine, verb));
    this.pump?.kick();
    return answer;
  }
}

/** The verbs, and the end of a block. */
export interface SyncMethods extends SyncVerbs, Disposes<"dispose", void> {}

/**
 * Memory whose verbs return at once. Only passes return promises, because they pause between pieces.
 * @example const memory: SyncTideline = Tideline.open("./memory");
 */
export class SyncTideline extends verbsOn<SyncMethods>() {
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
  private readonly runner: NowRunner;

  protected constructor(memory: Memory, runner: NowRunner = new NowRunner(memory.engine)) {
    super(memory, runner);
    this.memory = memory;
    this.runner = runner;
    this.origin = memory.origin;
    this.voice = memory.speaker.voice;
    this.isConfined = isConfined(memory);
    if (memory.isOpener) distilInBackground(memory, () => runner.drive);
  }

  /**
   * The memory of a person whom the host has authenticated, under the host's own id. What the person says there is
   * trusted (class 3), and nowhere else.
   * @example const anna = memory.user("anna");
   */
  user(id: string, options: { readonly defaultSource?: KnownSource | undefined } = {}): SyncTideline {
    return this.as({ user: id }, options);
  }

  /**
   * A handle on another origin's memory; the host vouches that it acts for that origin.
   * @example const team = memory.as({ channel: "chat", conversationId: "team" });
   */
  as(origin: OtherOrigin, options: { readonly defaultSource?: KnownSource | undefined } = {}): SyncTideline {
    return new SyncTideline(memoryOf(this.memory, origin, options), this.runner);
  }

  /**
   * The same memory for somebody who is not the principal, such as an agent's tool or a plugin. What they add is of
   * class 1 at most, or of the given voice, and they change nothing above that class.
   * @example const tool = memory.confined({ client: "researcher" });
   */
  confined(options: ConfinedOptions = {}): SyncTideline {
    return new SyncTideline(confinedMemory(this.memory, options), this.runner);
  }

  /**
   * What waits for a person, the most serious first; grouped, what does not fit is counted writer by writer.
   * @example const waiting = memory.review();
   */
  review(options: GroupedReviewOptions): ReviewDesk;
  review(options?: ReviewOptions): readonly Fact[];
  review(options?: ReviewOptions | GroupedReviewOptions): readonly Fact[] | ReviewDesk {
    return this.runner.run(() => review(this.memory, options));
  }

  /**
   * Runs a pass of your own with the same mechanism: run dry, vetoed, logged and undone like ours.
   * @example await memory.run(pass, { dryRun: true });
   */
  run<P>(pass: Pass<P>, options?: PassInput): Promise<PassReport> {
    return run(this.memory, this.runner.drive, pass, options);
  }

  /**
   * What stands before a turn: the profile, and what is known about what the people in the conversation said last. Does
   * not count as a use. undefined if nothing is known, or if this handle may not show the speaker's memory.
   * @example const block = memory.beforeTurn("What could I cook tonight?", { maxChars: 800 });
   */
  beforeTurn(messages: string | readonly TurnMessage[], options: BeforeTurnOptions = {}): string | undefined {
    return this.turnContext(messages, options).text;
  }

  /**
   * The same in parts: the profile, which keeps its bytes from turn to turn, and what is relevant now.
   * @example const { profile, relevant } = memory.turnContext("What could I cook tonight?");
   */
  turnContext(messages: string | readonly TurnMessage[], options: BeforeTurnOptions = {}): TurnContext {
    return this.runner.run(() => turnContext(this.memory, messages, options));
  }

  /**
   * Tells which passes are due for every origin of the workspace, and runs them: on request, or by itself.
   * @example const keeper = memory.keeper();
   */
  keeper(options: KeeperOptions = {}): Keeper {
    return keeperOf(this.memory, () => this.runner.drive, options);
  }

  /**
   * Waits until every fact has its learned vector. Throws the error that stops it. undefined without an embedder.
   * @example await memory.embedPending();
   */
  async embedPending(): Promise<EmbeddingStatus | undefined> {
    this.stats();
    await this.runner.pump?.drain();
    return this.stats().embedding;
  }

  /**
   * On the handle that opened the store: closes the store for all handles. On a handle from `as`: writes what waits.
   * @example memory.close();
   */
  close(): void {
    if (this.memory.isOpener) this.runner.pump?.stop();
    driveNow(closeMemory(this.memory));
  }
}

closeAtEnd(SyncTideline, "dispose");

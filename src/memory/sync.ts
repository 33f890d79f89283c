/** What is a memory that answers at once? Every verb, run synchronously. */
import type { TurnMessage } from "../context/turns.ts";
import type { Desk, GroupedReviewOptions, ReviewOptions } from "../govern/desk.ts";
import { driveNow, type Steps } from "../log/steps.ts";
import type { Fact } from "../model/fact.ts";
import type { ChannelOrigin, Origin } from "../model/origin.ts";
import type { Authority } from "../model/source.ts";
import type { Pass, PassReport } from "../passes/pass.ts";
import type { Keeper } from "../upkeep/keeper.ts";
import type { PassInput } from "../upkeep/options.ts";
import { type BeforeTurnOptions, turnContext } from "./before-turn.ts";
import { type KeeperOptions, keeperOf } from "./keeper.ts";
import { review } from "./look.ts";
import { run } from "./maintain.ts";
import { closeMemory, confinedMemory, isConfined, type Memory, memoryOf } from "./memory.ts";
import type { ConfinedOptions } from "./options.ts";
import type { TurnContext } from "./recall.ts";
import { type Runner, type SyncVerbs, verbsOn } from "./verbs.ts";

const atOnce = <T>(verb: () => Steps<T>): T => driveNow(verb());

/** There is no embedder, so a query has no vector, and nothing puts it in other words. */
const NOW: Runner = {
  plain: (_memory, verb) => atOnce(verb),
  names: (_memory, verb) => atOnce(verb),
  query: (_memory, args, verb) => driveNow(verb(undefined, args)),
  drive: atOnce,
};

/** Memory whose verbs return at once. Only passes return promises, because they pause between pieces. */
export class SyncTideline extends verbsOn<SyncVerbs>() {
  /** Whose memory it is. */
  readonly origin: Origin;
  /** The class that this handle speaks with: 3 for the host's own handle. */
  readonly voice: Authority;
  /** Does it speak for somebody other than the host? Then its client and surface are fixed. */
  readonly isConfined: boolean;
  private readonly memory: Memory;

  protected constructor(memory: Memory) {
    super(memory, NOW);
    this.memory = memory;
    this.origin = memory.origin;
    this.voice = memory.speaker.voice;
    this.isConfined = isConfined(memory);
  }

  /** A handle on another origin's memory; the host vouches that it acts for that origin. */
  as(origin: ChannelOrigin, options: { readonly defaultSource?: string | undefined } = {}): SyncTideline {
    return new SyncTideline(memoryOf(this.memory, origin, options));
  }

  /**
   * The same memory for somebody who is not the principal, such as an agent's tool or a plugin. What they add is of
   * class 1 at most, or of the given voice, and they change nothing above that class.
   */
  confined(options: ConfinedOptions = {}): SyncTideline {
    return new SyncTideline(confinedMemory(this.memory, options));
  }

  /** What waits for a person, the most serious first; grouped, what does not fit is counted writer by writer. */
  review(options: GroupedReviewOptions): Desk;
  review(options?: ReviewOptions): readonly Fact[];
  review(options?: ReviewOptions | GroupedReviewOptions): readonly Fact[] | Desk {
    return driveNow(review(this.memory, options));
  }

  /** Runs a pass of your own with the same mechanism: run dry, vetoed, logged and undone like ours. */
  run<P>(pass: Pass<P>, options?: PassInput): Promise<PassReport> {
    return run(this.memory, atOnce, pass, options);
  }

  /**
   * What stands before a turn: the profile, and what is known about what the people in the conversation said last. Does
   * not count as a use. undefined if nothing is known, or if this handle may not show the speaker's memory.
   */
  beforeTurn(messages: string | readonly TurnMessage[], options: BeforeTurnOptions = {}): string | undefined {
    return this.turnContext(messages, options).text;
  }

  /** The same in parts: the profile, which keeps its bytes from turn to turn, and what is relevant now. */
  turnContext(messages: string | readonly TurnMessage[], options: BeforeTurnOptions = {}): TurnContext {
    return driveNow(turnContext(this.memory, messages, options));
  }

  /** Tells which passes are due for every origin of the workspace, and runs them: on request, or by itself. */
  keeper(options: KeeperOptions = {}): Keeper {
    return keeperOf(this.memory, atOnce, options);
  }

  /**
   * On the handle that opened the store: closes the store for all handles. On a handle from `as`: writes what waits.
   */
  close(): void {
    driveNow(closeMemory(this.memory));
  }
}

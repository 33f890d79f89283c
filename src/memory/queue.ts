/**
 * How do asynchronous verbs stay out of each other's way? They run one at a time, so that what a verb has read still
 * holds when it decides.
 */
import { driveLater, type Steps } from "../log/steps.ts";
import { EmbeddingPump } from "../upkeep/embedding-pump.ts";
import type { Engine } from "./engine.ts";

/** Runs one verb after the other, in the order of the calls. After each verb it lets the pump fetch vectors. */
export class Queue {
  readonly pump: EmbeddingPump | undefined;
  private readonly kicks: boolean;
  private readonly engine: Engine;
  private last: Promise<unknown> = Promise.resolve();

  /** `kicks`: facts get their vectors without being asked for. */
  constructor(engine: Engine, kicks = true) {
    const { embedding, store } = engine;
    this.engine = engine;
    this.kicks = kicks;
    const step = <T>(verb: () => Steps<T>) => this.append(verb);
    this.pump = embedding && new EmbeddingPump(embedding, { store, origins: () => engine.embedded(), step });
  }

  run<T>(verb: () => Steps<T>): Promise<T> {
    const mine = this.append(verb);
    const goOn = () => this.pump?.kick();
    if (this.kicks) void mine.then(goOn, goOn);
    return mine;
  }

  private append<T>(verb: () => Steps<T>): Promise<T> {
    const run = () => driveLater(withRoom(this.engine, verb));
    const mine = this.last.then(run, run);
    this.last = mine;
    return mine;
  }
}

/** The verb, after origins that were used long ago have left memory. */
export function* withRoom<T>(engine: Engine, verb: () => Steps<T>): Steps<T> {
  yield* engine.makeRoom();
  return yield* verb();
}

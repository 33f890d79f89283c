/**
 * How do asynchronous verbs stay out of each other's way? Those of one origin run one at a time, in the order of the
 * calls, so that what a verb has read still holds when it decides. Verbs of other origins share nothing with it: while
 * long work rests, they run.
 *
 * A verb that reaches several origins, or closes the store, runs `alone`.
 */
import { driveLater, type Steps } from "../log/steps.ts";
import { type Origin, originKey } from "../model/origin.ts";
import { EmbeddingPump } from "../upkeep/embedding-pump.ts";
import type { Engine } from "./engine.ts";

/** After each verb it lets the pump fetch vectors. */
export class Queue {
  readonly pump: EmbeddingPump | undefined;
  private readonly kicks: boolean;
  private readonly engine: Engine;
  /** The last verb of each origin that is at work, by the origin's key. */
  private readonly lasts = new Map<string, Promise<unknown>>();
  /** The last verb that ran alone. */
  private lastAlone: Promise<unknown> = Promise.resolve();

  /** `kicks`: facts get their vectors without being asked for. */
  constructor(engine: Engine, kicks = true) {
    const { embedding, store } = engine;
    this.engine = engine;
    this.kicks = kicks;
    const step = <T>(origin: Origin, verb: () => Steps<T>) => this.append(origin, verb);
    this.pump = embedding && new EmbeddingPump(embedding, { store, origins: () => engine.embedded(), step });
  }

  /** Runs the verb after those of the same origin that were called before. */
  run<T>(origin: Origin, verb: () => Steps<T>): Promise<T> {
    return this.kickedAfter(this.append(origin, verb));
  }

  /** Runs the verb when no other is at work; verbs that are called meanwhile wait for it. */
  alone<T>(verb: () => Steps<T>): Promise<T> {
    const run = () => this.drive(verb);
    const mine = Promise.allSettled([this.lastAlone, ...this.lasts.values()]).then(run);
    this.lastAlone = mine;
    this.lasts.clear();
    return this.kickedAfter(mine);
  }

  private kickedAfter<T>(mine: Promise<T>): Promise<T> {
    const goOn = () => this.pump?.kick();
    if (this.kicks) void mine.then(goOn, goOn);
    return mine;
  }

  private append<T>(origin: Origin, verb: () => Steps<T>): Promise<T> {
    return this.inLine(origin, () => {
      this.makeRoom();
      return this.drive(verb);
    });
  }

  private inLine<T>(origin: Origin, run: () => Promise<T>): Promise<T> {
    const key = originKey(origin);
    const mine = (this.lasts.get(key) ?? this.lastAlone).then(run, run);
    this.lasts.set(key, mine);
    const ended = () => {
      if (this.lasts.get(key) === mine) this.lasts.delete(key);
    };
    void mine.then(ended, ended);
    return mine;
  }

  private drive<T>(verb: () => Steps<T>): Promise<T> {
    return driveLater(verb(), this.engine.ports.pause.rest);
  }

  /** Origins that were used long ago leave memory, each as soon as none of its verbs is at work. Nobody waits for it. */
  private makeRoom(): void {
    const { engine } = this;
    for (const open of engine.leaving())
      void this.inLine(open.origin, () => this.drive(() => engine.leave(open)));
  }
}

/** The verb, after origins that were used long ago have left memory. */
export function* withRoom<T>(engine: Engine, verb: () => Steps<T>): Steps<T> {
  for (const open of engine.leaving()) yield* engine.leave(open);
  return yield* verb();
}

/**
 * How do writes of callers that know nothing of each other share one commit?
 *
 * The first one asks for a turn, and lets the host's event loop come round once; whoever comes in the meantime goes with
 * it. So a crowd pays for one sync, and somebody alone waits for nobody. If the commit is refused because of one of them, nothing was written: then each goes alone,
 * and only that one is told.
 */
import { ask, type Steps } from "./steps.ts";

export interface TogetherHost<I, R> {
  /** Runs the steps when nobody else is at it. */
  turn<T>(steps: () => Steps<T>): Promise<T>;
  /** Until what has already arrived has been looked at. */
  breathe(): Promise<void>;
  /** All of them or none; answers in order. */
  commit(inputs: readonly I[]): Steps<readonly R[]>;
  /** Does the error say that one of them cannot be, and that nothing was written? */
  isRefusal(error: unknown): boolean;
}

interface Waiting<I, R> {
  readonly input: I;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

const AT_ONCE = 256;

export class Together<I, R> {
  private readonly host: TogetherHost<I, R>;
  private waiting: Waiting<I, R>[] = [];

  constructor(host: TogetherHost<I, R>) {
    this.host = host;
  }

  add(input: I): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      if (this.waiting.length === 1) void this.takeTurn();
    });
  }

  /** Never fails by itself: whatever happens is told to those who wait. */
  private async takeTurn(): Promise<void> {
    let taken: readonly Waiting<I, R>[] = [];
    const take = () => {
      taken = this.waiting.slice(0, AT_ONCE);
      this.waiting = this.waiting.slice(AT_ONCE);
      if (this.waiting.length > 0) void this.takeTurn();
      return taken.map(({ input }) => input);
    };
    const { host } = this;
    try {
      const results = await host.turn(function* () {
        yield* ask(host.breathe());
        return yield* host.commit(take());
      });
      for (const [i, one] of taken.entries()) one.resolve(results[i] as R);
    } catch (error) {
      // There was no turn to be had: those who wait must hear of it.
      if (taken.length === 0) [taken, this.waiting] = [this.waiting, []];
      if (taken.length > 1 && this.host.isRefusal(error))
        await Promise.all(taken.map((one) => this.alone(one)));
      else for (const one of taken) one.reject(error);
    }
  }

  private async alone({ input, resolve, reject }: Waiting<I, R>): Promise<void> {
    try {
      const [result] = await this.host.turn(() => this.host.commit([input]));
      resolve(result as R);
    } catch (error) {
      reject(error);
    }
  }
}

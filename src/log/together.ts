/**
 * How do writes of independent callers share one commit?
 *
 * The first write asks for exclusive access to the memory, then lets the host's event loop go round once. Writes that
 * arrive in the meantime join the same commit. So many callers pay for one sync, and a single caller waits for nobody.
 * If the commit is refused because of one write, nothing was written: then each write is committed alone, and only
 * the refused one fails.
 */
import { ask, type Steps } from "./steps.ts";

export interface TogetherHost<I, R> {
  /** Runs the steps as soon as nobody else is using the memory. */
  exclusively<T>(steps: () => Steps<T>): Promise<T>;
  /** Lets the event loop go round once, so that requests that have already arrived are handled. */
  breathe(): Promise<void>;
  /** Commits all inputs or none; the results are in the order of the inputs. */
  commit(inputs: readonly I[]): Steps<readonly R[]>;
  /** Does the error mean that one input was refused and nothing was written? */
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
      if (this.waiting.length === 1) void this.commitWaiting();
    });
  }

  /** Never rejects: every error goes to the callers that wait. */
  private async commitWaiting(): Promise<void> {
    let taken: readonly Waiting<I, R>[] = [];
    const take = () => {
      taken = this.waiting.slice(0, AT_ONCE);
      this.waiting = this.waiting.slice(AT_ONCE);
      if (this.waiting.length > 0) void this.commitWaiting();
      return taken.map(({ input }) => input);
    };
    const { host } = this;
    try {
      const results = await host.exclusively(function* () {
        yield* ask(host.breathe());
        return yield* host.commit(take());
      });
      for (const [i, one] of taken.entries()) one.resolve(results[i] as R);
    } catch (error) {
      // Exclusive access was refused before any write was taken: all waiting callers get the error.
      if (taken.length === 0) [taken, this.waiting] = [this.waiting, []];
      if (taken.length > 1 && this.host.isRefusal(error))
        await Promise.all(taken.map((one) => this.alone(one)));
      else for (const one of taken) one.reject(error);
    }
  }

  private async alone({ input, resolve, reject }: Waiting<I, R>): Promise<void> {
    try {
      const [result] = await this.host.exclusively(() => this.host.commit([input]));
      resolve(result as R);
    } catch (error) {
      reject(error);
    }
  }
}

/**
 * How can one text serve a store that answers at once and one that answers later?
 *
 * A verb is a generator that yields what it asks for and is handed the answer. `driveNow` hands answers over
 * as they are, `driveLater` awaits those that come later. The rules in between are written once.
 */
import { assert } from "../assert.ts";

export type Steps<T> = Generator<unknown, T, unknown>;

/** Ask, and go on with the answer. */
export function* ask<T>(answer: T | Promise<T>): Steps<T> {
  return (yield answer) as T;
}

export function driveNow<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) {
    assert(!(step.value instanceof Promise), "a synchronous store answers at once");
    step = steps.next(step.value);
  }
  return step.value;
}

export async function driveLater<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    let answer: unknown;
    try {
      answer = isLater(step.value) ? await step.value : step.value;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}

/** What is there need not be asked for: where every microsecond counts, nothing is yielded but what comes later. */
export function isLater<T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> {
  return typeof (answer as { readonly then?: unknown } | null | undefined)?.then === "function";
}

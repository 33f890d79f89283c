/**
 * How can the same code run on a synchronous and on an asynchronous store?
 *
 * A verb is a generator: it yields each answer of the store and gets the plain value back. `driveNow` passes answers
 * through unchanged, `driveLater` awaits those that are promises. So each rule is written only once.
 */
import { assert } from "../assert.ts";

export type Steps<T> = Generator<unknown, T, unknown>;

/** Yields a store's answer and returns its value. */
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

/** Is the answer a promise? Code where every microsecond counts asks this first: values at hand skip the yield. */
export function isLater<T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> {
  return typeof (answer as { readonly then?: unknown } | null | undefined)?.then === "function";
}

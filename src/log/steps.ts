/**
 * How can the same code run on a synchronous and on an asynchronous store?
 *
 * A verb is a generator: it yields each answer of the store and gets the plain value back. `driveNow` passes answers
 * through unchanged, `driveLater` awaits those that are promises. So each rule is written only once.
 *
 * Long work yields `REST` between its items. Driven later, it then lets other work run whenever the host says that it
 * has gone on long enough; driven at once, it goes on.
 */
import { assert } from "../assert.ts";

import type { Slices } from "../ports/slices.ts";

export type Steps<T> = Generator<unknown, T, unknown>;

/** Yielded in the middle of long work, where nothing is half done that others could see. */
export const REST = Symbol("rest");

/** How long work lets other work run: undefined while it need not wait yet. */
export type Rest = () => Promise<void> | undefined;

/** Rests after every slice. */
export function* resting<T>(work: Slices<T>): Steps<T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield REST;
  }
}

/** Are these steps, and not an answer? */
export function isSteps<A, T>(answer: A | Steps<T>): answer is Steps<T> {
  return typeof (answer as { readonly next?: unknown } | null | undefined)?.next === "function";
}

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

/** Without `rest`, long work does not pause. */
export async function driveLater<T>(steps: Steps<T>, rest?: Rest): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    if (step.value === REST) {
      const others = rest?.();
      if (others !== undefined) await others;
      step = steps.next();
      continue;
    }
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

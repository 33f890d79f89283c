/**
 * How is long work written so that other work may run in between? As a generator that yields after every few
 * milliseconds' work, where nothing is half done that others could see. Its caller decides whether to pause there.
 */
export type Slices<T> = Generator<undefined, T, undefined>;

/** Runs slices one right after the other. */
export function finish<T>(slices: Slices<T>): T {
  for (let step = slices.next(); ; step = slices.next()) if (step.done) return step.value;
}

/** Works on the items one by one, and yields after every so many. */
export function* eachInSlices<T>(
  items: Iterable<T>,
  most: number,
  work: (item: T, index: number) => void,
): Slices<void> {
  let done = 0;
  for (const item of items) {
    work(item, done);
    if (++done % most === 0) yield undefined;
  }
}

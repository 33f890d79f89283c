/** How is a stream read to its end? Page by page, each after the last event of the one before. */
import type { Stream } from "../model/stream.ts";
import type { AnyStorage, Page, StorageInSlices } from "../ports/storage.ts";
import { isLater, isSteps, REST, resting, type Steps } from "./steps.ts";

/** `visit` may return false to stop early. */
export function* eachPage(
  read: (afterSeq: number) => Page | Promise<Page> | Steps<Page>,
  afterSeq: number,
  visit: (page: Page) => unknown,
): Steps<void> {
  for (let seq = afterSeq; ; ) {
    const answer = read(seq);
    const page: Page = isSteps<unknown, Page>(answer) ? yield* answer : ((yield answer) as Page);
    const last = page.events.at(-1)?.seq;
    if (visit(page) === false || !page.more || last === undefined) return;
    seq = last;
    yield REST;
  }
}

/** A page of about so many events, read in slices if the store can do that. */
export function* readPage(store: AnyStorage, stream: Stream, afterSeq: number, about?: number): Steps<Page> {
  const inSlices = slicesOf(store);
  if (inSlices !== undefined) return yield* resting(inSlices.read(stream, afterSeq, about));
  const answer = store.read(stream, afterSeq, about);
  return isLater(answer) ? ((yield answer) as Page) : answer;
}

/** undefined: it answers at once or later, but not in slices. */
export function slicesOf(store: AnyStorage): StorageInSlices | undefined {
  return "inSlices" in store ? store.inSlices : undefined;
}

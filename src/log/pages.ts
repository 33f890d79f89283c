/** How is a stream read to its end? Page by page, each after the last event of the one before. */
import type { Page } from "../ports/storage.ts";
import { ask, REST, type Steps } from "./steps.ts";

/** `visit` may return false to stop early. */
export function* eachPage(
  read: (afterSeq: number) => Page | Promise<Page>,
  afterSeq: number,
  visit: (page: Page) => unknown,
): Steps<void> {
  for (let seq = afterSeq; ; ) {
    const page = yield* ask(read(seq));
    const last = page.events.at(-1)?.seq;
    if (visit(page) === false || !page.more || last === undefined) return;
    seq = last;
    yield REST;
  }
}

/**
 * How are all facts of a memory gone through? Page by page, each in its turn among other work; a page goes on where the
 * one before ended, also if its last fact was purged meanwhile.
 */
import type { AsyncTideline } from "../facade/async.ts";
import { cursorOf, type ListOptions } from "../govern/listing.ts";
import { MAX_LIST } from "../limits.ts";
import type { Fact } from "../model/fact.ts";

export async function* factPages(
  memory: Pick<AsyncTideline, "list">,
  { after: begin, ...filters }: Omit<ListOptions, "limit"> = {},
): AsyncGenerator<readonly Fact[]> {
  for (let after = begin, isMore = true; isMore; ) {
    const page: readonly Fact[] = await memory.list({ ...filters, limit: MAX_LIST, after });
    yield page;
    const last = page.at(-1);
    if (last !== undefined) after = cursorOf(last);
    isMore = page.length === MAX_LIST;
  }
}

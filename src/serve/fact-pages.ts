/**
 * How does one go through all facts of a memory? Page by page, so that other work runs in between. A page starts where
 * the one before ended, even if that page's last fact has been purged since.
 */

import { cursorOf, type ListOptions } from "../govern/listing.ts";
import { MAX_LIST } from "../limits.ts";
import type { AsyncTideline } from "../memory/async.ts";
import type { Fact } from "../model/fact.ts";

export async function* factPages(
  memory: Pick<AsyncTideline, "list">,
  { after: begin, ...filters }: Omit<ListOptions, "limit" | "ids"> = {},
): AsyncGenerator<readonly Fact[]> {
  for (let after = begin, isMore = true; isMore; ) {
    const page: readonly Fact[] = await memory.list({ ...filters, limit: MAX_LIST, after });
    yield page;
    const last = page.at(-1);
    if (last !== undefined) after = cursorOf(last);
    isMore = page.length === MAX_LIST;
  }
}

/** How does a case check what it expects? With functions that throw if it does not hold; no test runner is needed. */
import { isTidelineError } from "../../errors.ts";
import type { RecordedEvent } from "../../ports/storage.ts";

export function same(actual: unknown, expected: unknown): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`expected ${e?.slice(0, 500)}, got ${a?.slice(0, 500)}`);
}

export async function fails(code: string, call: () => unknown): Promise<void> {
  let thrown: unknown;
  try {
    await call();
  } catch (error) {
    thrown = error;
  }
  if (thrown === undefined) throw new Error(`expected an error with the code "${code}", and there was none`);
  if (!isTidelineError(thrown) || thrown.code !== code)
    throw new Error(`expected the code "${code}", got ${String(thrown)}`, { cause: thrown });
}

export function contents(page: { readonly events: readonly RecordedEvent[] }): (string | undefined)[] {
  return page.events.flatMap(({ event }) => (event.type === "added" ? [event.body?.content] : []));
}

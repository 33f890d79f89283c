/**
 * Was this written already? A write with an idempotency key leaves keyed digests of the key and of what was asked, so
 * that the same write again has the first one's outcome, and another write under the key is an error.
 */
import { TidelineError } from "../errors.ts";
import type { Retry, State } from "../log/fold.ts";
import type { Idempotency } from "../model/event.ts";
import type { Draft } from "./draft.ts";
import type { WriteRules } from "./rules.ts";

/** What the first write under the key became. */
export function findRetry(state: State, draft: Draft, rules: WriteRules): Retry | undefined {
  const key = draft.idempotencyKey === undefined ? undefined : rules.digest(`key ${draft.idempotencyKey}`);
  const first = key === undefined ? undefined : state.retries.get(key);
  if (first === undefined) return undefined;
  if (first.request !== requestDigest(draft, rules)) {
    throw new TidelineError(
      "idempotency-conflict",
      "This idempotency key was used for another write. Use a new key for a new write.",
    );
  }
  if (!state.facts.has(first.fact)) {
    throw new TidelineError(
      "erased-fact",
      `What this idempotency key wrote (${first.fact}) was purged since. Use a new key to write it again.`,
    );
  }
  return first;
}

export function retryMark(
  draft: Draft,
  outcome: Idempotency["outcome"],
  rules: WriteRules,
): { readonly idempotency?: Idempotency } {
  if (draft.idempotencyKey === undefined) return {};
  return {
    idempotency: {
      key: rules.digest(`key ${draft.idempotencyKey}`),
      request: requestDigest(draft, rules),
      outcome,
    },
  };
}

function requestDigest(draft: Draft, rules: WriteRules): string {
  const { slot } = draft;
  return rules.digest(
    JSON.stringify(["request", draft.content, draft.segment, draft.source, slot?.subject, slot?.attribute]),
  );
}

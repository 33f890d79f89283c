/**
 * Which writes had an idempotency key, and what did they lead to? Known by digests alone.
 */
import { MAX_SECRETS_CARRIED } from "../limits.ts";
import type { EventOf, Idempotency } from "../model/event.ts";
import { NOTHING } from "./new-fact.ts";
import type { VersionedMap } from "./versioned-map.ts";

export interface Retry {
  readonly fact: string;
  /** Not known, where the fact was purged before it came here. */
  readonly request: string | undefined;
  readonly outcome: Idempotency["outcome"];
}

/** Keys that came with an import. */
export interface CarriedKeys {
  /** What they were digested with, where they come from. */
  readonly secrets: readonly string[];
  /** How many keys there were when the last of them came. */
  readonly known: number;
}

export const NOTHING_CARRIED: CarriedKeys = { secrets: NOTHING, known: 0 };

type Retries = VersionedMap<Retry>;

/** The first write under a key is the one that counts. */
export function withRetry(retries: Retries, write: Idempotency | undefined, fact: string): Retries {
  if (write === undefined || retries.has(write.key)) return retries;
  const { key, request, outcome } = write;
  return retries.set(key, { fact, request, outcome });
}

export function withCarried(
  before: { readonly retries: Retries; readonly carried: CarriedKeys },
  { purged, body }: EventOf<"keys-carried">,
): { readonly retries: Retries; readonly carried: CarriedKeys } {
  let { retries } = before;
  for (const [key, fact] of purged ?? NOTHING)
    if (!retries.has(key)) retries = retries.set(key, { fact, request: undefined, outcome: "added" });
  const { secrets: known } = before.carried;
  const secrets = body === undefined ? known : [...known, body.secret].slice(-MAX_SECRETS_CARRIED);
  return { retries, carried: { secrets, known: retries.size } };
}

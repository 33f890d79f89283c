/**
 * Which writes had an idempotency key, and what was their outcome? Only digests are known here.
 *
 * The digest of a request is erased with the body that held it. After that it is not known here either, whether the
 * state lived through the erasure or was folded anew.
 */
import { MAX_SECRETS_CARRIED } from "../limits.ts";
import { type EventOf, type Idempotency, SECRET_GENERATION } from "../model/event.ts";
import { NOTHING } from "../model/fact-fields.ts";
import type { VersionedMap } from "./versioned-map.ts";

export interface Retry {
  readonly fact: string;
  /** Unknown if its body was erased. */
  readonly request: string | undefined;
  readonly outcome: Idempotency["outcome"];
  /** The event that wrote it; undefined if the fact was purged before the key was imported. */
  readonly seq: number | undefined;
}

/** The secret under which keys were digested in the workspace that they come from. */
export interface CarriedSecret {
  readonly seq: number;
  readonly secret: string;
  readonly generation: number;
}

/** Keys that came with an import. */
export interface CarriedKeys {
  readonly secrets: readonly CarriedSecret[];
  /** How many keys were known after the latest import of keys. */
  readonly known: number;
}

export const NOTHING_CARRIED: CarriedKeys = { secrets: NOTHING, known: 0 };

type Retries = VersionedMap<Retry>;

/** What a state knows about keys. */
interface Keyed {
  readonly retries: Retries;
  readonly carried: CarriedKeys;
}

type KeyedEvent = EventOf<"added" | "observed" | "restated">;

/** The first write under a key counts. */
export function withRetry<S extends Pick<Keyed, "retries">>(state: S, event: KeyedEvent, seq: number): S {
  const { idempotency, body, fact } = event;
  if (idempotency === undefined || state.retries.has(idempotency.key)) return state;
  const { key, outcome, request = body?.request } = idempotency;
  return { ...state, retries: state.retries.set(key, { fact, request, outcome, seq }) };
}

export function withCarried(before: Keyed, event: EventOf<"keys-carried">, seq: number): Keyed {
  const { purged, body, generation = 1 } = event;
  let { retries } = before;
  for (const [key, fact] of purged ?? NOTHING)
    if (!retries.has(key))
      retries = retries.set(key, { fact, request: undefined, outcome: "added", seq: undefined });
  const { secrets: known } = before.carried;
  const secrets =
    body === undefined
      ? known
      : [...known, { seq, secret: body.secret, generation }].slice(-MAX_SECRETS_CARRIED);
  return { retries, carried: { secrets, known: retries.size } };
}

/** Bodies were erased, and facts with them: forgets what stood in them. */
export function withoutErased(before: Keyed, { erases, facts }: EventOf<"erased">): Keyed {
  const gone = new Set<unknown>([...erases, ...(facts ?? NOTHING)]);
  let { retries, carried } = before;
  for (const [key, retry] of before.retries.entries())
    if (retry.request !== undefined && (gone.has(retry.seq) || gone.has(retry.fact)))
      retries = retries.set(key, { ...retry, request: undefined });
  const secrets = carried.secrets.filter(({ seq }) => !gone.has(seq));
  if (secrets.length < carried.secrets.length) carried = { ...carried, secrets };
  return { retries, carried };
}

/**
 * Does the secret come from an export of an earlier version? Then a guess can be tested with it against digests of
 * requests in headers.
 */
export function isOutdated({ generation }: CarriedSecret): boolean {
  return generation < SECRET_GENERATION;
}

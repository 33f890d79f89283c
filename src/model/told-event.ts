/**
 * Which parts of an event may be told outside the log? Everything except digests and secrets.
 *
 * A digest reveals nothing by itself. But somebody who can get digests of their own texts from a dry run, and sees
 * those of others, can compare them and confirm a guess.
 */
import type { MemoryEvent } from "./event.ts";

const IN_HEADER: ReadonlySet<string> = new Set(["idempotency", "digest", "hash", "purged"]);
const IN_BODY: ReadonlySet<string> = new Set(["request", "secret"]);
/** In these events `origin` is a digest; in others it is an origin. */
const BY_DIGEST: ReadonlySet<string> = new Set(["kept", "origin-erased"]);

/** An event without the fields that hold a digest or a secret. */
export type ToldEvent = { readonly [E in MemoryEvent as E["type"]]: Told<E> }[MemoryEvent["type"]];
type Told<E> = Omit<E, "idempotency" | "digest" | "hash" | "purged">;

export function toldEvent(event: MemoryEvent): ToldEvent {
  const told = Object.entries(event).flatMap(([name, value]): [string, unknown][] => {
    if (IN_HEADER.has(name) || (name === "origin" && BY_DIGEST.has(event.type))) return [];
    if (name !== "body" || typeof value !== "object" || value === null) return [[name, value]];
    const body = Object.entries(value).filter(([inner]) => !IN_BODY.has(inner));
    return body.length === 0 ? [] : [[name, Object.fromEntries(body)]];
  });
  return Object.fromEntries(told) as unknown as ToldEvent;
}

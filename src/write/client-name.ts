/**
 * As what is a program's name stored? As a slug in the headers of events, which a purge does not erase. So a name that
 * holds a credential is never stored.
 */
import { clientSlug } from "../model/speaker.ts";
import { findSecrets } from "./secrets.ts";

/** Far more than the part of a name that is kept. */
const MAX_READ_CHARS = 1_000;

/** What a program is called whose name holds a credential. */
const UNNAMED = "unnamed";

export function holdsCredential(name: string): boolean {
  return findSecrets(name.slice(0, MAX_READ_CHARS)).length > 0;
}

/** The slug for a name that a client gives itself. undefined if nothing is left of the name. */
export function claimedClient(name: string): string | undefined {
  return holdsCredential(name) ? UNNAMED : clientSlug(name);
}

/**
 * Who is asking, and what may they ask?
 *
 * A caller is bound to one origin and one role before the first request, by the host or by a token; nothing in a
 * request can widen either. The owner's own callers may name another origin; for everybody else other origins do
 * not exist.
 */
import { TidelineError } from "../errors.ts";
import { type Origin, sameOrigin } from "../model/origin.ts";

/** owner: the person whose memory it is. agent: a program acting for them. reader: looks, and changes nothing. */
export const ROLES = ["owner", "agent", "reader"] as const;
export type Role = (typeof ROLES)[number];

/** In whose voice a caller writes: an agent's own (class 1), or the principal's, as the operator vouches for it. */
export const VOICES = ["agent", "owner"] as const;
export type Voice = (typeof VOICES)[number];

export interface Caller {
  readonly role: Role;
  readonly origin: Origin;
  readonly voice: Voice;
  /** A token's own end: what is made with it ends then too. */
  readonly expiresAt?: number | undefined;
  /** For logs and limits: the token's id, or how the caller came in. */
  readonly name: string;
}

/** The person at this machine's keyboard. */
export const LOCAL_OWNER: Caller = { role: "owner", origin: "owner", voice: "owner", name: "local" };

/** The origin that a request is about: the caller's own, or another one if the owner asks. */
export function originFor(caller: Caller, asked: Origin | undefined): Origin {
  if (asked === undefined || sameOrigin(asked, caller.origin)) return caller.origin;
  if (caller.role === "owner" && caller.origin === "owner") return asked;
  throw new TidelineError(
    "not-allowed",
    "This caller is bound to another origin. Use a token of that origin.",
  );
}

export function checkRole(caller: Caller, roles: readonly Role[], verb: string): void {
  if (roles.includes(caller.role)) return;
  throw new TidelineError(
    "not-allowed",
    `The role "${caller.role}" may not ${verb}; ${roles.map((role) => `"${role}"`).join(" and ")} may.`,
  );
}

/**
 * Who is asking, and what may they ask?
 *
 * A caller is bound to one origin and one role before the first request, by the host or by a token; nothing in a
 * request can widen either. The owner's own callers may name another origin; for everybody else other origins do not
 * exist.
 */
import { TidelineError } from "../errors.ts";
import { type Origin, sameOrigin } from "../model/origin.ts";
import { type Authority, TRUSTED } from "../model/source.ts";
import type { Speaker, Surface } from "../model/speaker.ts";

/** owner: the person whose memory it is. agent: a program acting for that person. reader: reads and changes nothing. */
export const ROLES = ["owner", "agent", "reader"] as const;
export type Role = (typeof ROLES)[number];

/**
 * The voice that a caller writes with: an agent's own (class 1), or the principal's, if the operator vouches for it.
 */
export const VOICES = ["agent", "owner"] as const;
export type Voice = (typeof VOICES)[number];

export interface Caller {
  readonly role: Role;
  readonly origin: Origin;
  readonly voice: Voice;
  /** When the token expires. Whatever is made with the token, such as a session, ends then too. */
  readonly expiresAt?: number | undefined;
  /** For logs and limits: the token's id, or how the caller came in. */
  readonly name: string;
  /** The surface that the caller uses, with which token and client. Events record these three. */
  readonly surface: Surface;
  readonly token?: string | undefined;
  readonly client?: string | undefined;
  /**
   * True for a command without a terminal: it may look at what the owner may see, but it does not manage the owner's
   * facts.
   */
  readonly isUnattended?: boolean | undefined;
}

/** The class that each voice speaks with. */
const CLASSES: Readonly<Record<Voice, Authority>> = { agent: 1, owner: TRUSTED };

/** The caller as a handle on memory knows it. Nothing that a request says about itself goes into it. */
export function speakerOf(caller: Caller): Speaker {
  const { surface, token, client } = caller;
  return {
    voice: CLASSES[caller.voice],
    manages: caller.role === "owner" && caller.isUnattended !== true,
    onlyReads: caller.role === "reader",
    writer: {
      surface,
      ...(token === undefined ? {} : { token }),
      ...(client === undefined ? {} : { client }),
    },
  };
}

/** The person at this machine's keyboard. */
export const LOCAL_OWNER: Caller = {
  role: "owner",
  origin: "owner",
  voice: "owner",
  name: "local",
  surface: "cli",
};

/** The person whose workspace it is, whatever token they use; not a peer who is the owner of one origin only. */
export function isWorkspaceOwner({ role, origin }: Caller): boolean {
  return role === "owner" && origin === "owner";
}

/** The origin that a request is about: the caller's own, or another one if the owner asks for it. */
export function originFor(caller: Caller, asked: Origin | undefined): Origin {
  if (asked === undefined || sameOrigin(asked, caller.origin)) return caller.origin;
  if (isWorkspaceOwner(caller)) return asked;
  throw new TidelineError(
    "not-allowed",
    "This caller may use its own origin only. Leave the origin out, or use a token of that origin.",
  );
}

export function checkRole(caller: Caller, roles: readonly Role[], verb: string): void {
  if (roles.includes(caller.role)) return;
  throw new TidelineError(
    "not-allowed",
    `The role "${caller.role}" may not ${verb}; ${roles.map((role) => `"${role}"`).join(" and ")} may.`,
  );
}

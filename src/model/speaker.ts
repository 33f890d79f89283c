/**
 * Who is writing, through which surface, and how much may their words change? (design: "Trust")
 *
 * The host or a surface sets the speaker when it makes a handle. No argument of a verb can raise it. The log keeps only
 * the writer: the surface, and the token or client by id or slug. It never keeps a secret.
 */
import type { Authority } from "./source.ts";
import { TRUSTED } from "./source.ts";

/**
 * library: the host's own code. keeper: maintenance that runs by itself.
 * @example console.log(SURFACES.includes("mcp"));
 */
export const SURFACES = ["library", "cli", "http", "mcp", "ai", "keeper"] as const;
/** The way by which a writer reached memory. */
export type Surface = (typeof SURFACES)[number];

/** The surface, token and client through which a fact came. */
export interface Writer {
  readonly surface: Surface;
  /** The id of the token that the caller presented. */
  readonly token?: string | undefined;
  /** The name that the program gives itself, as a slug. This is a claim, not verified. */
  readonly client?: string | undefined;
}

export interface Speaker {
  /** The class of the caller. No statement of theirs gets a higher class. */
  readonly voice: Authority;
  /** The owner lets this caller archive, pin and purge all facts and run passes, even on facts above its voice. */
  readonly manages: boolean;
  /** Nothing that this caller asks keeps a fact in use. */
  readonly onlyReads?: boolean | undefined;
  readonly writer: Writer;
}

/** The host's own code. The host vouches for whoever it speaks for. */
export const HOST: Speaker = Object.freeze({
  voice: TRUSTED,
  manages: true,
  writer: Object.freeze({ surface: "library" }),
});

/** The engine, acting by itself. */
export const KEEPER: Speaker = Object.freeze({ ...HOST, writer: Object.freeze({ surface: "keeper" }) });

/** If either writer is missing (older logs), nothing tells the two apart, so they count as the same. */
export function isSameWriter(a: Writer | undefined, b: Writer | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return a.surface === b.surface && a.token === b.token && a.client === b.client;
}

/** What the event of a change made by hand records about the person who made it. */
export function byOf({ voice, writer }: Speaker): Writer & { readonly authority: Authority } {
  return { authority: voice, ...writer };
}

/**
 * Shown as the writer of events from older logs, which recorded no writer.
 * @example const old = memory.list({ by: NOT_RECORDED });
 */
export const NOT_RECORDED = "not-recorded";

/** Does the writer match what is asked for, by surface, token or client? */
export function isWrittenBy(writer: Writer | undefined, asked: string): boolean {
  if (writer === undefined) return asked === NOT_RECORDED;
  return writer.surface === asked || writer.token === asked || writer.client === asked;
}

const MAX_CLIENT_CHARS = 40;

/**
 * A program's name as a slug: "Claude Code 1.2" becomes "claude-code-1.2". undefined if nothing is left of the name.
 */
export function clientSlug(name: string): string | undefined {
  const slug = name
    .slice(0, 4 * MAX_CLIENT_CHARS)
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .replace(/^[^a-z0-9]+/, "")
    .slice(0, MAX_CLIENT_CHARS)
    .replace(/-+$/, "");
  return slug === "" ? undefined : slug;
}

/**
 * Who is writing, through which door, and how much may their words change? (design: "Trust")
 *
 * A speaker is fixed when a handle is made, by the host or by a surface. No argument of a verb raises it. What the log
 * keeps of it is the writer: the surface, and the token or the client, by id or slug, never a secret.
 */
import type { Authority } from "./source.ts";
import { TRUSTED } from "./source.ts";

/** library: the host's own code. keeper: maintenance that runs by itself. */
export const SURFACES = ["library", "cli", "http", "mcp", "ai", "keeper"] as const;
export type Surface = (typeof SURFACES)[number];

export interface Writer {
  readonly surface: Surface;
  /** The id of the token that the caller showed. */
  readonly token?: string | undefined;
  /** What the program calls itself, as a slug: a claim. */
  readonly client?: string | undefined;
}

export interface Speaker {
  /** The class of the caller: what they say is never above it. */
  readonly voice: Authority;
  /** The owner lets this caller look after all facts, also those above its voice: archive, pin, purge, run passes. */
  readonly manages: boolean;
  readonly writer: Writer;
}

/** The host's own code: it vouches for whom it speaks. */
export const HOST: Speaker = Object.freeze({
  voice: TRUSTED,
  manages: true,
  writer: Object.freeze({ surface: "library" }),
});

/** The engine on its own account. */
export const KEEPER: Speaker = Object.freeze({ ...HOST, writer: Object.freeze({ surface: "keeper" }) });

/** Without a recorded writer (older logs) nothing is known that would tell two apart. */
export function isSameWriter(a: Writer | undefined, b: Writer | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return a.surface === b.surface && a.token === b.token && a.client === b.client;
}

/** What an event by hand says of whoever made it. */
export function byOf({ voice, writer }: Speaker): Writer & { readonly authority: Authority } {
  return { authority: voice, ...writer };
}

/** How events before there were writers are shown. */
export const NOT_RECORDED = "not-recorded";

/** Is this the writer that is asked for: by surface, token or client? */
export function isWrittenBy(writer: Writer | undefined, asked: string): boolean {
  if (writer === undefined) return asked === NOT_RECORDED;
  return writer.surface === asked || writer.token === asked || writer.client === asked;
}

const MAX_CLIENT_CHARS = 40;

/** A program's name as a slug: "Claude Code 1.2" is "claude-code-1.2". undefined if nothing is left of it. */
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

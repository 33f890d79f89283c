/**
 * Whose word is a fact? Below class 3 only its author may supersede or end it (`write/own-word.ts`).
 *
 * The actor and the source are what the caller claims; the writer is what the surface knows. All three have to agree.
 */
import type { Fact } from "./fact.ts";
import { isSameWriter, type Writer } from "./speaker.ts";

export interface Author {
  /** As the caller spelt it. */
  readonly source: string;
  readonly actor: string | undefined;
  readonly writer: Writer | undefined;
}

export function isSameAuthor(a: Author, b: Author): boolean {
  return a.source === b.source && a.actor === b.actor && isSameWriter(a.writer, b.writer);
}

/** Who said it first. */
export function authorOf({ source, sourceName, actor, writer }: AuthorFields): Author {
  return { source: source === "other" ? (sourceName ?? source) : source, actor, writer };
}
type AuthorFields = Pick<Fact, "source" | "sourceName" | "actor" | "writer">;

/**
 * Who is it, as far as somebody vouches for it? The token, whatever the program that shows it calls itself this time; else
 * the client; else no more than the surface is known.
 */
export function vouchedFor(writer: Writer | undefined): readonly string[] {
  if (writer?.token !== undefined) return ["token", writer.token];
  if (writer?.client !== undefined) return ["client", writer.surface, writer.client];
  return writer === undefined ? [] : ["surface", writer.surface];
}

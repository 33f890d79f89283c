/**
 * Who is the author of a fact? Below class 3 only the author may supersede or end a fact (`write/own-word.ts`).
 *
 * The actor and the source are what the caller claims; the writer is what the surface knows. Two authors are the same
 * only if all three agree.
 */
import type { Fact } from "./fact.ts";
import { isSameWriter, type Writer } from "./speaker.ts";

export interface Author {
  /** As the caller spelled it. */
  readonly source: string;
  readonly actor: string | undefined;
  readonly writer: Writer | undefined;
}

export function isSameAuthor(a: Author, b: Author): boolean {
  return a.source === b.source && a.actor === b.actor && isSameWriter(a.writer, b.writer);
}

/** The author who said the fact first. */
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

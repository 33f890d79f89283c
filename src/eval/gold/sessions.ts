/**
 * How is a gold set written down so that a person can read it? Session by session, a line per fact.
 */
import type { GoldCase, GoldCategory, GoldFact } from "./shape.ts";

/** A fact without its session, which says when and in which order it was said. */
export type Line = Omit<GoldFact, "said" | "episode">;

/** Something the owner said. Its segment is knowledge unless given. */
export function fact(key: string, content: string, more: Partial<Line> = {}): Line {
  return { key, content, segment: "knowledge", ...more };
}

/** Something another person said, in a conversation that the owner's memory keeps. */
export function by(actor: string, key: string, content: string, more: Partial<Line> = {}): Line {
  return { key, content, segment: "knowledge", actor, ...more };
}

/** Facts that were said together, in this order. */
export function session(said: string, id: string, ...lines: readonly Line[]): readonly GoldFact[] {
  return lines.map((line, position) => ({ ...line, said, episode: { id, position } }));
}

/** A question, and the keys of the facts that answer it. */
export function ask(
  category: GoldCategory,
  key: string,
  query: string,
  ...gold: readonly string[]
): GoldCase {
  return { key, category, query, gold };
}

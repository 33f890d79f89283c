/**
 * Which text does a fact hold besides its content? The threat scan and a purge must look through all of it, because an
 * instruction to the agent fits into a tag as well as into a sentence.
 */
import type { Fact, Json } from "./fact.ts";

/** The fields besides `content` that can hold text. */
export type Beside = {
  readonly [Name in
    | "actor"
    | "aliases"
    | "episode"
    | "metadata"
    | "recurrence"
    | "slot"
    | "sourceName"
    | "tags"]: Fact[Name] | undefined;
};

/** Everything that is said with a fact. */
export type Words = Beside & { readonly content: string };

export function wordsBeside(said: Beside): readonly string[] {
  const { actor, aliases = [], episode, metadata, recurrence, slot, sourceName, tags = [] } = said;
  const names = [episode, actor, sourceName, recurrence, slot?.subject, slot?.attribute];
  const given = [...tags, ...aliases, ...names].filter((name) => name !== undefined);
  return metadata === undefined ? given : [...given, ...stringsIn(metadata)];
}

/** All text of a fact as one string: its content, then every other piece of text on a line of its own. */
export function allWords(said: Words): string {
  const beside = wordsBeside(said);
  return beside.length === 0 ? said.content : [said.content, ...beside].join("\n");
}

/** The strings and numbers in metadata, including the names of its fields. */
export function stringsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return Object.entries(value).flatMap(([name, one]) => [name, ...stringsIn(one)]);
}

/**
 * Which words stand beside a fact's own? Whoever must see all that somebody said (the threat scan, a purge) looks
 * through these too: a tag is as good a place for an order to the agent as a sentence.
 */
import type { Fact, Json } from "./fact.ts";

/** What can be said of a fact beside its content. */
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

export function wordsBeside(said: Beside): readonly string[] {
  const { actor, aliases = [], episode, metadata, recurrence, slot, sourceName, tags = [] } = said;
  const names = [episode, actor, sourceName, recurrence, slot?.subject, slot?.attribute];
  const given = [...tags, ...aliases, ...names].filter((name) => name !== undefined);
  return metadata === undefined ? given : [...given, ...stringsIn(metadata)];
}

/** All words in one text: its own, then what stands beside them, each on a line of its own. */
export function allWords(said: Beside & { readonly content: string }): string {
  const beside = wordsBeside(said);
  return beside.length === 0 ? said.content : [said.content, ...beside].join("\n");
}

/** Of metadata: the names too. */
export function stringsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return Object.entries(value).flatMap(([name, one]) => [name, ...stringsIn(one)]);
}

/**
 * Which text does a fact hold besides its content? The threat scan and a purge must look through all of it, because an
 * instruction to the agent fits into a tag as well as into a sentence.
 *
 * Every field that events have in their body counts (`fact-fields.ts`), so a new one is scanned without further ado.
 */
import type { Fact, Json } from "./fact.ts";
import { type FactFields, fieldsWhere } from "./fact-fields.ts";

/** `objection` is what the host's own scanner said about the fact. */
type NotBeside = "content" | "objection";

type Labels = {
  readonly [N in keyof FactFields as FactFields[N] extends { readonly body: unknown }
    ? Exclude<N, NotBeside>
    : never]: Fact[N] | undefined;
};

/** The fields besides `content` that can hold text. */
export interface Beside extends Labels {
  readonly slot: Fact["slot"];
}

/** Everything that is said with a fact. */
export interface Words extends Beside {
  readonly content: string;
}

const LABELS = fieldsWhere<keyof Labels>(
  ({ body }, name) => body !== undefined && name !== "content" && name !== "objection",
);

export function wordsBeside(said: Beside): readonly string[] {
  const words: string[] = [];
  for (const name of LABELS) {
    const label = said[name];
    if (typeof label === "string") words.push(label);
    else if (label !== undefined) words.push(...stringsIn(label as Json));
  }
  if (said.slot !== undefined) words.push(said.slot.subject, said.slot.attribute);
  return words;
}

/** All text of a fact as one string: its content, then every other piece of text on a line of its own. */
export function allWords(said: Words): string {
  const beside = wordsBeside(said);
  return beside.length === 0 ? said.content : [said.content, ...beside].join("\n");
}

/** Something that states words of a fact: a draft, or the body of an event, where null removes a word. */
type Stating = { readonly [N in keyof Labels]?: Labels[N] | null | undefined } & {
  readonly content?: string | undefined;
  readonly slot?: Fact["slot"];
  readonly subject?: string | null | undefined;
  readonly attribute?: string | null | undefined;
};

/** The words that it states. */
export function wordsIn(stating: Stating = {}): { -readonly [N in keyof Words]: Words[N] } {
  const { content = "", subject, attribute, slot } = stating;
  const named = subject == null || attribute == null ? undefined : { subject, attribute };
  const words: Record<string, unknown> = { content, slot: slot ?? named };
  for (const name of LABELS) words[name] = stating[name] ?? undefined;
  return words as unknown as Words;
}

/** The strings and numbers in metadata, including the names of its fields. */
export function stringsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return Object.entries(value).flatMap(([name, one]) => [name, ...stringsIn(one)]);
}

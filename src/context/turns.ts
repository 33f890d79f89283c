/**
 * With which words does a conversation ask memory? With those of the people in it: the last thing a person said, and,
 * if that says little by itself ("And what about her?"), what they said before it.
 *
 * Text of a tool is never asked with, and that of the assistant neither: whoever wrote the page that a tool read would
 * choose what memory shows.
 */

import { MAX_TURN_MESSAGES } from "../limits.ts";
import { badArgument } from "../model/arguments.ts";
import { analyse } from "../text/words/analyse.ts";
import { isScaffold } from "../text/words/scaffold.ts";

/** A message of a conversation, as most SDKs and APIs have it. */
export interface TurnMessage {
  readonly role: string;
  /** A text, or parts of which those of type "text" count. */
  readonly content: unknown;
}

/** What was said, in words. */
export interface Said {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** The question is cut at this length, from its end. */
const MAX_QUESTION_CHARS = 4_000;
/** How far back a question may lean. */
const MAX_LEANING = 3;
/** A question with fewer words than this about anything leans on what was said before. */
const MIN_TELLING_WORDS = 3;
const LEANS =
  /^\s*(?:and|but|or|so|also|what about|how about|same|und|aber|oder|et|mais|ou|y|pero|o|e|ma|mas|en|maar|那|还有|還有|じゃあ|では)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:he|him|his|she|her|hers|it|its|they|them|their|theirs|that|those|there|this one|that one|er|ihn|ihm|sie|ihr|ihnen|dort|lui|elle|eux|leur|ella|él|ellos|ellas|lei|loro|ele|ela|eles|elas|hij|hem|haar|zij|hen|他|她|它|他们|她们|彼|彼女)(?![\p{L}\p{N}])/iu;

/** What the people and the assistant said, oldest first; without tools, system messages and our own blocks. */
export function saidIn(messages: readonly TurnMessage[]): readonly Said[] {
  return messages.slice(-MAX_TURN_MESSAGES).flatMap(({ role, content }): readonly Said[] => {
    if (role !== "user" && role !== "assistant") return [];
    const text = withoutBlocks(textOf(content)).trim();
    return text === "" ? [] : [{ role, text }];
  });
}

/** The words to ask memory with; empty if nobody has said anything. */
export function questionIn(said: readonly Said[]): string {
  const people = said.filter(({ role }) => role === "user").map(({ text }) => text);
  const parts: string[] = [];
  for (const text of people.slice(-MAX_LEANING).reverse()) {
    parts.unshift(text);
    if (!leansOn(text)) break;
  }
  return parts.join("\n").slice(-MAX_QUESTION_CHARS);
}

/** Does it need what was said before it? */
function leansOn(text: string): boolean {
  if (LEANS.test(text)) return true;
  return analyse(text).terms.filter(({ word }) => !isScaffold(word)).length < MIN_TELLING_WORDS;
}

export function parseMessages(value: unknown, name: string): readonly TurnMessage[] {
  if (!Array.isArray(value)) throw badArgument(`${name} must be a text or a list of messages`);
  return value.map((one: unknown, i) => {
    const { role, content } = (one ?? {}) as Partial<TurnMessage>;
    if (typeof role !== "string") throw badArgument(`${name}[${i}].role must be a text such as "user"`);
    return { role, content };
  });
}

/** The text of a message, whether it came as a string or in parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part: { type?: unknown; text?: unknown } | null | undefined) =>
      part?.type === "text" && typeof part.text === "string" ? [part.text] : [],
    )
    .join("\n");
}

/** Here begins a block that memory itself had put into a message. */
const OPENING = /<(memory|profile)(?: note="[^"]*")?>/g;

/** What memory itself had put into a message is nobody's words. */
function withoutBlocks(text: string): string {
  return withoutRecalled(text).text;
}

/**
 * The text without the blocks that memory had put into it, and those blocks. Takes time in proportion to the text, however
 * many blocks begin in it and never end.
 */
export function withoutRecalled(text: string): { readonly text: string; readonly blocks: readonly string[] } {
  const blocks: string[] = [];
  const rest: string[] = [];
  const unclosed = new Set<string>();
  const openings = new RegExp(OPENING);
  let from = 0;
  for (let match = openings.exec(text); match !== null; match = openings.exec(text)) {
    const { index, 0: opening, 1: name = "" } = match;
    const closing = `</${name}>`;
    const end = unclosed.has(name) ? -1 : text.indexOf(closing, index + opening.length);
    if (end < 0) {
      unclosed.add(name);
      openings.lastIndex = index + 1;
      continue;
    }
    rest.push(text.slice(from, index));
    from = end + closing.length;
    openings.lastIndex = from;
    blocks.push(text.slice(index, from));
  }
  return { text: [...rest, text.slice(from)].join(" "), blocks };
}

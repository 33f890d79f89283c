/**
 * Which turns are memory's own? What memory's tools answered, and what we asked a model and it replied when we distilled.
 * They are kept, so that their words are recognised elsewhere, and never distilled.
 */
import type { TurnRole } from "../model/turn-role.ts";
import { INSTRUCTIONS } from "./prompt.ts";

/** With or without the prefix that a host puts before the tools of a server. */
const MEMORY_TOOL = /(?:^|[._/-]|__)(?:write_memory|recall_memory|read_memory|manage_memory)$/;
/** A reply that lists facts with their quotes, also in a string of JSON. */
const REPLY = /\{\s*\\?"facts\\?"\s*:\s*\[/;
/** The schema of a reply names these fields. */
const SCHEMA_FIELDS = ["facts", "quotes", "relations", "additionalProperties"];
/** The turns and the known facts of a prompt, as their fence opens them. */
const FENCED =
  /<known>\s*\d+ \\?"|<turns>\s*\d{4}-\d\d-\d\d (?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\s*\d+ \w+ /;
const MIN_CHARS = 40;
/** Each of these is enough: of a prompt that was cut, some sentence is left. */
const SENTENCES = INSTRUCTIONS.split(/(?<=[.:}])\s+/)
  .map(folded)
  .filter(({ length }) => length >= MIN_CHARS);

export function isOwnText(role: TurnRole, actor: string | undefined, content: string): boolean {
  if (role === "tool" && actor !== undefined && MEMORY_TOOL.test(actor)) return true;
  if (REPLY.test(content) || FENCED.test(unescaped(content))) return true;
  if (SCHEMA_FIELDS.every((field) => content.includes(`"${field}"`) || content.includes(`\\"${field}\\"`)))
    return true;
  const said = folded(content);
  return SENTENCES.some((sentence) => said.includes(sentence));
}

/** As a request looks in a log: its line ends and quotation marks are escaped. */
function unescaped(text: string): string {
  return text.replaceAll("\\n", "\n").replaceAll('\\"', '"');
}

function folded(text: string): string {
  return unescaped(text).toLowerCase().replace(/\s+/g, " ").trim();
}

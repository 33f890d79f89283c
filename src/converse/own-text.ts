/**
 * Which turns are memory's own? What memory's tools answered, and what we asked a model and it replied when we distilled.
 * They are kept, so that their words are recognised elsewhere, and never distilled.
 */
import type { TurnRole } from "../model/turn-role.ts";

/** With or without the prefix that a host puts before the tools of a server. */
const MEMORY_TOOL = /(?:^|[._/-]|__)(?:write_memory|recall_memory|read_memory|manage_memory)$/;
/** The beginning of a reply that lists facts with their quotes. */
const REPLY = /^\s*(?:```(?:json)?\s*)?\{\s*"facts"\s*:\s*\[/;
/** The names of the fields that a distilling prompt explains. */
const PROMPT_FIELDS = ['"facts"', '"quotes"', '"content"'];

export function isOwnText(role: TurnRole, actor: string | undefined, content: string): boolean {
  if (role === "tool" && actor !== undefined && MEMORY_TOOL.test(actor)) return true;
  return REPLY.test(content) || PROMPT_FIELDS.every((field) => content.includes(field));
}

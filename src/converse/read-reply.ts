/**
 * What did a model reply? The JSON that it was asked for, out of whatever stands around it: a fence, a sentence before
 * or after, its thoughts. A reply with two answers has none: which of them is the model's own cannot be told.
 *
 * Throws an `invalid-argument` error that says what is wrong, in words for the model.
 */
import { badArgument } from "../model/arguments.ts";
import type { LlmReply } from "../ports/llm.ts";
import { isRefusal } from "./nonsense.ts";

/** Places where an object may begin that are tried. */
const MAX_CANDIDATES = 50;

/** `field`: every answer has it, which tells an answer from other objects in a reply. */
export function readReply({ json, text = "" }: LlmReply, field = "facts"): unknown {
  if (json !== undefined) return json;
  const bare = text.replace(/<think(?:ing)?>.*?<\/think(?:ing)?>/gs, " ").trim();
  const fenced = /^```(?:json)?\s*(.*?)\s*```$/s.exec(bare)?.[1] ?? bare;
  const whole = parsed(fenced);
  if (whole !== undefined) return whole;
  const answers = objectsIn(bare).filter((one) => Object.hasOwn(one, field));
  if (answers.length === 1) return answers[0];
  if (answers.length > 1) throw badArgument("The reply holds more than one JSON object");
  throw badArgument(isRefusal(bare) ? "The reply is no JSON but a refusal" : "The reply is no JSON object");
}

function objectsIn(text: string): readonly object[] {
  const found: object[] = [];
  let at = text.indexOf("{");
  for (let tried = 0; at >= 0 && tried < MAX_CANDIDATES; tried++) {
    const end = endOf(text, at);
    const value = end === undefined ? undefined : parsed(text.slice(at, end));
    if (typeof value === "object" && value !== null) found.push(value);
    at = text.indexOf("{", value === undefined ? at + 1 : end);
  }
  return found;
}

/** Behind the brace that closes the object which begins here. Braces inside strings do not count. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (inString && char === "\\") at++;
    else if (char === '"') inString = !inString;
    else if (!inString && char === "{") depth++;
    else if (!inString && char === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What of a fact stands in a line about what the principal wants? All of a short text; of a long one the sentence that
 * says it, or the beginning. It depends on the fact alone, whatever room there is.
 */
import type { Fact } from "../model/fact.ts";
import { wishSpan } from "../text/claims/wish.ts";
import { cutAt, textOf } from "./line.ts";

const MAX_TEXT_CHARS = 200;

export interface WishedText {
  /** Empty if nothing of it is visible. */
  readonly text: string;
  readonly isWhole: boolean;
}

export function wishedText(fact: Fact): WishedText {
  const text = textOf(fact);
  return text.length <= MAX_TEXT_CHARS ? { text, isWhole: true } : { text: excerptOf(fact), isWhole: false };
}

function excerptOf(fact: Fact): string {
  const { content, authority } = fact;
  const { from, to } = wishSpan(content);
  const part = textOf({ authority, content: content.slice(from, to) });
  const cut = part.length <= MAX_TEXT_CHARS ? part : cutAtWord(part);
  const isCut = cut.length < part.length || to < content.trimEnd().length;
  return `${from > 0 ? "…" : ""}${cut}${isCut ? "…" : ""}`;
}

function cutAtWord(text: string): string {
  const raw = cutAt(text, MAX_TEXT_CHARS);
  const wordEnd = raw.lastIndexOf(" ");
  // Scripts without spaces, and long strings, have no end of a word nearby.
  return wordEnd >= MAX_TEXT_CHARS / 2 ? raw.slice(0, wordEnd) : raw;
}

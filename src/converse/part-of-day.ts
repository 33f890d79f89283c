/**
 * Does a sentence speak of a part of the day on which it is said: "this morning", "later this afternoon"? English only.
 *
 * "This evening" in a question to memory asks for no time of day, so `readWhen` does not know it.
 */
import { DAY_MS } from "../model/time.ts";
import type { Span } from "../text/values/calendar.ts";

export interface PartOfDay {
  /** As it stands in the text. */
  readonly phrase: string;
  readonly index: number;
  readonly part: "morning" | "afternoon" | "evening";
  /** The whole day. */
  readonly spans: readonly [Span];
}

const PART_OF_TODAY = /\b(?:(?:later|earlier) )?this (morning|afternoon|arvo|evening)\b/iu;

export function partOfDay(text: string, at: number): PartOfDay | undefined {
  const match = PART_OF_TODAY.exec(text);
  if (match === null) return undefined;
  const said = (match[1] ?? "").toLowerCase();
  const from = at - (at % DAY_MS);
  return {
    phrase: match[0],
    index: match.index,
    part: (said === "arvo" ? "afternoon" : said) as PartOfDay["part"],
    spans: [{ from, to: from + DAY_MS }],
  };
}

/**
 * Which time does a question ask about? Facts that were said, came into force or happened at that time gain
 * relevance. Nothing is left out, and a fact of another time or of none loses nothing.
 *
 * "Before the move" is looked up: the fact that tells of the move says when it was. Each class looks among its own
 * facts only, so a lower class cannot shift what counts as before or after for a higher one.
 */

import type { Documents } from "../indexes/words/documents.ts";
import { DAY_MS } from "../model/time.ts";
import type { Span } from "../text/values/calendar.ts";
import { readWhen, readWhenEvent } from "../text/values/when.ts";

export interface Period {
  /** As the question words it. */
  readonly phrase: string;
  readonly spans: readonly Span[];
  /** Words of the question that only say when. */
  readonly words: ReadonlySet<string>;
  /** Id of the fact that dated the event, for "before the move". */
  readonly by?: string | undefined;
  /** How much the share of a fact of that time is raised: it is multiplied by 1 + gain. */
  readonly gain: number;
}

/** The document that best tells of an event, if one does. */
export type FindEvent = (event: string) => number | undefined;

/** The narrower the time, the greater the gain. */
const DAY_GAIN = 1.2;
const MONTH_GAIN = 1;
const LONG_GAIN = 0.4;
const EVENT_GAIN = 0.25;
const SHORT_MS = 4 * DAY_MS;
const MIDDLING_MS = 100 * DAY_MS;
/** What is said one day later is mostly still about the day before. */
const AFTERWARDS_MS = DAY_MS;
const WORD = /[\p{L}\p{N}]+/gu;
const NO_WORDS: ReadonlySet<string> = new Set();

export function readPeriod(
  text: string,
  now: number,
  documents: Documents,
  findEvent: FindEvent,
): Period | undefined {
  const when = readWhen(text, now);
  if (when !== undefined) {
    const words = when.isRelative ? new Set(when.phrase.toLowerCase().match(WORD)) : NO_WORDS;
    return { phrase: when.phrase, spans: when.spans, words, gain: gainOf(when.spans) };
  }
  const told = readWhenEvent(text);
  const event = told && findEvent(told.event);
  if (told === undefined || event === undefined) return undefined;
  const at = timeOf(documents, event);
  const span =
    told.relation === "before"
      ? { from: Number.NEGATIVE_INFINITY, to: at }
      : { from: at + 1, to: Number.POSITIVE_INFINITY };
  return {
    phrase: told.phrase,
    spans: [span],
    words: NO_WORDS,
    by: documents.ids[event],
    gain: EVENT_GAIN,
  };
}

/** Was the fact said, did it come into force, or does its text place it, in that time? */
export function isOfPeriod({ spans }: Period, documents: Documents, document: number): boolean {
  const said = documents.times.values[document] as number;
  const named = documents.named.values[document] as number;
  for (const { from, to } of spans)
    if ((said >= from && said < to + AFTERWARDS_MS) || (named >= from && named < to)) return true;
  return false;
}

function timeOf(documents: Documents, document: number): number {
  const named = documents.named.values[document] as number;
  return Number.isNaN(named) ? (documents.times.values[document] as number) : named;
}

function gainOf(spans: readonly Span[]): number {
  const longest = spans.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  if (longest <= SHORT_MS) return DAY_GAIN;
  return longest <= MIDDLING_MS ? MONTH_GAIN : LONG_GAIN;
}

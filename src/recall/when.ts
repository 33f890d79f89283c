/**
 * Which time does a question ask about? What happened, was said or came into force then is preferred; nothing is left
 * out, and what has no such time loses nothing.
 *
 * "Before the move" is looked up: the fact that tells of the move says when that was. Where there are trusted facts,
 * only a trusted one may tell: no lower class moves what was before or after.
 */

import type { Documents } from "../indexes/words/documents.ts";
import { DAY_MS } from "../model/time.ts";
import type { Span } from "../text/values/calendar.ts";
import { readWhen, readWhenEvent } from "../text/values/when.ts";

export interface Period {
  /** As the question puts it. */
  readonly phrase: string;
  readonly spans: readonly Span[];
  /** Words of the question that only say when. */
  readonly words: ReadonlySet<string>;
  /** The fact that told when it was. */
  readonly by?: string | undefined;
  /** What being of that time adds. */
  readonly gain: number;
}

/** The document that best tells of an event, if one does. */
export type FindEvent = (event: string) => number | undefined;

/** The narrower a time, the more it says. */
const DAY_GAIN = 1.2;
const MONTH_GAIN = 1;
const LONG_GAIN = 0.4;
const EVENT_GAIN = 0.25;
const SHORT_MS = 4 * DAY_MS;
const MIDDLING_MS = 100 * DAY_MS;
/** What was said the day after is mostly still about the day. */
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

/** Was it said, did it come into force, or does it say that it happened, in that time? */
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

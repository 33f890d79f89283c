/**
 * Until when is it still to come what a text tells of? "The chimney sweep comes in September", said in April: until the
 * end of September.
 *
 * It reads dates with the English names of months, dates in figures (2026-09-14), and "next month", "next summer". A
 * date without a year is the next one, unless the text tells of something past. Times that come in a few weeks anyway
 * ("on Friday") are not looked for.
 */
import type { Span } from "./calendar.ts";
import { type DateSpan, dateSpansIn } from "./date-spans.ts";
import { readWhen } from "./when.ts";

/** A verb in the past. "It is booked for May" tells of nothing past, so a form in -ed after "is" does not count. */
const PAST =
  /\b(?:was|were|had|did|didn't|went|came|got|met|took|began|left|saw|made|gave|said|told|bought|sold|found|lost|won|built|became|kept|held|paid|sent|spent|ran|flew|drove|wrote|ago)\b|(?<!\b(?:am|is|are|be|been|being|get|gets|not|isn't|aren't|[a-z]'(?:s|re)) )\b[a-z]{3,20}ed\b(?<!\b(?:need|feed|weed|seed|speed|indeed|proceed|exceed|succeed|hundred|sacred))/i;
const NEXT = /\b(?:next|coming) /i;
/** Before a date: what it ends or begins with is over. */
const BEHIND = /\b(?:since|last|past|previous) (?:the )?$/i;
const BEHIND_CHARS = 20;

/** When the last of the times that the text names is over; undefined if none is to come at the time it is told. */
export function timeToCome(text: string, toldAt: number): number | undefined {
  const dates = dateSpansIn(text, toldAt).filter(
    ({ at }) => !BEHIND.test(text.slice(Math.max(0, at - BEHIND_CHARS), at)),
  );
  const isPast = dates.some(isYearless) && PAST.test(text);
  const spans = dates.flatMap((date) => (isYearless(date) && isPast ? [] : date.spans));
  const next = dates.length === 0 && NEXT.test(text) ? (readWhen(text, toldAt)?.spans ?? []) : [];
  const ends = [...spans, ...next].filter(isAfter(toldAt)).map(({ to }) => to);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** A date without a year stands for two: one behind, one ahead. */
function isYearless({ spans }: DateSpan): boolean {
  return spans.length > 1;
}

function isAfter(time: number) {
  return ({ from, to }: Span): boolean => from > time && Number.isFinite(to);
}

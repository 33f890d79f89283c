/**
 * Which words do the rivals' queries leave out? Words that hold English together: without this, a query of a
 * whole sentence is answered by whatever has the most "the". Ours are not left out by hand.
 */
const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be because been before being but by can could d did do does doing
  done down each few for from further had has have having he her here hers him his how i if in into is it its itself
  just ll m me might more most must my no nor not now of off on once only or other our ours out over own re s same
  shall she should so some such t than that the their theirs them then there these they this those through to too
  under until up ve very was we were what when where which while who whom why will with would you your yours`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** The words of a query that say something, in lower case; all of them if none does. */
export function tellingWords(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

// Where in a turn do its quotes stand? The text in parts, each with the numbers of the quotes that it belongs to.

export interface TextPart {
  /** Its place in the text. */
  readonly at: number;
  readonly text: string;
  /** Which quotes cover it, by their place in the list that was given. */
  readonly quotes: readonly number[];
}

/** A quote that does not stand in the text marks nothing. */
export function partsOf(text: string, quotes: readonly (string | undefined)[]): readonly TextPart[] {
  const found = quotes.flatMap((quote, index) => {
    const at = quote === undefined || quote === "" ? -1 : text.indexOf(quote);
    return at < 0 || quote === undefined ? [] : [{ index, from: at, to: at + quote.length }];
  });
  const edges = new Set([0, text.length, ...found.flatMap(({ from, to }) => [from, to])]);
  const places = [...edges].sort((a, b) => a - b);
  return places.slice(0, -1).map((from, i) => ({
    at: from,
    text: text.slice(from, places[i + 1]),
    quotes: found.filter((one) => one.from <= from && from < one.to).map(({ index }) => index),
  }));
}

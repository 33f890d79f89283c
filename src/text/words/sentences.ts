/**
 * Where do the sentences of a text begin and end? Positions only: the text stays as it is.
 *
 * A dot inside a word ("2.3", "e.g") ends no sentence, and neither does one after an abbreviation or the number of a
 * list, or a row of dots before a small letter. A line break always ends one.
 */

/** A part of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const PIECE = /[^\s.!?。！？\n][^!?。！？\n.]*(?:\.(?=[^\s"'’”)\]])[^!?。！？\n.]*)*[.!?。！？]*["'’”)\]]*/gu;
const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Cut at every stop that is followed by a blank. */
export function piecesOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { index, 0: piece } of text.matchAll(PIECE))
    if (HAS_WORDS.test(piece)) spans.push({ from: index, to: index + piece.length });
  return spans;
}

const GOES_ON =
  /(?:^|[^\p{L}])(?:dr|mr|mrs|ms|prof|st|e\.g|i\.e|vs|approx|no|nr|bzw|z\.b|sr|sra|inc|ltd|jr|etc)\.$|^\d{1,2}\.$/iu;
const TRAILS_OFF = /(?:\.{2,}|…)["'’”)\]*_]*$/;
const SMALL = /^[*_"'“‘]*\p{Ll}/u;

/** The pieces, joined again where no sentence ends. */
export function sentencesOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const piece of piecesOf(text)) {
    const before = spans.at(-1);
    if (before !== undefined && !text.slice(before.to, piece.from).includes("\n")) {
      const said = text.slice(before.from, before.to);
      if (GOES_ON.test(said) || (TRAILS_OFF.test(said) && SMALL.test(text.slice(piece.from, piece.to)))) {
        spans[spans.length - 1] = { from: before.from, to: piece.to };
        continue;
      }
    }
    spans.push(piece);
  }
  return spans;
}

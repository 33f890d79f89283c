/**
 * How much of a line does a text take? A terminal has cells: East Asian letters and emoji take two, marks that combine
 * with a letter take none.
 *
 * Terminals differ about the newest emoji and those that are joined from several. Here each part counts separately, so
 * a line may come out shorter than it could be, but never longer.
 */

/**
 * Takes two cells: wide by Unicode's East Asian Width, or displayed as an emoji by default. Not the regional
 * indicators: a flag is two of them, one cell each.
 */
const WIDE = new RegExp(
  `(?!\\p{Regional_Indicator})[\\p{Emoji_Presentation}${[
    "\\u1100-\\u115f", // Hangul that begins a syllable
    "\\u2e80-\\u303e\\u3041-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff", // radicals, kana, Han
    "\\ua000-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7a3", // Yi, Hangul
    "\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6", // compatibility and full-width forms
    "\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2ff}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}", // Tangut, rare kana, more Han
  ].join("")}]`,
  "u",
);
const NONE = /(?!\ufe0f)[\p{Mn}\p{Me}\u200b-\u200f\u2060\ufeff]/u;

const PLAIN = /^[ -~]*$/;

export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let cells = 0;
  // U+FE0F turns a sign of one cell into an emoji of two, so it counts as one cell itself.
  for (const one of text) cells += NONE.test(one) ? 0 : WIDE.test(one) ? 2 : 1;
  return cells;
}

/** Made when something is cut: its data take 10 ms to load. */
let letters: Intl.Segmenter | undefined;

/** The beginning that fits, with an ellipsis if something was cut. No letter (grapheme) is split. */
export function cut(text: string, width: number): string {
  let kept = "";
  let keptOfCut = "";
  let cells = 0;
  letters ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { segment } of letters.segment(text)) {
    cells += widthOf(segment);
    if (cells > width) return `${keptOfCut}…`;
    kept += segment;
    if (cells < width) keptOfCut = kept;
  }
  return text;
}

export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/**
 * Breaks the text into lines that fit; the second and later ones are indented. A word longer than a line stays whole.
 */
export function wrapped(text: string, width: number, indent = 0): string {
  const [first = "", ...words] = text.split(" ");
  let used = widthOf(first);
  let lines = first;
  for (const word of words) {
    const cells = widthOf(word);
    const fits = used + 1 + cells <= width;
    lines += fits ? ` ${word}` : `\n${" ".repeat(indent)}${word}`;
    used = fits ? used + 1 + cells : indent + cells;
  }
  return lines;
}

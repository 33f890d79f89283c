/**
 * How are many expressions tried at once? As alternatives of one for all that have the same flags, and of another
 * for those that begin at the edge of a word: most places are none, and there nothing has to be tried.
 *
 * It finds whether one of them matches, not which. They must have no references to groups.
 */
const WORD_EDGE = "\\b";
/** An escape, a class, or any other character. */
const PART = /\\.|\[(?:\\.|[^\]\\])*\]|./gsu;

/** Expressions of which one matches wherever one of these does. */
export function together(expressions: readonly RegExp[]): readonly RegExp[] {
  const sources = new Map<string, string[]>();
  for (const { flags, source } of expressions) {
    const same = sources.get(flags) ?? [];
    same.push(...alternativesIn(source));
    sources.set(flags, same);
  }
  return [...sources].flatMap(([flags, alternatives]) => {
    const atEdge = alternatives.flatMap((one) => (one.startsWith(WORD_EDGE) ? one.slice(2) : []));
    const elsewhere = alternatives.filter((one) => !one.startsWith(WORD_EDGE));
    const both = [
      ...(atEdge.length === 0 ? [] : [`${WORD_EDGE}(?:${atEdge.join("|")})`]),
      ...(elsewhere.length === 0 ? [] : [elsewhere.join("|")]),
    ];
    return both.map((source) => new RegExp(source, flags));
  });
}

/** What stands between the bars of an expression, not those in its groups and classes. */
export function alternativesIn(source: string): readonly string[] {
  const alternatives = [""];
  let depth = 0;
  for (const part of source.match(PART) ?? []) {
    if (part === "(") depth++;
    if (part === ")") depth--;
    if (part === "|" && depth === 0) alternatives.push("");
    else alternatives[alternatives.length - 1] += part;
  }
  return alternatives;
}

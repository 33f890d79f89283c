/**
 * Which words may an English word be a form of? It gives candidates only, the likeliest first; the caller looks them
 * up.
 *
 * It is used for words that the table does not have, so that the table need not hold "sedans" beside "sedan".
 */
const LEAST_STEM = 3;
/** The last letters of all endings below. */
const ENDINGS = "sdgy";
const NO_FORMS: readonly string[] = [];

export function baseForms(word: string): readonly string[] {
  if (!ENDINGS.includes(word.charAt(word.length - 1))) return NO_FORMS;
  const forms: string[] = [];
  const cut = (suffix: string, ...endings: readonly string[]) => {
    if (!word.endsWith(suffix) || word.length - suffix.length < LEAST_STEM) return;
    const stem = word.slice(0, -suffix.length);
    for (const ending of endings) forms.push(ending === "-" ? undoubled(stem) : stem + ending);
  };
  cut("ies", "y");
  cut("ied", "y");
  if (!/(?:ss|us|is)$/.test(word)) cut("s", "");
  cut("es", "", "e");
  cut("ing", "", "e", "-");
  cut("ed", "e", "", "-");
  cut("ily", "y");
  cut("ly", "", "e");
  return forms;
}

/** "runn" becomes "run". */
function undoubled(stem: string): string {
  return stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem;
}

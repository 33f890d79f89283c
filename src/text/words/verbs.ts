/**
 * Which regular forms does an English verb have? The forms are used to look up what a denial denies, so a wrong one
 * ("smok" beside "smoke") only costs a look-up that finds nothing.
 */
const THIRD_PERSON = new Map([
  ["have", "has"],
  ["do", "does"],
  ["be", "is"],
  ["go", "goes"],
]);
const BASES = new Map([...THIRD_PERSON].map(([base, third]) => [third, base]));

/** work → works, study → studies, watch → watches. */
export function thirdPerson(base: string): string {
  const irregular = THIRD_PERSON.get(base);
  if (irregular !== undefined) return irregular;
  if (/(?:s|x|z|ch|sh)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

/** works → work, studies → study; undefined if the word is not a third person. */
export function baseOfThird(verb: string): string | undefined {
  const irregular = BASES.get(verb);
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) && verb.length > 3 ? verb.slice(0, -1) : undefined;
}

/** work → working, use → using, run → running, lie → lying. */
export function progressive(base: string): string {
  if (base.endsWith("ie")) return `${base.slice(0, -2)}ying`;
  if (/[^eyo]e$/.test(base)) return `${base.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(base) ? `${base}${base.at(-1)}ing` : `${base}ing`;
}

/** working → work or worke; running → run; studying → study. Empty if the word is not such a form. */
export function basesOfProgressive(verb: string): readonly string[] {
  if (!/[a-z]{2}ing$/.test(verb) || !/[aeiouy].*ing$/.test(verb)) return [];
  const stem = verb.slice(0, -3);
  const isDoubled = /([bdgklmnprt])\1$/.test(stem);
  return isDoubled ? [stem.slice(0, -1), stem] : [stem, `${stem}e`];
}

/**
 * What does an attacker plant? Texts that say the wrong thing, as many as are wanted, no two alike to the letter.
 *
 * `echo` is how PoisonedRAG does it: the question itself, then a passage. `plain` is the passage alone. More copies than
 * passages are near-copies by small edits, so that no comparison to the letter makes them one.
 */
export const STYLES = ["echo", "plain"] as const;
export type Style = (typeof STYLES)[number];

export function plantedTexts(
  style: Style,
  question: string,
  passages: readonly string[],
  count: number,
): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const passage = edited(passages[i % passages.length] ?? "", Math.floor(i / passages.length));
    return style === "echo" ? `${question} ${passage}` : passage;
  });
}

const LEADS = [
  "",
  "Note: ",
  "In fact, ",
  "As is well known, ",
  "According to the record, ",
  "To be clear: ",
  "It is documented that ",
  "Sources agree: ",
  "Update: ",
] as const;
const TAILS = [
  "",
  " This is confirmed.",
  " See the archive.",
  " That is the current state.",
  " Nothing else is correct.",
  " Checked again today.",
  " Everybody says so.",
  " There is no doubt.",
  " So it stands.",
  " This was verified twice.",
] as const;

/** The edit of that number: a lead, a tail, and from then on one of its words left out. */
export function edited(text: string, edit: number): string {
  const lead = LEADS[edit % LEADS.length];
  const tail = TAILS[Math.floor(edit / LEADS.length) % TAILS.length];
  const round = Math.floor(edit / (LEADS.length * TAILS.length));
  const words = text.split(" ");
  const kept = round === 0 ? words : words.filter((_, i) => i !== round % words.length);
  return `${lead}${kept.join(" ")}${tail}`;
}

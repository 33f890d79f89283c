/**
 * Of which slot is a sentence the current value? Only where the whole sentence says that value and nothing else, so
 * that another value of the same slot always replaces it.
 */
import type { Slot } from "../../model/fact-parts.ts";

const NAME =
  "\\p{Lu}[\\p{L}'’.-]*(?:,? (?:(?:de|la|del|von|van|der|am|an|du|the|of) )?\\p{Lu}[\\p{L}'’.-]*){0,3}";
const NOW = "(?:now |currently |still |also )?";
const END = "(?: now| these days| at the moment| currently)?[.!]*$";

type Rule = readonly [pattern: RegExp, slot: Slot | ((match: RegExpExecArray) => Slot)];

const mine = (attribute: string): Slot => ({ subject: "me", attribute });
/** Names keep their capitals, the other words may stand in either case. */
const rule = (words: string, value: string, slot: Rule[1]): Rule => [
  new RegExp(`^(?:${words}) ${value}${END}`, "u"),
  slot,
];

const RULES: readonly Rule[] = [
  rule("(?:My|my) (?:full |first |last )?name is|I am called|I'm called|My name's", NAME, mine("name")),
  rule(`I ${NOW}live in|My home is in`, NAME, mine("home city")),
  rule(`(?:I|I'm|I am) ${NOW}(?:work|working|employed) (?:for|at)`, NAME, mine("employer")),
  rule(
    "My (?:birthday|date of birth) is(?: on)?|I was born on",
    "(?:the )?[\\p{L}\\p{N} .,/-]*\\d[\\p{L}\\p{N} .,/-]*?",
    mine("birthday"),
  ),
  rule("My (?:phone|mobile|cell) number is", "\\+?[\\d ()/-]{5,20}", mine("phone number")),
  rule("My e-?mail(?: address)? is", "\\S+@\\S+?", mine("email")),
  rule("I (?:currently )?weigh|My (?:current )?weight is", "\\d[\\d.,]* ?\\p{L}+", mine("weight")),
  rule("I am|I'm|My height is", "\\d[\\d.,]* ?(?:cm|m) ?(?:tall)?", mine("height")),
  rule("My blood (?:type|group) is", "[\\p{L}0+ -]+?", mine("blood group")),
  rule("I'm|I am", `(?:a|an) (?:strict )?(?:vegetarian|vegan|pescatarian)`, mine("diet")),
  [
    /^My favou?rite (\p{L}+(?: \p{L}+){0,2}) is (?!not\b)[^,;]{2,40}?[.!]*$/u,
    (match) => mine(`favourite ${(match[1] ?? "").toLowerCase()}`),
  ],
  [
    /^My (wife|husband|partner|son|daughter|mother|father|brother|sister|dog|cat|boss|manager|dentist|doctor|landlord|girlfriend|boyfriend)(?:'s|’s)? (?:name is|is called|is named) \p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}[.!]*$/u,
    (match) => ({ subject: match[1] ?? "", attribute: "name" }),
  ],
  rule("Ich wohne (?:jetzt |zurzeit )?in|Ich lebe (?:jetzt )?in", NAME, mine("home city")),
  rule("Ich hei(?:ß|ss)e|Mein Name ist", NAME, mine("name")),
  rule("Ich arbeite (?:jetzt )?(?:bei|für)", NAME, mine("employer")),
  rule("(?:Yo )?[Vv]ivo (?:ahora )?en", NAME, mine("home city")),
  rule("Me llamo|Mi nombre es", NAME, mine("name")),
  rule("(?:Yo )?[Tt]rabajo (?:ahora )?para", NAME, mine("employer")),
  rule("J(?:'|’)habite (?:maintenant )?(?:à|a)|Je vis à", NAME, mine("home city")),
  rule("Je m(?:'|’)appelle|Mon nom est", NAME, mine("name")),
  rule("Je travaille (?:maintenant )?(?:chez|pour)", NAME, mine("employer")),
];

export function slotOf(content: string): Slot | undefined {
  for (const [pattern, slot] of RULES) {
    const match = pattern.exec(content);
    if (match !== null) return typeof slot === "function" ? slot(match) : slot;
  }
  return undefined;
}

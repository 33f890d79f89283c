/**
 * What does somebody else in the conversation say of himself, told as a fact about him? "I work in Rome" becomes "Anna
 * works in Rome".
 *
 * English only, and only where every word can be turned for certain; undefined otherwise. A fact of somebody else
 * without his name in it would read as the principal's own.
 */
const VERB = /^(?:also |always |usually |often |still |really |never |now |only |just |sometimes |both )*/iu;
const KEPT = /^(?:can|can't|cannot|could|will|won't|would|must|may|might|should|shall|did|didn't|had)$/iu;
const PAST = /(?:ed|ought|ept|ent|ew|oke|ove|ade)$/u;
const PAST_VERBS = new Set(
  `was became began bought brought came chose did drank drove ate fell felt found gave got grew had heard kept knew left lost
  made met paid quit ran read said saw sold spent spoke swam taught thought told took understood went won wrote broke hurt cut
  put set`.split(/\s+/),
);
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["am", "is"],
  ["have", "has"],
  ["do", "does"],
  ["don't", "doesn't"],
  ["haven't", "hasn't"],
  ["go", "goes"],
  ["was", "was"],
  ["wasn't", "wasn't"],
  ["need", "needs"],
]);
const OPENS = /^I(?:'m|'ve|'ll|'d)?\s/u;
const ELSE_MINE = /\b(?:I|I'm|I've|I'll|I'd|we|we're|we've|us|our|ours|me|mine|myself|you|your|yours)\b/u;

export function inThirdPerson(content: string, name: string): string | undefined {
  const text = content.replaceAll("’", "'");
  const turned = /^My\s/u.test(text) ? `${genitive(name)} ${text.slice(3)}` : withVerb(text, name);
  const whole = turned?.replace(/\bmy\b/g, genitive(name));
  const rest = whole?.split(name).join("");
  return whole === undefined || ELSE_MINE.test(rest ?? "") ? undefined : whole;
}

function withVerb(text: string, name: string): string | undefined {
  if (!OPENS.test(text)) return undefined;
  if (text.startsWith("I'm ")) return `${name} is ${text.slice(4)}`;
  if (text.startsWith("I've ")) return `${name} has ${text.slice(5)}`;
  if (text.startsWith("I'll ")) return `${name} will ${text.slice(5)}`;
  if (text.startsWith("I'd ")) return `${name} would ${text.slice(4)}`;
  const rest = text.slice(2);
  const adverbs = VERB.exec(rest)?.[0] ?? "";
  const verb = /^[\p{L}']+/u.exec(rest.slice(adverbs.length))?.[0] ?? "";
  const form = formOf(verb);
  return form === undefined
    ? undefined
    : `${name} ${adverbs}${form}${rest.slice(adverbs.length + verb.length)}`;
}

function formOf(verb: string): string | undefined {
  if (verb === "") return undefined;
  if (KEPT.test(verb) || PAST_VERBS.has(verb)) return verb;
  const irregular = IRREGULAR.get(verb);
  if (irregular !== undefined) return irregular;
  if (PAST.test(verb) && verb !== "love" && verb !== "move" && verb !== "need") return verb;
  if (/(?:s|x|z|ch|sh|o)$/u.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/u.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function genitive(name: string): string {
  return name.endsWith("s") ? `${name}'` : `${name}'s`;
}

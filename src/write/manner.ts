/**
 * Does an order say only in what manner answers are to be given: in which language or units, how long, how formal?
 *
 * "Always answer in metric units" reads like an attack, because attacks dictate answers too. Said by the principal in his
 * own turn it is a wish that does no harm. Every word must be in this table: an order that names a product, an address,
 * a topic or an action has a word that is not. English, German, French and Spanish.
 */
import type { Fact } from "../model/fact.ts";
import { PROTECTING_CLASS } from "../model/source.ts";
import { type Words, wordsBeside } from "../model/wording.ts";
import { withoutAccents } from "../text/words/stems.ts";
import { words } from "../text/words/words.ts";
import type { Threat } from "./threat/kind.ts";
import { scanThreats } from "./threat.ts";

const set = (text: string): ReadonlySet<string> => new Set(words(text).map(withoutAccents));

const ORDERS = set(
  `answer answers answering reply replies respond responses response write speak talk explain use keep give be antworte
  antworten antworte schreib schreibe sprich rede erkläre benutze verwende bleib réponds répondez réponse réponses écris
  écrivez parle parlez utilise utilisez responde responda respuesta respuestas escribe habla usa utiliza`,
);
const MANNERS = set(
  `metric imperial units unit celsius fahrenheit kilometres kilometers miles kilograms pounds grams metres meters euros
  dollars 24-hour 12-hour format formats language english german french spanish italian portuguese dutch swedish danish
  norwegian finnish polish czech greek turkish russian ukrainian arabic hebrew hindi bengali urdu chinese mandarin cantonese
  japanese korean vietnamese thai indonesian british american plain simple short shorter brief briefly long longer concise
  concisely detailed detail details formal formally informal informally polite politely friendly direct directly blunt bluntly
  casual casually tone style words word sentence sentences paragraph paragraphs bullet bullets point points list lists
  numbered table tables markdown text emoji emojis jargon spelling grammar bold headings heading lowercase uppercase
  metrisch metrischen einheiten deutsch englisch französisch spanisch italienisch kurz knapp ausführlich einfach einfachen
  einfacher höflich förmlich sätze sätzen satz wörter wörtern worten stichpunkte stichpunkten sprache métriques métrique
  unités français anglais allemand espagnol italien court courte courtes bref brève brèves simple simples phrases phrase mots
  langue métricas métrico unidades español inglés alemán francés italiano corto corta cortas breve breves sencillo sencillas
  frases frase palabras idioma`,
);
const SMALL = set(
  `a an the to me my i you your please always never only just from now on onwards going forward in future all every each
  with without no not don t do of at most than under over more less fewer using and or when ask asking question questions
  about it that for by default this here one two three four five six seven eight nine ten by as is are
  bitte immer nie niemals nur ab jetzt sofort künftig in zukunft auf mit ohne mir meine meinen alle deine deinen und oder
  höchstens mehr als weniger du sie ein eine einen einem kein keine keinen
  toujours jamais désormais dorénavant en à avec sans moi mes tes vos et ou plus de moins que s il te vous plaît ne pas le la
  les un une des du
  siempre nunca jamás a partir de ahora en con sin mi mis tus por favor y o más menos que el la los las un una no`,
);
const MAX_CHARS = 160;

export function isMannerOnly(text: string): boolean {
  if (text.length > MAX_CHARS || /[\n:/\\@#$%^*_=+<>{}[\]|`"“”„«»]/u.test(text)) return false;
  // What is spelled with look-alikes or with signs that nobody sees is no word of these.
  if (/[^\p{sc=Latin}\p{Nd}\s.,;!'’()-]/u.test(text)) return false;
  // Several numbers in a row may be a telephone number or a card's, and words about a point an address.
  if (/\d[^\p{L}\d]{1,3}\d|[\p{L}\d]\.[\p{L}\d]/u.test(text)) return false;
  const said = words(text).map(withoutAccents);
  const has = (table: ReadonlySet<string>) => said.some((word) => table.has(word));
  return (
    has(ORDERS) &&
    has(MANNERS) &&
    said.every((word) => ORDERS.has(word) || MANNERS.has(word) || SMALL.has(word) || /^\d{1,4}$/.test(word))
  );
}

/**
 * Is this the principal's own wish about answers, and is nothing else said with it? Its quotes say so: they are words of
 * his turn, and no caller can give any.
 */
export function isOwnMannerWish(
  said: Words,
  threats: readonly Threat[],
  scan: (said: Words) => readonly Threat[],
): boolean {
  const { quotes = [], content } = said;
  if (quotes.length === 0 || threats.some(({ kind }) => kind !== "instruction")) return false;
  if (!isMannerOnly(content) || !quotes.every(({ text }) => isMannerOnly(text))) return false;
  return scan({ ...said, content: "", quotes: undefined }).length === 0;
}

/** The same of a fact that was stored. */
export function isStoredMannerWish(fact: Fact): boolean {
  const { authority, source, quotes = [], content } = fact;
  if (authority !== PROTECTING_CLASS || source !== "extraction" || quotes.length === 0) return false;
  const labels = wordsBeside({ ...fact, quotes: undefined });
  return (
    isMannerOnly(content) &&
    quotes.every(({ text }) => isMannerOnly(text)) &&
    labels.every((label) => scanThreats(label).length === 0)
  );
}

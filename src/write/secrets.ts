/**
 * Does a text hold a credential? Keys and tokens are found by their form; passwords, PINs, seed phrases and card
 * numbers by the words around them. Invisible characters, look-alike letters and line breaks in between do not hide
 * them. Takes time linear in the length of the text.
 *
 * Precision comes first: a memory that refuses a phone number is of no use. A find is reported by its kind and never
 * quoted. This file decides nothing: the workspace's setting says what becomes of a find (`decide.ts`).
 */
import type { Fact, Json } from "../model/fact.ts";
import { isMadeHere } from "../model/id.ts";
import { allWords, type Beside } from "../model/wording.ts";
import { findCard } from "./secrets/cards.ts";
import { findCommand } from "./secrets/commands.ts";
import { findCookie } from "./secrets/cookies.ts";
import { glance } from "./secrets/glance.ts";
import type { Finder, Secret } from "./secrets/kind.ts";
import { findNotedLogin } from "./secrets/logins.ts";
import { findAuthorization, findLogin, findNamedKey } from "./secrets/named-keys.ts";
import { findPassword, findPin } from "./secrets/passwords.ts";
import { findPasswordByNoun } from "./secrets/passwords-by-noun.ts";
import { findPasswordInOtherScripts } from "./secrets/passwords-in-other-scripts.ts";
import { findSecondFactor } from "./secrets/second-factor.ts";
import { findSeedPhrase } from "./secrets/seed-phrase.ts";
import { findServiceKey, joinedLines } from "./secrets/service-keys.ts";
import { unmask } from "./threat/unmask.ts";

export { SECRET_KINDS, type Secret, type SecretKind } from "./secrets/kind.ts";

/**
 * What a workspace does with a credential: refuse it; store it but keep it out of every context block; or treat it like
 * any other text.
 */
export const SECRETS_MODES = ["refuse", "mark", "allow"] as const;
/** What is done with credentials. */
export type SecretsMode = (typeof SECRETS_MODES)[number];

const PASSWORD_FINDERS = [findPassword, findPasswordByNoun, findPasswordInOtherScripts, findNotedLogin];
function anyPassword(text: string): Secret | undefined {
  for (const find of PASSWORD_FINDERS) {
    const found = find(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

const FINDERS: readonly Finder[] = [
  findServiceKey,
  findLogin,
  findCommand,
  findAuthorization,
  findCookie,
  findSecondFactor,
  findNamedKey,
  anyPassword,
  findPin,
  findSeedPhrase,
  findCard,
];

const NONE: readonly Secret[] = [];

/** The credentials in the text, one of each kind; empty if there are none. Never throws. */
export function findSecrets(text: string): readonly Secret[] {
  const first = glance(text);
  if (first === "clear") return NONE;
  const plain = readable(text);
  if (first === "hidden" && glance(plain) === "clear") return NONE;
  const found = FINDERS.flatMap((find) => find(plain) ?? []);
  const joined = joinedLines(plain);
  const broken = joined === undefined ? undefined : findServiceKey(joined);
  return broken === undefined || found.some(({ kind }) => kind === broken.kind) ? found : [...found, broken];
}

/** In Italian and Portuguese a lone "è" or "é" means "is". Without its accent it would mean "and". */
const LONE_IS = /(?<![\p{L}\p{M}])[èéÈÉ](?![\p{L}\p{M}])/gu;

function readable(text: string): string {
  return unmask(text.normalize("NFC").replace(LONE_IS, "is")).text;
}

/**
 * The credentials in everything that came with a fact. Names in the metadata and the slot's attribute are put before
 * their values ("password: …"), because the finders judge a value by the words around it.
 */
export function secretsAmong(said: Beside & Pick<Fact, "content">): readonly Secret[] {
  const { content, metadata, slot, quotes = [] } = said;
  // Ids and times of turns have so many digits that every distilled fact would be examined closely.
  const words = [
    allWords({ ...said, quotes: undefined }),
    ...quotes.flatMap(({ turn, text }) => (isMadeHere(turn) ? [text] : [turn, text])),
  ].join("\n");
  const named = [
    ...(slot === undefined ? [] : [`${slot.attribute}: ${content}`]),
    ...(metadata === undefined ? [] : namedIn(metadata)),
  ];
  return findSecrets(named.length === 0 ? words : [words, ...named].join("\n"));
}

function namedIn(value: Json, name = ""): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return name === "" ? [] : [`${name}: ${value}`];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => namedIn(one, name));
  return Object.entries(value).flatMap(([key, one]) => namedIn(one, key));
}

/** For a person: "an OpenAI API key and a password". */
export function named(secrets: readonly Secret[]): string {
  const all = [...new Set(secrets.map(({ what }) => what))];
  return all.length < 2 ? (all[0] ?? "a credential") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

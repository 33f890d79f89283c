/**
 * Does a text hold a credential? Keys and tokens by their form, and passwords, PINs, seed phrases and card numbers by
 * what is said around them; also where somebody put signs that nobody sees, other forms of the same letters or line
 * ends in between. In time linear in the text.
 *
 * Precision comes first: a memory that refuses a phone number is of no use. What it finds is told by kind, and never
 * quoted. It decides nothing; what becomes of a find is the workspace's setting (`decide.ts`).
 */
import type { Fact, Json } from "../model/fact.ts";
import { allWords, type Beside } from "../model/wording.ts";
import { findCard } from "./secrets/cards.ts";
import { glance } from "./secrets/glance.ts";
import type { Finder, Secret } from "./secrets/kind.ts";
import { findAuthorization, findLogin, findNamedKey } from "./secrets/named-keys.ts";
import { findPassword, findPin } from "./secrets/passwords.ts";
import { findSeedPhrase } from "./secrets/seed-phrase.ts";
import { findServiceKey, joinedLines } from "./secrets/service-keys.ts";
import { unmask } from "./threat/unmask.ts";

export { SECRET_KINDS, type Secret, type SecretKind } from "./secrets/kind.ts";

/** What a workspace does with a credential: refuses it, keeps it out of every block, or takes it like anything else. */
export const SECRETS_MODES = ["refuse", "mark", "allow"] as const;
export type SecretsMode = (typeof SECRETS_MODES)[number];

const FINDERS: readonly Finder[] = [
  findServiceKey,
  findLogin,
  findAuthorization,
  findNamedKey,
  findPassword,
  findPin,
  findSeedPhrase,
  findCard,
];

const NONE: readonly Secret[] = [];

/** Which credentials stand in it, one of each kind; empty where there are none. Never throws. */
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

/** "è" and "é" alone are "is" in Italian and Portuguese; without their accent they would be "and". */
const LONE_IS = /(?<![\p{L}\p{M}])[èéÈÉ](?![\p{L}\p{M}])/gu;

function readable(text: string): string {
  return unmask(text.normalize("NFC").replace(LONE_IS, "is")).text;
}

/** All that came with a fact. What a name in its metadata, or its slot, says of a value is said beside the value. */
export function secretsAmong(said: Beside & Pick<Fact, "content">): readonly Secret[] {
  const { content, metadata, slot } = said;
  const words = allWords(said);
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

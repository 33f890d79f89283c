/**
 * Which texts hold a credential, and which only look as if they did? A second set beside `secrets`: the common ways in
 * which people write a password down, in ten languages, and keys that are known by the name in front of them. Written
 * in one sitting before the patterns were looked at; a digest in test/eval/fresh-sets.test.ts holds every text as it was
 * written. Tune on every other text (`isForTuning`); the rest is only counted.
 *
 * Keys are put together from letters drawn from a seed, so that no scanner of this repository finds one in its files.
 */
import { type Chance, seededChance } from "../../src/ports/seeded-chance.ts";
import type { SecretCase } from "./secrets.ts";

const chance: Chance = seededChance(20_261_118);

function drawn(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[Math.floor(chance() * alphabet.length)] ?? "").join("");
}

const HEX = "0123456789abcdef";
const ALNUM = "ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789";

export const SECRETS_FRESH: readonly SecretCase[] = [
  ...cases("password, labelled", [
    "Password (gmail): Tulpe!27haus",
    "Password for the wifi at the cabin = kiefer-sturm-88",
    "gmail password - Mondlicht#42",
    "Wi-Fi: BergNet / password Fichte2291",
    "pw: hunter2x9!",
    "Netflix login: anna@example.com / Sommer2024!",
    "PGPASSWORD=qT7-rainfall-x2",
    "mysql -u root -pG4rtenzaun77 shop",
    "My bank PIN is 4821.",
    "passcode for the alarm: 77015",
    "Admin pass: Zr9!kupfer",
    "SMTP_PASS='m0rgen-tau-5'",
  ]),
  ...cases("password, in a sentence", [
    "Tulpe!27haus is my password for the mail account.",
    '"blue-Otter-19" is the password of the router.',
    "I log in to the clinic portal with anna.k and the password Regen!bogen3.",
    "The password to my laptop has been changed to Kranich-2207.",
    "Remember that my password is correcthorse99.",
    "use Winter2025! as the password for the shared drive",
  ]),
  ...cases("password, other languages", [
    "Mein Passwort für GMX ist Wolke7!blau.",
    "Das WLAN-Kennwort lautet Hafen-1932.",
    "Passwort (Fritzbox): rotkehlchen44",
    "Mon mot de passe est Soleil!98.",
    "Le mot de passe du wifi : chaton-vert-12",
    "Mi contraseña es Luna#2031.",
    "La clave del wifi es girasol77.",
    "La mia password è Gatto!55nero.",
    "La parola d'ordine del portale: vento-forte-8",
    "A minha senha é Praia2024!",
    "A palavra-passe do router é azul-mar-31.",
    "Mijn wachtwoord is Fiets!bel9.",
    "Het wifi-wachtwoord: tulpen-veld-6",
    "Moje hasło to Zima!2024.",
    "Hasło do routera: kotek-szary-3",
    "私のパスワードは Sakura!88 です。",
    "Wi-Fiのパスワード:hoshizora-21",
    "我的密码是 Lianhua@77。",
    "路由器密码:xiongmao-2025",
    "Мой пароль: Veter!2024",
  ]),
  ...cases("key by its name", [
    `TWILIO_AUTH_TOKEN=${drawn(HEX, 32)}`,
    `Twilio auth token: ${drawn(HEX, 32)}`,
    `CLOUDFLARE_API_TOKEN=${drawn(ALNUM, 40)}`,
    `The Cloudflare API token is ${drawn(ALNUM, 40)}.`,
    `DATADOG_API_KEY: ${drawn(HEX, 32)}`,
    `Our Heroku key is ${drawn(HEX, 8)}-${drawn(HEX, 4)}-${drawn(HEX, 4)}-${drawn(HEX, 4)}-${drawn(HEX, 12)}.`,
    `postgres://shop:${drawn(ALNUM, 14)}@db.internal:5432/shop`,
    `Authorization: Basic ${Buffer.from("anna:Regen!bogen3").toString("base64")}`,
    `secret_key_base: ${drawn(HEX, 64)}`,
    `client_secret: "${drawn(ALNUM, 32)}"`,
  ]),
];

export const NEAR_MISSES_FRESH: readonly SecretCase[] = [
  ...cases("talk of passwords", [
    "My password is stored in the password manager.",
    "The password for the wifi is on the back of the router.",
    "I forgot my password again and had to reset it on Tuesday.",
    "Password: ask Ben.",
    "Password (gmail): changed in March, see the vault.",
    "The password is the name of my first cat.",
    "Passwords must have twelve characters and a digit.",
    "The password policy is documented at wiki/security-2024.",
    "Secrecy is my password to success.",
    "Mein Passwort ist sicher.",
    "Mein Passwort ist seit Montag abgelaufen.",
    "Das Passwort lautet wie immer.",
    "Mon mot de passe est trop court.",
    "Le mot de passe est dans le tiroir.",
    "Mi contraseña es muy larga.",
    "La clave del éxito es la constancia.",
    "La clave es descansar bien.",
    "La mia password è scaduta.",
    "A minha senha é difícil de lembrar.",
    "A senha da fila é 45.",
    "Mijn wachtwoord is verlopen.",
    "Moje hasło to stara sprawa.",
    "Hasło krzyżówki: ryba",
    "私のパスワードは長すぎます。",
    "我的密码是很久以前设置的。",
    "Мой пароль слишком короткий.",
    "Generationen-Passwort: nein danke",
  ]),
  ...cases("numbers and names", [
    `Cloudflare ray id ${drawn(HEX, 16)} was in the error page.`,
    `The Twilio invoice has the number IN-${drawn("0123456789", 8)}.`,
    `Commit ${drawn(HEX, 40)} broke the Heroku build.`,
    `Order ${drawn("0123456789", 10)} was shipped by DHL.`,
    `The file is called report-${drawn(HEX, 8)}.pdf.`,
    "The passenger list: Anna, Ben, Carla2.",
    "PASS rates in 2024: 88 percent.",
    "The boarding pass: gate B17, seat 22A.",
    "Mountain pass: Gotthard2106",
    "Login: top right of the page.",
    "The user name is anna.k92.",
    "Our key accounts are Meyer24 and Holz&Sohn.",
    "The key: always salt the water.",
    "Token ring networks were common in 1990.",
    "The secret is a pinch of nutmeg.",
    "Serial number PX-2207-KL is on the back of the washing machine.",
  ]),
];

/** Patterns are tuned on these; the others are only counted. */
export function isForTuning(index: number): boolean {
  return index % 2 === 0;
}

function cases(kind: string, texts: readonly string[]): readonly SecretCase[] {
  return texts.map((text) => ({ kind, text }));
}

/** Which texts hold a credential, and what is told of it? */
import { describe, expect, test } from "vitest";
import { findSecrets } from "../../src/write/secrets.ts";

const kindsIn = (text: string) => findSecrets(text).map(({ kind }) => kind);
/** Put together here, so that no scanner of this repository finds a key in it. */
const OPENAI = ["sk", "proj", "Zk3vQ9xLmT7bW2nR5cJ8hY4dF6gP1sA0"].join("-");

test("what was found is told by its kind, and never quoted", () => {
  const [found] = findSecrets(`The key is ${OPENAI}.`);
  expect(found).toEqual({ kind: "service-key", what: "an OpenAI API key" });
  expect(JSON.stringify(findSecrets("my password is hunter2!"))).not.toContain("hunter");
});

describe("a password is told in a sentence", () => {
  test.each([
    "my password is hunter2!",
    "Das WLAN-Passwort lautet Sommer2024!",
    "La contraseña del wifi es casa-azul-77",
    "Le mot de passe du wifi est chat-noir-12",
    "La password del wifi è mare-blu-55",
    "A senha do wifi é praia-azul-31",
  ])("%s", (text) => expect(kindsIn(text)).toEqual(["password"]));
});

describe("a sentence about passwords tells none", () => {
  test.each([
    "I forgot my password",
    "the password is hard to remember",
    "password manager is Bitwarden",
    "La password e 2FA sono attive",
    "A senha e PIX2024 são coisas diferentes",
  ])("%s", (text) => expect(kindsIn(text)).toEqual([]));
});

describe("a credential in disguise is found", () => {
  const inPieces = (sign: string) => OPENAI.replace(/(.{9})/g, `$1${sign}`);
  test.each([
    ["with signs that nobody sees in between", `key ${inPieces("\u200b")}`],
    ["with soft hyphens", `key ${inPieces("\u00ad")}`],
    ["broken into lines", `key ${inPieces("\n")}`],
    ["in full-width letters", "my password is ｈｕｎｔｅｒ２！"],
    ["in full-width digits", "Visa ４１１１ １１１１ １１１１ １１１１"],
    ["as entities", "my p&#97;ssword is hunter2!"],
  ])("%s", (_, text) => expect(kindsIn(text)).toHaveLength(1));
});

describe("the number of a card", () => {
  test("needs a right check sum and an issuer", () => {
    expect(kindsIn("Visa 4111 1111 1111 1111")).toEqual(["card"]);
    expect(kindsIn("Visa 4111 1111 1111 1112")).toEqual([]);
    expect(kindsIn("card 1234 5678 9012 3452")).toEqual([]);
  });

  test("without blanks it needs a word for cards, and a word for another number rules it out", () => {
    expect(kindsIn("my card 4111111111111111")).toEqual(["card"]);
    expect(kindsIn("it was 4111111111111111 in all")).toEqual([]);
    expect(kindsIn("order number 4111 1111 1111 1111")).toEqual([]);
  });

  test("an IBAN, and the digits on the back of a card, are none", () => {
    expect(kindsIn("My IBAN is DE89 3704 0044 0532 0130 00")).toEqual([]);
    expect(kindsIn("The CVV is 321")).toEqual([]);
  });
});

test("texts that are made to be read for long are read to their end", () => {
  const long = 16_000;
  for (const piece of ["4", "4 ", "-", "sk-1", "eyJ1.", "password of ", "a://b:", "\n", "xoxb-1", "curl -u "])
    expect(kindsIn(`-----BEGIN PRIVATE KEY-----${piece.repeat(long / piece.length)}`).length).toBeLessThan(3);
});

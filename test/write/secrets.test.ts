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

describe("a password is told the other way round, in a note, or in another language", () => {
  test.each([
    "Password (gmail): tulip27haus",
    "gmail password - Mond#42licht",
    "Tulip!27haus is my password for the mail account.",
    "use Winter2025! as the password for the shared drive",
    "Netflix login: anna@example.com / Sommer2024!",
    "Moje hasło to Zima!2024.",
    "Hasło do routera: kotek-szary-3",
    "Mijn wachtwoord is Fiets!bel9.",
    "Мой пароль: Veter!2024",
    "Пароль от почты — veter2024",
    "Wi-Fiのパスワード:hoshizora-21",
    "我的密码是Lianhua@77。",
    "비밀번호는 Gangnam#77 입니다",
  ])("%s", (text) => expect(kindsIn(text)).toEqual(["password"]));
});

describe("a login or the key of a network is noted as people note it", () => {
  test.each([
    "wifi: FritzBox 7590 / Blumenwiese-42x",
    "Wifi key for the cabin: trout!River7",
    "WLAN-Schlüssel: Zwetschge77",
    "WLAN: Heimnetz, Schlüssel: 8842-1190-3377-5561",
    "u: bob@corp.com\np: Fl4mingo!2",
    "bob@corp.com:Fl4mingo!2",
    "Dropbox / anna@example.com / Tulip!27haus",
    "PW Laptop: Tulip!27haus",
    "Passwort fürs Online-Banking: Tulip!27haus",
    "Das Passwort vom Laptop heißt Tulip!27haus.",
    "The new password for the router will be Tulip!27haus",
    "My password is\nTulip!27haus",
    "I use Tulip!27haus everywhere as a password",
    "password: |\n  Tulip!27haus",
    "<db_password>Tulip!27haus</db_password>",
  ])("%s", (text) => expect(kindsIn(text)).toEqual(["password"]));

  test.each([
    "wifi: HarbourGuest / Harbour-5GHz",
    "wifi: Cafe Luna / Hauptstr.12b",
    "WLAN: Heimnetz / Gastnetz2024",
    "The wifi key is on the fridge",
    "anna@example.com / Apt#12b",
    "git@github.com:Owner/Repo2.git",
    "rsync anna@nas.local:Photos2024",
    "id: 42, p: 0.05",
    "user: anna p: Project-2024",
    "Settings > Password > Security2",
    "password mail: resent",
    "Das Kennwort heißt auf Englisch password",
    "The password will be changed in 2027",
    "What a password is\n\nA password protects an account.",
  ])("but not in %s", (text) => expect(kindsIn(text)).toEqual([]));
});

describe("a password in a language of which only the noun is known", () => {
  test.each([
    "Lösenord: Kanelbulle!9",
    "Passordet er Kanelbolle!9",
    "adgangskode: Smorrebrod!9",
    "Salasanani on Karjala!99",
    "Heslo k wifi: Knedlik!9",
    "Jelszavam: Gulyas!99",
    "Şifrem Baklava!99",
    "Mật khẩu: Phobo!99",
    "kata sandi saya adalah Rendang!99",
  ])("%s", (text) => expect(kindsIn(text)).toEqual(["password"]));

  test.each([
    "Lösenordet är bytt 2024-05-01",
    "heslo je moc krátké",
    "Şifre: kasada",
    "salasana on vaihdettu",
    "kata sandi lupa",
  ])("but not in %s", (text) => expect(kindsIn(text)).toEqual([]));
});

test("the words of a wallet are also called recovery words", () => {
  const words = "gravity machine north sort system female filter attitude volume fold club stay";
  expect(kindsIn(`My wallet recovery words: ${words}`)).toEqual(["seed-phrase"]);
  expect(kindsIn("Backup words for the speech: gravity, machine")).toEqual([]);
});

describe("a sentence about passwords tells none", () => {
  test.each([
    "I forgot my password",
    "Anna92 is my password manager contact",
    "Use SHA256 as password hash",
    "Password (gmail): changed in March, see the vault.",
    "Password - 20210401 reset",
    "Мой пароль слишком короткий.",
    "私のパスワードは長すぎます。",
    "我的密码是很久以前设置的。",
    "Mail anna@example.com, then ask Ben about Room12b.",
    "the password is hard to remember",
    "password manager is Bitwarden",
    "La password e 2FA sono attive",
    "A senha e PIX2024 são coisas diferentes",
  ])("%s", (text) => expect(kindsIn(text)).toEqual([]));
});

describe("a password in a note of keywords", () => {
  test.each([
    "pass Sommer2024!",
    "wlan pw sommer24",
    "wifi: Lakehouse / pass Sommer2024!",
    "user anna pass hunter2",
  ])("%s", (text) => expect(kindsIn(text)).toEqual(["password"]));

  test.each([
    "Ski pass Zermatt2024",
    "Mountain pass: Gotthard2106",
    "All tests pass on Node20!",
    "pw 25 is week 25",
    "Pass C01X00T47",
    "pass: tulip",
  ])("is none in %s", (text) => expect(kindsIn(text)).toEqual([]));
});

describe("a command that names the password", () => {
  test.each([
    "PGPASSWORD=tulip psql",
    "MYSQL_PWD=rosebud mysqldump shop",
    "mysql -u root -pSommer2024! shop",
    "sshpass -p 'Sommer2024!' scp a.txt anna@host:",
  ])("%s", (text) => expect(findSecrets(text)).toMatchObject([{ what: "a command with a password" }]));

  test.each([
    "PGPASSWORD=$DB_PASSWORD psql",
    "mysql -u root -p shop",
    "sshpass -f ~/.nas-pw ssh nas",
    "sshpass -p is bad style",
    "BUILD_PWD=/srv/app2 make",
  ])("but not in %s", (text) => expect(kindsIn(text)).toEqual([]));
});

describe("the secret of a second factor", () => {
  test.each([
    "2FA secret: JBSWY3DPEHPK3PXP",
    "My TOTP seed KRSXG5CTMVRXEZLU for the mail account",
    "The authenticator key for GitHub: JBSW Y3DP EHPK 3PXP",
    "otpauth://totp/GitHub:anna?secret=JBSWY3DPEHPK3PXP&issuer=GitHub",
  ])("%s", (text) =>
    expect(findSecrets(text)).toContainEqual({ kind: "named-key", what: "the secret of a second factor" }),
  );

  test.each([
    "2FA key: this code only works once, here at home",
    "MFA key: SECURITYKEYS ONLY",
    "2FA secret: in the vault",
  ])("is none in %s", (text) => expect(kindsIn(text)).toEqual([]));
});

const RANDOM = "v7Kq2mXp9LrT4wZb8NcY1sHd6JfG3aQe5RuVxT0k";
const HEX = "9f3c07b1d84e2a65c0f17e93ab52d846";

describe("the cookie of a session", () => {
  test.each([`Cookie: session=${HEX}`, `cookie: lang=de; PHPSESSID=${HEX}`, `The admin's JSESSIONID=${HEX}`])(
    "%s",
    (text) => expect(findSecrets(text)).toEqual([{ kind: "authorization", what: "a session cookie" }]),
  );

  test.each([
    "Cookie: session=expired",
    "Cookie: theme=dark; lang=de-DE",
    `cookie: _ga=GA1.2.1718281828.1700000000`,
  ])("is none in %s", (text) => expect(kindsIn(text)).toEqual([]));
});

describe("a key right behind its name", () => {
  test.each([
    `Twilio auth token ${HEX}`,
    `Twilio: ${["A", "C"].join("")}${HEX} / ${HEX}`,
    `Cloudflare API token ${RANDOM}`,
    `The deploy uses Cloudflare, ${RANDOM}`,
    `Notion ${["secret", RANDOM].join("_")}abc`,
  ])("%s", (text) => expect(findSecrets(text)).toHaveLength(1));

  test.each([
    `Cloudflare zone id ${HEX}`,
    `Cloudflare fixed it in ${HEX}01234567`,
    `Twilio account ${["A", "C"].join("")}${HEX}, in use since May`,
    "secret_santa_2024_list_for_the_whole_family.xlsx",
    "api key rotation-policy-2024-q3-final-draft",
  ])("is none in %s", (text) => expect(kindsIn(text)).toEqual([]));
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
  const pieces = [
    ...[
      "4",
      "4 ",
      "-",
      "sk-1",
      "eyJ1.",
      "password of ",
      "a://b:",
      "\n",
      "xoxb-1",
      "curl -u ",
      "pass ",
      "pw,",
    ],
    ...[
      "user a ",
      "2fa secret of ",
      "2fa key AAAA ",
      "cookie: sess",
      "sid=1",
      "mysql -p",
      "cloudflare ",
      "api key a",
      ...["wifi: a / ", "wifi key for a b ", "wifi key: 1234 ", "a@b.c / ", "u: a p: ", "heslo a b c d "],
      ...["<password>", "password: |\n ", "password laptop: ", "recovery words: abc "],
    ],
  ];
  for (const piece of pieces)
    expect(kindsIn(`-----BEGIN PRIVATE KEY-----${piece.repeat(long / piece.length)}`).length).toBeLessThan(3);
});

describe("a PIN in small letters", () => {
  test.each(["pin 4821", "card pin 4821", "sim pin 4821", "phone unlock pin 4821", "my pin 4821"])(
    "%s",
    (text) => expect(kindsIn(text)).toEqual(["pin"]),
  );

  test.each([
    "pin 2 of the connector",
    "pin 1234 postal code",
    "bowling pin 10",
    "drop a pin at 4821 Main St",
    "pinned 4821 times",
  ])("is none in %s", (text) => expect(kindsIn(text)).toEqual([]));
});

test("a number that is called otherwise is no card's, though a card's name stands before it", () => {
  const number = ["4556737586", "899855"].join("");
  expect(kindsIn(`Visa appointment number ${number} at the consulate.`)).toEqual([]);
  expect(kindsIn(`Visa card number ${number}`)).toEqual(["card"]);
});

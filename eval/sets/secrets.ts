/**
 * Which texts hold a credential, and which only look as if they did? Invented texts in kinds: keys, passwords, PINs,
 * private keys, seed phrases and cards on the one side, and on the other numbers, hashes, names and sentences about
 * passwords that a person may well want to be remembered.
 *
 * The texts were written without sight of the patterns, except for the kinds at the end of each list, which say so. Never
 * edit a text to suit a pattern.
 *
 * No key here was ever given out by anybody: each is put together at run time from its provider's prefix and letters
 * drawn from a seed, so that no scanner of this repository finds one in its files.
 *
 * Long because it is a table: a line per text.
 */
import { type Chance, seededChance } from "../../src/ports/seeded-chance.ts";

export interface SecretCase {
  readonly kind: string;
  readonly text: string;
}

const DIGITS = "0123456789";
const HEX = "0123456789abcdef";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ALNUM = `${UPPER}abcdefghijklmnopqrstuvwxyz${DIGITS}`;
const URL_SAFE = `${ALNUM}_-`;
const BASE64 = `${ALNUM}+/`;
const BASE32 = `${UPPER}234567`;
const BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";

const chance: Chance = seededChance(20_260_118);

/** So many characters of an alphabet, with a digit and a letter among them where the alphabet has both. */
function drawn(alphabet: string, length: number): string {
  const pick = (from: string) => from[Math.floor(chance() * from.length)] ?? "";
  const all = Array.from({ length }, () => pick(alphabet));
  if (alphabet.includes("7") && alphabet !== DIGITS && length > 6) all[3] = "7";
  return all.join("");
}

/** Pieces that only make a prefix together. */
function piece(...parts: readonly string[]): string {
  return parts.join("");
}

// ── keys, each with its provider's prefix, alphabet and length

const openai = () => piece("sk", "-proj-", drawn(URL_SAFE, 74), "T3Blbk", "FJ", drawn(URL_SAFE, 74));
const openaiOld = () => piece("sk", "-", drawn(ALNUM, 20), "T3Blbk", "FJ", drawn(ALNUM, 20));
const openaiShort = () => piece("sk", "-proj-", drawn(ALNUM, 40));
const anthropic = () => piece("sk", "-ant-", "api03-", drawn(URL_SAFE, 93), "AA");
const awsId = (prefix: string) => piece(prefix, drawn(BASE32, 16));
const awsSecret = () => drawn(BASE64, 40);
const github = (letter: string) => piece("gh", letter, "_", drawn(ALNUM, 36));
const githubFine = () => piece("github", "_pat_", drawn(ALNUM, 22), "_", drawn(ALNUM, 59));
const gitlab = () => piece("gl", "pat-", drawn(URL_SAFE, 20));
const slackBot = () => piece("xo", "xb-", drawn(DIGITS, 12), "-", drawn(DIGITS, 13), "-", drawn(ALNUM, 24));
const slackUser = () =>
  piece("xo", "xp-", drawn(DIGITS, 12), "-", drawn(DIGITS, 12), "-", drawn(DIGITS, 13), "-", drawn(HEX, 32));
const slackHook = () =>
  piece(
    "https://hooks.",
    "slack.com/services/T",
    drawn(BASE32, 8),
    "/B",
    drawn(BASE32, 8),
    "/",
    drawn(ALNUM, 24),
  );
const discordHook = () =>
  piece("https://discord.com/api/", "webhooks/1", drawn(DIGITS, 18), "/", drawn(URL_SAFE, 68));
const google = () => piece("AI", "za", drawn(URL_SAFE, 35));
const googleClient = () => piece("GOC", "SPX-", drawn(URL_SAFE, 28));
const stripe = (prefix: string) => piece(prefix, "_live_", drawn(ALNUM, 24));
const sendgrid = () => piece("S", "G.", drawn(URL_SAFE, 22), ".", drawn(URL_SAFE, 43));
const npm = () => piece("np", "m_", drawn(ALNUM, 36));
const pypi = () => piece("py", "pi-AgEIcHlwaS5vcmc", drawn(URL_SAFE, 80));
const huggingFace = () => piece("h", "f_", drawn(ALNUM, 34));
const telegram = () => piece("7", drawn(DIGITS, 9), ":A", "A", drawn(URL_SAFE, 33));
const twilio = () => piece("S", "K", drawn(HEX, 32));
const base64Json = (value: unknown) => btoa(JSON.stringify(value)).replaceAll("=", "");
const jwt = () =>
  [
    base64Json({ alg: "HS256", typ: "JWT" }),
    base64Json({ sub: drawn(DIGITS, 10), name: "Nobody", iat: 1_700_000_000 }),
    drawn(URL_SAFE, 43),
  ].join(".");
const tideline = () =>
  piece("t", "l_", drawn("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26), "_", drawn(URL_SAFE, 43));
const azureKey = () => `${drawn(BASE64, 86)}==`;
const sasSignature = () => `${drawn(ALNUM, 40)}%3D`;
const age = () => piece("AGE-SECRET", "-KEY-1", drawn(BECH32, 58));
const dashes = "-----";
const pem = (what: string, lines = 3) =>
  [
    `${dashes}BEGIN ${what}${dashes}`,
    ...Array.from({ length: lines }, () => drawn(BASE64, 64)),
    `${dashes}END ${what}${dashes}`,
  ].join("\n");
const privateKey = piece("PRIV", "ATE KEY");

/** The last digit makes the sum right. */
function card(prefix: string, length: number): string {
  const digits = prefix + drawn(DIGITS, length - 1 - prefix.length);
  return digits + checkDigit(digits);
}

function checkDigit(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .map((digit, i) => (i % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((all, one) => all + (one > 9 ? one - 9 : one), 0);
  return String((10 - (sum % 10)) % 10);
}

function grouped(digits: string, sign: string, sizes: readonly number[] = [4, 4, 4, 4]): string {
  const ends = sizes.map((_, i) => sizes.slice(0, i + 1).reduce((sum, size) => sum + size, 0));
  return sizes.map((size, i) => digits.slice((ends[i] ?? 0) - size, ends[i])).join(sign);
}

// ── disguises

const woven = (text: string, sign: string, every: number) =>
  Array.from(text, (char, i) => (i > 0 && i % every === 0 ? sign + char : char)).join("");
const fullWidth = (text: string) =>
  Array.from(text, (char) => {
    const code = char.charCodeAt(0);
    return code > 0x20 && code < 0x7f ? String.fromCharCode(code + 0xfee0) : char;
  }).join("");
const broken = (text: string, at: number) => `${text.slice(0, at)}\n${text.slice(at)}`;

const SEED_WORDS =
  "abandon ability able about above absent absorb abstract absurd abuse access accident account accuse achieve acid acoustic acquire across act action actor actress actual river rocket saddle salmon trumpet tunnel turtle velvet wagon walnut zebra orbit orange otter panda pencil lava lemon leopard kitten";
function seedPhrase(words: number): string {
  const all = SEED_WORDS.split(" ");
  return Array.from({ length: words }, () => all[Math.floor(chance() * all.length)]).join(" ");
}

export const SECRETS: readonly SecretCase[] = [
  ...of("OpenAI key", [
    `My OpenAI key is ${openai()}`,
    `OPENAI_API_KEY=${openai()}`,
    `Remember this for later: ${openaiOld()}`,
    `key "${openaiShort()}" for the chatbot`,
    `The service account uses ${piece("sk", "-svcacct-", drawn(URL_SAFE, 60))}.`,
    openaiOld(),
  ]),
  ...of("Anthropic key", [
    `Use ${anthropic()} for Claude.`,
    `export ANTHROPIC_API_KEY=${anthropic()}`,
    `Mein Claude-Schlüssel: ${anthropic()}`,
  ]),
  ...of("AWS key", [
    `The bucket is read with ${awsId(piece("AK", "IA"))}`,
    `aws_access_key_id = ${awsId(piece("AK", "IA"))}\naws_secret_access_key = ${awsSecret()}`,
    `Session key ${awsId(piece("AS", "IA"))} until tonight`,
    `AWS_SECRET_ACCESS_KEY=${awsSecret()}`,
    `my AWS secret key is ${awsSecret()}`,
    `{"SecretAccessKey": "${awsSecret()}"}`,
  ]),
  ...of("GitHub token", [
    `My GitHub token is ${github("p")}`,
    `git clone https://${github("o")}@github.com/nobody/nothing.git`,
    `GITHUB_TOKEN=${github("s")}`,
    `refresh with ${github("r")}`,
    `The fine-grained one: ${githubFine()}`,
    `user token: ${github("u")}, expires in March`,
  ]),
  ...of("GitLab token", [`GitLab: ${gitlab()}`, `PRIVATE-TOKEN: ${gitlab()}`, `ci uses ${gitlab()} to push`]),
  ...of("Slack token", [
    `The bot's token: ${slackBot()}`,
    `SLACK_TOKEN=${slackUser()}`,
    `Post alerts to ${slackHook()}`,
    `slack ${piece("xa", "pp-1-A", drawn(BASE32, 10), "-", drawn(DIGITS, 13), "-", drawn(HEX, 64))}`,
  ]),
  ...of("Discord webhook", [`Announce builds on ${discordHook()}`, `webhook = "${discordHook()}"`]),
  ...of("Google key", [
    `The Maps key is ${google()}`,
    `https://maps.googleapis.com/maps/api/js?key=${google()}`,
    `client secret ${googleClient()}`,
    `access token ${piece("ya", "29.", drawn(URL_SAFE, 120))}`,
  ]),
  ...of("Stripe key", [
    `Stripe: ${stripe("sk")}`,
    `the restricted key is ${stripe("rk")}`,
    `STRIPE_SECRET_KEY=${piece("sk", "_test_", drawn(ALNUM, 24))}`,
    `webhook signing: ${piece("wh", "sec_", drawn(ALNUM, 32))}`,
  ]),
  ...of("key of another service", [
    `SendGrid ${sendgrid()}`,
    `SENDGRID_API_KEY=${sendgrid()}`,
    `//registry.npmjs.org/:_authToken=${npm()}`,
    `npm publishes with ${npm()}`,
    `PyPI: ${pypi()}`,
    `HF_TOKEN=${huggingFace()}`,
    `Models are downloaded with ${huggingFace()}`,
    `The Telegram bot is ${telegram()}`,
    `https://api.telegram.org/bot${telegram()}/sendMessage`,
    `TWILIO_API_KEY=${twilio()}`,
    `Twilio auth token: ${drawn(HEX, 32)}`,
    `DigitalOcean ${piece("do", "p_v1_", drawn(HEX, 64))}`,
    `Shopify ${piece("shp", "at_", drawn(HEX, 32))}`,
    `databricks ${piece("da", "pi", drawn(HEX, 32))}`,
    `Groq: ${piece("gs", "k_", drawn(ALNUM, 52))}`,
    `xAI: ${piece("xa", "i-", drawn(ALNUM, 80))}`,
    `replicate ${piece("r", "8_", drawn(ALNUM, 37))}`,
    `OpenRouter ${piece("sk", "-or-v1-", drawn(HEX, 64))}`,
    `docker login with ${piece("dckr", "_pat_", drawn(URL_SAFE, 27))}`,
    `Linear ${piece("lin", "_api_", drawn(ALNUM, 40))}`,
    `Notion integration ${piece("nt", "n_", drawn(ALNUM, 46))}`,
    `figma ${piece("fi", "gd_", drawn(URL_SAFE, 40))}`,
    `Grafana ${piece("gl", "sa_", drawn(ALNUM, 32), "_", drawn(HEX, 8))}`,
    `vault token ${piece("hv", "s.", drawn(URL_SAFE, 95))}`,
    `tailscale up --authkey ${piece("tskey", "-auth-", drawn(ALNUM, 12), "CNTRL-", drawn(ALNUM, 32))}`,
    `Perplexity ${piece("pp", "lx-", drawn(ALNUM, 48))}`,
    `New Relic ${piece("NR", "AK-", drawn(BASE32, 27))}`,
    `supabase ${piece("sb", "p_", drawn(HEX, 40))}`,
    `Atlassian ${piece("ATA", "TT3x", drawn(URL_SAFE, 180))}`,
    `mailgun ${piece("ke", "y-", drawn(HEX, 32))}`,
    `postman ${piece("PM", "AK-", drawn(HEX, 24), "-", drawn(HEX, 34))}`,
    `api_key: "${drawn(ALNUM, 32)}"`,
    `The weather API key is ${drawn(HEX, 32)}.`,
    `client_secret=${drawn(URL_SAFE, 40)}`,
    `"refresh_token": "${drawn(URL_SAFE, 64)}"`,
    `My access token for Mastodon: ${drawn(URL_SAFE, 43)}`,
  ]),
  ...of("JSON Web Token", [`The session is ${jwt()}`, `cookie: token=${jwt()}; path=/`, jwt()]),
  ...of("Tideline token", [`The editor connects with ${tideline()}`, `TIDELINE_TOKEN=${tideline()}`]),
  ...of("Azure key", [
    `DefaultEndpointsProtocol=https;AccountName=nobody;AccountKey=${azureKey()};EndpointSuffix=core.windows.net`,
    `https://nobody.blob.core.windows.net/photos?sv=2022-11-02&ss=b&srt=o&sp=r&se=2027-01-01T00:00:00Z&sig=${sasSignature()}`,
    `Endpoint=sb://nobody.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${drawn(BASE64, 43)}=`,
  ]),
  ...of("private key", [
    pem(`RSA ${privateKey}`),
    pem(`OPENSSH ${privateKey}`, 5),
    pem(`EC ${privateKey}`, 2),
    pem(privateKey),
    pem(`ENCRYPTED ${privateKey}`),
    `The server's key: ${pem(privateKey).replaceAll("\n", "\\n")}`,
    pem(`PGP ${privateKey} BLOCK`, 4),
    `My key begins with ${dashes}BEGIN OPENSSH ${privateKey}${dashes} ${drawn(BASE64, 70)}`,
    `backup identity ${age()}`,
    age(),
    `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\n${drawn(BASE64, 48)}`,
    `wallet private key: 0x${drawn(HEX, 64)}`,
    `The Ethereum private key is ${drawn(HEX, 64)}`,
    `${piece("xp", "rv9s21ZrQH143K", drawn(ALNUM.replaceAll(/[0OIl]/g, ""), 97))}`,
  ]),
  ...of("connection string", [
    "postgres://anna:Winter-2024@db.example.com:5432/shop",
    "DATABASE_URL=postgresql://app:k7Xp2mQ9@10.0.0.5/app",
    "mysql://root:toor99@localhost/test",
    "mongodb+srv://reader:p4ssT3xt@cluster0.example.net/?retryWrites=true",
    "redis://:c0rrect-h0rse@cache.internal:6379/0",
    "amqps://worker:Rabbit!77@queue.example.org/vhost",
    "Server=tcp:sql.example.com,1433;Database=shop;User ID=anna;Password=Herbst!2023;Encrypt=True;",
    "Host=localhost;Username=app;Password=s3same-open;Database=app",
    "jdbc:postgresql://localhost/test?user=fred&password=secret42&ssl=true",
    "The broker is mqtt://sensor:Kl1ngel@192.168.1.20:1883",
  ]),
  ...of("login in an address", [
    "The camera is at http://admin:Kamera2019@192.168.1.31/stream",
    "https://anna:geheim7@intranet.example.com/wiki",
    "ftp://upload:Tr4nsfer@files.example.org",
    "curl -u anna:Blu3berry https://api.example.com/v1/me",
    "sftp://backup:N1ghtly!@nas.local/home",
  ]),
  ...of("authorization header", [
    `Authorization: Bearer ${drawn(URL_SAFE, 40)}`,
    `curl -H "Authorization: Bearer ${drawn(ALNUM, 64)}" https://api.example.com`,
    `Authorization: Basic ${btoa("anna:Blu3berry!pie")}`,
    `X-API-Key: ${drawn(ALNUM, 36)}`,
    `authorization: token ${drawn(HEX, 40)}`,
  ]),
  ...of("password, en", [
    "my password is hunter2!",
    "My password is hunter2",
    "The wifi password at the cottage is bluebird1975",
    "Wi-Fi password: Corn-Flakes-88",
    "WiFi is called Lakehouse and the password is gr33nC4noe",
    "password for Netflix is 'marmalade jam'",
    "pwd: S3cur3!x",
    "pw = Qwert!234",
    "login anna, password Sonne2020!",
    "user: anna / password: swordfish",
    "My laptop password's Tr0ub4dor&3",
    "The admin password was changed to Kestrel_44.",
    "New password for the router: ZX81-rules",
    "Remember that my Gmail password is correct-horse-battery-staple",
    'The passphrase of my SSH key is "purple otters dance at noon"',
    "The passphrase for the backup disk is: seven wet dogs run north",
    "My phone passcode is 482915",
    "passcode: 7731",
    "My password is swordfish.",
    "I set the password to Pa55word",
    "The root password is toor!",
    "DB_PASSWORD=Herring-7-tail",
    'password: "letmein"',
    "The password for the PDF is Mueller#1987, don't forget.",
    "my pass is Gr8Gatsby!",
  ]),
  ...of("password, de", [
    "Mein Passwort ist Hunter2!",
    "Das WLAN-Passwort lautet Sommer2024!",
    "Kennwort: Apfel7baum",
    "Das Passwort für das Portal ist geheim123",
    "Passwort: Schmetterling",
    "Mein Kennwort beim Finanzamt lautet Elster-99-x",
    "Die Passphrase meines Schlüssels lautet „sieben nasse Hunde laufen“",
    "Zugangsdaten Router: admin / Passwort Fritz!Box7590x",
  ]),
  ...of("password, es", [
    "Mi contraseña es Verano2024!",
    "La contraseña del wifi es casa-azul-77",
    "contraseña: Mariposa9",
    "La clave del wifi es perro2019",
    "Mi contraseña de Netflix: «gato con botas»",
  ]),
  ...of("password, fr", [
    "Mon mot de passe est Soleil2024!",
    "Le mot de passe du wifi est chat-noir-12",
    "mot de passe : Papillon7",
    "Le mdp du NAS est Bretagne#29",
    "Mon mot de passe Gmail, c'est Tournesol88",
  ]),
  ...of("password, it", [
    "La mia password è Estate2024!",
    "La password del wifi è mare-blu-55",
    "password: Farfalla3",
    "La parola d'ordine del NAS è Vesuvio#79",
  ]),
  ...of("password, pt", [
    "Minha senha é Verao2024!",
    "A senha do wifi é praia-azul-31",
    "senha: Borboleta5",
    "A palavra-passe do portal é Lisboa#1755",
  ]),
  ...of("PIN", [
    "My PIN is 4821",
    "The PIN for my debit card is 0937",
    "PIN: 5512",
    "my card's pin code is 7340",
    "SIM PIN 1998",
    "Die PIN meiner EC-Karte ist 4821",
    "Meine PIN lautet 90341",
    "Mi PIN es 6612",
    "El PIN de la tarjeta es 3308",
    "Mon code PIN est 4417",
    "Le code PIN de la carte : 9021",
    "Il PIN del bancomat è 7752",
    "O PIN do cartão é 1846",
    "My phone's PIN is 204815",
    "pin 4821",
    "card pin 4821",
    "sim pin 4821",
    "phone unlock pin 4821",
    "SIM card pin 0937, keep it",
    "my pin 7340",
    "iPhone, pin 5512",
  ]),
  ...of("seed phrase", [
    `My seed phrase is ${seedPhrase(12)}`,
    `Recovery phrase: ${seedPhrase(24)}`,
    `wallet mnemonic = "${seedPhrase(12)}"`,
    `The 12 words of my wallet are: ${seedPhrase(12).split(" ").join(", ")}`,
    `seed words:\n${seedPhrase(12)
      .split(" ")
      .map((word, i) => `${i + 1}. ${word}`)
      .join("\n")}`,
    `Meine Seed-Phrase lautet ${seedPhrase(12)}`,
    `Mi frase semilla es ${seedPhrase(12)}`,
    `Ma phrase de récupération : ${seedPhrase(24)}`,
  ]),
  ...of("card number", [
    `My Visa is ${grouped(card("4", 16), " ")}`,
    `Card number: ${card("4", 16)}`,
    `Mastercard ${grouped(card("52", 16), "-")} exp 09/28`,
    `${grouped(card("2720", 16), " ")}`,
    `Amex ${grouped(card("37", 15), " ", [4, 6, 5])}`,
    `amex ${card("34", 15)}`,
    `Discover card ${card("6011", 16)}`,
    `JCB ${grouped(card("3540", 16), " ")}`,
    `Diners Club card ${grouped(card("36", 14), " ", [4, 6, 4])}`,
    `Kreditkarte ${grouped(card("55", 16), " ")}, gültig bis 04/29`,
    `Mi tarjeta es ${grouped(card("4", 16), " ")}`,
    `Ma carte bancaire : ${grouped(card("4", 16), " ")}, cryptogramme 123`,
    `La mia carta di credito è ${grouped(card("51", 16), ".")}`,
    `Meu cartão: ${card("53", 16)}`,
    `Pay with ${grouped(card("4", 16), " ")} cvv 321`,
    `UnionPay card ${grouped(card("62", 16), " ")}`,
    `credit card on file ${card("4", 16)}, expires 11/27, CVC 998`,
  ]),
  ...of("in disguise", [
    `key: ${woven(openaiOld(), "\u200b", 5)}`,
    `key: ${woven(github("p"), "\u00ad", 7)}`,
    `key: ${broken(openai(), 40)}`,
    `token ${broken(github("p"), 22)}`,
    `aws ${broken(awsId(piece("AK", "IA")), 10)}`,
    `Claude: ${broken(anthropic(), 60)}`,
    `Card: ${fullWidth(grouped(card("4", 16), " "))}`,
    `card ${fullWidth(card("52", 16))}`,
    `${fullWidth(openaiOld())}`,
    `my password is ${fullWidth("hunter2!")}`,
    `My p\u200bassw\u200bord is hunt\u200ber2!`,
    `Visa ${woven(card("4", 16), "\u2060", 4)}`,
    `Visa ${card("4", 16).replace(/(.{4})(?=.)/g, "$1\u00a0")}`,
    `tok: ${slackBot().replaceAll("-", "\u2011")}`,
    `p&#97;ssword: S3cur3!x`,
    `${piece("s&#107;", "-ant-api03-")}${drawn(ALNUM, 90)}`,
    `token: ${woven(huggingFace(), "\ufeff", 9)}`,
    `PIN is ${fullWidth("4821")}, mine`,
  ]),
  // From here on: forms that an attacker found to be stored. Their writer had read the other patterns.
  ...of("key right behind its name", [
    `Twilio auth token ${drawn(HEX, 32)}`,
    `Twilio: ${piece("A", "C", drawn(HEX, 32))} / ${drawn(HEX, 32)}`,
    `TWILIO_API_SECRET=${drawn(ALNUM, 32)}`,
    `Cloudflare API token ${drawn(URL_SAFE, 40)}`,
    `CF_API_TOKEN=${drawn(URL_SAFE, 40)}`,
    `Cloudflare global key ${drawn(HEX, 37)}`,
    `The deploy uses Cloudflare, ${drawn(ALNUM, 40)}`,
    `Notion ${piece("sec", "ret_", drawn(ALNUM, 43))}`,
    `the integration is ${piece("sec", "ret_", drawn(ALNUM, 43))}`,
    `access token ${drawn(ALNUM, 36)} for the weather station`,
  ]),
  ...of("second factor", [
    "2FA secret: JBSWY3DPEHPK3PXP",
    "TOTP secret is GEZDGNBVGY3TQOJQ",
    "My TOTP seed KRSXG5CTMVRXEZLU for the mail account",
    "The authenticator key for GitHub: JBSW Y3DP EHPK 3PXP",
    "2FA setup key for my bank is mfrg gzdf mztw q2lk",
    "MFA key: ORSXG5A7ONSWG4TFOQ3TMNZY",
    "2FA-Geheimnis: NBSWY3DPEB3W64TM",
    "otpauth://totp/GitHub:anna?secret=JBSWY3DPEHPK3PXP&issuer=GitHub",
    "otpauth://hotp/Bank:anna%40example.com?issuer=Bank&counter=1&secret=MFRGGZDFMZTWQ2LKNNWG23TP",
    "clave del autenticador: JBSW-Y3DP-EHPK-3PXP",
  ]),
  ...of("session cookie", [
    `Cookie: session=${drawn(HEX, 32)}`,
    `curl -H "Cookie: sessionid=${drawn(BASE32.toLowerCase(), 32)}" https://example.com/me`,
    `Set-Cookie: connect.sid=s%3A${drawn(URL_SAFE, 32)}.${drawn(BASE64, 43)}; Path=/; HttpOnly`,
    `cookie: lang=de; theme=dark; PHPSESSID=${drawn(BASE32.toLowerCase(), 26)}`,
    `The admin's JSESSIONID=${drawn("0123456789ABCDEF", 32)}`,
    `Cookie: auth_token=${drawn(ALNUM, 40)}; consent=yes`,
    `log in with laravel_session=${drawn(ALNUM, 40)}`,
  ]),
  ...of("command with a password", [
    "PGPASSWORD=tulip77 psql -h db.example.com shop",
    "PGPASSWORD=tulip psql",
    "export PGPASSWORD='wet dogs run'",
    "MYSQL_PWD=rosebud mysqldump shop",
    "MYSQL_PWD=hunter2",
    "mysql -u root -pSommer2024! shop",
    "mysqldump -uroot -prosebud --all-databases",
    "sshpass -p hunter2 ssh root@nas.local",
    "sshpass -p 'Sommer2024!' scp a.txt anna@host:",
    "sshpass -pKestrel_44 rsync -a . nas:",
    "SSHPASS=kestrel sshpass -e ssh nas",
    "REDISCLI_AUTH=c0rrect-h0rse redis-cli ping",
  ]),
  ...of("password in a short note", [
    "pass Sommer2024!",
    "pw: Sommer2024!",
    "pw tulip77",
    "wlan pw sommer24",
    "wifi: Lakehouse / pass Sommer2024!",
    "user anna pass hunter2",
    "NAS, user: backup, pass: n1ghtly",
    "router admin pass fritz7590!",
    "Netflix\nanna@example.com\npass Marmalade88",
  ]),
];

export const NEAR_MISSES: readonly SecretCase[] = [
  ...of("about passwords, en", [
    "I forgot my password",
    "I forgot my password again and had to reset it twice.",
    "The password is hard to remember",
    "My password manager is Bitwarden",
    "My password manager is 1Password.",
    "password manager: KeePassXC",
    "My password is in 1Password",
    "My password is stored in the vault, not here.",
    "The password is 12 characters long.",
    "The password must be at least 8 characters.",
    "My password is 3 years old",
    "My password is too weak, says the bank.",
    "The password is wrong",
    "The password was changed on 2024-03-12.",
    "The password expires on 31 March 2025.",
    "My password is compromised according to haveibeenpwned.com.",
    "Change the password every 90 days",
    "Password: see 1Password",
    "Password: ask Anna",
    "password: <your password>",
    "password: ********",
    "password = os.environ['DB_PASSWORD']",
    piece("DB_PASSWORD=$", "{DB_PASSWORD}"),
    "password: YOUR_PASSWORD",
    "password: changeme",
    "PASSWORD=xxxxxxxx",
    "Password reset link was sent on May 3rd.",
    "The passphrase is a line from a poem.",
    "The Wi-Fi password is on the fridge.",
    "The wifi password is printed on the router",
    "The password is the same as last year.",
    "My password is my dog's name plus a year.",
    "I never share my password with anyone.",
    "Our password policy is NIST SP 800-63B.",
    "The password field is 64px wide.",
    "password hashing is done with bcrypt, cost 12",
    "The password protected PDF is report_2024.pdf",
    "Passwords are rotated by Vault v1.15.",
    "Prefers passkeys over passwords on GitHub.",
    "The password hint is 'first pet'.",
    "She works on password2 security, a podcast.",
    "Password authentication is disabled in sshd_config.",
    "He uses a password with 20+ characters.",
    "the password is case-sensitive",
    "The password is required.",
    "Password is stored as SHA-256 with a salt.",
    "My password was leaked in 2016",
    "The password is not 'password123' any more, obviously.",
    "I pass is the name of the transit card in Tirol",
    "A boarding pass is A380-friendly, he joked.",
    "The ski pass is 54€.",
    "My gym pass is valid until 2026-01-31.",
  ]),
  ...of("about passwords, de", [
    "Ich habe mein Passwort vergessen",
    "Das Passwort ist zu kurz",
    "Mein Passwort-Manager ist Bitwarden",
    "Das Passwort ist 12 Zeichen lang.",
    "Das Passwort läuft am 3.5.2025 ab.",
    "Das WLAN-Passwort steht am Kühlschrank.",
    "Das Passwort lautet anders als früher.",
    "Passwort: siehe KeePass",
    "Das Kennwort ist Groß- und Kleinschreibung beachten!",
    "Mein Passwort ist bei Anna hinterlegt.",
    "Passwort ändern bis 31.12.",
  ]),
  ...of("about passwords, es fr it pt", [
    "He olvidado mi contraseña",
    "La contraseña es demasiado corta",
    "La contraseña es de 12 caracteres.",
    "Mi gestor de contraseñas es 1Password.",
    "La clave del éxito es dormir 8 horas.",
    "La clave es la constancia.",
    "J'ai oublié mon mot de passe",
    "Le mot de passe est trop court",
    "Le mot de passe est valable 90 jours.",
    "Mon gestionnaire de mots de passe est Bitwarden.",
    "Ho dimenticato la password",
    "La password è troppo corta",
    "La password è di 12 caratteri.",
    "Esqueci minha senha",
    "A senha é muito fraca",
    "A senha é de 8 dígitos.",
    "Retirei a senha 47 no posto de saúde.",
  ]),
  ...of("pins that are none", [
    "The LED is on GPIO pin 17.",
    "Pin 2040 is not connected.",
    "The pin is 13 mm long.",
    "PIN code of Bangalore is 560034",
    "Address: 12 MG Road, Bengaluru, PIN 560001",
    "She collects pins from 1984.",
    "Pinned the post in 2023.",
    "The PIN is four digits.",
    "My PIN is easy to guess",
    "PIN: ****",
    "He won the 2019 bowling title with 7 pins.",
    "Bobby pins, pack of 100",
    "Forgot the PIN of the old phone.",
    "Die PIN kommt per Post bis 2025.",
    "pin-compatible with the ATmega328",
    "The connector is a 24 pin ATX.",
    "PIN attempts: 3",
    "pin 2 of the connector",
    "pin 1234 postal code",
    "Bengaluru, pin 560001",
    "bowling pin 10",
    "drop a pin at 4821 Main St",
    "pinned 4821 times",
    "I got my pin 2019 in Nagano.",
    "The door pin 4821 mm long is bent.",
    "Connector pin 1024 carries the clock.",
    "the card pin 12 is ground",
  ]),
  ...of("placeholders", [
    "sk-...",
    "Set OPENAI_API_KEY=sk-... in the shell",
    `The key begins with ${piece("sk", "-proj-")} and is long`,
    "YOUR_API_KEY",
    "api_key: YOUR_API_KEY_HERE",
    `export OPENAI_API_KEY=${piece("sk", "-")}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`,
    `${piece("gh", "p_")}XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX`,
    `${piece("AK", "IA")}XXXXXXXXXXXXXXXX`,
    `${piece("sk", "-ant-")}your-api-key-goes-here-please`,
    "Authorization: Bearer <token>",
    "Authorization: Bearer YOUR_TOKEN",
    "Authorization: Bearer $TOKEN",
    piece("Authorization: `Bearer $", "{process.env.TOKEN}`"),
    "postgres://user:password@localhost/db",
    "postgres://USER:PASS@HOST:5432/DB",
    "https://user:pass@example.com",
    "mysql://<user>:<password>@<host>/<db>",
    piece("DATABASE_URL=postgres://postgres:$", "{PGPASSWORD}@db/app"),
    "client_secret=<your-client-secret>",
    "api key: xxxx",
    'secret: "..."',
    piece("GITHUB_TOKEN=$", "{{ secrets.GITHUB_TOKEN }}"),
    "token = getToken(userId)",
    "const apiKey = process.env.WEATHER_API_KEY;",
    `${dashes}BEGIN PUBLIC KEY${dashes}\n${drawn(BASE64, 64)}\n${dashes}END PUBLIC KEY${dashes}`,
    `${dashes}BEGIN CERTIFICATE${dashes}\n${drawn(BASE64, 64)}\n${dashes}END CERTIFICATE${dashes}`,
    `A PEM file opens with ${dashes}BEGIN RSA ${privateKey}${dashes}.`,
    "sk_live_ is the prefix of live keys",
    `publishable key ${piece("pk", "_live_", drawn(ALNUM, 24))}`,
  ]),
  ...of("public keys and ids", [
    `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${drawn(BASE64, 43)} anna@laptop`,
    `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${drawn(BASE64, 200)} anna@laptop`,
    `age1${drawn(BECH32.toLowerCase(), 58)}`,
    `Twilio account ${piece("A", "C", drawn(HEX, 32))}`,
    `Bitcoin address bc1q${drawn(BECH32.toLowerCase(), 38)}`,
    `ETH wallet address 0x${drawn(HEX, 40)}`,
    `Transaction 0x${drawn(HEX, 64)}`,
    `Google Analytics G-${drawn(UPPER, 10)}`,
    `client_id=${drawn(DIGITS, 12)}-${drawn(HEX, 32)}.apps.googleusercontent.com`,
    `arn:aws:iam::123456789012:role/${drawn(ALNUM, 12)}`,
    `PGP fingerprint ${drawn("0123456789ABCDEF", 40)}`,
    `The token id is ${drawn("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26)}`,
    "Discord server id 1098765432109876543",
    `public key: ${drawn(BASE64, 43)}=`,
  ]),
  ...of("hashes and ids", [
    `Fixed in commit ${drawn(HEX, 40)}`,
    `git bisect says ${drawn(HEX, 7)}`,
    `sha256:${drawn(HEX, 64)}`,
    `The checksum is ${drawn(HEX, 64)}`,
    `md5 ${drawn(HEX, 32)}`,
    "Ticket 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "UUID: 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "Trace id 4bf92f3577b34da6a3ce929d0e0e4736",
    `sha512-${drawn(BASE64, 86)}==`,
    `docker pull nginx@sha256:${drawn(HEX, 64)}`,
    `ULID ${drawn("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26)}`,
    `ObjectId ${drawn(HEX, 24)}`,
    `ETag "${drawn(HEX, 32)}"`,
    "IPFS QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPBdG",
    `YouTube video ${drawn(URL_SAFE, 11)}`,
    `https://docs.google.com/document/d/1${drawn(URL_SAFE, 43)}/edit`,
    `The sheet is 1${drawn(URL_SAFE, 43)}`,
    `nonce ${drawn(BASE64, 24)}`,
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "The icon starts with /9j/4AAQSkZJRgABAQEASABIAAD",
    "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  ]),
  ...of("numbers", [
    "Order number 302-4471923-0098812",
    `Order ${card("4", 16)} was shipped`,
    `Visa appointment number ${card("4", 16)} at the consulate.`,
    `Visa application no. ${card("4", 16)}`,
    `Visa booking reference ${card("4", 16)}`,
    `Your invoice number is ${card("53", 16)}.`,
    `tracking number ${grouped(card("4", 16), " ")}`,
    "Tracking: 1Z999AA10123456784",
    "DHL JJD000390007894561234",
    "USPS 9400 1118 9956 1234 5678 90",
    "FedEx 7712 3456 7890",
    "The IMEI is 490154203237518",
    `IMEI ${card("35", 15)}`,
    `serial number ${card("6011", 16)}`,
    "Phone: +49 30 901820",
    "Call me on +1 (415) 555-2671",
    "Mobile 0171 2345678, office 030 5550123",
    "+33 6 12 34 56 78",
    "My IBAN is DE89 3704 0044 0532 0130 00",
    "IBAN GB82WEST12345698765432",
    "FR14 2004 1010 0505 0001 3M02 606",
    "BIC COBADEFFXXX",
    "ISBN 978-3-16-148410-0",
    "ISBN-10 0-306-40615-2",
    "ISSN 2049-3630",
    "EAN 4006381333931",
    "DOI 10.1038/s41586-020-2649-2",
    "VAT id DE136695976",
    "Tax number 12/345/67890",
    "Steuer-ID 86 095 742 719",
    "Social insurance 65 180565 S 003",
    "SSN on file, last four 6789",
    "License plate B-TL 4821",
    "Kennzeichen M-XY 1234",
    "MAC 00:1A:2B:3C:4D:5E",
    "IP 192.168.178.1, IPv6 2001:0db8:85a3:0000:0000:8a2e:0370:7334",
    "VIN 1HGCM82633A004352",
    "Flight LH 454, booking code X7K2PQ",
    "Booking reference: 4F7Q9Z",
    "Customer number 4716 0093 2218 7745",
    "Account 4485 9910 2231 0078",
    `Luhn fails: 4111 1111 1111 1112`,
    "The number 4532 0151 1283 0367 is just a number",
    "1234 5678 9012 3456",
    "0000 0000 0000 0000",
    "My card ends in 4242",
    "Visa **** **** **** 1881",
    "Mastercard xxxx-xxxx-xxxx-4444 expires 08/27",
    "Gift card worth 50 euros",
    "My library card number is 21234000123456",
    "Frequent flyer 992003876543218",
    "Population 8336817 in 2022, 8804190 in 2020",
    "Timestamp 1700000000000",
    "1700000000123456 microseconds",
    "Coordinates 52.520008, 13.404954",
    "pi is 3.14159265358979323846",
    "Meter reading 004821.7 kWh on 2024-12-31",
    "Windows product key is on the sticker",
    "Lot 4821, shelf 12",
    "My locker is number 4821",
    "Order 66 was 19.05.2005",
    "The CVV is the three digits on the back.",
    "Bus 123, seat 45, gate 67",
    "Passport expires 2031-05-06",
    "Case number 2024/0815-4711",
    "Matrikelnummer 4012345",
    "Prescription 1234-5678-9012",
    "Room 4821 in building 7",
  ]),
  ...of("addresses and files", [
    "https://github.com/nobody/nothing/commit/3f786850e387550fdab836ed7e6dc881de23001b",
    "git@github.com:nobody/nothing.git",
    "ssh://git@gitlab.example.com:2222/team/repo.git",
    "https://anna@example.com/calendar",
    "mailto:anna@example.com?subject=Hi",
    "postgres://localhost:5432/app",
    "postgres://app@db.example.com/app",
    "redis://cache.internal:6379/0",
    "http://localhost:4505/v1/memories?limit=10",
    "https://example.com/reset?token=expired",
    "IMG_20240312_184512.jpg",
    "report-final-v2_2024-03-12(1).docx",
    "backup_2023-11-05T02-00-00Z.tar.gz",
    "node_modules/.cache/babel-loader/3f2504e04f8941d39a0c0305e82c3301.json",
    "id_rsa.pub is on the server",
    "The file is .env.local",
    "s3://my-bucket/2024/03/12/part-00000-c000.snappy.parquet",
    "npm_config_registry=https://registry.example.com",
    "pypi-server runs on port 8080",
    "sk-learn 1.4 is installed",
    "hf_hub_download is slow",
    "xoxo, Grandma",
    "The glpat prefix is GitLab's",
    "My token of appreciation was a bottle of 2015 Barolo.",
    "The secret is to rest the dough for 48 hours.",
    "The secret ingredient is 70% chocolate.",
    "My secret santa is Tom, limit 20€.",
    "The key is under the mat at number 12.",
    "The API key is rotated every 30 days by ops.",
    "The API key is in AWS Secrets Manager under prod/weather.",
    "access token lifetime: 3600",
    "max_tokens: 4096",
    "tokens per minute = 100000",
    "API key: none needed",
    "Bearer of bad news, 1998, a novel",
    "The author is J2EE-certified",
    "Basic authentication is switched off",
    "seed phrase is in the safe at the bank",
    "My recovery phrase is written on steel, twelve words, two copies",
    "The seed list: tomato, basil, carrot, leek, onion, chard, kale, beet, pea, bean, corn, squash",
    "private key: stored on the YubiKey 5C",
    "The Ethereum private key is kept in a hardware wallet.",
    "eyJ is how JWTs begin",
    "AIza is the prefix of Google keys",
    "user: anna / role: admin",
    "login: anna@example.com",
    "curl -u anna https://api.example.com",
    "Ratio 16:9 at 60fps, codec h264:high",
    "10:30-12:00 standup@office, 14:00:review",
  ]),
  ...of("plain facts", [
    "My daughter Lea was born on 12.03.2017 at 04:21.",
    "I am allergic to E621 and E951.",
    "We live at Torstraße 140, 10119 Berlin, 4th floor.",
    "Prefers TypeScript 5.4, Node 20 and vitest.",
    "The Fritz!Box 7590 is in the hallway.",
    "Shoe size 42, jeans 32/34, shirt M.",
    "Mom's birthday is 1958-07-30.",
    "Paid 1,249.99 € for the MacBook on 2023-11-24.",
    "The car is a VW ID.3 Pro, 58 kWh.",
    "Blood type A+, last tetanus shot 2021.",
    "He plays Counter-Strike2 and AoE4.",
    "Our team name is R2-D2!",
    "The dog's name is Hunter2!",
    "My username is anna_1987!",
    "Codename: Falcon-9",
    "The door code changes monthly.",
  ]),
  // As above: what the forms that were added later could be mistaken for.
  ...of("keys that are only named", [
    `Cloudflare zone id ${drawn(HEX, 32)}`,
    `Cloudflare account ${drawn(HEX, 32)}`,
    `Cloudflare fixed it in ${drawn(HEX, 40)}`,
    "Cloudflare tunnel 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "We moved the DNS to Cloudflare, ns: aida.ns.cloudflare.com and bob.ns.cloudflare.com",
    `Twilio account ${piece("A", "C", drawn(HEX, 32))}, number +1 415 555 2671`,
    `Twilio message ${piece("S", "M", drawn(HEX, 32))} failed`,
    "Twilio auth token is rotated by ops every 90 days",
    "The Notion page is https://www.notion.so/nobody/Trip-to-Oslo-9f3c07b1d84e2a65c0f17e93ab52d846",
    "secret_santa_2024_list_for_the_whole_family.xlsx",
    "secret_ is how old Notion tokens begin, and ntn_ the new ones",
    "access token lifetime-of-3600-seconds-in-production",
    "API token documentation-2024-version-3.pdf",
    "api key rotation-policy-2024-q3-final-draft",
  ]),
  ...of("about the second factor", [
    "2FA is on for GitHub, with the YubiKey 5C",
    "2FA secret: in the vault",
    "The 2FA secret is on paper in the safe",
    "My TOTP app is Aegis, backup 2024-03-12",
    "2FA key: this code only works once, here at home",
    "authenticator key: YubiKey 5C NFC",
    "MFA key: SECURITYKEYS ONLY",
    "TOTP secrets have 16 to 32 characters of A-Z and 2-7",
    "otpauth:// is the scheme of QR codes for 2FA",
    "otpauth://totp/Example:anna?secret=<secret>&issuer=Example",
    "The authenticator for Battle.net has serial EU-1234-5678-9012",
    "2FA via SMS to +49 171 2345678",
    "The second factor of 2024 is 2 x 2 x 2 x 11 x 23",
  ]),
  ...of("cookies", [
    "Cookie: oatmeal with raisins, 12 minutes at 180 degrees",
    "The cookie recipe needs 250g flour; session with Lea on 2024-12-12",
    "Cookie: session=expired",
    "Cookie: session=<session id>",
    "Cookie: theme=dark; lang=de-DE; consent=2024-03-12T10:00:00Z",
    "Set-Cookie: theme=dark; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
    "The session cookie is called connect.sid and lives 24 hours",
    "JSESSIONID=your-session-id-goes-here",
    "cookie: _ga=GA1.2.1718281828.1700000000",
    "session=winter-semester-2024-2025",
    "I deleted the cookies of example.com, session=none after that",
  ]),
  ...of("commands without a password", [
    "PGPASSWORD is set in .envrc",
    "PGPASSWORD=$DB_PASSWORD psql -h db",
    "PGPASSWORD=<password> psql",
    "PGPASSWORD=password psql",
    "PGPASSWORD= psql asks for it",
    "PGPASSFILE=~/.pgpass psql",
    "MYSQL_PWD is deprecated, use a login path",
    piece("MYSQL_PWD=$", "{MYSQL_ROOT_PASSWORD} mysql"),
    "mysql -u root -p shop",
    "mysql -u root -p",
    "mysql -h db -P3307 -u app -p$PASS shop",
    "mysql -u root --port=3306 --protocol=tcp",
    "sshpass -f ~/.nas-pw ssh nas",
    "sshpass -e ssh nas",
    "sshpass -p $PASS ssh nas",
    "sshpass -p 'YOUR_PASSWORD' ssh nas",
    "sshpass -p is bad style: the process list shows it",
    "OLDPWD=/home/anna/projects",
    "BUILD_PWD=/srv/app2 make",
    "mkdir -p projects/2024 && mysql --version",
  ]),
  ...of("passes of other kinds", [
    "Ski pass Zermatt2024",
    "Brenner Pass 1370 m",
    "season pass 2024!",
    "All 61 tests pass on Node20!",
    "the tests pass, Node20Lts only",
    "Pass the salt!",
    "pass rate 80%",
    "pass 2 of 3: compile",
    "Pass: valid until 2027-01-31",
    "Pass C01X00T47 runs out in 2031",
    "boarding pass LH454, seat 12A",
    "Interrail pass: 7 days in 1 month",
    "Rent is £450 pw, bills £20 pw",
    "pw 25 is week 25 in the plan",
    "£300 pw flat12b",
    "user anna has a day pass",
    "He will pass B2 German in May",
    "Pass WS2024/25 the exam in algebra",
    "PW is short for Peugeot World",
  ]),
];

function of(kind: string, texts: readonly string[]): readonly SecretCase[] {
  return texts.map((text) => ({ kind, text }));
}

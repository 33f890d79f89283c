/**
 * Does a key stand where the words around it announce one? Behind "API key:", "client_secret=" or "Authorization:
 * Bearer", or between the user and the host of an address. Such a value must look random, or at least not be one of the
 * placeholders that documentation uses.
 */
import type { Finder } from "./kind.ts";
import { isStandIn, looksDrawn } from "./likeness.ts";

const KEY_NAME =
  "(?:api|secret|access|auth|signing|encryption|master|global|service|account|deploy|license server)[ _-]?(?:api[ _-]?)?key(?![ _-]?id)|(?:access|auth|refresh|bearer|session|api|bot|private|personal|id|security|oauth|user|deploy|github|gitlab)[ _-]?token|(?:client|consumer|signing|webhook|app|shared|api|oauth|token|jwt|hmac)[ _-]?secret(?:[ _-]?key)?|secret[ _-]?access[ _-]?key|secret[ _-]?key[ _-]?base|(?:heroku|datadog|cloudflare|twilio|sendgrid|mailgun|stripe|openai|anthropic|sentry|algolia|fastly|linode|vultr|digitalocean|hetzner|vercel|netlify|pagerduty|rollbar|shopify)[ _-]?(?:api[ _-]?)?(?:key|token)|token|secret|api[ _-]?schlussel|geheimer schlussel|clave (?:de )?api|cle (?:d['’]?)?api|chiave api|chave (?:de |da )?api";
/** Between the name and its value: whose key it is or what for, and then a verb or a sign. */
const WHOSE =
  "(?:[ ](?:for|of|to|from|fur|von|vom|zu|de|del|du|della|di|da|do|pour|para|per)(?:[ ][\\w.'-]{1,24}){1,4})?";
const SAYS = "(?:[ ](?:is|was|ist|lautet|es|est)(?:[ ]now)?[ ]?:?|[ ]?(?::|=>?|:=))";
const NAMED = new RegExp(
  `(?<![A-Za-z])(?:${KEY_NAME})["'\`]?${WHOSE}["'\`]?${SAYS}\\s{0,3}["'\`]?([A-Za-z0-9_\\-.+/=~]{16,512})`,
  "gi",
);

/** Right behind a name that means nothing else, a long value needs neither a verb nor a sign. */
const BEHIND_NAME =
  /(?<![A-Za-z])(?:(?:api|secret|access|auth|global)[ _-]?(?:api[ _-]?)?key|(?:access|auth|refresh|bearer|api|bot|oauth)[ _-]?token|client[ _-]?secret)[ ]([A-Za-z0-9_-]{32,256})(?![\w-])/gi;

/** The id of a Twilio account and its token beside it. */
const TWILIO_PAIR = /(?<![A-Za-z0-9])AC[0-9a-f]{32}\s{0,3}[:/,|]\s{0,3}([0-9a-f]{32})(?![A-Za-z0-9])/g;

/** Ids of Cloudflare are hexadecimal; its tokens have capitals too. */
const CLOUDFLARE = /(?<![A-Za-z])cloudflare[^\n]{0,24}?(?<![\w-])([\w-]{40})(?![\w-])/gi;

/** Here neither a verb nor a sign is needed between name and value: the form is clear enough. */
const HEX_KEY =
  /(?<![A-Za-z])private[ _-]?key["']?(?:[ ](?:is|ist|es|est))?\s{0,2}[:=]?\s{0,3}["']?((?:0x)?[0-9a-f]{64}|[A-Za-z0-9+/]{42}[A-Za-z0-9+/=]{1,2}=?|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])/gi;

/** Its only mark is its length. */
const AWS_SECRET =
  /(?<![A-Za-z])aws[^\n]{0,40}?secret[^\n]{0,24}?(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/gi;

export const findNamedKey: Finder = (text) => {
  for (const [, value = ""] of text.matchAll(NAMED))
    if (looksDrawn(value.replace(/[.]+$/, ""))) return { kind: "named-key", what: "an API key or a token" };
  for (const [, value = ""] of text.matchAll(BEHIND_NAME))
    if (looksDrawn(value)) return { kind: "named-key", what: "an API key or a token" };
  for (const [, value = ""] of text.matchAll(TWILIO_PAIR))
    if (looksDrawn(value)) return { kind: "named-key", what: "a Twilio auth token" };
  for (const [, value = ""] of text.matchAll(CLOUDFLARE))
    if (/[A-Z]/.test(value) && looksDrawn(value)) return { kind: "named-key", what: "a Cloudflare token" };
  for (const [, value = ""] of text.matchAll(AWS_SECRET))
    if (looksDrawn(value)) return { kind: "named-key", what: "an AWS secret key" };
  for (const [, value = ""] of text.matchAll(HEX_KEY))
    if (looksDrawn(value)) return { kind: "private-key", what: "a private key" };
  return undefined;
};

const HEADER =
  /(?<![A-Za-z])(?:authorization["'`]?\s{0,2}[:=]\s{0,2}["'`]?(bearer|basic|token|digest|apikey)|(bearer))[ ]{1,2}([A-Za-z0-9_\-.+/=~]{8,4096})/gi;
const MIN_BEARER_CHARS = 20;

export const findAuthorization: Finder = (text) => {
  for (const [, scheme = "", , value = ""] of text.matchAll(HEADER)) {
    const holds =
      scheme.toLowerCase() === "basic"
        ? isLogin(value)
        : value.length >= MIN_BEARER_CHARS && looksDrawn(value);
    if (holds) return { kind: "authorization", what: "an authorization header" };
  }
  return undefined;
};

/** Is it a user name and a password in Base64? */
function isLogin(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) || value.length % 4 !== 0) return false;
  const [, password] = /^[^:\s]{1,64}:([ -~]{3,})$/.exec(atob(value)) ?? [];
  return password !== undefined && !isStandIn(password);
}

const ADDRESS =
  /(?<![A-Za-z0-9+.-])([a-z][a-z0-9+.-]{1,20}):\/\/[^\s:@/?#"'<>]{0,64}:([^\s@/"'<>]{3,128})@[\w.[-]/gi;
const WEB = /^(?:https?|ftps?|sftp|rtsp|wss?|ssh|git|smb|dav|webdav)$/i;

export const findLogin: Finder = (text) => {
  for (const [, scheme = "", password = ""] of text.matchAll(ADDRESS)) {
    if (isStandIn(password)) continue;
    const what = WEB.test(scheme) ? "an address with a password" : "a connection string with a password";
    return { kind: "connection", what };
  }
  return undefined;
};

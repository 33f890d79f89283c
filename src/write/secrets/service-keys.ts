/**
 * Which services issue keys that can be recognised by their form? One line per form: the prefix, the alphabet and the
 * length that the service uses. Where the prefix alone is clear enough, the length is a lower bound, because services
 * lengthen their keys.
 *
 * The first group of a pattern, or else the whole match, must look random; `sk-...` and rows of x are placeholders.
 */
import type { Finder, SecretKind } from "./kind.ts";
import { isVaried, looksDrawn } from "./likeness.ts";

interface Form {
  readonly what: string;
  readonly shape: RegExp;
  readonly kind?: SecretKind;
  /** Its form is clear enough: the value need not look random. */
  readonly isPlain?: true;
  /** Its prefix is clear enough: the value may consist of letters only. */
  readonly isMarked?: true;
}

/** Not in the middle of a longer string. */
const START = "(?<![A-Za-z0-9])";
const END = "(?![A-Za-z0-9])";
const form = (what: string, body: string): Form => ({ what, shape: new RegExp(START + body, "g") });
const whole = (what: string, body: string): Form => ({ what, shape: new RegExp(START + body + END, "g") });

const marked = (what: string, body: string): Form => ({ ...form(what, body), isMarked: true });

const FORMS: readonly Form[] = [
  form("an Anthropic API key", "sk-ant-([\\w-]{24,})"),
  form("an OpenRouter API key", "sk-or-(?:v\\d-)?([\\w-]{24,})"),
  form("an OpenAI API key", "sk-(?:(?:proj|svcacct|admin|None)-)?([\\w-]{20,})"),
  marked("an AWS access key", `(?:AKIA|ASIA)([A-Z0-9]{16})${END}`),
  marked("a GitHub token", "gh[opsur]_([A-Za-z0-9]{30,})"),
  form("a GitHub token", "github_pat_(\\w{30,})"),
  form("a GitLab token", "gl(?:pat|dt|rt|ptt|cbt|ft|soat)-([\\w-]{18,})"),
  form("a Slack token", "xox[abeoprs]-(?=[\\w-]{0,60}\\d)([\\w-]{16,})"),
  form("a Slack token", "xapp-\\d-([\\w-]{30,})"),
  form("a Slack webhook", "hooks\\.slack\\.com/(?:services|workflows)/(T\\w{6,}/\\w{6,}/\\w{12,})"),
  form("a Discord webhook", "discord(?:app)?\\.com/api/(?:v\\d+/)?webhooks/\\d{10,25}/([\\w-]{30,})"),
  form("a Discord bot token", "([MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40})(?![\\w-])"),
  form("a Google API key", "AIza([\\w-]{35})"),
  form("a Google client secret", "GOCSPX-([\\w-]{24,})"),
  form("a Google access token", "ya29\\.([\\w-]{20,})"),
  marked("a Stripe key", "[sr]k_(?:live|test)_([A-Za-z0-9]{16,})"),
  form("a Stripe webhook secret", "whsec_([A-Za-z0-9+/]{24,})"),
  form("a SendGrid API key", "SG\\.([\\w-]{16,40}\\.[\\w-]{16,60})"),
  whole("a Twilio API key", "SK([0-9a-f]{32})"),
  whole("a Mailgun API key", "key-([0-9a-f]{32})"),
  marked("an npm token", "npm_([A-Za-z0-9]{30,})"),
  form("a PyPI token", "pypi-([\\w-]{40,})"),
  marked("a Hugging Face token", "(?:hf|api_org)_([A-Za-z0-9]{28,})"),
  { what: "a Telegram bot token", shape: /(?<!\d)\d{8,10}:(AA[\w-]{32,36})(?![\w-])/g },
  form("a DigitalOcean token", "do[oprt]_v1_([0-9a-f]{40,})"),
  form("a Shopify token", "shp(?:at|ca|pa|ss)_([0-9a-f]{32})"),
  whole("a Databricks token", "dapi([0-9a-f]{32})(?:-\\d)?"),
  form("a Groq API key", "gsk_([A-Za-z0-9]{40,})"),
  form("an xAI API key", "xai-([A-Za-z0-9]{60,})"),
  form("a Perplexity API key", "pplx-([A-Za-z0-9]{40,})"),
  whole("a Replicate token", "r8_([A-Za-z0-9]{37})"),
  form("a Docker token", "dckr_[po]at_([\\w-]{20,})"),
  form("a Linear API key", "lin_(?:api|oauth)_([A-Za-z0-9]{32,})"),
  form("a Notion token", "ntn_([A-Za-z0-9]{40,})"),
  whole("a Notion token", "secret_([A-Za-z0-9]{43})"),
  form("a Figma token", "figd_([\\w-]{36,})"),
  form("a Grafana token", "gl(?:sa|c)_([A-Za-z0-9+/=_]{32,})"),
  form("a Vault token", "hv[sbr]\\.([\\w-]{24,})"),
  form("a Tailscale key", "tskey-[a-z]{2,10}-([\\w-]{20,})"),
  form("a New Relic key", "NRAK-([A-Z0-9]{24,})"),
  form("a Supabase token", "sb(?:p|_secret)_([\\w-]{30,})"),
  form("an Atlassian token", "AT(?:ATT3x|CTT3x|BB)([\\w=-]{30,})"),
  form("a Postman API key", "PMAK-([0-9a-f]{24}-[0-9a-f]{30,})"),
  form("an Airtable token", "(pat\\w{14}\\.[0-9a-f]{64})"),
  form("a Sentry token", "sntry[su]_([\\w+/=-]{40,})"),
  form("a Heroku API key", "HRKU-([\\w-]{30,})"),
  form("a PlanetScale token", "pscale_(?:tkn|pw|oauth)_([\\w.-]{30,})"),
  form("a Doppler token", "dp\\.(?:pt|st|ct|sa|scim|audit)\\.([\\w.-]{40,})"),
  form("a Square token", "(?:EAAA|sq0(?:atp|csp)-)([\\w-]{40,})"),
  { what: "a JSON Web Token", shape: /(?<![\w-])(eyJ[\w-]{10,2000}\.eyJ[\w-]{8,4000}\.[\w-]{10,})/g },
  form("a Tideline token", "tl_[0-9A-Z]{26}_([\\w-]{43})"),
  form("an Azure storage key", "(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})"),
  { what: "an Azure access signature", shape: /[?&]sig=([A-Za-z0-9%+/]{30,})/g },
  {
    what: "a private key",
    kind: "private-key",
    isPlain: true,
    // Requires some of the key's body: people write the BEGIN line alone when they talk about keys.
    shape:
      /(?<!-)-{4,10}BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-{4,10}(?:[ ]*[A-Za-z0-9+/=]{16}|[ \t\r]*\n\s*(?:[\w-]+: [^\n]*\n\s*)*[A-Za-z0-9+/=]{4})/g,
  },
  {
    what: "a private key",
    kind: "private-key",
    isPlain: true,
    shape: /PuTTY-User-Key-File-\d:[\s\S]{1,2000}?Private-Lines:/g,
  },
  { what: "an age key", kind: "private-key", shape: /AGE-SECRET-KEY-1([0-9A-Z]{50,})/gi },
  {
    what: "the private key of a wallet",
    kind: "private-key",
    shape: /(?<![A-Za-z0-9])[xyzt]prv([1-9A-HJ-NP-Za-km-z]{90,112})/g,
  },
];

export const findServiceKey: Finder = (text) => {
  for (const one of FORMS) {
    const { kind = "service-key", what, shape } = one;
    for (const match of text.matchAll(shape)) if (isKey(match[1] ?? match[0], one)) return { kind, what };
  }
  return undefined;
};

function isKey(value: string, { isMarked, isPlain }: Form): boolean {
  return isPlain === true || (isMarked === true ? isVaried(value) : looksDrawn(value));
}

/** Beginnings of service keys. In a text with line breaks such a key may continue on the next line. */
const PREFIX =
  /(?<![A-Za-z0-9])(?:sk-|[sr]k_(?:live|test)_|AKIA|ASIA|gh[opsur]_|github_pat_|gl(?:pat|sa)-|xox[abeoprs]-|AIza|GOCSPX|ya29|SG\.|npm_|pypi-|hf_|eyJ|tl_|gsk_|xai-|hv[sbr]\.|AGE-SECRET|\d{8,10}:AA)/;

/** The text with its lines joined, if it may contain a key that is broken across lines. */
export function joinedLines(text: string): string | undefined {
  return text.includes("\n") && PREFIX.test(text)
    ? text.replace(/(?<=\S)[ \t]*\r?\n[ \t]*(?=\S)/g, "")
    : undefined;
}

/** What is in the workspace, is it intact, and how is it exported and imported? */
import { isTidelineError, TidelineError } from "../../errors.ts";
import type { ShredCertificate } from "../../govern/certificate.ts";
import { IMPORT_FORMATS } from "../../govern/importers/formats.ts";
import { statsAmong } from "../../govern/listing.ts";
import type { Params } from "../../lifecycle/params.ts";
import { POLICY_NAMES } from "../../lifecycle/policies.ts";
import { MAX_ORIGIN_FIELD_CHARS, MAX_ORIGINS_LISTED } from "../../limits.ts";
import type { ImportFromResult } from "../../memory/import-from.ts";
import { badArgument } from "../../model/arguments.ts";
import { originKey, parseOrigin } from "../../model/origin.ts";
import { byOf } from "../../model/speaker.ts";
import { holdsCredential } from "../../write/client-name.ts";
import type { TokenEntry } from "../access/tokens.ts";
import { type Caller, isWorkspaceOwner, ROLES, speakerOf, VOICES } from "../caller.ts";
import { credentialAdvice } from "../credential-advice.ts";
import { flag, json, oneOf, required, text, time, whole } from "../fields.ts";
import { originField } from "../origin-text.ts";
import { SUBJECT_FORMS, subjectFrom } from "./erase.ts";
import { visibleFacts } from "./facts.ts";
import { type Call, OWNER, operation, WATCHERS } from "./operation.ts";

export const stats = operation({
  name: "stats",
  doc: "Counts facts by segment, lifecycle and validity.",
  effect: "read",
  idempotent: true,
  roles: WATCHERS,
  input: {},
  example: "stats",
  cli: { quiet: false },
  http: { method: "GET", path: "/v1/stats" },
  mcp: "manage_memory",
  async run(call) {
    const all = await call.memory.stats();
    return call.caller.role === "owner"
      ? all
      : statsAmong(await visibleFacts(call, { lifecycle: "any" }), all);
  },
});

export const verify = operation({
  name: "verify",
  doc: "Checks every line of the log against its hash chain, and against a head or a certificate that you kept.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: WATCHERS,
  input: {
    seq: whole("The sequence number of a head that you noted earlier", 0, Number.MAX_SAFE_INTEGER),
    hash: text("The hash of that head", { max: 64 }),
    certificate: json<ShredCertificate>("A certificate of a shred: are its keys destroyed?"),
  },
  example: "verify",
  cli: { quiet: false, file: "certificate" },
  http: { method: "GET", path: "/v1/verify" },
  mcp: "manage_memory",
  long: true,
  async run({ memory, progress }, { seq, hash, certificate }) {
    if ((seq === undefined) !== (hash === undefined))
      throw badArgument("A head is a seq and a hash: give both or neither");
    const count = await eventsIn(memory);
    const onProgress = (looked: number) => progress(looked, count, "events checked");
    const noted = seq === undefined || hash === undefined ? {} : { head: { seq, hash } };
    const claimed = certificate === undefined ? {} : { certificate };
    return await memory.verify({ ...noted, ...claimed, onProgress });
  },
});

/** undefined if the log is damaged: it cannot be counted then, and `verify` reports the damage. */
async function eventsIn(memory: Call["memory"]): Promise<number | undefined> {
  try {
    return (await memory.stats()).events;
  } catch {
    return undefined;
  }
}

export const exportMemory = operation({
  name: "export",
  doc: "Exports one origin's memory as JSON lines, which import reads; or what is known of one person or source.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: OWNER,
  input: {
    subject: text(`Only what is known of ${SUBJECT_FORMS}, as a document to be given to them`, {
      max: 2_000,
    }),
    page: flag("With subject: as a page in HTML"),
  },
  example: "export",
  cli: {},
  http: { method: "GET", path: "/v1/export", answers: "application/x-ndjson" },
  mcp: "manage_memory",
  long: true,
  async run({ workspace, caller, origin, memory, progress }, { subject, page }) {
    if (subject !== undefined) {
      if (!isWorkspaceOwner(caller))
        throw new TidelineError("not-allowed", "Only the owner of the whole workspace may use subject.");
      const whose = subjectFrom(subject, origin);
      return { text: await workspace.exportSubject(whose, speakerOf(caller), { page }) };
    }
    if (page !== undefined) throw badArgument("page goes with subject");
    const onProgress = (written: number, events: number) => progress(written, events, "events written");
    return { text: await memory.export({ onProgress }) };
  },
});

export const importMemory = operation({
  name: "import",
  doc: "Imports an export into an empty origin, completely or not at all; or, with from, a file of another memory, record by record as hearsay.",
  effect: "change",
  idempotent: false,
  roles: OWNER,
  input: {
    text: required(text("The text of an export, or of the other memory's file", { max: 512 * 1024 * 1024 })),
    from: oneOf(
      IMPORT_FORMATS,
      "What the file is, if it is no export for an empty origin. tideline: an export, merged into the facts that are here",
    ),
    user: text("With from, for a file about several users: whose records are read", { max: 1_000 }),
    vouch: flag(
      "With from: you adopt the records as your own words (class 3). At a terminal you are shown them and asked",
    ),
    seen: text("With vouch: the digest of the dry run that you looked at", { max: 64 }),
  },
  example: "import backup.jsonl --dir $FRESH",
  cli: {
    args: ["text"],
    file: "text",
    begins: true,
    quiet: false,
    vouches: { flag: "vouch", digest: "seen" },
  },
  http: { method: "POST", path: "/v1/import", largeBody: true },
  long: true,
  async run({ memory, progress, caller }, { text: given, from, ...options }) {
    if (from !== undefined) return withAdvice(await memory.importFrom(from, given, options), caller);
    refuseWithoutFormat(options);
    return await memory.import(given, { onProgress: progress });
  },
  dryRun({ memory, caller }, { text: given, from, ...options }) {
    if (from === undefined) return undefined;
    const running = memory.importFrom(from, given, { ...options, dryRun: true });
    return running.then((result) => withAdvice(result, caller));
  },
});

/** What helps against a refused credential is another thing on each surface. */
function withAdvice(result: ImportFromResult, { surface }: Caller): ImportFromResult {
  const listed = result.listed.map((one) =>
    one.reason === undefined ? one : { ...one, reason: credentialAdvice(one.reason, surface) },
  );
  return { ...result, listed };
}

function refuseWithoutFormat(options: object): void {
  const [name] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined)
    throw badArgument(`${name} goes with from, and what Tideline exported needs neither`);
}

export const origins = operation({
  name: "origins",
  doc: "Lists the origins in the workspace, page by page: whose memories it holds, and how much is in each.",
  effect: "read",
  idempotent: true,
  roles: OWNER,
  scope: "workspace",
  input: {
    match: text("Only origins with a name that contains this text", { max: MAX_ORIGIN_FIELD_CHARS }),
    after: originField("The page after this origin"),
    limit: whole("At most so many origins. Default: 100", 1, MAX_ORIGINS_LISTED),
  },
  example: "origins --match anna",
  cli: { origin: false, quietDoc: "Print the origins only" },
  http: { method: "GET", path: "/v1/origins" },
  run: ({ workspace }, { after, ...given }) =>
    workspace
      .memory("owner")
      .origins({ ...given, ...(after === undefined ? {} : { after: parseOrigin(after) }) }),
});

export const forgetOrigin = operation({
  name: "origin-forget",
  doc: "Erases everything of an origin for good: facts, log, name, and the tokens that open it.",
  effect: "destructive",
  idempotent: true,
  roles: OWNER,
  scope: "workspace",
  input: {
    whose: required(originField("Whose memory is erased")),
    preview: flag("Only show what would be erased"),
  },
  example: "origins forget user/anna --yes",
  cli: { words: ["origins", "forget"], args: ["whose"], origin: false, quiet: false },
  http: { method: "DELETE", path: "/v1/origins" },
  run: ({ workspace, caller }, { whose, preview }) =>
    workspace.forget(parseOrigin(whose), speakerOf(caller), { preview: preview ?? false }),
  dryRun: ({ workspace, caller }, { whose }) =>
    workspace.forget(parseOrigin(whose), speakerOf(caller), { preview: true }),
});

export const policy = operation({
  name: "policy",
  doc: "Shows the lifecycle policy and its parameters.",
  effect: "read",
  idempotent: true,
  roles: WATCHERS,
  input: {},
  example: "policy",
  cli: { origin: false, quiet: false },
  http: { method: "GET", path: "/v1/policy" },
  run: async ({ workspace }) => ({
    policy: workspace.policy.id,
    params: workspace.policy.params,
    policies: POLICY_NAMES,
  }),
});

export const setPolicy = operation({
  name: "policy-set",
  doc: "Sets the lifecycle policy. Nothing is migrated, and you can switch back.",
  effect: "change",
  idempotent: true,
  roles: OWNER,
  scope: "workspace",
  input: {
    name: required(oneOf(POLICY_NAMES, "The policy")),
    params: json<Params>("Its parameters, as a JSON object. Default: the policy's own"),
  },
  example: "policy set freshness",
  cli: { words: ["policy", "set"], args: ["name"], begins: true, quiet: false },
  http: { method: "PUT", path: "/v1/policy" },
  async run({ workspace, caller }, { name, params }) {
    const chosen = await workspace.choosePolicy(name, params, speakerOf(caller));
    return { policy: chosen.id, params: chosen.params };
  },
});

const FIRST_TOKEN =
  "This is the first token: from now on every HTTP request needs one. If you have no owner token, create one: tideline token create me --role owner";

export const createToken = operation({
  name: "token-create",
  doc: "Creates a token for HTTP and MCP, bound to one origin and one role. Its secret is shown once.",
  effect: "change",
  idempotent: false,
  roles: OWNER,
  scope: "workspace",
  input: {
    name: required(text("What the token is for", { max: 100 })),
    role: required(oneOf(ROLES, "What the token may do")),
    for: originField("Whose memory it opens. Default: the owner's"),
    voice: oneOf(
      VOICES,
      "Whose words it writes: agent (class 1) or owner. Default: agent; for the role owner your own voice, but agent over MCP",
    ),
    expires: time("When the token expires"),
  },
  example: "token create editor --role agent",
  cli: {
    words: ["token", "create"],
    args: ["name"],
    begins: true,
    origin: "for",
    quietDoc: "Print only the secret",
  },
  http: { method: "POST", path: "/v1/tokens" },
  async run({ workspace, caller }, { name, role, for: whose, voice, expires }) {
    if (holdsCredential(name))
      throw badArgument(
        "The name holds a credential, and names are stored. No token was created: use another name",
      );
    if (expires !== undefined && expires <= workspace.now())
      throw badArgument(`expires is ${new Date(expires).toISOString()}, which is in the past`);
    if (voice === "owner" && caller.voice !== "owner")
      throw badArgument("This caller speaks as an agent and cannot create a token that speaks as the owner");
    const isFirst = (await workspace.tokens.list()).length === 0;
    const made = await workspace.tokens.create({
      name,
      role,
      origin: parseOrigin(whose ?? "owner"),
      voice: voice ?? (role === "owner" ? caller.voice : "agent"),
      expiresAt: earlier(expires, caller.expiresAt),
      by: byOf(speakerOf(caller)),
    });
    return isFirst ? { ...made, note: FIRST_TOKEN } : made;
  },
});

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

export const listTokens = operation({
  name: "token-list",
  doc: "Lists tokens with name, origin and role, when each was last used and how many facts it wrote. Secrets are never shown.",
  effect: "read",
  idempotent: true,
  roles: OWNER,
  scope: "workspace",
  input: {},
  example: "token list",
  cli: { words: ["token", "list"] },
  http: { method: "GET", path: "/v1/tokens" },
  run: async ({ workspace }) => ({ tokens: await withFigures(workspace, await workspace.tokens.list()) }),
});

/** The tokens, with when each was last used and how many facts it wrote. */
async function withFigures(
  workspace: Call["workspace"],
  tokens: readonly TokenEntry[],
): Promise<readonly (TokenEntry & { readonly wrote: number })[]> {
  const written = new Map<string, Readonly<Record<string, number>>>();
  for (const { origin } of tokens)
    if (!written.has(originKey(origin)))
      written.set(originKey(origin), (await workspace.memory(origin).stats()).byToken);
  const used = await workspace.tokens.withUse(tokens);
  return used.map((one) => ({ ...one, wrote: written.get(originKey(one.origin))?.[one.id] ?? 0 }));
}

export const revokeToken = operation({
  name: "token-revoke",
  doc: "Revokes a token. It stops working at once.",
  effect: "destructive",
  idempotent: true,
  roles: OWNER,
  scope: "workspace",
  input: { id: required(text("The token's id, or its name if no other token has it", { max: 100 })) },
  example: "token revoke $TOKEN --yes",
  cli: { words: ["token", "revoke"], args: ["id"] },
  http: { method: "DELETE", path: "/v1/tokens/{id}" },
  async run({ workspace, caller }, { id }) {
    const entry = await workspace.tokens.revoke(id, byOf(speakerOf(caller)));
    try {
      const [revoked] = await withFigures(workspace, [entry]);
      return revoked ?? entry;
    } catch (error) {
      if (!isTidelineError(error)) throw error;
      return entry; // The token is revoked, even if the memory that it wrote to cannot be read.
    }
  },
});

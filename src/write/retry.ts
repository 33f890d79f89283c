/**
 * Has this write been done already? A write with an idempotency key leaves two keyed digests in the log: one of the
 * key, one of the request. Repeating the write gives the outcome of the first; another write under the same key is an
 * error.
 *
 * The digest of the key stands in the header: after a purge it still refuses a retry that would bring back what was
 * erased. The digest of the request stands in the body and is erased with it. Otherwise anybody who has the secret,
 * which is in the workspace's own log, could use the digest to confirm a guess at the words forever.
 *
 * The principal's keys are one set. Below class 3 every writer has their own keys in each class (`writerOf`): nobody
 * can take somebody else's key, get the outcome of somebody else's write, or find out which keys others have used. In
 * logs of earlier versions the keys of a class were one set. Such a key is recognised only for the recorded author of
 * the fact that it added.
 *
 * Digests are made under a secret of the origin, which is itself a digest under the workspace's secret. The origin's
 * secret is part of an export of that origin, so that the importing workspace recognises its keys. It reveals nothing
 * about other origins.
 */
import { TidelineError } from "../errors.ts";
import { MAX_KEYS_PER_EVENT } from "../limits.ts";
import type { State } from "../log/fold.ts";
import type { Retry } from "../log/retries.ts";
import { type Author, authorOf, isSameAuthor, vouchedFor } from "../model/author.ts";
import { EVENT_VERSION, type EventOf, type Idempotency, SECRET_GENERATION } from "../model/event.ts";
import { type Origin, originKey } from "../model/origin.ts";
import { type Authority, TRUSTED } from "../model/source.ts";
import type { Hash } from "../ports/hash.ts";
import type { Draft } from "./draft.ts";
import type { WriteRules } from "./rules.ts";

/** The outcome of this writer's first write of this class under the key. */
export function findRetry(
  state: State,
  draft: Draft,
  authority: Authority,
  rules: WriteRules,
): Retry | undefined {
  if (draft.idempotencyKey === undefined || state.retries.size === 0) return undefined;
  for (const digest of digestsIn(state, rules)) {
    const first = firstUnder(state, draft, authority, digest);
    if (first === undefined) continue;
    if (first.request !== undefined && first.request !== digest(requestText(draft)))
      throw new TidelineError(
        "idempotency-conflict",
        "This idempotency key was already used for another write. Use a new key for a new write.",
      );
    if (!state.facts.has(first.fact))
      throw new TidelineError(
        "erased-fact",
        `The fact that this idempotency key wrote (${first.fact}) has been purged. Use a new key to write it again.`,
      );
    return first;
  }
  return undefined;
}

function firstUnder(
  { retries, facts }: State,
  draft: Draft,
  authority: Authority,
  digest: (text: string) => string,
): Retry | undefined {
  const first = retries.get(digest(keyText(draft, authority)));
  if (first !== undefined || authority === TRUSTED) return first;
  const shared = retries.get(digest(sharedKeyText(draft, authority)));
  const fact = shared && facts.get(shared.fact);
  // Two authors are unknown: whoever said an existing fact again, and whoever wrote before writers were recorded.
  if (fact?.writer === undefined || shared?.outcome === "reinforced") return undefined;
  return fact.authority === authority && isSameAuthor(authorOf(fact), draft.author) ? shared : undefined;
}

/** What a write leaves in its header (`idempotency`) and in its body (`request`). */
export interface RetryMark {
  readonly idempotency?: Idempotency;
  readonly request?: string;
}

export function retryMark(
  draft: Draft,
  authority: Authority,
  outcome: Idempotency["outcome"],
  origin: Origin,
  rules: WriteRules,
): RetryMark {
  if (draft.idempotencyKey === undefined) return {};
  const secret = rules.secretOf(origin);
  return {
    idempotency: { key: rules.digestUnder(secret, keyText(draft, authority)), outcome },
    request: rules.digestUnder(secret, requestText(draft)),
  };
}

/** Every digest function that was used on keys of this origin: here, and in the workspaces it came from. */
function* digestsIn({ origin, carried }: State, rules: WriteRules): Generator<(text: string) => string> {
  const secret = rules.secretOf(origin);
  yield (text) => rules.digestUnder(secret, text);
  for (const other of carried.secrets) yield (text) => rules.digestUnder(other.secret, text);
}

function keyText(draft: Draft, authority: Authority): string {
  if (authority === TRUSTED) return sharedKeyText(draft, authority);
  return JSON.stringify(["key", authority, draft.idempotencyKey, ...writerOf(draft.author)]);
}

/** The text of a key that all writers of this class share. */
function sharedKeyText({ idempotencyKey }: Draft, authority: Authority): string {
  return JSON.stringify(["key", authority, idempotencyKey]);
}

/** Who owns the keys. If the host does not say through whom it writes, source and actor tell its writers apart. */
function writerOf({ source, actor, writer }: Author): readonly (string | null)[] {
  const known = vouchedFor(writer);
  return writer?.token === undefined && writer?.client === undefined
    ? [...known, source, actor ?? null]
    : known;
}

function requestText({ content, segment, source, slot }: Draft): string {
  return JSON.stringify(["request", content, segment, source, slot?.subject, slot?.attribute]);
}

// ── secrets

/** The secret of one origin, derived from the workspace's. No other digest is made of a text that begins like this. */
export function secretOfOrigin(hash: Hash, secret: string, origin: Origin): string {
  return digestUnder(hash, secret, `secret of ${originKey(origin)}`);
}

export function digestUnder(hash: Hash, secret: string, text: string): string {
  return hash.sha256(`${secret}\n${text}`);
}

/** A digest under the workspace's own secret is shorter. Earlier versions digested keys that way. */
const WORKSPACE_DIGEST_CHARS = 32;

export function workspaceDigest(hash: Hash, secret: string | undefined, text: string): string {
  return digestUnder(hash, secret ?? "undefined", text).slice(0, WORKSPACE_DIGEST_CHARS);
}

/** Can only the workspace that wrote this key recognise it? */
export function isOfWorkspaceAlone(key: string): boolean {
  return key.length === WORKSPACE_DIGEST_CHARS;
}

// ── keys in an export

/**
 * What an importing workspace needs to recognise the keys of this origin. Empty if no keyed write happened since the
 * origin was imported.
 */
export function keysToCarry(
  { retries, facts, carried }: State,
  secret: string,
  at: number,
): readonly EventOf<"keys-carried">[] {
  const purged: (readonly [string, string])[] = [];
  for (const [key, { fact, seq }] of retries.entries())
    if (seq !== undefined && !facts.has(fact) && !isOfWorkspaceAlone(key)) purged.push([key, fact]);
  const isKeyed = retries.size > carried.known;
  if (!isKeyed && purged.length === 0) return [];
  const events: EventOf<"keys-carried">[] = [];
  for (let from = 0; from === 0 || from < purged.length; from += MAX_KEYS_PER_EVENT) {
    const some = purged.slice(from, from + MAX_KEYS_PER_EVENT);
    events.push({
      type: "keys-carried",
      v: EVENT_VERSION,
      at,
      generation: SECRET_GENERATION,
      ...(some.length === 0 ? {} : { purged: some }),
      ...(isKeyed && from === 0 ? { body: { secret } } : {}),
    });
  }
  return events;
}

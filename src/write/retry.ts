/**
 * Was this written already? A write with an idempotency key leaves keyed digests of the key and of what was asked, so
 * that the same write again has the first one's outcome, and another write under the key is an error.
 *
 * The digest of the key stands in the header: after a purge it still refuses a retry that would bring back what was
 * erased. The digest of what was asked stands in the body and dies with it: with the secret, which is in the
 * workspace's own log, it would confirm a guess at the words for ever.
 *
 * The principal's keys are one set. Below class 3 every writer has keys of their own (`writerOf`), in each class: nobody
 * takes a key from somebody else, gets the outcome of somebody else's write, or finds out which keys they have used.
 * Keys of earlier logs were one set for each class: such a key is known to the recorded author of the fact that it
 * added, and to nobody else.
 *
 * Digests are made under a secret of the origin, which is itself a digest under the workspace's. It leaves with an
 * export of that origin, so that whoever takes it in recognises its keys; of other origins it tells nothing.
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

/** What this writer's first write of this class under the key became. */
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
        "This idempotency key was used for another write. Use a new key for a new write.",
      );
    if (!state.facts.has(first.fact))
      throw new TidelineError(
        "erased-fact",
        `What this idempotency key wrote (${first.fact}) was purged since. Use a new key to write it again.`,
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
  // Who said again what was there, and who wrote before writers were recorded, is not known.
  if (fact?.writer === undefined || shared?.outcome === "reinforced") return undefined;
  return fact.authority === authority && isSameAuthor(authorOf(fact), draft.author) ? shared : undefined;
}

/** What a write leaves in its header; and in its body. */
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

/** All the ways in which keys of this origin were digested: here, and where it came from. */
function* digestsIn({ origin, carried }: State, rules: WriteRules): Generator<(text: string) => string> {
  const secret = rules.secretOf(origin);
  yield (text) => rules.digestUnder(secret, text);
  for (const other of carried.secrets) yield (text) => rules.digestUnder(other.secret, text);
}

function keyText(draft: Draft, authority: Authority): string {
  if (authority === TRUSTED) return sharedKeyText(draft, authority);
  return JSON.stringify(["key", authority, draft.idempotencyKey, ...writerOf(draft.author)]);
}

/** Of all who write with this class. */
function sharedKeyText({ idempotencyKey }: Draft, authority: Authority): string {
  return JSON.stringify(["key", authority, idempotencyKey]);
}

/** Whose keys they are. A host that writes for several without saying through whom names a source and an actor. */
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

/** Of the workspace's secret, as much as one origin may have. No other digest is made of a text that begins so. */
export function secretOfOrigin(hash: Hash, secret: string, origin: Origin): string {
  return digestUnder(hash, secret, `secret of ${originKey(origin)}`);
}

export function digestUnder(hash: Hash, secret: string, text: string): string {
  return hash.sha256(`${secret}\n${text}`);
}

/** A digest under the workspace's own secret is shorter. Keys were once digested so. */
const WORKSPACE_DIGEST_CHARS = 32;

export function workspaceDigest(hash: Hash, secret: string | undefined, text: string): string {
  return digestUnder(hash, secret ?? "undefined", text).slice(0, WORKSPACE_DIGEST_CHARS);
}

/** Can nobody but the workspace that wrote it recognise this key? */
export function isOfWorkspaceAlone(key: string): boolean {
  return key.length === WORKSPACE_DIGEST_CHARS;
}

// ── leaving

/** What whoever takes this origin in must have, to recognise its keys. Nothing, if nothing was keyed since it came. */
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

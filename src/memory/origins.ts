/**
 * Whose memories does the workspace hold, how large are they, and how is one of them forgotten as a whole? Only the
 * handle that the host opened for the owner may ask.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import { holdOn } from "../govern/retention.ts";
import { MAX_COMMIT_ATTEMPTS, MAX_ERASED_PER_EVENT, MAX_ORIGINS_LISTED } from "../limits.ts";
import { eachPage } from "../log/pages.ts";
import { ask, type Steps } from "../log/steps.ts";
import { dated, type Figures, storedFigures } from "../log/summary.ts";
import { badArgument, fieldsOf, parseFlag } from "../model/arguments.ts";
import { EVENT_VERSION, type MemoryEvent } from "../model/event.ts";
import { namesIn, type Origin, type OtherOrigin, originKey, parseOrigin } from "../model/origin.ts";
import { isOriginStream } from "../model/stream.ts";
import { checkManages } from "../write/change-gate.ts";
import { byHand } from "./change.ts";
import { onHold } from "./erase.ts";
import type { Memory } from "./memory.ts";

/** Whose memories `origins` lists. */
export interface OriginsOptions {
  /** The page after this origin. */
  readonly after?: Origin | undefined;
  /** Only origins with a name that contains this text, in capitals or not. */
  readonly match?: string | undefined;
  /** At most so many. Default 100, at most 1,000. */
  readonly limit?: number | undefined;
}

/** Whose memory it is, and how much is in it. */
export interface OriginFigures extends Partial<Figures> {
  readonly origin: Origin;
  /** The code of the error that kept its figures from being read. */
  readonly trouble?: string;
}

/** A page of the memories of a workspace. */
export interface OriginsPage {
  /** The owner first, then in the order of their names. */
  readonly origins: readonly OriginFigures[];
  /** How many there are on all pages. */
  readonly total: number;
  /** If there are more: ask for those after this one. */
  readonly next?: Origin;
}

const PAGE = 100;

/** Whose memories the workspace holds, page by page, with how much is in each. */
export function* origins(memory: Memory, options: OriginsOptions = {}): Steps<OriginsPage> {
  checkHost(memory, "list origins");
  const { after, match, limit } = parseOptions(options);
  const all = (yield* ask(memory.engine.store.list())).filter(isOriginStream);
  const found = all
    .filter((origin) => match === undefined || isMatch(origin, match))
    .map((origin) => ({ origin, key: orderOf(origin) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const from = after === undefined ? 0 : found.findIndex(({ key }) => key > orderOf(after));
  const page = from < 0 ? [] : found.slice(from, from + limit);
  const listed: OriginFigures[] = [];
  for (const { origin } of page) listed.push(yield* figuresOr(memory, origin));
  const last = page.at(-1)?.origin;
  const isMore = from >= 0 && from + limit < found.length;
  return { origins: listed, total: found.length, ...(isMore && last !== undefined ? { next: last } : {}) };
}

function parseOptions(options: OriginsOptions) {
  const given = fieldsOf(options, new Set(["after", "match", "limit"]), "origins") as OriginsOptions;
  const { after, match, limit = PAGE } = given;
  if (match !== undefined && typeof match !== "string") throw badArgument("match must be a text");
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MAX_ORIGINS_LISTED)
    throw badArgument(`limit must be a whole number from 1 to ${MAX_ORIGINS_LISTED}`);
  return {
    after: after === undefined ? undefined : parseOrigin(after),
    match: match?.toLowerCase(),
    limit,
  };
}

/** The owner sorts first. */
function orderOf(origin: Origin): string {
  return origin === "owner" ? "" : originKey(origin);
}

function isMatch(origin: Origin, text: string): boolean {
  const names = origin === "owner" ? [origin] : namesIn(origin);
  return names.some((name) => name.toLowerCase().includes(text));
}

/** One damaged log must not hide the others. */
function* figuresOr(memory: Memory, origin: Origin): Steps<OriginFigures> {
  try {
    return { origin, ...(yield* figuresOf(memory, origin)) };
  } catch (error) {
    if (!isTidelineError(error)) throw error;
    return { origin, trouble: error.code };
  }
}

function* figuresOf({ engine }: Memory, origin: Origin): Steps<Figures> {
  const { store } = engine;
  const open = engine.opened(origin);
  const known = open?.known;
  if (open === undefined || known === undefined) return yield* storedFigures(store, origin);
  // A verb of that origin may be at work on what is in memory, so this only looks at it.
  const { events } = yield* ask(store.read(origin, known.head.seq, 1));
  if (events.length > 0) return yield* storedFigures(store, origin);
  return yield* dated(store, origin, open.summary.figuresOf(known));
}

/** What forgetting an origin takes, or would take. */
export interface ForgottenOrigin extends Figures {
  readonly preview: boolean;
  readonly origin: Origin;
  /** The ids of the tokens for this origin. They are revoked. */
  readonly tokens: readonly string[];
}

const WHY = { rule: "origin-forgotten" } as const;

/**
 * Erases everything of an origin: facts, log, snapshots, its name, and the tokens that opened it. What is left is a
 * keyed digest in the workspace's log, and how many facts there were.
 */
export function* forgetOrigin(
  memory: Memory,
  origin: OtherOrigin,
  options: { readonly preview?: boolean | undefined } = {},
): Steps<ForgottenOrigin> {
  const { preview: given } = fieldsOf(options, new Set(["preview"]), "forgetOrigin");
  const preview = given !== undefined && parseFlag(given, "preview");
  checkHost(memory, "forget an origin");
  checkManages(memory.speaker, "forget an origin");
  const whose = parseOrigin(origin);
  if (whose === "owner")
    throw badArgument(
      "The owner's own memory goes with the workspace: purge its facts, or remove the workspace's folder",
    );
  if (!preview) yield* refuseHeldOrigin(memory, whose);
  const plan = yield* planForgetting(memory, whose);
  const { figures, tokens, seqs } = plan;
  const forgotten: ForgottenOrigin = { preview, origin: whose, ...figures, tokens };
  if (!preview && (figures.events > 0 || seqs.length > 0)) yield* dropOrigin(memory, whose, plan);
  return forgotten;
}

/** What there is of an origin. */
export interface ForgettingPlan extends Pick<TokensOfOrigin, "tokens" | "seqs"> {
  readonly figures: Figures;
}

export function* planForgetting(memory: Memory, whose: OtherOrigin): Steps<ForgettingPlan> {
  const figures = yield* figuresOf(memory, whose);
  const { tokens, seqs } = yield* tokensOf(memory, whose);
  return { figures, tokens, seqs };
}

/** First the ways in, then what they lead to. The trace comes last: it must not claim what did not happen. */
export function* dropOrigin(memory: Memory, whose: OtherOrigin, { figures }: ForgettingPlan): Steps<void> {
  const { engine } = memory;
  yield* revoke(memory, whose);
  engine.forget(whose);
  yield* ask(engine.store.drop(whose, "all"));
  const { digest } = yield* engine.rules();
  yield* appendToWorkspace(memory, () => [
    {
      ...{ type: "origin-erased", v: EVENT_VERSION, at: engine.now(), by: byHand(memory), why: WHY },
      ...{ origin: digest(`erased ${originKey(whose)}`), facts: figures.facts },
    },
  ]);
}

/** A hold that names the origin, or describes a fact in it. */
export function* refuseHeldOrigin({ engine }: Memory, whose: Origin): Steps<void> {
  const retention = yield* engine.retention();
  if (retention.holds.size === 0) return;
  const key = originKey(whose);
  for (const hold of retention.holds.values())
    if (hold.origin === key && hold.facts === undefined) throw onHold("Something of this origin", hold);
  const { facts } = yield* engine.open(whose).replica.catchUp();
  for (const fact of facts.values()) {
    const hold = holdOn(fact, key, retention);
    if (hold !== undefined) throw onHold(`The fact ${fact.id} of this origin`, hold);
  }
}

interface TokensOfOrigin {
  /** The ids of those that are valid. */
  readonly tokens: readonly string[];
  /** The events whose bodies name the origin. */
  readonly seqs: readonly number[];
  /** How far the workspace's log was read. */
  readonly end: number;
}

function* tokensOf({ engine: { store } }: Memory, origin: Origin): Steps<TokensOfOrigin> {
  const tokens = new Set<string>();
  const seqs: number[] = [];
  let end = 0;
  const read = (seq: number) => store.read("workspace", seq);
  yield* eachPage(read, 0, ({ events }) => {
    for (const { seq, event } of events) {
      end = seq;
      if (event.type === "token-revoked") tokens.delete(event.token);
      if (
        (event.type === "retention-set" || event.type === "hold-placed") &&
        event.body?.origin === originKey(origin)
      )
        seqs.push(seq);
      if (event.type !== "token-created" || event.body === undefined) continue;
      if (originKey(parseOrigin(JSON.parse(event.body.origin))) !== originKey(origin)) continue;
      tokens.add(event.token);
      seqs.push(seq);
    }
  });
  return { tokens: [...tokens], seqs, end };
}

/** Revokes the tokens of the origin and erases what names it in the workspace's log. */
function* revoke(memory: Memory, origin: Origin): Steps<void> {
  const { store } = memory.engine;
  const common = { v: EVENT_VERSION, at: memory.engine.now(), by: byHand(memory), why: WHY } as const;
  yield* appendToWorkspace(
    memory,
    ({ tokens }) => tokens.map((token) => ({ type: "token-revoked", ...common, token })),
    origin,
  );
  for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
    const { seqs, end } = yield* tokensOf(memory, origin);
    if (seqs.length === 0) return;
    const erases = seqs.slice(0, MAX_ERASED_PER_EVENT);
    try {
      yield* ask(store.erase("workspace", end, { type: "erased", ...common, erases }));
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
  }
  throw tooBusy();
}

/** Appends to the workspace's log; again where somebody else was faster. `about`: the origin whose tokens matter. */
function* appendToWorkspace(
  memory: Memory,
  decide: (known: TokensOfOrigin) => readonly MemoryEvent[],
  about: Origin = "owner",
): Steps<void> {
  for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
    const known = yield* tokensOf(memory, about);
    const events = decide(known);
    if (events.length === 0) return;
    try {
      yield* ask(memory.engine.store.append("workspace", known.end, events));
      return;
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
  }
  throw tooBusy();
}

function tooBusy(): TidelineError {
  return new TidelineError("stream-moved", "Other processes kept changing the workspace. Try again later.");
}

export function checkHost({ mayActForOthers }: Memory, what: string): void {
  if (mayActForOthers) return;
  throw new TidelineError("not-allowed", `Only a handle that the host opened for the owner can ${what}.`);
}

/**
 * How is something erased so that copies made before cannot be read either? Its keys are destroyed, in the workspace and,
 * with the vault's key, in every copy.
 *
 *   begun     the workspace's log says what is about to go
 *   owed      the file of keys says that the vault's key must be replaced; if that is cut off, the next opening does it
 *   erased    as by a purge, and the keys of the words with it
 *   replaced  the vault's key: from now on nobody can open a copy of the file of keys from before
 *   ended     only now the log says that it is done, which is the certificate
 *
 * Asked for again, a shred that was cut off is finished under its own id. Replacing the vault's key concerns the whole
 * workspace and every copy of it, so only its owner in person may shred. What is not sealed, or sealed with a key that
 * cannot be destroyed, is purged, and the answer says so: there is no certificate for that.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import { rangesOf, type SeqRange, type Shred, type ShredCertificate } from "../govern/certificate.ts";
import type { PurgedFact, SparedFact } from "../govern/purge.ts";
import { MAX_COMMIT_ATTEMPTS, MAX_RANGES_PER_EVENT } from "../limits.ts";
import type { State } from "../log/fold.ts";
import { eachPage, readPage } from "../log/pages.ts";
import { ask, type Steps } from "../log/steps.ts";
import { badArgument, fieldsOf, maybe, parseFlag, parseName } from "../model/arguments.ts";
import { EVENT_VERSION, type EventOf, type MemoryEvent, type Why } from "../model/event.ts";
import { type Origin, type OtherOrigin, originKey, parseOrigin } from "../model/origin.ts";
import { inboxOf, type Stream } from "../model/stream.ts";
import { type Head, NO_HEAD, type StorageKeys } from "../ports/storage.ts";
import { checkPerson } from "../write/change-gate.ts";
import { isGone, keysOf, readShreds } from "./certificates.ts";
import { byHand, noSuchFact } from "./change.ts";
import { type Asked, carryOut, type Erasing, erasureOf, refuseHeld } from "./erase.ts";
import type { PurgeResult } from "./govern.ts";
import { type Memory, memoryOf } from "./memory.ts";
import { checkHost, dropOrigin, planForgetting, refuseHeldOrigin } from "./origins.ts";
import { factsQuoting } from "./turns-of.ts";

/** What is to be shredded: a fact or a turn, in the owner's memory or another; or everything of an origin. */
export interface ShredTarget {
  readonly id?: string | undefined;
  readonly origin?: Origin | undefined;
  /** Instead of an id. Nobody shreds a whole origin because an id is missing. */
  readonly everything?: boolean | undefined;
}

/** A fact, with its words or without. */
type Wordless<F extends { readonly content: string }> = Omit<F, "content"> & {
  readonly content?: string | undefined;
};

/** What a shred took, or would take. */
export interface ShredResult extends Pick<PurgeResult, "preview" | "turns"> {
  /** As in a purge. The words are shown in a preview only: an answer that is kept must not hold what was erased. */
  readonly facts: readonly Wordless<PurgedFact>[];
  readonly cleared: readonly Wordless<SparedFact>[];
  readonly kept: readonly Wordless<SparedFact>[];
  /** How many facts went with the whole origin. */
  readonly whole?: number | undefined;
  /** Are keys destroyed, so that copies from before cannot be read either? Otherwise it is a purge, and `note` says why. */
  readonly destroysKeys: boolean;
  readonly note: string;
  /** Given only for what is truly destroyed. */
  readonly certificate?: ShredCertificate | undefined;
}

type Shredded = EventOf<"shredded">;
/** What every event of one shred says. */
type Matter = Pick<Shredded, "shred" | "what" | "keys" | "vaultKey" | "asked" | "digest">;

const NOTHING = { facts: [], cleared: [], kept: [], turns: [] } as const;

/**
 * Erases a fact, a turn or everything of an origin and destroys the keys, so that nobody can read copies made before.
 * All such copies of the workspace become unreadable as a whole.
 */
export function* shred(
  memory: Memory,
  what: string | ShredTarget,
  options: { readonly preview?: boolean | undefined } = {},
): Steps<ShredResult> {
  const given = fieldsOf(options, new Set(["preview"]), "shred");
  const preview = maybe(given, "preview", parseFlag) ?? false;
  checkHost(memory, "shred");
  checkPerson(memory.speaker, "shred");
  const { id, origin } = parseTarget(what);
  if (id === undefined) return yield* shredOrigin(memory, origin as OtherOrigin, preview);
  const whose = origin === undefined || origin === "owner" ? memory : memoryOf(memory, origin, {});
  return yield* shredWords(memory, whose, id, preview);
}

function parseTarget(what: string | ShredTarget): ShredTarget {
  if (typeof what === "string") return { id: parseName(what, "id") };
  const given = fieldsOf(what, new Set(["id", "origin", "everything"]), "shred", "an id, or { id, origin }");
  const id = maybe(given, "id", parseName);
  const origin = maybe(given, "origin", parseOrigin);
  const isWhole = maybe(given, "everything", parseFlag) ?? false;
  if (isWhole === (id !== undefined))
    throw badArgument("shred needs either the id of a fact or a turn, or everything with an origin");
  if (isWhole && (origin === undefined || origin === "owner"))
    throw badArgument(
      "everything needs an origin other than the owner's own, which goes with the workspace and its key",
    );
  return { id, origin };
}

function* shredWords(memory: Memory, whose: Memory, id: string, preview: boolean): Steps<ShredResult> {
  const state = yield* whose.open.replica.catchUp();
  const asked = yield* askedFor(whose, state, id);
  const what = asked.turns.length > 0 ? "turn" : "fact";
  return yield* shredAsked(memory, whose, asked, { what, asked: id }, preview);
}

/** What a shred is about: `asked` or `digest` recognises it when it is asked for again. */
type About = Pick<Shredded, "what" | "asked" | "digest">;

/** Shreds these facts and turns, with what goes along. `memory`: the host's own. */
export function* shredAsked(
  memory: Memory,
  whose: Memory,
  asked: Asked,
  about: About,
  preview: boolean,
): Steps<ShredResult> {
  const state = yield* whose.open.replica.catchUp();
  const work = yield* erasureOf(whose, state, asked);
  yield* refuseHeld(whose, state, work);
  const { reasons: _, ...plan } = work;
  const { keys, note } = meansOf(memory);
  const said = { preview, destroysKeys: keys !== undefined, note };
  if (preview) return { ...said, ...plan };
  const told = { ...said, ...withoutWords(plan) };
  if (keys === undefined) {
    yield* carryOut(whose, state, work, { rule: "purge" });
    return told;
  }
  const { shreds } = yield* readShreds(memory.engine.store);
  const id = keys.idOf(whose.origin);
  const known = shreds.filter(({ begun }) => isAbout(begun, about) && begun.keys === id);
  const isThere = work.facts.length > 0 || work.turns.some((turn) => isLeft(whose, turn));
  const unfinished = known.find((one) => one.certificate === undefined);
  const done = known.findLast((one) => one.certificate !== undefined)?.certificate;
  if (!isThere && unfinished === undefined && (done !== undefined || about.asked === undefined))
    return done === undefined ? told : { ...told, certificate: done };
  const { begun } = unfinished ?? (yield* begin(memory, keys, whose, about));
  yield* destroyWords(keys, whose, state, work, begun.shred);
  const gone = yield* goneWith(whose, begun.shred, about.asked);
  return { ...told, certificate: yield* end(memory, keys, begun, gone) };
}

function withoutWords({ facts, cleared, kept, turns }: Omit<Erasing, "reasons">) {
  const bare = <F extends { readonly content: string }>(all: readonly F[]) =>
    all.map(({ content: _, ...one }) => one);
  return { facts: bare(facts), cleared: bare(cleared), kept: bare(kept), turns };
}

function isAbout(begun: Shredded, { asked, digest }: About): boolean {
  return begun.what !== "origin" && begun.asked === asked && begun.digest === digest;
}

function isLeft({ open }: Memory, turn: string): boolean {
  return open.inbox.turn(turn)?.gone === false;
}

/** `owe` comes first: from here on the vault's key will be replaced, here or at the next opening. */
function* destroyWords(
  keys: StorageKeys,
  whose: Memory,
  state: State,
  work: Erasing,
  shred: string,
): Steps<void> {
  keys.owe();
  const why: Why = { rule: "shred", pass: shred };
  yield* carryOut(whose, state, work, why);
}

/** Also what was erased before: its keys are gone here, and may be in copies. */
function* askedFor(whose: Memory, state: State, id: string): Steps<Asked> {
  if (state.facts.has(id) || state.tombstones.has(id)) return { facts: [id], turns: [] };
  yield* whose.open.inbox.catchUp();
  const facts = factsQuoting(state, id);
  if (whose.open.inbox.turn(id) === undefined && facts.length === 0) throw noSuchFact(id);
  return { facts, turns: [id] };
}

/** What is gone, as the certificate says it. */
interface Gone extends Pick<Shredded, "log" | "inbox" | "facts" | "turns"> {
  readonly heads: Pick<Shredded, "logHead" | "inboxHead">;
}

/**
 * What the logs say was erased by this shred; or, of what had been erased before, together with what was asked for.
 */
function* goneWith(whose: Memory, shred: string, asked: string | undefined): Steps<Gone> {
  const { origin } = whose;
  yield* whose.open.inbox.catchUp();
  const turn = asked === undefined ? undefined : whose.open.inbox.turn(asked)?.seq;
  const log = yield* erasedIn(
    whose,
    origin,
    ({ why, facts = [] }) => why?.pass === shred || (asked !== undefined && facts.includes(asked)),
  );
  const inbox = yield* erasedIn(
    whose,
    inboxOf(origin),
    ({ why, erases }) => why?.pass === shred || (turn !== undefined && erases.includes(turn)),
  );
  return {
    ...{ log: rangesOf(log.seqs), inbox: rangesOf(inbox.seqs), facts: log.facts, turns: inbox.seqs.length },
    heads: { logHead: pairOf(log.head), inboxHead: pairOf(inbox.head) },
  };
}

/** The texts that these erasures took, how many facts went with them, and the end of the stream. */
function* erasedIn({ engine }: Memory, stream: Stream, isMeant: (event: EventOf<"erased">) => boolean) {
  const seqs: number[] = [];
  const facts = new Set<string>();
  let head: Head = NO_HEAD;
  yield* eachPage(
    (seq) => readPage(engine.store, stream, seq),
    0,
    ({ events }) => {
      for (const { seq, hash, event } of events) {
        head = { seq, hash };
        if (event.type !== "erased" || !isMeant(event)) continue;
        seqs.push(...event.erases);
        for (const id of event.facts ?? []) facts.add(id);
      }
    },
  );
  return { seqs, facts: facts.size, head };
}

/** Shreds everything of an origin. `memory`: the host's own. */
export function* shredOrigin(memory: Memory, whose: OtherOrigin, preview: boolean): Steps<ShredResult> {
  const { engine } = memory;
  const plan = yield* planForgetting(memory, whose);
  const { keys, note } = meansOf(memory);
  const told = { ...NOTHING, preview, destroysKeys: keys !== undefined, note, whole: plan.figures.facts };
  if (preview) return told;
  yield* refuseHeldOrigin(memory, whose);
  if (keys === undefined) {
    yield* dropOrigin(memory, whose, plan);
    return told;
  }
  const digest = (yield* engine.rules()).digest(`erased ${originKey(whose)}`);
  const { shreds } = yield* readShreds(engine.store);
  const about = shreds.filter(({ begun }) => begun.what === "origin" && begun.digest === digest);
  const id = keys.idOf(whose);
  const matter =
    id === ""
      ? about.at(-1)
      : (about.find(({ begun }) => begun.keys === id) ??
        (yield* begin(memory, keys, memoryOf(memory, whose, {}), { what: "origin", digest })));
  if (matter === undefined) {
    if (plan.seqs.length > 0) yield* dropOrigin(memory, whose, plan);
    return told;
  }
  if (matter.certificate !== undefined) return { ...told, certificate: matter.certificate };
  keys.owe();
  if (plan.figures.events > 0 || plan.seqs.length > 0 || id !== "") yield* dropOrigin(memory, whose, plan);
  return { ...told, certificate: yield* end(memory, keys, matter.begun, wholeOf(matter.begun)) };
}

function wholeOf({ facts, turns, logHead, inboxHead }: Shredded): Gone {
  return { facts, turns, heads: { logHead, inboxHead } };
}

/** The keys, if they can be destroyed, and what a person must know. */
function meansOf({ engine }: Memory): { readonly keys: StorageKeys | undefined; readonly note: string } {
  const keys = keysOf(engine.store);
  if (keys === undefined)
    return {
      keys,
      note: "This workspace is not sealed, so there are no keys to destroy: this is a purge. The words are erased here, and copies made before still hold them. tideline seal encrypts a folder.",
    };
  if (!keys.status().destroys)
    return {
      keys: undefined,
      note: `The vault of this workspace (${keys.status().vault}) cannot destroy a key, so this is a purge. The words and their keys are erased here, and copies made before can be read by whoever has the vault's key.`,
    };
  const { plainUntil } = keys.status();
  const plain =
    plainUntil === undefined
      ? ""
      : ` Words of this workspace were plain text until ${new Date(plainUntil).toISOString()}: copies from before then still hold those.`;
  return {
    keys,
    note: `Every copy of this workspace made before becomes unreadable as a whole, unless somebody kept a copy of the vault's old key: make a new backup.${plain}`,
  };
}

/** Notes what is about to go, before anything does. */
function* begin(memory: Memory, keys: StorageKeys, whose: Memory, about: About): Steps<Shred> {
  const { engine } = memory;
  const state = yield* whose.open.replica.catchUp();
  yield* whose.open.inbox.catchUp();
  const { inbox } = whose.open;
  const matter: Matter = {
    shred: engine.newId(memory.open, engine.now()),
    ...{ keys: keys.idOf(whose.origin), vaultKey: keys.status().key, ...about },
  };
  const whole = {
    ...{ logHead: pairOf(state.head), inboxHead: pairOf(inbox.end) },
    ...{ facts: state.facts.size, turns: [...inbox.all()].length },
  };
  const event: Shredded = {
    ...stampOf(memory),
    ...matter,
    phase: "begun",
    ...(about.what === "origin" ? whole : {}),
  };
  yield* append(memory, [event]);
  return { begun: event, certificate: undefined };
}

/** Destroys the vault's old key, and says so once nothing speaks against it. */
function* end(memory: Memory, keys: StorageKeys, begun: Shredded, gone: Gone): Steps<ShredCertificate> {
  const { shred, what, keys: id, vaultKey, asked, digest } = begun;
  if (keys.status().due || keys.status().key === vaultKey) keys.replace();
  const { key: nextKey, vault, plainUntil } = keys.status();
  const { heads, log = [], inbox = [], ...figures } = gone;
  const common: Shredded = {
    ...stampOf(memory),
    ...{ phase: "ended", shred, what, keys: id, vaultKey, nextKey, vault },
    ...(asked === undefined ? {} : { asked }),
    ...(digest === undefined ? {} : { digest }),
    ...(plainUntil === undefined ? {} : { plainUntil }),
    ...heads,
    ...figures,
  };
  const events: Shredded[] = [];
  for (let at = 0; at === 0 || at < Math.max(log.length, inbox.length); at += MAX_RANGES_PER_EVENT) {
    const part = (all: readonly SeqRange[]) => all.slice(at, at + MAX_RANGES_PER_EVENT);
    const ranges = what === "origin" ? {} : { log: part(log), inbox: part(inbox) };
    events.push({ ...common, ...ranges });
  }
  events.push({ ...(events.pop() as Shredded), final: true });
  refuseUndestroyed(keys, id, vaultKey, what === "origin" ? undefined : { log, inbox });
  yield* append(memory, events);
  const { shreds } = yield* readShreds(memory.engine.store);
  return shreds.find(({ begun: one }) => one.shred === shred)?.certificate as ShredCertificate;
}

/** Nothing is certified that is not so. */
function refuseUndestroyed(
  keys: StorageKeys,
  id: string,
  vaultKey: string,
  ranges: { readonly log: readonly SeqRange[]; readonly inbox: readonly SeqRange[] } | undefined,
): void {
  const { log = "all", inbox = "all" } = ranges ?? {};
  const areLeft = (["log", "inbox"] as const).some((side) => !isGone(keys, { id, log, inbox }, side));
  if (!areLeft && !keys.isHeld(vaultKey)) return;
  throw new TidelineError(
    "not-destroyed",
    areLeft
      ? "There is no certificate: some of these words were erased before the workspace was sealed, so copies from then hold them as plain text."
      : `There is no certificate: the vault still has the key ${vaultKey}, which it was told to destroy. The words are erased; have the vault destroy that key, and shred again.`,
    { key: vaultKey },
  );
}

function* append({ engine: { store } }: Memory, events: readonly MemoryEvent[]): Steps<void> {
  for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
    const { end } = yield* readShreds(store);
    try {
      yield* ask(store.append("workspace", end, events));
      return;
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
  }
  throw new TidelineError("stream-moved", "Other processes kept changing the workspace. Try again later.");
}

function stampOf(memory: Memory) {
  const common = { v: EVENT_VERSION, at: memory.engine.now(), by: byHand(memory) } as const;
  return { type: "shredded", ...common, why: { rule: "shred" } } as const;
}

function pairOf({ seq, hash }: Head): readonly [number, string] {
  return [seq, hash];
}

/** How is memory purged, exported and imported, and is it intact? */

import { TidelineError } from "../errors.ts";
import type { ShredCertificate } from "../govern/certificate.ts";
import { exportedEvent, exportOf, failed, parseExport } from "../govern/export.ts";
import { quarantinesFor } from "../govern/import-scan.ts";
import { eventsWithout, factsWithSecrets, markedFor } from "../govern/import-secrets.ts";
import type { PurgePlan } from "../govern/purge.ts";
import { nameKey } from "../indexes/keys.ts";
import type { State } from "../log/fold.ts";
import { eachPage } from "../log/pages.ts";
import type { Settings } from "../log/settings.ts";
import { ask, type Steps } from "../log/steps.ts";
import { badArgument, fieldsOf, parseFlag, parseListener, parseName } from "../model/arguments.ts";
import type { MemoryEvent } from "../model/event.ts";
import { inboxOf, marksOf } from "../model/stream.ts";
import type { OnProgress } from "../ports/progress.ts";
import { type Head, NO_HEAD, type VerifyOptions, type VerifyReport } from "../ports/storage.ts";
import { checkManages, checkPerson } from "../write/change-gate.ts";
import { type CertificateCheck, checkCertificate } from "./certificates.ts";
import { noSuchFact, stamp } from "./change.ts";
import { carryOut, erasureOf, readerOf, refuseHeld } from "./erase.ts";
import { isOwner, type Memory } from "./memory.ts";
import { declareSlots, readSettings } from "./settings.ts";
import { factsQuoting } from "./turns-of.ts";

/** What a purge takes, or would take. */
export interface PurgeResult extends Omit<PurgePlan, "reasons"> {
  readonly preview: boolean;
  /** Turns in the inbox whose words go too. */
  readonly turns: readonly string[];
}

/** Whether the log is intact, and what is wrong if it is not. */
export interface VerifyResult {
  readonly ok: boolean;
  readonly head: Head;
  readonly facts: VerifyReport;
  readonly marks: VerifyReport;
  readonly inbox: VerifyReport;
  /** Whether the certificate is true that was given. */
  readonly certificate?: CertificateCheck | undefined;
}

/** What a memory is checked against. */
export interface VerifyMemoryOptions extends VerifyOptions {
  /** A certificate of a shred: are its keys destroyed? For the owner's memory. */
  readonly certificate?: ShredCertificate | undefined;
}

/** How a memory is exported. */
export interface ExportOptions {
  /** Called with the number of events written, and of all events. */
  readonly onProgress?: ((written: number, events: number) => void) | undefined;
}

/** How an export is read in. */
export interface ImportOptions {
  /** Called with the progress: lines read, then events to write, then events indexed. */
  readonly onProgress?: OnProgress | undefined;
}

/** How many events are read between two rests. */
const EXPORTED_AT_ONCE = 256;

const PURGE = { rule: "purge" } as const;

/**
 * Erases the text for good, with what was derived from it or quotes it. `id`: of a fact, or of a turn in the inbox; with a
 * turn go the facts that quote it.
 */
export function* purge(
  memory: Memory,
  id: string,
  options: { readonly preview?: boolean | undefined } = {},
): Steps<PurgeResult> {
  const given = fieldsOf(options, new Set(["preview"]), "purge");
  const isPreview = given.preview !== undefined && parseFlag(given.preview, "preview");
  checkManages(memory.speaker, "purge");
  const state = yield* memory.open.replica.catchUp();
  const asked = yield* askedFor(memory, state, parseName(id, "id"));
  const work = yield* erasureOf(memory, state, asked);
  yield* refuseHeld(memory, state, work);
  if (!isPreview) yield* carryOut(memory, state, work, PURGE);
  const { reasons: _, ...plan } = work;
  return { preview: isPreview, ...plan };
}

/** The facts that are asked for by their own id or by the id of a turn that they quote. */
function* askedFor(
  memory: Memory,
  state: State,
  id: string,
): Steps<{ readonly facts: readonly string[]; readonly turns: readonly string[] }> {
  if (state.facts.has(id)) return { facts: [id], turns: [] };
  yield* memory.open.inbox.catchUp();
  const facts = factsQuoting(state, id);
  if (memory.open.inbox.turn(id) === undefined && facts.length === 0) throw noSuchFact(id);
  return { facts, turns: [id] };
}

/** JSON Lines that a fresh workspace can import. */
export function* exportText(memory: Memory, options: ExportOptions = {}): Steps<string> {
  const { onProgress } = fieldsOf(options, new Set(["onProgress"]), "export") as ExportOptions;
  if (onProgress !== undefined) parseListener(onProgress);
  const state = yield* memory.open.replica.catchUp();
  const isErased = (fact: string) => !state.facts.has(fact);
  const events: MemoryEvent[] = [];
  yield* eachPage(readerOf(memory, EXPORTED_AT_ONCE), 0, (page) => {
    for (const recorded of page.events) {
      const event = exportedEvent(recorded, isErased);
      if (event !== undefined) events.push(event);
    }
    onProgress?.(page.events.at(-1)?.seq ?? 0, state.head.seq);
  });
  const settings = yield* readSettings(memory.engine.store);
  const multiValued = slotsOf(memory, state, settings);
  const secret = memory.engine.secretOf(settings, memory.origin);
  // Uses that wait to be written are not included; they do not count in rankings yet either.
  return yield* exportOf(
    { origin: memory.origin, at: memory.engine.now(), multiValued, secret },
    events,
    state,
  );
}

/**
 * Attributes that hold several values. The owner's export has all of the workspace's; other origins', those they use.
 */
function slotsOf(memory: Memory, state: State, { multiValued }: Settings): readonly string[] {
  if (multiValued.size === 0 || isOwner(memory)) return [...multiValued];
  const used = new Set<string>();
  for (const { slot } of state.facts.values()) if (slot !== undefined) used.add(nameKey(slot.attribute));
  return [...multiValued].filter((attribute) => used.has(nameKey(attribute)));
}

/** What was read in, and what was left out. */
export interface ImportResult {
  readonly events: number;
  readonly facts: number;
  /** What was left out, or cannot be known. */
  readonly notices: readonly string[];
}

/**
 * Imports an export into an empty origin: all of it or nothing, except for facts with a credential in a workspace that
 * refuses credentials. The notices say how many were left out.
 */
export function* importText(memory: Memory, text: string, options: ImportOptions = {}): Steps<ImportResult> {
  if (typeof text !== "string") throw badArgument("import needs the text of an export");
  const { onProgress } = fieldsOf(options, new Set(["onProgress"]), "import") as ImportOptions;
  if (onProgress !== undefined) parseListener(onProgress);
  checkPerson(memory.speaker, "import a memory");
  const { events: given, multiValued, notices } = yield* parseExport(text, memory.origin, onProgress);
  const { events, marked, said: aboutSecrets } = yield* withoutSecrets(memory, given);
  checkEmpty(yield* memory.open.replica.catchUp());
  const undeclared = yield* declareFor(memory, multiValued);
  onProgress?.(0, events.length, "events to write");
  const held = yield* quarantinesFor(events, (yield* memory.engine.rules()).scan, stamp(memory));
  const { state } = yield* memory.open.replica.commit(
    (now) => {
      checkEmpty(now);
      return [...events, ...held, ...marked];
    },
    (left) => onProgress?.(events.length - left, events.length, "events indexed"),
  );
  const said =
    held.length === 0
      ? []
      : [
          `${held.length} of these facts look like an attack and are quarantined until you have looked at them.`,
        ];
  return {
    events: events.length,
    facts: state.facts.size,
    notices: [...notices, ...undeclared, ...said, ...aboutSecrets],
  };
}

/** What may be imported, according to how this workspace treats credentials. */
function* withoutSecrets(memory: Memory, events: readonly MemoryEvent[]) {
  const { secrets: mode } = memory.engine.options;
  const found = mode === "allow" ? new Set<string>() : yield* factsWithSecrets(events);
  if (found.size === 0) return { events, marked: [], said: [] };
  const one = found.size === 1;
  if (mode === "refuse")
    return {
      events: eventsWithout(events, found),
      marked: [],
      said: [
        `${found.size} of these facts ${one ? "holds" : "hold"} a credential, and ${one ? "was" : "were"} left out. To have ${one ? "it" : "them"} too, import into a new folder in which credentials are stored: open it with secrets: "mark", or run tideline --dir <new folder> config secrets mark, then tideline --dir <new folder> import <file>`,
      ],
    };
  return {
    events,
    marked: markedFor(found, stamp(memory)),
    said: [
      `${found.size} of these facts ${one ? "holds" : "hold"} a credential: ${one ? "it is" : "they are"} listed for review, and shown in no block.`,
    ],
  };
}

function checkEmpty({ head }: State): void {
  if (head.seq > 0)
    throw failed(
      'this origin is not empty, and an import goes into an empty one. Choose a new folder (at a terminal: tideline --dir <new folder> import <file>) or an origin without facts; or bring the facts in as hearsay, met with those that are here, with importFrom("tideline", …), which is tideline import --from tideline <file>',
    );
}

/**
 * Declares attributes that hold several values. They apply to the whole workspace, so only the owner's import declares
 * them; an import into another origin only gives a notice.
 */
function* declareFor(memory: Memory, multiValued: readonly string[]): Steps<readonly string[]> {
  const { store } = memory.engine;
  const settings = yield* readSettings(store);
  const known = new Set([...settings.multiValued].map(nameKey));
  const missing = multiValued.filter((attribute) => !known.has(nameKey(attribute)));
  if (missing.length === 0) return [];
  if (isOwner(memory)) {
    yield* declareSlots(store, missing, memory.engine.now());
    return [];
  }
  const names = missing.map((one) => JSON.stringify(one)).join(", ");
  return [
    `Where this comes from, slots held several values of ${names}; here they hold one. Open the workspace with multiValued to change that.`,
  ];
}

/**
 * Checks the log against its hash chain, and against a head that was noted; and whether a certificate of a shred is true.
 */
export function* verify(memory: Memory, given: VerifyMemoryOptions = {}): Steps<VerifyResult> {
  const options = fieldsOf(
    given,
    new Set(["head", "certificate", "onProgress"]),
    "verify",
  ) as VerifyMemoryOptions;
  if (options.onProgress !== undefined) parseListener(options.onProgress);
  if (options.head !== undefined) checkHead(options.head);
  const { certificate: claimed, ...checks } = options;
  const facts = yield* ask(memory.engine.store.verify(memory.origin, checks));
  const marks = yield* ask(memory.engine.store.verify(marksOf(memory.origin)));
  const inbox = yield* ask(memory.engine.store.verify(inboxOf(memory.origin)));
  const ok = facts.ok && marks.ok && inbox.ok;
  if (claimed === undefined) return { ok, head: facts.head, facts, marks, inbox };
  const certificate = yield* certified(memory, claimed);
  return { ok: ok && certificate.ok, head: facts.head, facts, marks, inbox, certificate };
}

/** A shred concerns the whole workspace. */
function* certified(memory: Memory, claimed: ShredCertificate): Steps<CertificateCheck> {
  if (!isOwner(memory))
    throw new TidelineError("not-allowed", "Only the owner's own memory can check a certificate.");
  return yield* checkCertificate(memory.engine.store, claimed);
}

/** SHA-256 in base64url. */
const CHAIN_HASH = /^[\w-]{43}$/;

/** A malformed head is a mistake of the caller. Compared with the log, it would look like a log that was rewritten. */
function checkHead(head: unknown): void {
  const { seq, hash } = fieldsOf(head, new Set(["seq", "hash"]), "verify's head");
  if (!Number.isSafeInteger(seq) || (seq as number) < 0 || typeof hash !== "string")
    throw badArgument("head must be { seq, hash }, as verify() returned it");
  if (!CHAIN_HASH.test(hash) && !(seq === NO_HEAD.seq && hash === NO_HEAD.hash))
    throw badArgument("hash must be the hash of a head as verify returned it: 43 letters, digits, - or _");
}

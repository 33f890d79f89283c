/**
 * How does memory go, leave and come in, and is it whole?
 */
import { forget } from "../engine/mind.ts";
import { exportHeader, exportLine, failed, parseExport } from "../govern/export.ts";
import { type PurgedFact, purgeSet } from "../govern/purge.ts";
import { MAX_ERASED_PER_EVENT } from "../limits.ts";
import { ask, type Steps } from "../log/steps.ts";
import { marksOf } from "../model/stream.ts";
import type { OnProgress } from "../ports/progress.ts";
import type { Head, VerifyOptions, VerifyReport } from "../ports/storage.ts";
import { bad, fieldsOf, parseFlag, parseListener, parseName } from "../write/draft.ts";
import { noSuchFact, type Reach } from "./reach.ts";

export interface PurgeResult {
  readonly preview: boolean;
  readonly facts: readonly PurgedFact[];
}

export interface VerifyResult {
  readonly ok: boolean;
  readonly head: Head;
  readonly facts: VerifyReport;
  readonly marks: VerifyReport;
}

export interface ExportOptions {
  /** Told how many of how many events were written. */
  readonly onProgress?: ((written: number, events: number) => void) | undefined;
}

export interface ImportOptions {
  /** Told how far it is: lines that were read, then that what they hold is being written and indexed. */
  readonly onProgress?: OnProgress | undefined;
}

/** Each fact has a few bodies: this keeps one erasure within its limit. */
const ERASE_AT_ONCE = Math.floor(MAX_ERASED_PER_EVENT / 50);

/** Erases the text for good, with what was derived from it. */
export function* purge(
  reach: Reach,
  id: string,
  options: { readonly preview?: boolean | undefined } = {},
): Steps<PurgeResult> {
  const given = fieldsOf(options, new Set(["preview"]), "purge");
  const isPreview = given.preview !== undefined && parseFlag(given.preview, "preview");
  const state = yield* reach.mind.replica.catchUp();
  if (!state.facts.has(parseName(id, "id"))) throw noSuchFact(id);
  const facts = purgeSet(state, id);
  if (isPreview) return { preview: true, facts };
  const ids = facts.map((fact) => fact.id);
  forget(reach.mind, ids);
  for (let at = 0; at < ids.length; at += ERASE_AT_ONCE) {
    yield* reach.mind.replica.erase(ids.slice(at, at + ERASE_AT_ONCE), reach.engine.now(), { rule: "purge" });
  }
  return { preview: false, facts };
}

/** JSON Lines that a fresh workspace can take in again. */
export function* exportText(reach: Reach, options: ExportOptions = {}): Steps<string> {
  const { onProgress } = fieldsOf(options, new Set(["onProgress"]), "export") as ExportOptions;
  if (onProgress !== undefined) parseListener(onProgress);
  const state = yield* reach.mind.replica.catchUp();
  const isErased = (fact: string) => !state.facts.has(fact);
  const lines: string[] = [];
  for (let more = true, seq = 0; more; ) {
    const page = yield* ask(reach.engine.store.read(reach.origin, seq));
    lines.push(...page.events.flatMap((recorded) => exportLine(recorded, isErased) ?? []));
    seq = page.events.at(-1)?.seq ?? seq;
    onProgress?.(seq, state.head.seq);
    more = page.more;
  }
  return `${[exportHeader(reach.origin, reach.engine.now()), ...lines].join("\n")}\n`;
}

/** Takes an export in, into an empty origin: all of it, or nothing. */
export function* importText(
  reach: Reach,
  text: string,
  options: ImportOptions = {},
): Steps<{ readonly events: number; readonly facts: number }> {
  if (typeof text !== "string") throw bad("import needs the text of an export");
  const { onProgress } = fieldsOf(options, new Set(["onProgress"]), "import") as ImportOptions;
  if (onProgress !== undefined) parseListener(onProgress);
  const events = parseExport(text, reach.origin, onProgress);
  onProgress?.(0, events.length, "events to write");
  const { state } = yield* reach.mind.replica.commit(
    (now) => {
      if (now.head.seq > 0) throw failed("this origin is not empty");
      return events;
    },
    (left) => onProgress?.(events.length - left, events.length, "events indexed"),
  );
  return { events: events.length, facts: state.facts.size };
}

export function* verify(reach: Reach, given: VerifyOptions = {}): Steps<VerifyResult> {
  const options = fieldsOf(given, new Set(["head", "onProgress"]), "verify") as VerifyOptions;
  if (options.onProgress !== undefined) parseListener(options.onProgress);
  if (options.head !== undefined) checkHead(options.head);
  const facts = yield* ask(reach.engine.store.verify(reach.origin, options));
  const marks = yield* ask(reach.engine.store.verify(marksOf(reach.origin)));
  return { ok: facts.ok && marks.ok, head: facts.head, facts, marks };
}

/** A head that is none would be found in any log. */
function checkHead(head: unknown): void {
  const { seq, hash } = fieldsOf(head, new Set(["seq", "hash"]), "verify's head");
  if (!Number.isSafeInteger(seq) || (seq as number) < 0 || typeof hash !== "string")
    throw bad("head must be { seq, hash }, as verify() gave it");
}

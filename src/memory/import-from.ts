/**
 * How does memory of another system, or of another workspace, come into one that has facts? Each record is an ordinary write: through the gate, with the source
 * `import` (class 1), scanned for threats and credentials, met with what is known. All of it in one commit; read again,
 * the same file changes nothing.
 *
 * A person who has looked at what would be written may vouch for it. Then each record that was written as it stands in
 * the file is adopted in the same commit, as by `endorse`. What looks like an attack is not, and neither is what somebody
 * else had said before in other words.
 */

import { isTidelineError } from "../errors.ts";
import {
  type ForeignMemory,
  IMPORT_FORMATS,
  type ImportedWrite,
  type ImportFormat,
  readForeign,
} from "../govern/importers/formats.ts";
import type { BadRecord } from "../govern/importers/record.ts";
import type { KeyIndex } from "../indexes/keys.ts";
import { MAX_IMPORT_LISTED } from "../limits.ts";
import { evolve, type State } from "../log/fold.ts";
import { REST, type Steps } from "../log/steps.ts";
import { badArgument, fieldsOf, maybe, parseFlag, parseName, parseOneOf } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import { checkManages, checkPerson } from "../write/change-gate.ts";
import { type Decision, decideAdd } from "../write/decide.ts";
import { checkDraft, type Draft } from "../write/draft.ts";
import { decideEndorse } from "../write/endorse.ts";
import type { WriteRules } from "../write/rules.ts";
import { type AddResult, decideAndCommit, type RefusedResult } from "./add.ts";
import { byHand } from "./change.ts";
import type { Memory } from "./memory.ts";

/** How a foreign file is read in. */
export interface ImportFromOptions {
  /** Says what would become of each record, and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Of a file about several users: whose records are read. Records without a user are read, too. */
  readonly user?: string | undefined;
  /** A person adopts the records as their own words (class 3). Needs `seen`, except in a dry run. */
  readonly vouch?: boolean | undefined;
  /** The `digest` of the dry run that the person looked at. */
  readonly seen?: string | undefined;
}

/** What becomes of a record: of a write, or "known", if this record was imported before. */
export type ImportOutcome = AddResult["outcome"] | "known" | "refused";

/** What became of one record. */
export interface ImportedRecord {
  /** Where it stands: "line 3", or "record 3" of a JSON list. */
  readonly place: string;
  readonly outcome: ImportOutcome;
  /** The id of the fact: of the new one, or of the one that was known. In a dry run, only of facts that exist. */
  readonly fact?: string | undefined;
  /** The beginning of its text. Not of a refused record. */
  readonly content?: string | undefined;
  /** Why it was refused, or stored as less than an ordinary write. */
  readonly reason?: string | undefined;
  /** A person vouched for it: it is of class 3. */
  readonly vouched?: true | undefined;
}

/** What became of a foreign file. */
export interface ImportFromResult {
  readonly format: ImportFormat;
  readonly dryRun: boolean;
  /** Records that could be read. */
  readonly records: number;
  readonly counts: Readonly<Record<ImportOutcome, number>>;
  /** How many records were refused, by rule. */
  readonly refusedBy: Readonly<Record<string, number>>;
  /** How many are of class 3 because a person vouched for them. */
  readonly vouched: number;
  /** The first thousand records, in the order of the file. */
  readonly listed: readonly ImportedRecord[];
  /** The first thousand places that hold no record, and why. */
  readonly bad: readonly BadRecord[];
  readonly badCount: number;
  /** Records of other users, which were left out. */
  readonly ofOthers: number;
  /** Facts of an export of Tideline that do not hold there any more, or are out of sight; they were left out. */
  readonly leftOut: number;
  /** Of what the file would write: with it a person vouches for what they have seen. */
  readonly digest: string;
}

const OPTIONS: ReadonlySet<string> = new Set(["dryRun", "user", "vouch", "seen"]);
const EXCERPT_CHARS = 200;
const ERASED = { code: "erased-fact", rule: "import/erased" } as const;

/** Reads a file of another memory in, record by record. */
export function* importFrom(
  memory: Memory,
  format: ImportFormat,
  text: string,
  options: ImportFromOptions = {},
): Steps<ImportFromResult> {
  const named = parseOneOf(IMPORT_FORMATS)(format, "format");
  if (typeof text !== "string") throw badArgument("importFrom needs the text of a file");
  const { dryRun, user, vouch, seen } = parseOptions(options);
  checkManages(memory.speaker, "import a memory");
  if (vouch) checkPerson(memory.speaker, "vouch for an import");
  const now = memory.engine.now();
  const reading = { user, now, hash: memory.engine.ports.hash, origin: memory.origin };
  const read = yield* readForeign(named, text, reading);
  if (vouch) checkReadable(read);
  if (vouch && !dryRun) checkSeen(read, seen);
  const { writes, bad } = yield* acceptable(memory, read);
  const exported = new Map(writes.map(({ exported: id, input }) => [input.idempotencyKey, id]));
  const decideOne = meeting(exported);
  const decide = vouch ? vouching(memory, now, decideOne) : decideOne;
  const inputs = writes.map(({ input }) => ({ input, memory }));
  const results = inputs.length === 0 ? [] : yield* decideAndCommit(memory, inputs, { decide, dryRun });
  if (!dryRun && memory.open.waiting.length > 0) yield* memory.open.flush();
  return told({ named, dryRun, read, bad }, writes, results);
}

function parseOptions(given: unknown) {
  const options = fieldsOf(given, OPTIONS, "importFrom");
  return {
    dryRun: maybe(options, "dryRun", parseFlag) === true,
    vouch: maybe(options, "vouch", parseFlag) === true,
    user: maybe(options, "user", parseName),
    seen: maybe(options, "seen", parseName),
  };
}

/** Nobody has looked at records that no dry run lists. */
function checkReadable({ writes }: ForeignMemory): void {
  if (writes.length > MAX_IMPORT_LISTED)
    throw badArgument(
      `A person vouches for at most ${MAX_IMPORT_LISTED} records at once, and this file holds ${writes.length}. Split it`,
    );
}

function checkSeen({ digest }: ForeignMemory, seen: string | undefined): void {
  if (seen === digest) return;
  throw badArgument(
    seen === undefined
      ? "Whoever vouches for an import has looked at it: make a dry run first and give its digest as seen"
      : "The file is not the one that was looked at: make a dry run again, look at it, and give its digest as seen",
  );
}

/** Without records that could not be a fact: too long, without words, with unusable labels. They are bad records. */
function* acceptable(memory: Memory, { writes, bad }: ForeignMemory) {
  const { defaultSource, speaker, engine } = memory;
  const context = { id: "checked", now: engine.now(), defaultSource, speaker };
  const all = [...bad];
  const good: ImportedWrite[] = [];
  for (const write of writes) {
    try {
      checkDraft(write.input, context);
      good.push(write);
    } catch (error) {
      if (!isTidelineError(error)) throw error;
      all.push({ place: write.place, reason: error.message });
    }
    yield REST;
  }
  return { writes: good, bad: all };
}

/** A fact that was exported from here is met by its id, and one that was purged here since does not come back. */
function meeting(exported: ReadonlyMap<string | undefined, string | undefined>): typeof decideAdd {
  return (state, keys, draft, rules) => {
    const id = exported.get(draft.idempotencyKey);
    if (id === undefined) return withoutErased(state, keys, draft, rules);
    if (state.tombstones.get(id) !== undefined) return erased("It was purged here after it was exported.");
    if (state.facts.get(id)?.content === draft.content)
      return { outcome: "reinforced", fact: id, events: [] };
    return withoutErased(state, keys, draft, rules);
  };
}

function erased(reason: string): Decision {
  return { outcome: "refused", fact: "", events: [], reason, ...ERASED };
}

/** What was purged stays purged, and does not keep the rest from coming in. */
function withoutErased(state: State, keys: KeyIndex, draft: Draft, rules: WriteRules): Decision {
  try {
    return decideAdd(state, keys, draft, rules);
  } catch (error) {
    if (!isTidelineError(error, "erased-fact")) throw error;
    return erased("It was imported before and has been purged since.");
  }
}

/** Decides a write, and adopts the fact if it is what the person saw. */
function vouching(memory: Memory, now: number, decideOne: typeof decideAdd): typeof decideAdd {
  const by = byHand(memory);
  return (state, keys, draft, rules) => {
    const decision = decideOne(state, keys, draft, rules);
    let after = state;
    let seq = state.head.seq;
    for (const event of decision.events) after = evolve(after, event, ++seq);
    const fact = after.facts.get(decision.fact);
    if (fact === undefined || !isAsSeen(fact, draft)) return decision;
    return {
      ...decision,
      events: [...decision.events, ...decideEndorse(after, keys, fact, { now, by }, rules)],
    };
  };
}

/** Is the fact the record, word for word and label for label? The person saw nothing else. */
function isAsSeen(fact: Fact, draft: Draft): boolean {
  const isSame =
    fact.content === draft.content &&
    fact.source === "import" &&
    JSON.stringify(fact.metadata) === JSON.stringify(draft.metadata) &&
    JSON.stringify([fact.slot, fact.tags]) === JSON.stringify([draft.slot, draft.tags ?? []]);
  const stands = fact.validity === "valid" || fact.validity === "challenged";
  return isSame && stands && !fact.quarantined && fact.authority < TRUSTED;
}

interface About {
  readonly named: ImportFormat;
  readonly dryRun: boolean;
  readonly read: ForeignMemory;
  readonly bad: readonly BadRecord[];
}

function told(
  { named, dryRun, read, bad }: About,
  writes: readonly ImportedWrite[],
  results: readonly (AddResult | RefusedResult)[],
): ImportFromResult {
  const counts = {
    added: 0,
    reinforced: 0,
    superseded: 0,
    disputed: 0,
    quarantined: 0,
    known: 0,
    refused: 0,
  };
  const refusedBy: Record<string, number> = {};
  const listed: ImportedRecord[] = [];
  let vouched = 0;
  for (const [i, result] of results.entries()) {
    const outcome = outcomeOf(result);
    counts[outcome]++;
    if (result.outcome === "refused") refusedBy[result.rule] = (refusedBy[result.rule] ?? 0) + 1;
    const isVouched = result.events.some(({ type }) => type === "endorsed");
    if (isVouched) vouched++;
    if (listed.length >= MAX_IMPORT_LISTED) continue;
    listed.push({
      place: writes[i]?.place ?? "",
      outcome,
      ...said(result, dryRun),
      ...(isVouched ? { vouched: true } : {}),
    });
  }
  return {
    ...{ format: named, dryRun, records: read.writes.length, counts, refusedBy, vouched, listed },
    ...{ bad: bad.slice(0, MAX_IMPORT_LISTED), badCount: bad.length },
    ...{ ofOthers: read.ofOthers, leftOut: read.leftOut, digest: read.digest },
  };
}

/** What was said: of a record that was imported before, or is no longer logged because it was said so often, nothing. */
const SAYING: ReadonlySet<string> = new Set(["added", "observed", "restated"]);

function outcomeOf(result: AddResult | RefusedResult): ImportOutcome {
  const isSaid = result.outcome === "refused" || result.events.some(({ type }) => SAYING.has(type));
  return isSaid ? result.outcome : "known";
}

function said(
  result: AddResult | RefusedResult,
  dryRun: boolean,
): Pick<ImportedRecord, "fact" | "content" | "reason"> {
  if (result.outcome === "refused") return { reason: result.reason };
  const { fact, note, events } = result;
  const isNew = events.some((event) => event.type === "added" && event.fact === fact.id);
  return {
    ...(dryRun && isNew ? {} : { fact: fact.id }),
    content: fact.content.slice(0, EXCERPT_CHARS),
    ...(note === undefined ? {} : { reason: note }),
  };
}

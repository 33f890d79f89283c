/**
 * What is remembered about something, and why?
 *
 * Facts come from the engine's own recall; in the owner's memory, what the notes say is added. A reader's question
 * counts as no use. Facts out of use are shown to owners only.
 */
import type { ContextOptions } from "../../context/options.ts";
import { ROOM_FOR_ONE_CHARS, renderContext } from "../../context/render.ts";
import type { TurnMessage } from "../../context/turns.ts";
import { TidelineError } from "../../errors.ts";
import { MAX_TURN_MESSAGES } from "../../limits.ts";
import { badArgument } from "../../model/arguments.ts";
import type { Fact } from "../../model/fact.ts";
import { SEGMENTS } from "../../model/segment.ts";
import { TRUSTED } from "../../model/source.ts";
import { type Degraded, INCLUDABLE, type Recalled, type Receipt } from "../../recall/hit.ts";
import { archivedMatch } from "../archived-match.ts";
import type { Caller } from "../caller.ts";
import {
  factId,
  flag,
  type InputOf,
  json,
  listOf,
  number,
  oneOf,
  required,
  text,
  time,
  whole,
} from "../fields.ts";
import type { NoteHit, NotesFound } from "../notes.ts";
import { type BriefHit, briefHit } from "./brief.ts";
import { ID, look, notOutOfUse } from "./facts.ts";
import { type Call, EVERYBODY, OWNER, operation } from "./operation.ts";

const MAX_QUERY_CHARS = 4_000;
const MAX_NOTES = 4;
const MAX_BLOCK_CHARS = 1_000_000;
const MAX_TIMEOUT_MS = 600_000;
const TOO_SMALL = "Something is known about that, but it does not fit. Ask again with a larger maxChars.";

const QUERY = required(text("The question or topic, in plain words", { max: MAX_QUERY_CHARS }));
const FILTERS = {
  limit: whole("The maximum number of results. Default: 8", 1, 100),
  segments: listOf(oneOf(SEGMENTS, "A segment"), "Only these segments"),
  tags: listOf(text("A tag"), "Only facts with all of these tags"),
  asOf: time("Only what was true at this time"),
  knownAt: time("Only what was known at this time. For the owner only, and slow: the log is replayed"),
  graph: flag(
    "Also find facts that are connected with a result. On: by a link, or by a name that they share. Off: none. Default: by a link only",
    { isTwoWay: true },
  ),
  minScore: number("Leave out results below this relevance; 0 keeps them all", 0, 1),
  strict: flag("Rather nothing than something uncertain: leaves out results that are only the best guess"),
  include: listOf(
    oneOf(INCLUDABLE, "A state"),
    "Also facts in these states, which are out of use. For the owner only",
  ),
};
type Filters = InputOf<typeof FILTERS>;

/** Both options can show facts that are out of use by now. */
function checkInclude({ caller }: Call, { include = [], knownAt }: Filters): void {
  if (caller.role !== "owner" && (include.length > 0 || knownAt !== undefined)) throw notOutOfUse();
}

interface PlainAnswer {
  /** For the owner: how many archived facts are about the question. */
  readonly faded?: number;
  /** Best first. */
  readonly hits: readonly BriefHit[];
  /** Nothing is known about it. */
  readonly abstained: boolean;
  readonly lanes: readonly string[];
  /** Where a lane could not do all it can. */
  readonly degraded?: readonly Degraded[];
  readonly receipt: Receipt;
}

/** The engine's answer as plain data. */
function plain(recalled: Recalled, caller: Caller): PlainAnswer {
  const { abstained, lanes, receipt } = recalled;
  const degraded = caller.role === "owner" ? recalled.degraded : recalled.degraded.flatMap(withoutCounts);
  const hits = [...recalled].map(briefHit);
  return {
    ...{ hits, abstained, lanes },
    ...(degraded.length === 0 ? {} : { degraded }),
    receipt,
    ...fadedFor(caller, recalled),
  };
}

/** How many facts wait for a vector depends on facts that this caller may not see. */
function withoutCounts(one: Degraded): readonly Degraded[] {
  return one.code === "vectors-pending" ? [] : [one];
}

/** Nobody but the owner learns that something is out of sight. */
function fadedFor(caller: Caller | undefined, recalled: Recalled): { readonly faded?: number } {
  const faded = caller?.role === "owner" ? recalled.faded : 0;
  return faded === 0 ? {} : { faded };
}

/** What the notes say beside the facts. */
interface Noted {
  readonly notes?: readonly NoteHit[];
  /** How many passages were left out because they look like an attack. */
  readonly notesWithheld?: number;
  readonly notesSkipped?: NotesFound["skipped"];
}

/** Only the owner's memory has notes. */
function notesFor({ origin, workspace }: Call, query: string): NotesFound {
  if (origin !== "owner" || workspace.notes === undefined) return { notes: [], withheld: 0, skipped: [] };
  return workspace.notes.search(query, MAX_NOTES);
}

function withNotes<T extends object>(answer: T, { notes, withheld, skipped }: NotesFound): T & Noted {
  return {
    ...answer,
    ...(notes.length === 0 ? {} : { notes }),
    ...(withheld === 0 ? {} : { notesWithheld: withheld }),
    ...(skipped.length === 0 ? {} : { notesSkipped: skipped }),
  };
}

export const recall = operation({
  name: "recall",
  doc: "Finds what is remembered about a question, best first. An empty answer means that nothing is known.",
  effect: "read",
  readThread: "if-busy",
  ranks: true,
  idempotent: true,
  roles: EVERYBODY,
  input: { query: QUERY, ...FILTERS, passive: flag("Do not count this as a use of the facts found") },
  example: 'recall "what do I eat"',
  cli: { args: ["query"], aliases: ["search"] },
  http: { method: "POST", path: "/v1/memories/search" },
  mcp: "recall_memory",
  async run(call, { query, passive = false, ...filters }) {
    checkInclude(call, filters);
    const options = { ...filters, passive: passive || call.caller.role === "reader" };
    return withNotes(plain(await call.memory.recall(query, options), call.caller), notesFor(call, query));
  },
});

export const explain = operation({
  name: "explain",
  doc: "Explains, stage by stage, why a question does or does not find a fact.",
  effect: "read",
  readThread: "if-busy",
  ranks: true,
  idempotent: true,
  roles: EVERYBODY,
  input: { id: ID, query: QUERY, ...FILTERS },
  example: 'explain $ID "what do I eat"',
  cli: { args: ["id", "query"], quiet: false },
  http: { method: "GET", path: "/v1/memories/{id}/explain" },
  mcp: "manage_memory",
  async run(call, { id, query, ...filters }) {
    checkInclude(call, filters);
    return await call.memory.explain(query, id, filters);
  },
});

export const context = operation({
  name: "context",
  doc: "Builds a block for a prompt, within a budget: the profile, and what is remembered about a question or about the last turns of a conversation.",
  effect: "read",
  readThread: "if-busy",
  ranks: true,
  idempotent: true,
  roles: EVERYBODY,
  input: {
    query: text("The question or topic, in plain words", { max: MAX_QUERY_CHARS }),
    messages: listOf(
      json<TurnMessage>("A message: { role, content }"),
      "The conversation instead of a question: memory is asked with what the people in it said last, never with the text of a tool",
      MAX_TURN_MESSAGES,
    ),
    maxChars: whole(
      "The maximum length of the whole block, in characters. Default: 1200",
      0,
      MAX_BLOCK_CHARS,
    ),
    profile: flag(
      "Put the profile first. Default: yes, unless other options say which facts, or of which time",
      { isTwoWay: true },
    ),
    timeoutMs: whole(
      "Answer with the profile only if memory takes longer than this. Default: wait. Not with filters",
      0,
      MAX_TIMEOUT_MS,
    ),
    ...FILTERS,
  },
  example: 'context "dietary restrictions" --max-chars 800',
  cli: { args: ["query"], quiet: false },
  http: { method: "POST", path: "/v1/context" },
  async run(call, { query, messages, maxChars, profile, timeoutMs, ...filters }): Promise<Block> {
    checkInclude(call, filters);
    if ((query === undefined) === (messages === undefined))
      throw badArgument("context needs a query or messages, and not both");
    const isFiltered = Object.values(filters).some((value) => value !== undefined);
    if (isFiltered && (query === undefined || timeoutMs !== undefined))
      throw badArgument(
        "Filters such as segments or limit go with a query, and without timeoutMs. Leave them out, or give a query alone",
      );
    if (isFiltered) return await filteredBlock(call, query as string, { maxChars, profile, ...filters });
    const found = await call.memory.turnContext((query ?? messages) as string | readonly TurnMessage[], {
      maxChars,
      profile,
      timeoutMs,
    });
    const { text = "", degraded } = found;
    const parts = {
      ...(found.profile === undefined ? {} : { profile: found.profile }),
      ...(found.relevant === undefined ? {} : { relevant: found.relevant }),
      ...(degraded.length === 0 ? {} : { degraded }),
    };
    if (text !== "" || query === undefined)
      return { text, chars: text.length, ...parts, ...fadedNoteOf(call, found.faded, found.relevant) };
    return { text, chars: 0, ...(await noteFor(call, query, { maxChars })) };
  },
});

/** A block for a prompt. */
interface Block {
  /** Empty if nothing is known. */
  readonly text: string;
  readonly chars: number;
  /** The part of the block that stays the same from turn to turn. */
  readonly profile?: string;
  /** The part that is about these words. */
  readonly relevant?: string;
  /** What could not be done in full, and why. */
  readonly degraded?: readonly Degraded[];
  /** For the owner: why there is not more. */
  readonly note?: string;
}

async function filteredBlock(call: Call, query: string, options: ContextOptions): Promise<Block> {
  const block = await call.memory.context(query, options);
  if (block !== undefined) return { text: block, chars: block.length };
  const { profile: _, ...others } = options;
  return { text: "", chars: 0, ...(await noteFor(call, query, others as Filters)) };
}

async function noteFor(
  call: Call,
  query: string,
  options: Partial<Filters> & { readonly maxChars?: number | undefined },
): Promise<{ readonly note?: string }> {
  const filters = options as Filters;
  const note = (await isTooSmall(call, query, filters)) ? TOO_SMALL : await fadedNote(call, query, filters);
  return note === undefined ? {} : { note };
}

export const profile = operation({
  name: "profile",
  doc: "Shows who the user is and what always holds: standing instructions, health and safety, preferences, corrections, people, projects. It is a block for a prompt, the same from turn to turn, so that a prompt cache can keep it. Does not count as a use of the facts.",
  effect: "read",
  readThread: "if-busy",
  idempotent: true,
  roles: EVERYBODY,
  input: {
    maxChars: whole(
      "The maximum length of the whole block, in characters. Default: 2000",
      0,
      MAX_BLOCK_CHARS,
    ),
  },
  example: "profile --max-chars 800",
  cli: { quiet: false },
  http: { method: "GET", path: "/v1/profile" },
  async run({ memory }, { maxChars }) {
    const text = (await memory.profile({ maxChars })) ?? "";
    return { text, chars: text.length };
  },
});

/** One line for the owner, beside the block: more is known, and it has faded. */
function fadedNoteOf(
  { caller }: Call,
  faded: number,
  relevant: string | undefined,
): { readonly note?: string } {
  if (caller.role !== "owner" || faded === 0) return {};
  const first =
    relevant === undefined ? "Nothing is known about that now" : "Nothing certain is known about that";
  return { note: `${first}. ${archivedMatch(faded)}.` };
}

/** One line for the owner: what they ask about is archived. */
async function fadedNote(
  { caller, memory, workspace }: Call,
  query: string,
  { maxChars: _, ...filters }: Filters & { readonly maxChars?: number | undefined },
): Promise<string | undefined> {
  if (caller.role !== "owner") return undefined;
  const { faded } = await memory.search(query, { ...filters, now: workspace.now() });
  return faded === 0 ? undefined : `Nothing is known about that now. ${archivedMatch(faded)}.`;
}

/** Would more room show a fact? A fact that the host's scan keeps out does not count. */
async function isTooSmall(
  { memory, workspace }: Call,
  query: string,
  { maxChars = ROOM_FOR_ONE_CHARS, ...filters }: Filters & { readonly maxChars?: number | undefined },
): Promise<boolean> {
  if (maxChars >= ROOM_FOR_ONE_CHARS) return false;
  // With an explicit `now` this search counts as no use: nobody asked this question.
  const hits = await memory.search(query, { ...filters, now: workspace.now() });
  const isFlagged = (content: string) => workspace.isFlagged(content);
  const holdsSecret = (fact: Fact) => workspace.holdsSecret(fact);
  return renderContext([...hits], { maxChars: ROOM_FOR_ONE_CHARS, isFlagged, holdsSecret }).facts.length > 0;
}

export const replay = operation({
  name: "replay",
  doc: "Repeats an earlier recall from its receipt, and gives the same ranking or says why it cannot.",
  effect: "read",
  readThread: "always",
  ranks: true,
  idempotent: true,
  roles: OWNER,
  input: { receipt: required(json<Receipt>("The receipt of a recall, as JSON")) },
  example: "replay receipt.json",
  cli: { args: ["receipt"], file: "receipt" },
  http: { method: "POST", path: "/v1/replay" },
  run: async ({ memory, caller }, { receipt }) => plain(await memory.replay(receipt), caller),
});

/** One fact, one note, or what a question found. */
interface ReadAnswer {
  readonly fact?: Fact;
  readonly path?: string;
  readonly text?: string;
  readonly hits?: readonly (BriefHit | NoteHit)[];
  /** How many passages of notes were left out because they look like an attack. */
  readonly notesWithheld?: number;
  readonly notesSkipped?: NotesFound["skipped"];
}

interface Found {
  readonly facts: readonly BriefHit[];
  readonly notes: readonly NoteHit[];
}

/** One list: what the principal said first, then hearsay and notes by relevance. */
function merged({ facts, notes }: Found): readonly (BriefHit | NoteHit)[] {
  const trusted = facts.filter((hit) => hit.fact.authority === TRUSTED);
  const others = [...facts.filter((hit) => hit.fact.authority < TRUSTED), ...notes];
  return [...trusted, ...others.sort((a, b) => b.relevance - a.relevance)];
}

export const read = operation({
  name: "read",
  doc: "Reads one fact by id or one note by path, or searches both with a question.",
  effect: "read",
  readThread: "if-busy",
  ranks: true,
  idempotent: true,
  roles: EVERYBODY,
  input: {
    id: factId("A fact's id"),
    path: text("A note: MEMORY.md or memory/<name>.md", { max: 210 }),
    query: text("The question or topic to search for", { max: MAX_QUERY_CHARS }),
    limit: FILTERS.limit,
  },
  example: "read --query rent",
  cli: {},
  http: { method: "GET", path: "/v1/read" },
  mcp: "read_memory",
  async run(call, { id, path, query, limit = 8 }): Promise<ReadAnswer> {
    if ([id, path, query].filter((one) => one !== undefined).length !== 1)
      throw badArgument("Give exactly one of id, path and query");
    if (id !== undefined) return { fact: await look(call, id) };
    if (path !== undefined) return { path, text: noteText(call, path) };
    const asked = query as string;
    const passive = call.caller.role === "reader";
    const facts = [...(await call.memory.recall(asked, { limit, passive }))].map(briefHit);
    const found = notesFor(call, asked);
    const hits = merged({ facts, notes: found.notes }).slice(0, limit);
    return withNotes({ hits }, { ...found, notes: [] });
  },
});

function noteText({ origin, workspace }: Call, path: string): string {
  if (origin !== "owner" || workspace.notes === undefined)
    throw new TidelineError("not-allowed", "Notes belong to the owner's memory only.");
  return workspace.notes.text(path);
}

/** How are facts looked up, listed and explained? Only those that the caller may see (`visible.ts`). */
import { TidelineError } from "../../errors.ts";
import type { Inspection } from "../../govern/inspect.ts";
import { cursorOf, idInCursor, LIST_ORDERS, type ListOptions } from "../../govern/listing.ts";
import { MAX_HISTORY_SHOWN, MAX_LIST } from "../../limits.ts";
import { noSuchFact } from "../../memory/change.ts";
import type { By, MemoryEvent } from "../../model/event.ts";
import type { Fact } from "../../model/fact.ts";
import { LIFECYCLES, VALIDITIES } from "../../model/fact.ts";
import { SEGMENTS } from "../../model/segment.ts";
import { SOURCE_TAGS } from "../../model/source.ts";
import { toldEvent } from "../../model/told-event.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { checkOwnWord } from "../../write/change-gate.ts";
import { type Caller, speakerOf } from "../caller.ts";
import { factPages } from "../fact-pages.ts";
import { factId, listOf, oneOf, required, text, time, whole } from "../fields.ts";
import { brief } from "./brief.ts";
import { type Call, EVERYBODY, operation, WATCHERS } from "./operation.ts";
import { asAbsent, isVisible } from "./visible.ts";
import { namesOf, writerAsked } from "./writers.ts";

export const ID = required(factId("The fact's id"));

export function notOutOfUse(): TidelineError {
  return new TidelineError(
    "not-allowed",
    "Only the owner may look at facts that are out of use. Leave out the option that asks for them.",
  );
}

/** Looking up a fact counts as a use, except for readers, who may change nothing. */
export async function look({ caller, memory }: Call, id: string): Promise<Fact> {
  const fact = await (caller.role === "reader" ? memory.peek(id) : memory.get(id));
  if (fact === undefined || !isVisible(caller, fact)) throw noSuchFact(id);
  return fact;
}

/** For changes that an agent may make to what it wrote itself; who manages memory may make them to every fact. */
export async function checkOwn({ caller, memory }: Call, id: string, what: string): Promise<void> {
  if (caller.role === "owner") return;
  const fact = await memory.peek(id);
  if (fact === undefined) throw noSuchFact(id);
  checkOwnWord(fact, speakerOf(caller), what);
}

/** Facts that the caller may see, up to the limit, however many hidden facts are between them. */
export async function visibleFacts(
  { caller, memory }: Call,
  filters: Omit<ListOptions, "limit" | "ids"> = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Fact[]> {
  const found: Fact[] = [];
  for await (const page of factPages(memory, filters)) {
    found.push(...page.filter((fact) => isVisible(caller, fact)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

export const get = operation({
  name: "get",
  doc: "Shows one fact, and counts as a use of it.",
  effect: "read",
  readThread: "if-busy",
  idempotent: true,
  roles: EVERYBODY,
  input: { id: ID },
  example: "get $ID",
  cli: { args: ["id"] },
  http: { method: "GET", path: "/v1/memories/{id}" },
  run: (call, { id }) => look(call, id),
});

export const list = operation({
  name: "list",
  doc: "Lists facts, oldest first unless order says otherwise.",
  effect: "read",
  readThread: "if-busy",
  idempotent: true,
  roles: EVERYBODY,
  input: {
    segment: oneOf(SEGMENTS, "Only this segment"),
    segments: listOf(oneOf(SEGMENTS, "A segment"), "Only these segments", SEGMENTS.length),
    text: text("Only facts whose text has this in it, in any case, with or without accents"),
    source: oneOf(SOURCE_TAGS, "Only facts from this source; other: from sources that nobody knows"),
    since: time("Only facts that memory learned at this time or later"),
    until: time("Only facts that memory learned at this time or earlier"),
    lifecycle: oneOf([...LIFECYCLES, "any"], "Only facts in this lifecycle state. Default: active"),
    validity: oneOf(VALIDITIES, "Only facts of this validity. Default: any"),
    tags: listOf(text("A tag"), "Only facts with all of these tags"),
    by: text(
      "Only what was written through this surface, token (name or id) or client; not-recorded: what has no known writer",
    ),
    order: oneOf(LIST_ORDERS, "Which facts come first. Default: oldest"),
    limit: whole("The maximum number of facts. Default: 100", 1, MAX_LIST),
    after: text("Continue after this: an id, or the `next` of the previous answer", { max: 96 }),
  },
  example: "list --segment preference --limit 20",
  cli: {},
  http: { method: "GET", path: "/v1/memories" },
  mcp: "manage_memory",
  async run(call, { limit = 100, after, by, ...given }) {
    checkStates(call.caller, given);
    const filters = { ...given, by: await writerAsked(call, by) };
    const last = after === undefined ? [] : [idInCursor(after)];
    const facts = await asAbsent(call, last, (real) => {
      const [id = ""] = last;
      return visibleFacts(call, { ...filters, after: after && real(id) + after.slice(id.length) }, limit);
    });
    const full = facts.length >= limit;
    const names = await namesOf(
      call,
      facts.map(({ writer }) => writer),
    );
    return { facts: facts.map(brief), ...names, ...(full ? { next: cursorOf(facts.at(-1) as Fact) } : {}) };
  },
});

/** As with recall's `include`: asking for what is out of use is an error, not an empty list. */
function checkStates(
  caller: Caller,
  { lifecycle, validity }: Pick<ListOptions, "lifecycle" | "validity">,
): void {
  const isOut =
    lifecycle === "archived" || lifecycle === "pruned" || validity === "merged" || validity === "invalidated";
  if (isOut && caller.role !== "owner") throw notOutOfUse();
}

export const inspect = operation({
  name: "inspect",
  doc: "Shows where a fact comes from, what happened to it and why, even if it is gone.",
  effect: "read",
  idempotent: true,
  roles: WATCHERS,
  input: { id: ID },
  example: "inspect $ID",
  cli: { args: ["id"], aliases: ["why"] },
  http: { method: "GET", path: "/v1/memories/{id}/inspect" },
  mcp: "manage_memory",
  async run(call, { id }) {
    const { digest, ...inspection } = await call.memory.inspect(id);
    const history = firstAndLatest(inspection.history, MAX_HISTORY_SHOWN);
    const names = await namesOf(
      call,
      history.map(({ event }) => byIn(event)),
    );
    const count = history === inspection.history ? {} : { historyCount: inspection.history.length };
    // The owner passes the digest to adopt the fact. It covers links to facts that others may not see.
    const isOwner = call.caller.role === "owner";
    const seen = isOwner ? { digest } : {};
    const turns = isOwner ? {} : quotesAlone(inspection.turns);
    return { ...inspection, ...seen, ...turns, history: told(call, history), ...count, ...names };
  },
});

/** No recall shows the rest of a turn: it may say what is out of sight. */
function quotesAlone(turns: Inspection["turns"]) {
  return turns === undefined ? {} : { turns: turns.map(({ turn, at, quote }) => ({ turn, at, quote })) };
}

/** What a fact began with and what happened last tell most; others can make the middle as long as they like. */
function firstAndLatest<T>(all: readonly T[], most: number): readonly T[] {
  return all.length <= most ? all : [...all.slice(0, 1), ...all.slice(1 - most)];
}

export const history = operation({
  name: "history",
  doc: "Shows the events about a fact, oldest first, a page at a time.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: WATCHERS,
  input: {
    id: ID,
    after: whole(
      "Only events after this sequence number: the next of the last page",
      0,
      Number.MAX_SAFE_INTEGER,
    ),
    limit: whole(`The maximum number of events. Default: ${MAX_LIST}`, 1, MAX_LIST),
  },
  example: "history $ID",
  cli: { args: ["id"], quiet: false },
  http: { method: "GET", path: "/v1/memories/{id}/history" },
  async run(call, { id, after = 0, limit = MAX_LIST }) {
    const all = (await call.memory.history(id)).filter(({ seq }) => seq > after);
    const events = all.slice(0, limit);
    const names = await namesOf(
      call,
      events.map(({ event }) => byIn(event)),
    );
    const next = events.length < all.length ? { next: events.at(-1)?.seq } : {};
    return { events: told(call, events), ...next, ...names };
  },
});

/** Only the owner reads the log itself; others are told what happened, without digests. */
function told({ caller }: Call, events: readonly RecordedEvent[]) {
  return caller.role === "owner" ? events : events.map((one) => ({ ...one, event: toldEvent(one.event) }));
}

/** Marks (`accessed` events) have no writer: one event sums up the uses of many callers. */
export function byIn(event: MemoryEvent): By | undefined {
  return "by" in event ? event.by : undefined;
}

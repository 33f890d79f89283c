/**
 * What happened, in order? The log of one origin, forwards or backwards from a sequence number, and live.
 *
 * A request reads a bounded stretch of the log. If few events match the filters it answers with few, and with the
 * number from which to continue.
 */
import { isAbout } from "../../govern/event-log.ts";
import { MAX_READ_EVENTS } from "../../limits.ts";
import { writerIn } from "../../log/new-fact.ts";
import { eachPage } from "../../log/pages.ts";
import { driveLater } from "../../log/steps.ts";
import { badArgument } from "../../model/arguments.ts";
import { EVENT_TYPES, isOriginEvent, type MemoryEvent } from "../../model/event.ts";
import type { Origin } from "../../model/origin.ts";
import { isWrittenBy } from "../../model/speaker.ts";
import type { AnyStorage, RecordedEvent } from "../../ports/storage.ts";
import { listOf, oneOf, text, time, whole } from "../fields.ts";
import { byIn } from "./facts.ts";
import { OWNER, operation } from "./operation.ts";
import { namesOf, writerAsked } from "./writers.ts";

const MAX_EVENTS = 1_000;
const MAX_PAGES = 10;

/** What the log of one origin holds: its own events, and those that a store writes into every log. */
const TYPES = EVENT_TYPES.filter((type) => isOriginEvent(type) || type === "erased" || type === "repaired");

/** Which events are wanted. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly fact?: string | undefined;
  /** A surface, a token's id, a client, or "not-recorded". */
  readonly by?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export interface EventPage {
  /** Oldest first. */
  readonly events: readonly RecordedEvent[];
  /** Pass it as `after` for later events. */
  readonly next: number;
  /** Pass it as `before` for earlier events; undefined at the beginning of the log. */
  readonly previous: number | undefined;
}

export const events = operation({
  name: "events",
  doc: "Shows the log of one origin: every change, oldest first.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: OWNER,
  input: {
    after: whole(
      "Only events after this sequence number. Default: the latest events",
      0,
      Number.MAX_SAFE_INTEGER,
    ),
    before: whole("The latest events before this sequence number", 1, Number.MAX_SAFE_INTEGER),
    limit: whole("The maximum number of events. Default: 100", 1, MAX_EVENTS),
    types: listOf(oneOf(TYPES, "A type"), "Only events of these types"),
    fact: text("Only events about the fact with this id", { max: 64 }),
    by: text(
      "Only what was written through this surface, token (name or id) or client; not-recorded: what has no known writer",
    ),
    since: time("Only events at or after this time"),
    until: time("Only events at or before this time"),
  },
  example: "events --limit 10",
  cli: { quiet: false },
  http: { method: "GET", path: "/v1/events" },
  async run(call, { after, before, limit = 100, by, ...given }) {
    const { memory, origin, workspace } = call;
    const filter = { ...given, by: await writerAsked(call, by) };
    if (after !== undefined && before !== undefined)
      throw badArgument("events takes after or before, not both");
    const { events: head } = await memory.stats();
    const page =
      after === undefined
        ? await eventsBefore(workspace.store, origin, before ?? head + 1, limit, filter)
        : await eventsAfter(workspace.store, origin, after, limit, filter);
    return {
      ...page,
      head,
      ...(await namesOf(
        call,
        page.events.map(({ event }) => byIn(event)),
      )),
    };
  },
});

function fits(event: MemoryEvent, { types, fact, by, since, until }: EventFilter): boolean {
  return (
    (types === undefined || types.length === 0 || types.includes(event.type)) &&
    (fact === undefined || isAbout(event, fact)) &&
    (by === undefined || isWrittenBy(writerIn(byIn(event)), by)) &&
    (since === undefined || event.at >= since) &&
    (until === undefined || event.at <= until)
  );
}

/** At most `limit` matching events, and the number after which to continue. */
export async function eventsAfter(
  store: AnyStorage,
  origin: Origin,
  after: number,
  limit: number,
  filter: EventFilter = {},
): Promise<EventPage> {
  const found: RecordedEvent[] = [];
  const previous = after === 0 ? undefined : after + 1;
  let next = after;
  for (let pages = 0, more = true; more && pages < MAX_PAGES; pages++) {
    const page = await store.read(origin, next);
    for (const one of page.events) {
      if (found.length >= limit) return { events: found, next, previous };
      next = one.seq;
      if (fits(one.event, filter)) found.push(one);
    }
    more = page.more;
  }
  return { events: found, next, previous };
}

/** The last matching events before a number. Reads growing stretches: the first is usually enough. */
async function eventsBefore(
  store: AnyStorage,
  origin: Origin,
  before: number,
  limit: number,
  filter: EventFilter,
): Promise<EventPage> {
  let found: readonly RecordedEvent[] = [];
  let end = before;
  let stretch = limit;
  for (let pages = 0; end > 1 && found.length < limit && pages < MAX_PAGES; pages++) {
    const after = Math.max(0, end - 1 - stretch);
    const read = await stretchOf(store, origin, after, end);
    found = [...read.filter(({ event }) => fits(event, filter)), ...found];
    end = after + 1;
    stretch = MAX_READ_EVENTS;
  }
  const kept = found.slice(-limit);
  const from = kept.length < found.length ? kept[0]?.seq : end;
  return { events: kept, next: before - 1, previous: from === undefined || from <= 1 ? undefined : from };
}

/** Events after one number and before another. */
async function stretchOf(
  store: AnyStorage,
  origin: Origin,
  after: number,
  end: number,
): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  const read = (seq: number) => store.read(origin, seq);
  const pages = eachPage(read, after, (page) => {
    events.push(...page.events.filter(({ seq }) => seq < end));
    return (page.events.at(-1)?.seq ?? end) < end - 1;
  });
  await driveLater(pages);
  return events;
}

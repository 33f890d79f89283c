// What happened, and is the record intact? The log as it is written, and the chain of hashes that protects it.
import type { RecordedEvent } from "brigade-tideline";
import { useEffect, useState } from "preact/hooks";
import type { EventPage } from "../answers.ts";
import { DAY_MS } from "../format.ts";
import { arrived } from "../live.ts";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Failed, Skeleton } from "../parts/state.tsx";
import { go, pathOf, route } from "../router.ts";
import { asClientError, client, origin, originName } from "../session.ts";
import { EVENT_GROUPS, type EventGroup, titled } from "../words.ts";
import { ChainStatus } from "./audit/chain.tsx";
import { EventRow } from "./audit/event-row.tsx";
import type { TokenNames, WrittenBy } from "./memories/history.tsx";

const PAGE = 60;
/** Looking back continues past stretches of the log without a matching event, up to this many. */
const MOST_STRETCHES = 20;

interface Filter {
  readonly group: EventGroup | undefined;
  readonly fact: string | undefined;
  /** A surface, a token by name or id, or a client. */
  readonly by: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

interface Pages {
  /** Newest first. */
  readonly events: readonly RecordedEvent[];
  readonly before: number | undefined;
  readonly head: number;
  /** The names of tokens, by id. */
  readonly tokens: TokenNames;
}

function askedFor({ group, fact, by, since, until }: Filter): object {
  return {
    ...(group === undefined ? {} : { types: EVENT_GROUPS[group] }),
    ...(fact === undefined ? {} : { fact }),
    ...(by === undefined ? {} : { by }),
    ...(since === undefined ? {} : { since: new Date(`${since}T00:00`).getTime() }),
    ...(until === undefined ? {} : { until: new Date(`${until}T00:00`).getTime() + DAY_MS - 1 }),
  };
}

/** Reads back from the end, until a page is full or the log begins. */
async function lookBack(from: number | undefined, filter: Filter, signal: AbortSignal): Promise<Pages> {
  const found: RecordedEvent[] = [];
  let before = from;
  let head = 0;
  let tokens: TokenNames = {};
  for (let stretches = 0; stretches < MOST_STRETCHES && found.length < PAGE; stretches++) {
    const input = { ...askedFor(filter), limit: PAGE, ...(before === undefined ? {} : { before }) };
    const page = await client.value.call<EventPage>("events", input, { signal });
    found.push(...[...page.events].reverse());
    head ||= page.head;
    tokens = { ...tokens, ...page.tokens };
    before = page.previous;
    if (before === undefined) break;
  }
  return { events: found, before, head, tokens };
}

export function AuditView() {
  const { params } = route.value;
  const given = (name: string) => params.get(name) ?? undefined;
  const filter: Filter = {
    group: (Object.keys(EVENT_GROUPS) as EventGroup[]).find((one) => one === given("group")),
    fact: given("fact"),
    by: given("by"),
    since: given("since"),
    until: given("until"),
  };
  return (
    <>
      <Heading title="Audit">
        <p>Every change to this memory: what, when, by whom, and by which rule.</p>
      </Heading>
      <div class="stacked">
        <ChainStatus key={originName(origin.value)} />
        <Panel title="Events" hint="newest first; new ones appear by themselves">
          <Filters filter={filter} />
          <Log key={JSON.stringify(filter)} filter={filter} />
        </Panel>
      </div>
    </>
  );
}

function Filters({ filter }: { readonly filter: Filter }) {
  const set = (change: Partial<Record<keyof Filter, string | undefined>>) =>
    go(pathOf("audit", undefined, { ...filter, ...change }), "replace");
  const all = [undefined, ...(Object.keys(EVENT_GROUPS) as EventGroup[])];
  return (
    <div class="log-filters">
      <fieldset class="segmented">
        <legend class="sr-only">Which events</legend>
        {all.map((one) => (
          <button
            key={one ?? "all"}
            type="button"
            aria-pressed={one === filter.group}
            onClick={() => set({ group: one })}
          >
            {one === undefined ? "All" : titled(one)}
          </button>
        ))}
      </fieldset>
      <div class="form-row">
        <label>
          <span>From</span>
          <input
            type="date"
            value={filter.since ?? ""}
            onChange={(event) => set({ since: event.currentTarget.value })}
          />
        </label>
        <label>
          <span>To</span>
          <input
            type="date"
            value={filter.until ?? ""}
            onChange={(event) => set({ until: event.currentTarget.value })}
          />
        </label>
        <label class="grow">
          <span>Fact</span>
          <input
            placeholder="its id"
            value={filter.fact ?? ""}
            spellcheck={false}
            onChange={(event) => set({ fact: event.currentTarget.value.trim() })}
          />
        </label>
        <label>
          <span>Written through</span>
          <input
            placeholder="http, a token, a client"
            value={filter.by ?? ""}
            spellcheck={false}
            onChange={(event) => set({ by: event.currentTarget.value.trim() })}
          />
        </label>
      </div>
    </div>
  );
}

function Log({ filter }: { readonly filter: Filter }) {
  const [pages, setPages] = useState<Pages | undefined>();
  const [error, setError] = useState<ReturnType<typeof asClientError> | undefined>();
  const [busy, setBusy] = useState(false);
  const from = client.value;
  useEffect(() => {
    const stop = new AbortController();
    setPages(undefined);
    setError(undefined);
    lookBack(undefined, filter, stop.signal).then(setPages, (problem: unknown) => {
      if (!stop.signal.aborted) setError(asClientError(problem));
    });
    return () => stop.abort();
  }, [from]);
  if (error !== undefined) return <Failed error={error} />;
  if (pages === undefined) return <Skeleton lines={10} />;
  const fresh = arrived.value.filter((one) => one.seq > pages.head && isWanted(one, filter, pages.tokens));
  const contents = contentsOf([...fresh, ...pages.events]);
  const earlier = async () => {
    setBusy(true);
    try {
      const more = await lookBack(pages.before, filter, new AbortController().signal);
      const tokens = { ...pages.tokens, ...more.tokens };
      setPages({ ...pages, tokens, events: [...pages.events, ...more.events], before: more.before });
    } catch (problem) {
      setError(asClientError(problem));
    } finally {
      setBusy(false);
    }
  };
  if (fresh.length + pages.events.length === 0 && pages.before === undefined)
    return <Empty icon="audit" title="No event matches these filters." />;
  return (
    <>
      <ol class="log" aria-label="Events" aria-live="off">
        {fresh.map((one) => (
          <EventRow key={one.seq} one={one} contents={contents} tokens={pages.tokens} fresh />
        ))}
        {pages.events.map((one) => (
          <EventRow key={one.seq} one={one} contents={contents} tokens={pages.tokens} />
        ))}
      </ol>
      {pages.before !== undefined ? (
        <button type="button" class="button" disabled={busy} onClick={() => void earlier()}>
          {busy ? "Loading…" : "Show earlier events"}
        </button>
      ) : (
        <p class="muted list-end">This is the beginning of the log.</p>
      )}
    </>
  );
}

/** Does a live event match the filters? With an end date in the past, none does. */
function isWanted(
  { event }: RecordedEvent,
  { group, fact, by, since, until }: Filter,
  tokens: TokenNames,
): boolean {
  if (by !== undefined && !isThrough("by" in event ? event.by : undefined, by, tokens)) return false;
  if (group !== undefined && !(EVENT_GROUPS[group] as readonly string[]).includes(event.type)) return false;
  if (fact !== undefined && !("fact" in event && event.fact === fact)) return false;
  if (since !== undefined && event.at < new Date(`${since}T00:00`).getTime()) return false;
  return until === undefined || event.at < new Date(`${until}T00:00`).getTime() + DAY_MS;
}

/** Matches as the server does: by surface, client, or a token's id or name. */
function isThrough(writer: WrittenBy | undefined, by: string, tokens: TokenNames): boolean {
  const { surface, token, client: program } = writer ?? {};
  const name = token === undefined ? undefined : tokens[token];
  return [surface ?? "not-recorded", token, name, program].includes(by);
}

/** The words of facts, as far as the loaded events contain them. */
function contentsOf(events: readonly RecordedEvent[]): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const { event } of events)
    if (event.type === "added" && event.body !== undefined) contents.set(event.fact, event.body.content);
  return contents;
}

// What happened, and is the record whole? The log as it is written, and the chain that holds it together.
import type { RecordedEvent } from "brigade-tideline";
import { useEffect, useState } from "preact/hooks";
import type { EventPage } from "../answers.ts";
import { count } from "../format.ts";
import { arrived } from "../live.ts";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Failed, Skeleton } from "../parts/state.tsx";
import { go, pathOf, route } from "../router.ts";
import { asClientError, client } from "../session.ts";
import { EVENT_GROUPS, type EventGroup, titled } from "../words.ts";
import { ChainStatus } from "./audit/chain.tsx";
import { EventRow } from "./audit/event-row.tsx";

const WINDOW = 500;
const WANTED = 60;
const MOST_WINDOWS = 40;

interface Pages {
  readonly events: readonly RecordedEvent[];
  /** Everything after this number was looked at. */
  readonly from: number;
  readonly head: number;
}

/** Back from the end, window by window, until enough fits. */
async function lookBack(
  before: number | undefined,
  types: readonly string[],
  signal: AbortSignal,
): Promise<Pages> {
  let upTo = before ?? (await client.value.stats({ signal })).events;
  const head = upTo;
  const found: RecordedEvent[] = [];
  for (let windows = 0; upTo > 0 && found.length < WANTED && windows < MOST_WINDOWS; windows++) {
    const from = Math.max(0, upTo - WINDOW);
    const input = { after: from, limit: upTo - from, ...(types.length === 0 ? {} : { types }) };
    const page = await client.value.call<EventPage>("events", input, { signal });
    found.unshift(...page.events.filter((one) => one.seq <= upTo));
    upTo = from;
  }
  return { events: found.reverse(), from: upTo, head };
}

export function AuditView() {
  const asked = route.value.params.get("group");
  const group = (Object.keys(EVENT_GROUPS) as EventGroup[]).find((one) => one === asked);
  const types: readonly string[] = group === undefined ? [] : EVENT_GROUPS[group];
  return (
    <>
      <Heading title="Audit">
        <p>Every change to this memory: what, when, by whom, and by which rule.</p>
      </Heading>
      <div class="stacked">
        <ChainStatus key={JSON.stringify(client.value)} />
        <Panel title="Events" hint="newest first, as they are written">
          <Groups chosen={group} />
          <Log key={group ?? "all"} types={types} />
        </Panel>
      </div>
    </>
  );
}

function Groups({ chosen }: { readonly chosen: EventGroup | undefined }) {
  const all = [undefined, ...(Object.keys(EVENT_GROUPS) as EventGroup[])];
  return (
    <fieldset class="segmented">
      <legend class="sr-only">Which events</legend>
      {all.map((one) => (
        <button
          key={one ?? "all"}
          type="button"
          aria-pressed={one === chosen}
          onClick={() => go(pathOf("audit", undefined, { group: one }), "replace")}
        >
          {one === undefined ? "All" : titled(one)}
        </button>
      ))}
    </fieldset>
  );
}

function Log({ types }: { readonly types: readonly string[] }) {
  const [pages, setPages] = useState<Pages | undefined>();
  const [error, setError] = useState<ReturnType<typeof asClientError> | undefined>();
  const [busy, setBusy] = useState(false);
  const from = client.value;
  useEffect(() => {
    const stop = new AbortController();
    setPages(undefined);
    setError(undefined);
    lookBack(undefined, types, stop.signal).then(setPages, (problem: unknown) => {
      if (!stop.signal.aborted) setError(asClientError(problem));
    });
    return () => stop.abort();
  }, [from]);
  if (error !== undefined) return <Failed error={error} />;
  if (pages === undefined) return <Skeleton lines={10} />;
  const fresh = arrived.value.filter(
    (one) => one.seq > pages.head && (types.length === 0 || types.includes(one.event.type)),
  );
  const contents = contentsOf([...fresh, ...pages.events]);
  const earlier = async () => {
    setBusy(true);
    try {
      const more = await lookBack(pages.from, types, new AbortController().signal);
      setPages({ ...pages, events: [...pages.events, ...more.events], from: more.from });
    } catch (problem) {
      setError(asClientError(problem));
    } finally {
      setBusy(false);
    }
  };
  if (fresh.length + pages.events.length === 0) return <Empty icon="audit" title="No event of this sort." />;
  return (
    <>
      <ol class="log" aria-label="Events" aria-live="off">
        {fresh.map((one) => (
          <EventRow key={one.seq} one={one} contents={contents} fresh />
        ))}
        {pages.events.map((one) => (
          <EventRow key={one.seq} one={one} contents={contents} />
        ))}
      </ol>
      {pages.from > 0 ? (
        <button type="button" class="button" disabled={busy} onClick={() => void earlier()}>
          {busy ? "Looking…" : `Earlier (${count(pages.from)} events before)`}
        </button>
      ) : (
        <p class="muted list-end">That is where the log begins.</p>
      )}
    </>
  );
}

/** The words of facts, where the log in sight has them. */
function contentsOf(events: readonly RecordedEvent[]): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const { event } of events)
    if (event.type === "added" && event.body !== undefined) contents.set(event.fact, event.body.content);
  return contents;
}

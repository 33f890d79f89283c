// Which facts are there? All of them page by page, or those that recall finds, with the relevance of each.
import type { BriefFact, BriefHit, RemoteRecalled } from "brigade-tideline/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { count, counted, score } from "../../format.ts";
import { FactLine } from "../../parts/fact.tsx";
import { Empty, Failed, Loaded, Skeleton } from "../../parts/state.tsx";
import { say } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { pathOf } from "../../router.ts";
import { asClientError, client, isOwner } from "../../session.ts";
import { type Filters, included, isMeant, isPickedHere, listed } from "./states.ts";

interface ListProps {
  readonly filters: Filters;
  readonly id: string | undefined;
  readonly toFact: (id: string) => string;
}

const PAGE = 100;
/** If few facts of a page match, pages are this large, and loaded until there are enough to look at. */
const LARGE_PAGE = 1_000;
const ENOUGH = 20;
/** After this many facts, the person decides whether to continue. */
const LOOKED_BY_ITSELF = 10_000;
const FOUND = 40;

interface Page {
  readonly facts: readonly BriefFact[];
  readonly next?: string | undefined;
}

/** The pages after a first page. They belong to that first page: once another one is loaded, they are dropped. */
interface Beyond extends Page {
  readonly first: Page | undefined;
  readonly hasFailed: boolean;
}

/** The first page, and as many more as were loaded. */
function usePages(asked: object, keys: readonly unknown[]) {
  const first = useRemote<Page>((from, signal) => from.call("list", asked, { signal }), keys);
  const [loaded, setLoaded] = useState<Beyond | undefined>();
  const current = useRef(first.data);
  current.current = first.data;
  const beyond = loaded?.first === first.data ? loaded : undefined;
  const { facts = [], next } = beyond ?? { next: first.data?.next };
  const load = async () => {
    const start = first.data;
    try {
      const page = await client.value.call<Page>("list", { ...asked, after: next });
      if (start !== current.current) return;
      setLoaded({ first: start, facts: [...facts, ...page.facts], next: page.next, hasFailed: false });
    } catch (error) {
      if (start !== current.current) return;
      setLoaded({ first: start, facts, next, hasFailed: true });
      say(asClientError(error).message, true);
    }
  };
  const all = [...(first.data?.facts ?? []), ...facts];
  return { first, all, next, load, hasFailed: beyond?.hasFailed === true };
}

/** The latest first, page by page. */
export function Browse({ filters, id, toFact }: ListProps) {
  const { segment, state } = filters;
  const limit = isPickedHere(state) ? LARGE_PAGE : PAGE;
  const asked = { ...listed(state), order: "newest", limit, segment: segment || undefined } as const;
  const { first, all, next, load, hasFailed } = usePages(asked, [segment, state]);
  const facts = all.filter((fact) => isMeant(fact, state));
  const isThin = isPickedHere(state) && facts.length < ENOUGH;
  const goesOn = next !== undefined && isThin && all.length < LOOKED_BY_ITSELF && !hasFailed;
  useEffect(() => {
    if (goesOn && !first.loading) void load();
  }, [goesOn, next, first.loading]);
  if (first.error !== undefined) return <Failed error={first.error} retry={first.reload} />;
  if (first.data === undefined) return <Skeleton lines={8} />;
  if (facts.length === 0 && next === undefined)
    return (
      <Empty icon="memories" title={state === "current" ? "Nothing here yet." : `Nothing is ${state}.`} />
    );
  return (
    <div class="fact-list" aria-busy={first.loading}>
      {facts.map((fact) => (
        <FactLine key={fact.id} fact={fact} current={fact.id === id} href={toFact(fact.id)} />
      ))}
      {next === undefined ? (
        <p class="list-end muted">{counted(facts.length, "fact")} in all.</p>
      ) : goesOn ? (
        <p class="list-end muted" role="status">
          Loading more…
        </p>
      ) : (
        <button type="button" class="button more" onClick={() => void load()}>
          {isThin ? `Search beyond the latest ${count(all.length)}` : "Show more"}
        </button>
      )}
    </div>
  );
}

/** What recall answers: with the default filters, what an agent would get. It does not count as a use. */
export function Found({ filters, id, toFact }: ListProps) {
  const { query, segment, state } = filters;
  const [uncut, setUncut] = useState(false);
  useEffect(() => setUncut(false), [query]);
  const include = isOwner.value ? included(state) : [];
  const found = useRemote<RemoteRecalled>(
    (from, signal) =>
      from.recall(
        query,
        {
          limit: FOUND,
          passive: true,
          ...(segment === "" ? {} : { segments: [segment as never] }),
          ...(include.length === 0 ? {} : { include }),
          ...(uncut ? { minScore: 0 } : {}),
        },
        { signal },
      ),
    [query, segment, state, uncut],
  );
  return (
    <Loaded of={found} lines={8}>
      {(data) => {
        const hits = data.hits.filter((hit) => isMeant(hit.fact, state));
        return (
          <>
            <p class="found-head muted" role="status">
              {hits.length === 0
                ? "Nothing found."
                : `${counted(hits.length, "fact")}, best first (${data.lanes.join(", ")} search).`}
            </p>
            {hits.length === 0 ? (
              <Empty icon="search" title="Nothing is known about that.">
                <p class="muted">No fact is relevant enough. An agent would get no answer either.</p>
                <OutOfUse filters={filters} faded={data.faded} />
                {uncut ? null : (
                  <button type="button" class="button" onClick={() => setUncut(true)}>
                    Show the closest facts anyway
                  </button>
                )}
              </Empty>
            ) : (
              <div class="fact-list" aria-busy={found.loading}>
                {hits.map((hit) => (
                  <FactLine
                    key={hit.fact.id}
                    fact={hit.fact}
                    current={hit.fact.id === id}
                    href={toFact(hit.fact.id)}
                    aside={<HitScore hit={hit} best={hits[0]?.score ?? 1} />}
                  />
                ))}
                <OutOfUse filters={filters} faded={data.faded} />
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** To ask "why did this fact disappear?", one must first find it. `faded`: how many archived facts match. */
function OutOfUse({
  filters,
  faded = 0,
}: {
  readonly filters: Filters;
  readonly faded?: number | undefined;
}) {
  if (filters.state !== "current" || !isOwner.value) return null;
  const { query, segment } = filters;
  return (
    <p class="list-end">
      {faded === 0
        ? null
        : `${counted(faded, "archived fact")} ${faded === 1 ? "matches" : "match"}, and can be restored. `}
      <a href={pathOf("memories", undefined, { q: query, segment, state: "any" })}>
        Search archived and replaced facts too
      </a>
    </p>
  );
}

function HitScore({ hit, best }: { readonly hit: BriefHit; readonly best: number }) {
  const share = best > 0 ? hit.score / best : 0;
  return (
    <span
      class="hit"
      title={`Rank score ${hit.score.toFixed(3)}, relevance ${hit.relevance.toFixed(3)}${hit.uncertain ? ": uncertain" : ""}`}
    >
      <span class="hit-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span class="hit-score">
        <span class="sr-only">score </span>
        {score(hit.score)}
      </span>
    </span>
  );
}

// What does memory know? Search while typing, through the same recall that an agent uses; or browse, the latest first.
import { useEffect, useRef, useState } from "preact/hooks";
import { takeSearchWish } from "../keys.tsx";
import { Icon } from "../parts/icons.tsx";
import { Heading } from "../parts/panel.tsx";
import { Empty } from "../parts/state.tsx";
import { go, pathOf, route } from "../router.ts";
import { isOwner, mayWrite } from "../session.ts";
import { SEGMENTS } from "../words.ts";
import { AddDialog } from "./memories/add-dialog.tsx";
import { FactDetail } from "./memories/detail.tsx";
import { Browse, Found } from "./memories/lists.tsx";
import { type Filters, type StateFilter, statesFor } from "./memories/states.ts";

const TYPING_MS = 140;

function filtersOf(params: URLSearchParams): Filters {
  const state = params.get("state");
  return {
    query: params.get("q") ?? "",
    segment: SEGMENTS.find((one) => one === params.get("segment")) ?? "",
    state: statesFor(isOwner.value).find((one) => one === state) ?? "current",
  };
}

export function MemoriesView() {
  const { id, params } = route.value;
  const filters = filtersOf(params);
  const [adding, setAdding] = useState(false);
  const toFact = (fact: string | undefined) =>
    pathOf("memories", fact, {
      q: filters.query,
      segment: filters.segment,
      state: filters.state === "current" ? "" : filters.state,
    });
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, () => go(toFact(undefined)));
  return (
    <div class={id === undefined ? "memories" : "memories with-detail"}>
      <div class="memories-list" ref={list}>
        <Heading title="Memories">
          {mayWrite.value ? (
            <button type="button" class="button" onClick={() => setAdding(true)}>
              <Icon name="plus" size={16} /> Remember
            </button>
          ) : null}
        </Heading>
        <Search filters={filters} />
        {filters.query === "" ? (
          <Browse filters={filters} id={id} toFact={toFact} />
        ) : (
          <Found filters={filters} id={id} toFact={toFact} />
        )}
      </div>
      <div class="memories-detail">
        {id === undefined ? (
          <Empty icon="memories" title="Choose a fact to see where it comes from and what happened to it." />
        ) : (
          <FactDetail
            key={id}
            id={id}
            query={filters.query}
            onClose={() => go(toFact(undefined))}
            toFact={toFact}
          />
        )}
      </div>
      {adding ? <AddDialog onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

function Search({ filters }: { readonly filters: Filters }) {
  const [text, setText] = useState(filters.query);
  const timer = useRef<number | undefined>(undefined);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => setText(filters.query), [filters.query]);
  useEffect(() => {
    if (takeSearchWish()) box.current?.focus();
  }, []);
  const set = (change: Partial<Filters>) => {
    const next = { ...filters, query: text, ...change };
    const shown = { q: next.query, segment: next.segment, state: next.state === "current" ? "" : next.state };
    // The fact that is open now, not the one that was open when the typing began.
    go(pathOf("memories", route.value.id, shown), "replace");
  };
  return (
    <search class="search">
      <label class="search-box">
        <Icon name="search" />
        <span class="sr-only">Search memories by meaning</span>
        <input
          ref={box}
          id="search"
          type="search"
          placeholder="Ask memory a question"
          autoComplete="off"
          value={text}
          onInput={(event) => {
            const query = event.currentTarget.value;
            setText(query);
            window.clearTimeout(timer.current);
            timer.current = window.setTimeout(
              () => set({ query: query.trim() === "" ? "" : query }),
              TYPING_MS,
            );
          }}
        />
        <kbd>/</kbd>
      </label>
      <div class="filters">
        <label>
          <span class="sr-only">Segment</span>
          <select value={filters.segment} onChange={(event) => set({ segment: event.currentTarget.value })}>
            <option value="">All segments</option>
            {SEGMENTS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span class="sr-only">State</span>
          <select
            value={filters.state}
            onChange={(event) => set({ state: event.currentTarget.value as StateFilter })}
          >
            {statesFor(isOwner.value).map((one) => (
              <option key={one} value={one}>
                {one === "any" ? "any state" : one}
              </option>
            ))}
          </select>
        </label>
      </div>
    </search>
  );
}

/** Arrow keys walk through the list, Escape closes the fact. */
function useListKeys(list: { readonly current: HTMLElement | null }, close: () => void): void {
  const onClose = useRef(close);
  onClose.current = close;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector("dialog[open]") !== null) return;
      if (event.key === "Escape" && route.value.id !== undefined) return onClose.current();
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      const inList = list.current?.contains(document.activeElement) ?? false;
      if (!inList || document.activeElement instanceof HTMLSelectElement) return;
      const lines = [...(list.current?.querySelectorAll<HTMLAnchorElement>("a.fact-line") ?? [])];
      const at = lines.indexOf(document.activeElement as HTMLAnchorElement);
      const next = lines[event.key === "ArrowDown" ? at + 1 : Math.max(0, at - 1)];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [list]);
}

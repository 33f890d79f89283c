// Which fact? Found by a question, or one of the latest.
import type { BriefFact } from "brigade-tideline/client";
import { useRef, useState } from "preact/hooks";
import { FactLine } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Empty, Loaded } from "../../parts/state.tsx";
import { useRemote } from "../../remote.ts";
import { pathOf } from "../../router.ts";

const TYPING_MS = 160;
const SHOWN = 25;

export function FactPicker({ id }: { readonly id: string | undefined }) {
  const [query, setQuery] = useState("");
  const timer = useRef<number | undefined>(undefined);
  const facts = useRemote<readonly BriefFact[]>(
    async (from, signal) => {
      if (query.trim() !== "") {
        const { hits } = await from.recall(query, { passive: true, limit: SHOWN }, { signal });
        return hits.map((hit) => hit.fact);
      }
      return (await from.list({ order: "newest", limit: SHOWN }, { signal })).facts;
    },
    [query],
  );
  return (
    <Panel title="Facts" class="picker">
      <label class="search-box">
        <Icon name="search" size={16} />
        <span class="sr-only">Find a fact</span>
        <input
          type="search"
          placeholder="Find a fact"
          onInput={(event) => {
            const text = event.currentTarget.value;
            window.clearTimeout(timer.current);
            timer.current = window.setTimeout(() => setQuery(text), TYPING_MS);
          }}
        />
      </label>
      <Loaded of={facts} lines={8}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="search" title="Nothing found." />
          ) : (
            <div class="fact-list">
              {all.map((fact) => (
                <FactLine
                  key={fact.id}
                  fact={fact}
                  current={fact.id === id}
                  href={pathOf("ageing", fact.id)}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}

// What did the last nights do, and what waits? The morning's report, with the facts under each heading.
import type { Morning } from "brigade-tideline";
import { useState } from "preact/hooks";
import { counted } from "../../format.ts";
import { Chip, Words } from "../../parts/fact.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Empty, Loaded } from "../../parts/state.tsx";
import { useRemote } from "../../remote.ts";
import { pathOf } from "../../router.ts";
import { titled } from "../../words.ts";

const DAY_MS = 86_400_000;
const SPANS = [
  { days: 1, says: "1 day" },
  { days: 7, says: "7 days" },
  { days: 30, says: "30 days" },
] as const;
const SHOWN = 8;

type Section = Morning["sections"][number];

export function MorningPanel() {
  const [days, setDays] = useState(1);
  const morning = useRemote<Morning>(
    (from, signal) => from.call("morning", { since: Date.now() - days * DAY_MS }, { signal }),
    [days],
  );
  return (
    <Panel
      title="This morning"
      hint="what the nights did by themselves"
      actions={
        <select
          aria-label="How far back"
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        >
          {SPANS.map((one) => (
            <option key={one.days} value={String(one.days)}>
              {one.says}
            </option>
          ))}
        </select>
      }
    >
      <Loaded of={morning} lines={4}>
        {(data) => <Told morning={data} />}
      </Loaded>
    </Panel>
  );
}

function Told({ morning }: { readonly morning: Morning }) {
  const { sections, waits, asked } = morning;
  return (
    <>
      {sections.length === 0 ? (
        <Empty icon="moon" title="The nights changed nothing." />
      ) : (
        sections.map((section) => <Heading key={section.heading} section={section} />)
      )}
      <p class="muted">
        {waits.review === 0 ? (
          "Nothing waits for your review."
        ) : (
          <a href={pathOf("review")}>{counted(waits.review, "fact")} in review</a>
        )}
        {asked.calls === 0
          ? ""
          : ` On its latest day the language model was asked ${counted(asked.calls, "time")}.`}
      </p>
    </>
  );
}

function Heading({ section }: { readonly section: Section }) {
  const { heading, count, items } = section;
  return (
    <details open={heading !== "linked"}>
      <summary>
        {titled(heading)} <Chip>{count}</Chip>
      </summary>
      <ul class="rows">
        {items.slice(0, SHOWN).map(({ fact, content }) => (
          <li key={fact}>
            <a class="row" href={pathOf("memories", fact)}>
              {content === "" ? <span class="muted">Its words are erased.</span> : <Words text={content} />}
            </a>
          </li>
        ))}
      </ul>
      {count > SHOWN ? <p class="muted">and {count - SHOWN} more</p> : null}
    </details>
  );
}

// What did the pass change? Fact by fact: what was done, by which rule, from which figures.
import type { ChangedFact, PassDiff } from "brigade-tideline";
import { counted, shorten } from "../../format.ts";
import { Chip, SegmentChip, Words } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/state.tsx";
import { useRemote } from "../../remote.ts";
import { pathOf } from "../../router.ts";
import { LINK_NAMES } from "../../words.ts";

const SHOWN = 100;

export function Diff({ id }: { readonly id: string }) {
  const diff = useRemote<PassDiff>((from, signal) => from.call("pass", { id }, { signal }), [id]);
  return (
    <div class="diff">
      <Loaded of={diff} lines={4}>
        {(data) => (
          <>
            <p class="muted">{counted(data.factCount, "fact")} changed.</p>
            <ul class="changes">
              {data.facts.slice(0, SHOWN).map((one) => (
                <Changed key={one.fact} one={one} />
              ))}
            </ul>
            {data.factCount > SHOWN ? (
              <p class="muted">and {data.factCount - SHOWN} more, in the audit</p>
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Changed({ one }: { readonly one: ChangedFact }) {
  return (
    <li class={one.isUndone ? "undone" : ""}>
      <span class="change-what">
        {[...new Set(one.changes.map(({ what }) => what))].map((what) => (
          <Chip key={what} tone="accent">
            {what}
          </Chip>
        ))}
      </span>
      <div>
        <a href={pathOf("memories", one.fact)}>
          {one.content === undefined ? <em>text erased</em> : <Words text={shorten(one.content, 180)} />}
        </a>
        <p class="marks muted">
          {one.segment === undefined ? null : <SegmentChip segment={one.segment} />}
          {one.isUndone ? <Chip>undone</Chip> : null}
          {[...new Set(one.changes.map(({ rule }) => rule))].join(", ")}
        </p>
        {one.changes.map((change) => (
          <p key={change.seq} class="muted">
            {change.other === undefined ? null : (
              <>
                {saysOf(change)}{" "}
                <a href={pathOf("memories", change.other.id)}>
                  <Words
                    text={shorten(change.other.content === "" ? change.other.id : change.other.content, 120)}
                  />
                </a>
              </>
            )}
          </p>
        ))}
      </div>
    </li>
  );
}

function saysOf(change: ChangedFact["changes"][number]): string {
  const { kind } = change.details;
  if (typeof kind === "string" && kind in LINK_NAMES) return LINK_NAMES[kind as keyof typeof LINK_NAMES][0];
  return change.what === "merged" ? "into" : change.what === "superseded" ? "by" : "with";
}

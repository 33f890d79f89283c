// How many facts does each segment hold, and in which states? One bar per segment, all to one scale.
import type { FactState, Overview } from "brigade-tideline";
import { count } from "../../format.ts";
import { pathOf } from "../../router.ts";
import { isOwner } from "../../session.ts";

/** From what is in use to what is locked away. */
const GROUPS: readonly { readonly name: string; readonly states: readonly FactState[] }[] = [
  { name: "current", states: ["current"] },
  { name: "challenged", states: ["challenged"] },
  { name: "faded", states: ["archived", "suppressed", "pruned"] },
  { name: "replaced", states: ["superseded", "merged", "invalidated", "expired"] },
  { name: "quarantined", states: ["quarantined"] },
];

export function Segments({ data }: { readonly data: Overview }) {
  const most = Math.max(1, ...data.segments.map((one) => one.facts));
  const used = GROUPS.filter(({ states }) => states.some((state) => data.states[state] > 0));
  return (
    <div class="segments">
      <ul>
        {data.segments.map((one) => {
          const parts = used
            .map(({ name, states }) => ({
              name,
              value: states.reduce((sum, state) => sum + one.states[state], 0),
            }))
            .filter(({ value }) => value > 0);
          return (
            <li key={one.segment}>
              <a
                href={pathOf("memories", undefined, {
                  segment: one.segment,
                  state: isOwner.value ? "any" : "",
                })}
                title={parts.map(({ name, value }) => `${value} ${name}`).join(", ") || "none"}
              >
                <span class="segment-name">
                  <i class={`dot seg-${one.segment}`} aria-hidden="true" />
                  {one.segment}
                </span>
                <span class="stack" aria-hidden="true">
                  {parts.map(({ name, value }) => (
                    <span key={name} class={`state-${name}`} style={{ width: `${(value / most) * 100}%` }} />
                  ))}
                </span>
                <span class="number">{count(one.facts)}</span>
              </a>
            </li>
          );
        })}
      </ul>
      <p class="legend">
        {used.map(({ name, states }) => (
          <span key={name}>
            <i class={`swatch state-${name}`} aria-hidden="true" />
            {count(states.reduce((sum, state) => sum + data.states[state], 0))} {name}
          </span>
        ))}
      </p>
    </div>
  );
}

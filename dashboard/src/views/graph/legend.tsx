// What do colours mean, and which edges are shown?
import type { GraphEdge } from "brigade-tideline";
import { count } from "../../format.ts";
import { LINK_NAMES, SEGMENTS } from "../../words.ts";
import { type Colouring, EDGE_KINDS, type GraphModel } from "./model.ts";

const TRUST = ["foreign", "hearsay", "distilled", "trusted"] as const;
const STATES = ["current", "challenged", "faded", "replaced"] as const;

export function EdgeLegend(props: {
  readonly model: GraphModel;
  readonly colouring: Colouring;
  readonly hidden: ReadonlySet<number>;
  readonly onToggle: (kind: number) => void;
}) {
  const { model, colouring, hidden } = props;
  const by: Readonly<Record<string, number>> = model.graph.stats.edgesByKind;
  return (
    <div class="graph-legend">
      <p class="legend">
        {colouring === "segment"
          ? SEGMENTS.map((one) => (
              <span key={one}>
                <i class={`dot seg-${one}`} aria-hidden="true" />
                {one}
              </span>
            ))
          : (colouring === "trust" ? TRUST : STATES).map((one) => (
              <span key={one}>
                <i class={`dot by-${one}`} aria-hidden="true" />
                {one}
              </span>
            ))}
        <span>
          <i class="dot by-name" aria-hidden="true" />a name
        </span>
      </p>
      <fieldset class="legend edge-kinds">
        <legend class="sr-only">Edges that are shown</legend>
        {EDGE_KINDS.map((kind: GraphEdge["kind"], i) =>
          (by[kind] ?? 0) === 0 ? null : (
            <label key={kind}>
              <input type="checkbox" checked={!hidden.has(i)} onChange={() => props.onToggle(i)} />
              <i class={`edge-swatch edge-${kind}`} aria-hidden="true" />
              {LINK_NAMES[kind][0]} <span class="muted">{count(by[kind] ?? 0)}</span>
            </label>
          ),
        )}
      </fieldset>
    </div>
  );
}

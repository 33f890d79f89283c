// The graph without a picture: clusters, largest first, with their members and how many links each has.
import { useState } from "preact/hooks";
import { counted, shorten } from "../../format.ts";
import { Chip, SegmentChip, Words } from "../../parts/fact.tsx";
import { pathOf } from "../../router.ts";
import type { Cluster, GraphModel } from "./model.ts";

const AT_ONCE = 30;
const MEMBERS = 40;

export function GraphList({ model }: { readonly model: GraphModel }) {
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <div class="stacked">
      <ul class="clusters">
        {model.clusters.slice(0, shown).map((cluster) => (
          <li key={cluster.id} class="panel">
            <ClusterItem model={model} cluster={cluster} />
          </li>
        ))}
      </ul>
      {model.clusters.length > shown ? (
        <button type="button" class="button" onClick={() => setShown(shown + AT_ONCE)}>
          Show more clusters
        </button>
      ) : null}
      <p class="muted">{counted(model.graph.stats.alone, "fact")} without any link.</p>
    </div>
  );
}

function ClusterItem({ model, cluster }: { readonly model: GraphModel; readonly cluster: Cluster }) {
  const members = [...cluster.members].sort(
    (a, b) => (model.degree[b] as number) - (model.degree[a] as number) || a - b,
  );
  return (
    <details>
      <summary>
        <strong>
          <bdi>{cluster.label}</bdi>
        </strong>{" "}
        <span class="muted">{counted(members.length, "node")}</span>
      </summary>
      <ul class="rows">
        {members.slice(0, MEMBERS).map((node) => {
          const one = model.graph.nodes[node];
          if (one === undefined) return null;
          return (
            <li key={one.id} class="row">
              {one.type === "fact" ? (
                <a href={pathOf("memories", one.id)}>
                  <Words text={shorten(one.label, 140)} />
                </a>
              ) : (
                <Words text={one.label} />
              )}
              <span class="marks">
                {one.type === "fact" ? <SegmentChip segment={one.group} /> : <Chip>{one.group}</Chip>}
                <span class="muted">{counted(model.degree[node] as number, "link")}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {members.length > MEMBERS ? <p class="muted">and {members.length - MEMBERS} more</p> : null}
    </details>
  );
}

// What is this node? Its words, its links and their kinds, and a way to the fact itself.
import { counted, shorten } from "../../format.ts";
import { Chip, SegmentChip, Trust, Words } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Day, Interludes } from "../../parts/time.tsx";
import { pathOf } from "../../router.ts";
import { isOwner } from "../../session.ts";
import { LINK_NAMES } from "../../words.ts";
import { About } from "./about.tsx";
import { EDGE_KINDS, type GraphModel } from "./model.ts";

const SHOWN = 30;

export interface Tie {
  readonly node: number;
  readonly says: string;
}

export function tiesOf(model: GraphModel, node: number): readonly Tie[] {
  const ties: Tie[] = [];
  for (let e = 0; e < model.edgeKinds.length; e++) {
    const [from, to] = [model.edges[e * 2] as number, model.edges[e * 2 + 1] as number];
    if (from !== node && to !== node) continue;
    const kind = EDGE_KINDS[model.edgeKinds[e] as number] as (typeof EDGE_KINDS)[number];
    ties.push(
      from === node ? { node: to, says: LINK_NAMES[kind][0] } : { node: from, says: LINK_NAMES[kind][1] },
    );
  }
  return ties;
}

export function NodeCard(props: {
  readonly model: GraphModel;
  readonly node: number;
  readonly onChoose: (node: number) => void;
  readonly onClose: () => void;
}) {
  const { model, node } = props;
  const one = model.graph.nodes[node];
  if (one === undefined) return null;
  const ties = tiesOf(model, node);
  return (
    <aside class="node-card" aria-label="The chosen node">
      <button type="button" class="icon-button close" aria-label="Close" onClick={props.onClose}>
        <Icon name="cross" size={16} />
      </button>
      <h2>
        <Words text={one.label} />
      </h2>
      <p class="marks">
        {one.type === "fact" ? <SegmentChip segment={one.group} /> : <Chip>{one.group}</Chip>}
        {one.authority === undefined ? null : <Trust authority={one.authority} named />}
        {one.lifecycle === undefined || one.lifecycle === "active" ? null : (
          <Chip tone="warn">{one.lifecycle}</Chip>
        )}
        {one.validity === undefined || one.validity === "valid" ? null : <Chip>{one.validity}</Chip>}
        <span class="muted">
          since <Day at={one.since} />
          <Interludes of={one.interludes} />
        </span>
      </p>
      {one.type === "fact" ? (
        <a class="button small" href={pathOf("memories", one.id)}>
          Open the fact
        </a>
      ) : null}
      {one.type === "entity" && isOwner.value ? <About name={one.label} /> : null}
      {ties.length === 0 ? (
        <p class="muted">Nothing is linked to it.</p>
      ) : (
        <ul class="card-ties">
          {ties.slice(0, SHOWN).map((tie) => (
            <li key={`${tie.says} ${tie.node}`}>
              <span class="tie">{tie.says}</span>
              <button type="button" class="link" onClick={() => props.onChoose(tie.node)}>
                <Words text={shorten(model.graph.nodes[tie.node]?.label ?? "", 90)} />
              </button>
            </li>
          ))}
          {ties.length > SHOWN ? <li class="muted">and {ties.length - SHOWN} more</li> : null}
        </ul>
      )}
    </aside>
  );
}

export function Tip(props: {
  readonly model: GraphModel;
  readonly node: number;
  readonly x: number;
  readonly y: number;
}) {
  const one = props.model.graph.nodes[props.node];
  if (one === undefined) return null;
  return (
    <div class="graph-tip" style={{ transform: `translate(${props.x + 14}px, ${props.y + 14}px)` }}>
      <Words text={one.label} />
      <span class="muted">
        {one.group}, {counted(props.model.degree[props.node] as number, "link")}
      </span>
    </div>
  );
}

// What is the fact linked to? The values before and after it, the facts it links to, and those that link to it.
import type { Inspection } from "brigade-tideline";
import type { RemoteFact } from "brigade-tideline/client";
import { count, shorten } from "../../format.ts";
import { Chip, Words } from "../../parts/fact.tsx";
import { FactName } from "../../parts/named.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Day, Interludes } from "../../parts/time.tsx";
import { LINK_NAMES } from "../../words.ts";

/** Links, and facts it is derived from. */
const SHOWN = 12;

export function Chain(props: {
  readonly chain: Inspection["chain"];
  readonly id: string;
  readonly toFact: (id: string) => string;
}) {
  if (props.chain.length < 2) return null;
  return (
    <Panel title="Values over time" hint="oldest first">
      <ol class="chain">
        {props.chain.map((one) => (
          <li key={one.id} class={one.id === props.id ? "this" : ""}>
            <a href={props.toFact(one.id)} aria-current={one.id === props.id ? "true" : undefined}>
              <Words text={shorten(one.content, 160)} />
            </a>
            <span class="muted">
              <Day at={one.from} />
              {one.to === undefined ? (
                one.validity === "valid" ? (
                  " until today"
                ) : null
              ) : (
                <>
                  {" to "}
                  <Day at={one.to} />
                </>
              )}
              <Interludes of={one.interludes} />
            </span>
            {one.validity === "valid" ? <Chip tone="good">current</Chip> : <Chip>{one.validity}</Chip>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

export function Links({
  fact,
  toFact,
}: {
  readonly fact: RemoteFact;
  readonly toFact: (id: string) => string;
}) {
  const { links, backlinks, evidence } = fact;
  const {
    linkCount = links.length,
    backlinkCount = backlinks.length,
    evidenceCount = evidence.length,
  } = fact;
  // The answer carries a few backlinks, the highest class first: all of them are shown.
  const ties = [
    ...links.slice(0, SHOWN).map(({ kind, to }) => ({ says: LINK_NAMES[kind][0], id: to })),
    ...backlinks.map(({ kind, from }) => ({ says: LINK_NAMES[kind][1], id: from })),
    ...evidence.slice(0, SHOWN).map((id) => ({ says: "derived from", id })),
  ];
  if (ties.length === 0) return null;
  const unique = [...new Map(ties.map((one) => [`${one.says} ${one.id}`, one])).values()];
  const more = linkCount + backlinkCount + evidenceCount - ties.length;
  return (
    <Panel title="Linked facts" hint={count(unique.length + more)}>
      <ul class="ties">
        {unique.map(({ says, id }) => (
          <li key={`${says} ${id}`}>
            <span class="tie">{says}</span>
            <a href={toFact(id)}>
              <FactName id={id} />
            </a>
          </li>
        ))}
      </ul>
      {more > 0 ? <p class="muted">and {count(more)} more, in the graph</p> : null}
    </Panel>
  );
}

// What happened to it, when, by whom and why? Every event of the log that concerns the fact, oldest first.
import type { RecordedEvent } from "brigade-tideline";
import { clockOf, counted, exactly } from "../../format.ts";
import { Icon } from "../../parts/icons.tsx";
import { FactName } from "../../parts/named.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Day } from "../../parts/time.tsx";
import { happeningOf, labelsIn, SOURCE_NAMES } from "../../words.ts";

/** The part of an event's `by`, or of a fact's writer, that is shown. */
export type WrittenBy = Readonly<Partial<Record<"surface" | "token" | "client", string | undefined>>>;
export type TokenNames = Readonly<Record<string, string>>;

export function History(props: {
  readonly history: readonly RecordedEvent[];
  /** How many events there are, if these are only the first and the latest. */
  readonly count?: number | undefined;
  readonly tokens?: TokenNames | undefined;
  readonly id: string;
  readonly toFact: (id: string) => string;
}) {
  return (
    <Panel title="History" hint={counted(props.count ?? props.history.length, "event")}>
      {props.count === undefined ? null : <p class="muted">The first one and the latest.</p>}
      <ol class="timeline">
        {props.history.map((one) => (
          <Happened key={one.seq} one={one} tokens={props.tokens} id={props.id} toFact={props.toFact} />
        ))}
      </ol>
    </Panel>
  );
}

function Happened(props: {
  readonly one: RecordedEvent;
  readonly tokens: TokenNames | undefined;
  readonly id: string;
  readonly toFact: (id: string) => string;
}) {
  const { event, seq } = props.one;
  const { icon, tone, says } = happeningOf(event);
  const other = otherFact(event, props.id);
  return (
    <li class={`happened ${tone}`}>
      <span class="happened-icon">
        <Icon name={icon} size={15} />
      </span>
      <div>
        <p>
          <strong>{says}</strong>
          {other === undefined ? null : (
            <>
              {" "}
              <a href={props.toFact(other)}>
                <FactName id={other} most={90} />
              </a>
            </>
          )}
        </p>
        {event.type === "revised" ? <NewLabels of={event} /> : null}
        <p class="muted">
          <Day at={event.at} /> <span title={exactly(event.at)}>{clockOf(event.at)}</span>
          {because(event, props.tokens)} · <span class="seq">event {seq}</span>
        </p>
      </div>
    </li>
  );
}

/** What the labels became. */
function NewLabels({ of }: { readonly of: object }) {
  const labels = labelsIn(of);
  if (labels.length === 0) return null;
  return (
    <p>
      {labels.map(({ field, name, value }, place) => (
        <span key={field}>
          {place === 0 ? "" : " · "}
          {name}: <bdi>{value}</bdi>
        </span>
      ))}
    </p>
  );
}

function otherFact(event: RecordedEvent["event"], id: string): string | undefined {
  if ("successor" in event && event.successor !== id) return event.successor;
  if ("against" in event && event.against !== undefined && event.against !== id) return event.against;
  if (event.type === "linked" || event.type === "unlinked") return event.fact === id ? event.to : event.fact;
  return undefined;
}

/** The surface, and the token or client, by name if it is known. */
export function writerName(by: WrittenBy | undefined, tokens: TokenNames = {}): string {
  if (by?.surface === undefined) return "an unrecorded source";
  const token = by.token === undefined ? [] : [tokens[by.token] ?? by.token];
  return [by.surface, ...token, ...(by.client === undefined ? [] : [by.client])].join(" · ");
}

/** `tokens`: the names of tokens, by id. */
export function because(event: RecordedEvent["event"], tokens: TokenNames = {}): string {
  const parts: string[] = [];
  const by = "by" in event ? event.by : undefined;
  if (by?.source !== undefined && by.source !== "engine")
    parts.push(`from ${SOURCE_NAMES[by.source] ?? by.source}`);
  parts.push(`through ${writerName(by, tokens)}`);
  if ("why" in event && event.why !== undefined) {
    const { rule, pass, policy, inputs } = event.why;
    parts.push(rule.startsWith("by-hand") ? "by hand" : `by the rule ${rule}`);
    if (typeof inputs?.score === "number") parts.push(`score ${inputs.score.toFixed(3)}`);
    if (policy !== undefined) parts.push(`policy ${policy}`);
    if (pass !== undefined) parts.push("in a pass");
  }
  return parts.length === 0 ? "" : ` · ${parts.join(", ")}`;
}

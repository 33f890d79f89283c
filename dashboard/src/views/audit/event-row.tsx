// What does one event say? One line; on demand the whole event, as it stands in the log.
import type { RecordedEvent } from "brigade-tideline";
import { clockOf, dayOf, exactly, shorten } from "../../format.ts";
import { Words } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { FactName } from "../../parts/named.tsx";
import { pathOf } from "../../router.ts";
import { happeningOf } from "../../words.ts";
import { because, type TokenNames } from "../memories/history.tsx";

export function EventRow(props: {
  readonly one: RecordedEvent;
  readonly contents: ReadonlyMap<string, string>;
  readonly tokens: TokenNames;
  readonly fresh?: boolean;
}) {
  const { event, seq, hash, bodyGone } = props.one;
  const { icon, tone, says } = happeningOf(event);
  const fact = "fact" in event ? event.fact : undefined;
  const words = fact === undefined ? undefined : props.contents.get(fact);
  return (
    <li class={`log-row ${tone}${props.fresh ? " fresh" : ""}`}>
      <span class="seq muted">{seq}</span>
      <span class="happened-icon">
        <Icon name={icon} size={15} />
      </span>
      <div class="log-what">
        <p>
          <strong>{says}</strong>
          <span class="muted">{because(event, props.tokens)}</span>
        </p>
        {fact === undefined ? null : (
          <a href={pathOf("memories", fact)}>
            {words === undefined ? <FactName id={fact} /> : <Words text={shorten(words, 140)} />}
          </a>
        )}
        <details>
          <summary>Show the whole event</summary>
          <pre class="whole">
            {JSON.stringify({ seq, hash, ...(bodyGone ? { bodyGone } : {}), event }, null, 2).slice(
              0,
              20_000,
            )}
          </pre>
        </details>
      </div>
      <time class="muted" dateTime={new Date(event.at).toISOString()} title={exactly(event.at)}>
        {dayOf(event.at)} <br />
        {clockOf(event.at)}
      </time>
    </li>
  );
}

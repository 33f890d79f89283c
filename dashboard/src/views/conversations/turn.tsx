// What was said, what became of it, and which facts quote it? The turn on one side, the facts on the other; a number
// ties each fact to its quote. The words of a turn are text, whatever they contain.
import type { Fact, ShownTurn, TurnState } from "brigade-tideline";
import { useState } from "preact/hooks";
import { count, counted, minuteOf, shorten } from "../../format.ts";
import { Chip, FactMarks, Trust, Words } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { pathOf } from "../../router.ts";
import type { Tone } from "../../words.ts";
import { AsideActions } from "./aside-actions.tsx";
import { partsOf } from "./highlight.ts";
import { PurgeTurnDialog } from "./purge-turn.tsx";

const SHOWN_CHARS = 1_200;
const FACT_CHARS = 300;
const NAMED_CHARS = 60;

const STATES: Readonly<Record<TurnState, readonly [tone: Tone, says: string]>> = {
  distilled: ["plain", "The distiller has read it."],
  waiting: ["accent", "It waits to be distilled."],
  "set-aside": ["warn", "The distiller had no reply for it, so nothing was made of it."],
  dismissed: ["plain", "Somebody decided that nothing is made of it."],
  skipped: ["plain", "These are not words of the conversation, so they are never distilled."],
};

export function Turn({
  turn,
  facts,
}: {
  readonly turn: ShownTurn;
  readonly facts: ReadonlyMap<string, Fact>;
}) {
  const { role, said, state, authority, at, aborted } = turn;
  const [tone, says] = STATES[state];
  return (
    <article class="turn" aria-label={`Turn of ${minuteOf(at)}, ${role}`}>
      <div class="turn-said">
        <header>
          <p class="marks">
            <strong class="turn-role">{role}</strong>
            {said?.actor === undefined ? null : <Words text={shorten(said.actor, NAMED_CHARS)} />}
            <time class="muted" dateTime={new Date(at).toISOString()}>
              {minuteOf(at)}
            </time>
            <Trust authority={authority} named />
            {said === undefined ? null : (
              <Chip tone={tone} title={says}>
                {state === "set-aside" ? "set aside" : state}
              </Chip>
            )}
            {aborted ? <Chip title="The reply was cut short">aborted</Chip> : null}
          </p>
        </header>
        {said === undefined ? (
          <p class="turn-erased">
            <Icon name="trash" size={16} /> The words of this turn are erased.
          </p>
        ) : (
          <Said turn={turn} said={said} />
        )}
        <TurnActions turn={turn} />
      </div>
      <DrawnFacts turn={turn} facts={facts} />
    </article>
  );
}

function Said({ turn, said }: { readonly turn: ShownTurn; readonly said: NonNullable<ShownTurn["said"]> }) {
  const quotes = turn.drawn.map(({ quote }) => quote);
  return (
    <>
      <Marked text={said.content} quotes={quotes} />
      {said.attachments.map(({ name, content }, i) => (
        <details key={i} class="turn-attachment">
          <summary>
            Attachment: <Words text={shorten(name ?? "without a name", NAMED_CHARS)} />
          </summary>
          <Marked text={content} quotes={quotes} />
        </details>
      ))}
    </>
  );
}

/** The text with its quotes marked, cut if it is long. */
function Marked(props: { readonly text: string; readonly quotes: readonly (string | undefined)[] }) {
  const { text, quotes } = props;
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > SHOWN_CHARS;
  const shown = isLong && !isWhole ? text.slice(0, SHOWN_CHARS) : text;
  const hidden = quotes.filter(
    (quote) => quote !== undefined && text.includes(quote) && !shown.includes(quote),
  );
  return (
    <>
      <p class="turn-words">
        <bdi dir="auto">
          {partsOf(shown, quotes).map((part) =>
            part.quotes.length === 0 ? (
              <span key={part.at}>{part.text}</span>
            ) : (
              <mark key={part.at}>
                {part.text}
                <sup aria-hidden="true">{part.quotes.map((one) => one + 1).join(", ")}</sup>
              </mark>
            ),
          )}
          {shown.length < text.length ? "…" : null}
        </bdi>
      </p>
      {isLong ? (
        <button type="button" class="button small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : `Show all ${count(text.length)} characters`}
          {hidden.length === 0 ? "" : `, with ${counted(hidden.length, "more quote")}`}
        </button>
      ) : null}
    </>
  );
}

function DrawnFacts(props: { readonly turn: ShownTurn; readonly facts: ReadonlyMap<string, Fact> }) {
  const { drawn, drawnCount } = props.turn;
  if (drawn.length === 0)
    return (
      <div class="turn-facts">
        <p class="muted">No fact quotes this turn.</p>
      </div>
    );
  return (
    <div class="turn-facts">
      <ol aria-label="Facts that quote this turn">
        {drawn.map(({ fact: id, quote }, i) => {
          const fact = props.facts.get(id);
          return (
            <li key={`${id} ${quote}`}>
              <span class="quote-number" aria-hidden="true">
                {i + 1}
              </span>
              {fact === undefined ? (
                <p class="muted">This fact is gone.</p>
              ) : (
                <a class="drawn-fact" href={pathOf("memories", id)}>
                  <Words text={shorten(fact.content, FACT_CHARS)} />
                  <FactMarks fact={fact} />
                  <span class="muted drawn-quote">
                    {quote === undefined ? (
                      "said again in this turn"
                    ) : (
                      <>
                        from “<Words text={shorten(quote, FACT_CHARS)} class="" />”
                      </>
                    )}
                  </span>
                </a>
              )}
            </li>
          );
        })}
      </ol>
      {drawnCount > drawn.length ? <p class="muted">and {count(drawnCount - drawn.length)} more</p> : null}
    </div>
  );
}

function TurnActions({ turn }: { readonly turn: ShownTurn }) {
  const [isPurging, setPurging] = useState(false);
  const { turn: id, said, state, reason } = turn;
  const named = `“${shorten(said?.content ?? "", NAMED_CHARS)}”`;
  if (said === undefined) return null;
  return (
    <>
      {state === "set-aside" ? (
        <p class="bad-text">
          It was set aside: <Words text={shorten(reason ?? "the reason was erased", FACT_CHARS)} />
        </p>
      ) : null}
      <div class="action-bar">
        {state === "set-aside" ? <AsideActions turn={id} named={named} /> : null}
        <button
          type="button"
          class="button danger-quiet"
          aria-haspopup="dialog"
          aria-label={`Purge ${named}`}
          onClick={() => setPurging(true)}
        >
          <Icon name="trash" size={15} /> Purge…
        </button>
      </div>
      {isPurging ? (
        <PurgeTurnDialog turn={id} words={said.content} onClose={() => setPurging(false)} />
      ) : null}
    </>
  );
}

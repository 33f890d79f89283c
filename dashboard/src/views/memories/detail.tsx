// What is this fact? Its words, its state, why it ranks where it does, what happened to it, and its links.
import type { Fact, Inspection } from "brigade-tideline";
import type { RemoteInspection } from "brigade-tideline/client";
import { exactly } from "../../format.ts";
import { Chip, EndorsedChip, SegmentChip, StandingChip, Trust, Words } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Meter } from "../../parts/meter.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/state.tsx";
import { Ago, Day, Interludes } from "../../parts/time.tsx";
import { useRemote } from "../../remote.ts";
import { mayWrite } from "../../session.ts";
import { asButtons, SOURCE_NAMES, standingOf } from "../../words.ts";
import { Actions } from "./actions.tsx";
import { History, type TokenNames, writerName } from "./history.tsx";
import { Chain, Links } from "./links.tsx";
import { Why } from "./why.tsx";

interface Inspected extends RemoteInspection {
  readonly tokens?: TokenNames;
}

export function FactDetail(props: {
  readonly id: string;
  readonly query: string;
  readonly onClose: () => void;
  readonly toFact: (id: string) => string;
}) {
  const { id, query, onClose, toFact } = props;
  const inspected = useRemote<Inspected>((from, signal) => from.inspect(id, { signal }), [id]);
  return (
    <article class="detail" aria-label="Fact">
      <button type="button" class="icon-button close" aria-label="Close this fact" onClick={onClose}>
        <Icon name="cross" />
      </button>
      <Loaded of={inspected} lines={10}>
        {(data) =>
          data.fact === undefined ? (
            <Gone data={data} />
          ) : (
            <>
              <FactHead fact={data.fact} />
              {mayWrite.value ? <Actions fact={data.fact} digest={data.digest} /> : null}
              {query === "" ? null : <Why id={id} query={query} />}
              <Panel title="Its story">
                <p class="story">
                  <Words text={asButtons(data.text)} />
                </p>
                {data.score === undefined ? null : <ScoreParts score={data.score} />}
              </Panel>
              <Chain chain={data.chain} id={id} toFact={toFact} />
              <History
                history={data.history}
                count={data.historyCount}
                tokens={data.tokens}
                id={id}
                toFact={toFact}
              />
              <Links fact={data.fact} toFact={toFact} />
              <Figures fact={data.fact} tokens={data.tokens} waiting={data.waitingMarks} />
            </>
          )
        }
      </Loaded>
    </article>
  );
}

const HEAD_CHARS = 4_000;

function FactHead({ fact }: { readonly fact: Fact }) {
  const standing = standingOf(fact);
  const long = fact.content.length > HEAD_CHARS;
  return (
    <header class="fact-head">
      <h2>
        <Words text={long ? `${fact.content.slice(0, HEAD_CHARS)}…` : fact.content} />
      </h2>
      {long ? (
        <details>
          <summary>All {fact.content.length.toLocaleString("en")} characters</summary>
          <pre class="whole">
            <Words text={fact.content} />
          </pre>
        </details>
      ) : null}
      <p class="marks">
        <StandingChip standing={standing} />
        <SegmentChip segment={fact.segment} />
        <Trust authority={fact.authority} named />
        <EndorsedChip fact={fact} />
        {fact.pinned ? (
          <Chip tone="accent" title="It does not fade">
            pinned
          </Chip>
        ) : null}
        {fact.confirmedAt === undefined ? null : (
          <Chip tone="good" title={`Confirmed ${exactly(fact.confirmedAt)}`}>
            confirmed
          </Chip>
        )}
        {fact.tags.map((tag) => (
          <Chip key={tag}>
            #<bdi>{tag}</bdi>
          </Chip>
        ))}
      </p>
    </header>
  );
}

function Gone({ data }: { readonly data: RemoteInspection }) {
  return (
    <>
      <header class="fact-head">
        <h2>
          <em>The text of this fact was erased</em>
        </h2>
        <p class="marks">
          <Chip tone="bad">erased</Chip>
          <code>{data.id}</code>
        </p>
      </header>
      <p class="story">{data.text}</p>
      <History
        history={data.history}
        count={data.historyCount}
        id={data.id}
        toFact={(id) => `/memories/${id}`}
      />
    </>
  );
}

function ScoreParts({ score }: { readonly score: NonNullable<Inspection["score"]> }) {
  return (
    <div class="score-parts">
      <Meter label="score now" value={score.value} />
      <details>
        <summary>How the score is computed</summary>
        <dl class="figures">
          {Object.entries(score.parts).map(([name, value]) => (
            <div key={name}>
              <dt>{spaced(name)}</dt>
              <dd>{Number.isInteger(value) ? value : value.toFixed(3)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

/** "halfLifeDays" as words: "half life days". */
export function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

function Figures(props: {
  readonly fact: Fact;
  readonly tokens: TokenNames | undefined;
  readonly waiting: number;
}) {
  const { fact, tokens, waiting } = props;
  const source =
    fact.source === "other" ? (fact.sourceName ?? "other") : (SOURCE_NAMES[fact.source] ?? fact.source);
  return (
    <Panel title="Details">
      <dl class="figures">
        <Figure name="from">
          <bdi>{source}</bdi>
          {fact.actor === undefined ? null : (
            <>
              , by <bdi>{fact.actor}</bdi>
            </>
          )}
        </Figure>
        <Figure name="written through">
          <bdi>{writerName(fact.writer, tokens)}</bdi>
        </Figure>
        <Figure name="said">
          <Ago at={fact.createdAt} />
        </Figure>
        <Figure name="last used">
          {fact.accessCount + waiting === 0 ? "never" : <Ago at={fact.lastAccessedAt} />}
        </Figure>
        <Figure name="uses">{fact.accessCount + waiting}</Figure>
        <Figure name="times said">{`${fact.observationCount}×`}</Figure>
        <Figure name="importance">{fact.importance.toFixed(2)}</Figure>
        <Figure name="confidence">{fact.confidence.toFixed(2)}</Figure>
        <Figure name="layer">{fact.layer}</Figure>
        <Figure name="tier">{fact.tier}</Figure>
        <Figure name="kind">{fact.kind}</Figure>
        {fact.validFrom === undefined ? null : (
          <Figure name="true from">
            <Day at={fact.validFrom} />
            <Interludes of={fact.interludes} />
          </Figure>
        )}
        {fact.validTo === undefined ? null : (
          <Figure name="true until">
            <Day at={fact.validTo} />
          </Figure>
        )}
        {fact.slot === undefined ? null : (
          <Figure name="slot">
            <bdi>{fact.slot.subject}</bdi> · <bdi>{fact.slot.attribute}</bdi>
          </Figure>
        )}
        {fact.episode === undefined ? null : (
          <Figure name="episode">
            <bdi>{fact.episode}</bdi>
          </Figure>
        )}
        {fact.recurrence === undefined ? null : (
          <Figure name="returns">
            <bdi>{fact.recurrence}</bdi>
          </Figure>
        )}
        {fact.aliases.length === 0 ? null : (
          <Figure name="aliases">
            <bdi>{fact.aliases.join(", ")}</bdi>
          </Figure>
        )}
        <Figure name="id">
          <code>{fact.id}</code>
        </Figure>
      </dl>
      {fact.metadata === undefined ? null : (
        <details>
          <summary>Metadata</summary>
          <pre class="whole">{JSON.stringify(fact.metadata, null, 2)}</pre>
        </details>
      )}
    </Panel>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

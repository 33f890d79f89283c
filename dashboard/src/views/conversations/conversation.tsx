// What was said in this conversation, and what was drawn from it? Page by page, turn by turn.
import type { Conversation, DistillerRun } from "brigade-tideline";
import { useState } from "preact/hooks";
import { count, counted, minuteOf } from "../../format.ts";
import { Chip, Words } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Heading, Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/state.tsx";
import { Ago } from "../../parts/time.tsx";
import { useRemote } from "../../remote.ts";
import { pathOf } from "../../router.ts";
import { DistilDialog } from "./distil-dialog.tsx";
import { Turn } from "./turn.tsx";

const PER_PAGE = 30;

export function ConversationView({ id }: { readonly id: string }) {
  const [trail, setTrail] = useState<readonly string[]>([]);
  const after = trail.at(-1);
  const page = useRemote<Conversation>(
    (from, signal) => from.call("conversation", { id, limit: PER_PAGE, ...(after && { after }) }, { signal }),
    [id, after],
  );
  return (
    <>
      <p class="way-back">
        <a href={pathOf("conversations")}>All conversations</a>
      </p>
      <Heading title="Conversation">{page.data === undefined ? null : <Lead data={page.data} />}</Heading>
      <Loaded of={page} lines={10}>
        {(data) => (
          <>
            <Head data={data} />
            <div class="stacked">
              <Runs runs={data.runs} />
              <Panel title="Turns" hint="oldest first, each beside the facts that quote it">
                <ol class="turns">
                  {data.shown.map((turn) => (
                    <li key={turn.turn}>
                      <Turn turn={turn} facts={new Map(data.factsShown.map((fact) => [fact.id, fact]))} />
                    </li>
                  ))}
                </ol>
                {trail.length === 0 && data.next === undefined ? null : (
                  <Pages
                    page={trail.length + 1}
                    onBack={trail.length === 0 ? undefined : () => setTrail(trail.slice(0, -1))}
                    onNext={nextFrom(data.next, (next) => setTrail([...trail, next]))}
                  />
                )}
              </Panel>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

export function nextFrom(next: string | undefined, go: (next: string) => void): (() => void) | undefined {
  return next === undefined ? undefined : () => go(next);
}

export function Pages(props: {
  readonly page: number;
  readonly onBack: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}) {
  const { page, onBack, onNext } = props;
  return (
    <div class="action-bar pages">
      <button type="button" class="button" disabled={onBack === undefined} onClick={onBack}>
        Back
      </button>
      <button type="button" class="button" disabled={onNext === undefined} onClick={onNext}>
        Next
      </button>
      <span class="muted">page {count(page)}</span>
    </div>
  );
}

function Lead({ data }: { readonly data: Conversation }) {
  const { session, turns, facts, distilledTo } = data;
  return (
    <p>
      {session === undefined ? <em>Its name is erased</em> : <Words text={session} />}
      {": "}
      {counted(turns, "turn")}, {counted(facts, "fact")} drawn from {turns === 1 ? "it" : "them"}.{" "}
      {distilledTo === undefined ? "Not distilled yet." : `Distilled up to ${minuteOf(distilledTo)}.`}
    </p>
  );
}

function Head({ data }: { readonly data: Conversation }) {
  const [isAsking, setAsking] = useState(false);
  const { session, waiting, setAside, erased } = data;
  return (
    <>
      <div class="action-bar conversation-bar">
        <Counts waiting={waiting} setAside={setAside} erased={erased} />
        {waiting === 0 ? null : (
          <button type="button" class="button primary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            <Icon name="eye" size={16} /> Distil now…
          </button>
        )}
      </div>
      {isAsking ? <DistilDialog session={session} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

export function Counts(props: {
  readonly waiting: number;
  readonly setAside: number;
  readonly erased: number;
}) {
  const { waiting, setAside, erased } = props;
  return (
    <span class="marks">
      {waiting === 0 ? null : <Chip tone="accent">{count(waiting)} waiting</Chip>}
      {setAside === 0 ? null : <Chip tone="warn">{count(setAside)} set aside</Chip>}
      {erased === 0 ? null : <Chip>{count(erased)} erased</Chip>}
    </span>
  );
}

function Runs({ runs }: { readonly runs: readonly DistillerRun[] }) {
  if (runs.length === 0) return null;
  const dropped = runs.reduce((sum, run) => sum + droppedIn(run), 0);
  return (
    <Panel title="What the distiller made of it" hint={`${counted(dropped, "proposal")} dropped`}>
      <details>
        <summary>{counted(runs.length, "reply", "replies")}, latest first</summary>
        <ul class="rows">
          {runs.map((run, i) => (
            <li key={i} class="row">
              <p>
                <Ago at={run.at} /> <strong>{run.distiller ?? "A distiller"}</strong> read{" "}
                {counted(run.turns, "turn")} and proposed {counted(run.proposals, "fact")}.
                {run.usage.inputTokens === 0
                  ? ""
                  : ` ${counted(run.usage.inputTokens + run.usage.outputTokens, "token")}.`}
              </p>
              {Object.keys(run.dropped).length + run.setAside === 0 ? null : (
                <p class="marks">
                  <span class="muted">not taken:</span>
                  {Object.entries(run.dropped).map(([reason, many]) => (
                    <Chip key={reason} tone="warn">
                      {count(many)} {reason}
                    </Chip>
                  ))}
                  {run.setAside === 0 ? null : (
                    <Chip tone="warn">{counted(run.setAside, "turn")} set aside</Chip>
                  )}
                </p>
              )}
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}

function droppedIn({ dropped }: DistillerRun): number {
  return Object.values(dropped).reduce((sum, many) => sum + many, 0);
}

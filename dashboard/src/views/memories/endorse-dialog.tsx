// What does a person adopt, and what does that replace? The whole text with its labels, and the effects that a dry run
// found, before they say yes.
import type { Fact } from "brigade-tideline";
import type { CallOptions, TidelineClient } from "brigade-tideline/client";
import { useState } from "preact/hooks";
import {
  adoptedLabels,
  type EndorsementEffect,
  endorsementEffects,
  MAX_EFFECTS,
  whoseWords,
} from "../../../../src/model/endorsement.ts";
import type { EventsDryRun } from "../../answers.ts";
import { counted, minuteOf, shorten } from "../../format.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { Chip, Words } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/state.tsx";
import { act } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { client } from "../../session.ts";

export interface Endorsed {
  readonly fact: Fact;
  /** The digest of the fact as the page shows it. */
  readonly digest: string | undefined;
  /** The id of the contradiction that is decided in favour of the fact. */
  readonly contradiction?: string;
}

interface DryRun {
  readonly effects: readonly EndorsementEffect[];
  /** The facts that the effects are on. */
  readonly known: ReadonlyMap<string, Fact>;
}

export function EndorseDialog(props: Endorsed & { readonly onClose: () => void }) {
  // What the person reads is what they adopt: if the fact changes meanwhile, the server refuses this digest.
  const [endorsed] = useState<Endorsed>(props);
  const { fact } = endorsed;
  const foreseen = useRemote((from, signal) => dryRunOf(from, endorsed, signal), [endorsed]);
  const isOwn = fact.authority === 3;
  return (
    <Confirm
      title={isOwn ? "Keep this fact" : "Endorse this fact"}
      yes={isOwn ? "Keep" : "Endorse"}
      wide
      ready={foreseen.data !== undefined && foreseen.error === undefined}
      onClose={props.onClose}
      onYes={() =>
        act(isOwn ? "Kept." : "Endorsed. It now counts as your own words.", () =>
          adopt(client.value, endorsed),
        )
      }
    >
      <p>{isOwn ? "You said this yourself:" : "From now on, these words and labels count as your own:"}</p>
      <blockquote class="quoted adopted">
        <Words text={fact.content} />
      </blockquote>
      <dl class="figures">
        {adoptedLabels(fact, minuteOf).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {fact.quarantined ? <Quarantine fact={fact} /> : null}
      <Loaded of={foreseen} lines={2}>
        {(data) => <Effects {...data} />}
      </Loaded>
    </Confirm>
  );
}

/** An endorsement; of a side of a contradiction, by deciding it. */
function adopt<T>(from: TidelineClient, endorsed: Endorsed, options?: CallOptions): Promise<T> {
  const { fact, digest: seen, contradiction } = endorsed;
  return contradiction === undefined
    ? from.call<T>("endorse", { id: fact.id, seen }, options)
    : from.call<T>("resolve", { id: contradiction, keep: fact.id, seen }, options);
}

/** Tells only the facts that are shown; none of this counts as a use. */
async function dryRunOf(from: TidelineClient, endorsed: Endorsed, signal: AbortSignal): Promise<DryRun> {
  const { events } = await adopt<EventsDryRun>(from, endorsed, { dryRun: true, signal });
  const effects = endorsementEffects(endorsed.fact.id, events, minuteOf);
  const ids = new Set(effects.slice(0, MAX_EFFECTS).flatMap(({ other }) => other ?? []));
  const inspected = await Promise.all([...ids].map((other) => from.inspect(other, { signal })));
  const known = new Map(inspected.flatMap(({ fact }) => (fact === undefined ? [] : [[fact.id, fact]])));
  return { effects, known };
}

function Quarantine({ fact }: { readonly fact: Fact }) {
  return (
    <p>
      <Chip tone="bad">quarantined</Chip> It looks like an attack on the agents that read memory. Endorsing it
      releases it.
      {fact.objection === undefined ? null : (
        <>
          {" "}
          The scanner objects: <bdi>{fact.objection}</bdi>
        </>
      )}
    </p>
  );
}

function Effects({ effects, known }: DryRun) {
  if (effects.length === 0) return <p class="muted">No other fact changes.</p>;
  const further = effects.length - MAX_EFFECTS;
  return (
    <>
      <p>
        <strong>What changes with it:</strong>
      </p>
      <ul class="effects" aria-label="What changes with it">
        {effects.slice(0, MAX_EFFECTS).map((effect, place) => (
          <li key={`${place} ${effect.other ?? ""}`}>
            <Effect effect={effect} fact={known.get(effect.other ?? "")} />
          </li>
        ))}
      </ul>
      {further > 0 ? <p class="muted">and {counted(further, "more effect")}</p> : null}
    </>
  );
}

function Effect({ effect, fact }: { readonly effect: EndorsementEffect; readonly fact: Fact | undefined }) {
  const { says, other } = effect;
  if (other === undefined) return <>{says}.</>;
  return (
    <>
      <span class="tie">
        {says} {whoseWords(fact)}
      </span>
      {fact === undefined ? <code>{other}</code> : <Words text={shorten(fact.content, 300)} />}
    </>
  );
}

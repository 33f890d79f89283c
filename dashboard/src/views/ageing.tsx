// How does a fact fade? Its curve under each policy, from what really happened to it, and its forecast.
import type { Ageing, Fact } from "brigade-tideline";
import { useState } from "preact/hooks";
import { counted, DAY_MS, percent, shorten } from "../format.ts";
import { Chip, FactMarks, Words } from "../parts/fact.tsx";
import { Icon } from "../parts/icons.tsx";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Loaded, Skeleton } from "../parts/state.tsx";
import { useRemote } from "../remote.ts";
import { pathOf, route } from "../router.ts";
import { Curves } from "./ageing/curves.tsx";
import { FactPicker } from "./ageing/picker.tsx";

export function AgeingView() {
  const { id } = route.value;
  return (
    <>
      <Heading title="Ageing">
        <p>How far a fact has faded, what kept it, and when it is expected to go.</p>
      </Heading>
      <div class="ageing">
        <FactPicker id={id} />
        {id === undefined ? (
          <Panel title="Choose a fact">
            <Empty icon="ageing" title="Search, or choose one of the latest facts." />
          </Panel>
        ) : (
          <OneFact key={id} id={id} />
        )}
      </div>
    </>
  );
}

function OneFact({ id }: { readonly id: string }) {
  const aged = useRemote<{ readonly ageing: Ageing; readonly fact: Fact | undefined }>(
    async (from, signal) => {
      const [ageing, { fact }] = await Promise.all([
        from.call<Ageing>("ageing", { id }, { signal }),
        from.inspect(id, { signal }),
      ]);
      const days = daysToShow(ageing);
      // The policy with the longest forecast would squeeze the others against the edge: ask again, for fewer days.
      if (days > (0.6 * (ageing.horizon - ageing.now)) / DAY_MS) return { ageing, fact };
      return { ageing: await from.call<Ageing>("ageing", { id, days }, { signal }), fact };
    },
    [id],
  );
  return (
    <div class="stacked">
      <Loaded of={aged} lines={10}>
        {({ ageing, fact }) => (
          <>
            <Panel title="The fact" class="aged-fact">
              {fact === undefined ? (
                <Skeleton lines={1} />
              ) : (
                <>
                  <p class="aged-words">
                    <a href={pathOf("memories", id)}>
                      <Words text={shorten(fact.content, 300)} />
                    </a>
                  </p>
                  <FactMarks fact={fact} />
                </>
              )}
            </Panel>
            <Shown ageing={ageing} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const LEAST_DAYS = 30;

/** As far ahead as the policy in force expects changes, and some time more. */
function daysToShow({ policies, now, createdAt }: Ageing): number {
  const last = policies.find((one) => one.isInForce)?.outlook.at(-1)?.at;
  const past = (now - createdAt) / DAY_MS;
  if (last === undefined) return Math.max(LEAST_DAYS, past);
  const ahead = (last - now) / DAY_MS;
  return Math.max(LEAST_DAYS, ahead * 1.25, ahead + past * 0.2);
}

function Shown({ ageing }: { readonly ageing: Ageing }) {
  const inForce = ageing.policies.find((one) => one.isInForce) ?? ageing.policies[0];
  const [chosen, setChosen] = useState(inForce?.policy);
  return (
    <>
      <Panel title="How it fades" hint={`${counted(ageing.useCount, "use")} so far`}>
        <Curves ageing={ageing} chosen={chosen} />
      </Panel>
      <ul class="outlooks">
        {ageing.policies.map((one) => (
          <li key={one.policy}>
            <button
              type="button"
              class={one.policy === chosen ? "outlook chosen" : "outlook"}
              aria-pressed={one.policy === chosen}
              onClick={() => setChosen(one.policy)}
            >
              <span class="outlook-head">
                <i class={`swatch policy-${one.policy}`} aria-hidden="true" />
                <strong>{one.policy}</strong>
                {one.isInForce ? <Chip tone="accent">in use</Chip> : null}
                <span class="outlook-left">{percent(one.left)} left</span>
              </span>
              <span class="outlook-text">
                <Icon name={one.keptBy === undefined ? "clock" : "pin"} size={16} />
                {one.text}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

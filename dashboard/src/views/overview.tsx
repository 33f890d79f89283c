// How does memory stand, at a glance? What is known, what was learned and what faded, what was refused, what is due.
import type { Seen } from "../answers.ts";
import { count, counted } from "../format.ts";
import { Icon, type IconName } from "../parts/icons.tsx";
import { Heading, Panel } from "../parts/panel.tsx";
import { Loaded } from "../parts/state.tsx";
import { useRemote } from "../remote.ts";
import { pathOf } from "../router.ts";
import { isOwner } from "../session.ts";
import type { Tone } from "../words.ts";
import { Begin } from "./overview/begin.tsx";
import { FadedList, PassList, RefusedList } from "./overview/lists.tsx";
import { Segments } from "./overview/segments.tsx";
import { Tide } from "./overview/tide.tsx";

export function OverviewView() {
  const overview = useRemote<Seen>((from, signal) => from.call("overview", {}, { signal }));
  return (
    <>
      <Heading title="Overview">
        {overview.data === undefined ? (
          <p>What memory holds, at a glance.</p>
        ) : (
          <p>
            {overview.data.facts === 0
              ? "Nothing is remembered yet."
              : `${counted(overview.data.facts, "fact")} from ${counted(overview.data.events, "event")}. They age by the ${overview.data.policy} policy.`}
          </p>
        )}
      </Heading>
      <Loaded of={overview} lines={8}>
        {(data) => (data.facts === 0 && data.purged === 0 ? <Begin /> : <Standing data={data} />)}
      </Loaded>
    </>
  );
}

function Standing({ data }: { readonly data: Seen }) {
  const known = data.states.current + data.states.challenged;
  return (
    <>
      <div class="tiles">
        <Tile icon="memories" label="Known now" value={known} href={pathOf("memories")} />
        <Tile
          icon="archive"
          label="Faded this week"
          value={data.faded.count}
          href={isOwner.value ? pathOf("memories", undefined, { state: "archived" }) : undefined}
        />
        <Tile icon="shield" label="Writes refused" value={data.refused.count} href={refusedPath()} />
        <Tile
          icon="review"
          label={isOwner.value ? "Waiting for you" : "Waiting for the owner"}
          value={data.review.count}
          href={isOwner.value ? pathOf("review") : undefined}
          tone={data.review.count > 0 ? "warn" : "plain"}
        />
      </div>
      <div class="grid">
        <Panel title="The tide" hint="facts learned and faded in the last 30 days" class="wide">
          <Tide days={data.days} />
        </Panel>
        <Panel title="Segments" hint="how many facts, in which state">
          <Segments data={data} />
        </Panel>
        <Panel title="Maintenance" hint="the passes that keep memory in order">
          <PassList passes={data.passes} next={data.upkeep?.tasks ?? []} />
        </Panel>
        <Panel title="Faded this week" hint={data.faded.count > 0 ? counted(data.faded.count, "fact") : ""}>
          <FadedList faded={data.faded.facts} />
        </Panel>
        <Panel title="Writes refused" hint="their text is not stored">
          <RefusedList refused={data.refused.latest} total={data.refused.count} />
        </Panel>
      </div>
    </>
  );
}

function refusedPath(): string | undefined {
  return isOwner.value ? pathOf("audit", undefined, { group: "guarded" }) : undefined;
}

function Tile(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly value: number;
  readonly href: string | undefined;
  readonly tone?: Tone;
}) {
  const inside = (
    <>
      <Icon name={props.icon} size={20} />
      <span class="tile-value">{count(props.value)}</span>
      <span class="tile-label">{props.label}</span>
    </>
  );
  const name = `tile ${props.tone ?? "plain"}`;
  return props.href === undefined ? (
    <div class={name}>{inside}</div>
  ) : (
    <a class={name} href={props.href}>
      {inside}
    </a>
  );
}

// What waits for a person? Facts that cannot both hold, side by side; and those that are challenged, locked away or
// confined until somebody has looked.
import type { Fact } from "brigade-tideline";
import type { SeenContradiction } from "../answers.ts";
import { counted } from "../format.ts";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Loaded } from "../parts/state.tsx";
import { useRemote } from "../remote.ts";
import { Contradictions } from "./review/contradictions.tsx";
import { ReviewList } from "./review/list.tsx";

interface Waiting {
  readonly contradictions: readonly SeenContradiction[];
  readonly facts: readonly Fact[];
}

const GROUPS = [
  {
    title: "Quarantined",
    hint: "look like attacks; never recalled until endorsed",
    fits: (fact: Fact) => fact.quarantined,
  },
  {
    title: "Challenged",
    hint: "something of another source says otherwise",
    fits: (fact: Fact) => !fact.quarantined && fact.validity === "challenged",
  },
  {
    title: "To look at",
    hint: "confined or left open; not your word until you say so",
    fits: (fact: Fact) => !fact.quarantined && fact.validity !== "challenged",
  },
] as const;

export function ReviewView() {
  const waiting = useRemote<Waiting>(async (from, signal) => {
    const [{ contradictions }, { facts }] = await Promise.all([
      from.call<Pick<Waiting, "contradictions">>("contradictions", {}, { signal }),
      from.call<Pick<Waiting, "facts">>("review", {}, { signal }),
    ]);
    return { contradictions, facts };
  });
  const total = (waiting.data?.contradictions.length ?? 0) + (waiting.data?.facts.length ?? 0);
  return (
    <>
      <Heading title="Review">
        <p>
          {waiting.data === undefined
            ? "What waits for a person."
            : total === 0
              ? "Nothing waits for you."
              : `${counted(waiting.data.contradictions.length, "contradiction")}, ${counted(waiting.data.facts.length, "fact")} to look at.`}
        </p>
      </Heading>
      <Loaded of={waiting} lines={8}>
        {(data) =>
          data.contradictions.length + data.facts.length === 0 ? (
            <Panel title="All clear">
              <Empty icon="check" title="No contradictions, nothing challenged, nothing locked away." />
            </Panel>
          ) : (
            <div class="stacked">
              {data.contradictions.length === 0 ? null : <Contradictions all={data.contradictions} />}
              {GROUPS.map(({ title, hint, fits }) => {
                const facts = data.facts.filter(fits);
                return facts.length === 0 ? null : (
                  <ReviewList key={title} title={title} hint={hint} facts={facts} />
                );
              })}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

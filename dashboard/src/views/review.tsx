// What waits for a person? Facts that cannot both hold, side by side; and those that are challenged, locked away or
// confined until somebody has looked.
import type { Review, ReviewItem } from "../answers.ts";
import { counted } from "../format.ts";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Loaded } from "../parts/state.tsx";
import { useRemote } from "../remote.ts";
import { Contradictions } from "./review/contradictions.tsx";
import { ReviewList } from "./review/list.tsx";

const NAMED = new Set(["quarantined", "challenged"]);
const GROUPS = [
  {
    title: "Challenged",
    hint: "something of another source says otherwise",
    fits: ({ reason }: ReviewItem) => reason === "challenged",
  },
  {
    title: "Confined",
    hint: "not your word until you say so",
    fits: ({ reason }: ReviewItem) => !NAMED.has(reason),
  },
  {
    title: "Quarantined",
    hint: "look like attacks; never recalled until endorsed",
    fits: ({ reason }: ReviewItem) => reason === "quarantined",
  },
] as const;

export function ReviewView() {
  const review = useRemote<Review>((from, signal) => from.call("review", {}, { signal }));
  return (
    <>
      <Heading title="Review">
        <p>{review.data === undefined ? "What waits for a person." : leadOf(review.data)}</p>
      </Heading>
      <Loaded of={review} lines={8}>
        {(data) =>
          data.contradictions.length + data.items.length === 0 ? (
            <Panel title="All clear">
              <Empty icon="check" title="No contradictions, nothing challenged, nothing locked away." />
            </Panel>
          ) : (
            <div class="stacked">
              {data.contradictions.length === 0 ? null : <Contradictions all={data.contradictions} />}
              {GROUPS.map(({ title, hint, fits }) => {
                const items = data.items.filter(fits);
                return items.length === 0 ? null : (
                  <ReviewList key={title} title={title} hint={hint} items={items} />
                );
              })}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function leadOf({ counts }: Review): string {
  if (counts.contradictions + counts.items === 0) return "Nothing waits for you.";
  return `${counted(counts.contradictions, "contradiction")}, ${counted(counts.items, "fact")} to look at.`;
}

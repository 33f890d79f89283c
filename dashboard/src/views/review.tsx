// What waits for a person? Their own matters first, then a few things of each writer; what one writer piled up is one
// line, which can be opened or archived as a whole.
import type { Review } from "../answers.ts";
import { count, counted } from "../format.ts";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Loaded } from "../parts/state.tsx";
import { useRemote } from "../remote.ts";
import { Contradictions } from "./review/contradictions.tsx";
import { Groups } from "./review/groups.tsx";
import { ReviewList } from "./review/list.tsx";

const OWN = "own";
const AT_ONCE = 100;

export function ReviewView() {
  const review = useRemote<Review>((from, signal) => from.call("review", { limit: AT_ONCE }, { signal }));
  return (
    <>
      <Heading title="Review">
        <p>{review.data === undefined ? "What waits for you." : leadOf(review.data)}</p>
      </Heading>
      <Loaded of={review} lines={8}>
        {(data) =>
          data.contradictions.length + data.items.length === 0 ? (
            <Panel title="All clear">
              <Empty icon="check" title="No contradictions, nothing challenged, nothing locked away." />
            </Panel>
          ) : (
            <Waiting data={data} />
          )
        }
      </Loaded>
    </>
  );
}

/** In the order of the desk: no writer's contradictions come before what the owner said. */
function Waiting({ data }: { readonly data: Review }) {
  const { items, contradictions, tokens = {} } = data;
  const own = items.filter(({ from }) => from === OWN);
  const others = items.filter(({ from }) => from !== OWN);
  const ownPairs = contradictions.filter(({ from }) => from === OWN);
  const otherPairs = contradictions.filter(({ from }) => from !== OWN);
  return (
    <div class="stacked">
      <Contradictions
        all={ownPairs}
        title="You said both"
        hint="your own words, and they cannot both hold now"
      />
      <ReviewList title="Yours" hint="what you said yourself, left open" items={own} />
      <ReviewList
        title="From others"
        hint="the gravest first, a few of each writer"
        items={others}
        tokens={tokens}
      />
      <Contradictions all={otherPairs} title="Contradictions" hint="brought up by others" />
      <Groups data={data} />
    </div>
  );
}

function leadOf({ counts, items, groups }: Review): string {
  const { contradictions = 0 } = counts;
  if (contradictions + counts.items === 0) return "Nothing waits for you.";
  const further = groups.find(({ from }) => from === OWN)?.more ?? 0;
  const own = items.filter(({ from }) => from === OWN).length + further;
  const facts = `${count(own)} of your own and ${counted(counts.items - own, "fact")} of others to look at`;
  return `${facts}, ${counted(contradictions, "contradiction")}.`;
}

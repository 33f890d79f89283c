// What waits for a person? Their own matters first, then a few things of each writer; what one writer piled up is one
// line, which can be opened or archived as a whole.
import type { Review, ReviewItem } from "../answers.ts";
import { counted } from "../format.ts";
import { useKeptFocus } from "../parts/kept-focus.ts";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Loaded } from "../parts/state.tsx";
import { useRemote } from "../remote.ts";
import { Contradictions } from "./review/contradictions.tsx";
import { Groups } from "./review/groups.tsx";
import { HaltedPasses } from "./review/halted.tsx";
import { ReviewList } from "./review/list.tsx";
import { SetAside } from "./review/set-aside.tsx";

const OWN = "own";
const AT_ONCE = 100;
/** These reasons are settled by saying which of two facts holds, or that both do. */
const SETTLED_BY_CHOICE: ReadonlySet<string> = new Set([
  ...["challenged", "conflict", "contradiction"],
  ...["denial-unmatched", "near-duplicate"],
]);

export function ReviewView() {
  const review = useRemote<Review>((from, signal) => from.call("review", { limit: AT_ONCE }, { signal }));
  const region = useKeptFocus();
  return (
    <div ref={region}>
      <Heading title="Review">
        <p>{review.data === undefined ? "What waits for your decision." : leadOf(review.data)}</p>
      </Heading>
      <Loaded of={review} lines={8}>
        {(data) =>
          data.contradictions.length + data.items.length + data.setAside.count + data.halted.length === 0 ? (
            <Panel title="Nothing to review">
              <Empty
                icon="check"
                title="There are no contradictions, no disputed facts and nothing in quarantine."
              />
            </Panel>
          ) : (
            <Waiting data={data} />
          )
        }
      </Loaded>
    </div>
  );
}

/** In the order of the desk: no writer's contradictions come before what the owner said. */
function Waiting({ data }: { readonly data: Review }) {
  const { items, contradictions, tokens = {} } = data;
  const ownPairs = contradictions.filter(({ from }) => from === OWN);
  const own = ownItems(data);
  const others = items.filter(({ from }) => from !== OWN);
  const otherPairs = contradictions.filter(({ from }) => from !== OWN);
  return (
    <div class="stacked">
      <HaltedPasses passes={data.halted} />
      <Contradictions
        all={ownPairs}
        title="You said both"
        hint="both are your own words, and only one can be true now"
      />
      <ReviewList title="Yours" hint="what you said yourself and have not settled" items={own} />
      <ReviewList
        title="From others"
        hint="the most serious first, a few from each writer"
        items={others}
        tokens={tokens}
      />
      <Contradictions all={otherPairs} title="Contradictions" hint="caused by what others wrote" />
      <Groups data={data} />
      <SetAside desk={data.setAside} tokens={tokens} />
    </div>
  );
}

/** The owner's facts, without those that only wait for the choice under "You said both". */
function ownItems({ items, contradictions }: Review): readonly ReviewItem[] {
  const pairs = contradictions.filter(({ from }) => from === OWN);
  const paired = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  return items.filter(({ from, reason, fact }) => {
    const reasons = [reason, fact.review ?? reason];
    const isSettled = paired.has(fact.id) && reasons.every((one) => SETTLED_BY_CHOICE.has(one));
    return from === OWN && !isSettled;
  });
}

function leadOf(data: Review): string {
  const { counts, items, groups } = data;
  const { contradictions = 0 } = counts;
  const { count: turns } = data.setAside;
  const stopped =
    data.halted.length === 0 ? "" : ` ${counted(data.halted.length, "pass", "passes")} stopped.`;
  const aside = `${turns === 0 ? "" : ` ${counted(turns, "turn")} could not be distilled.`}${stopped}`;
  if (contradictions + counts.items === 0) return aside.trim() || "Nothing waits for your decision.";
  const further = groups.find(({ from }) => from === OWN)?.more ?? 0;
  const others = counts.items - items.filter(({ from }) => from === OWN).length - further;
  const own = ownItems(data).length + further;
  const facts = `${counted(own, "fact")} of your own and ${counted(others, "fact")} from others`;
  return `${facts} to review, and ${counted(contradictions, "contradiction")}.${aside}`;
}

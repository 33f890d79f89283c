// Who or what is this name? Its card: sentences with the facts they stand on, and how they were made.
import type { Card } from "brigade-tideline";
import { Chip, Trust, Words } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/state.tsx";
import { useRemote } from "../../remote.ts";
import { pathOf } from "../../router.ts";

const MADE = {
  composed: { name: "in the words of memory", says: "These are facts as they are, in order." },
  worded: {
    name: "worded by a model",
    says: "A language model wrote this. It is a guess at what the facts say.",
  },
} as const;

export function About({ name }: { readonly name: string }) {
  const card = useRemote<Card>((from, signal) => from.call("card", { name }, { signal }), [name]);
  return (
    <Loaded of={card} lines={2}>
      {({ cards }) => (
        <>
          {cards.map((one) => (
            <section class="about" key={`${one.made} ${one.of}`}>
              <p class="marks">
                <Chip title={MADE[one.made].says}>{MADE[one.made].name}</Chip>
                <Trust authority={one.of} named />
              </p>
              <p>
                {one.sentences.map(({ says, facts }) => (
                  <Sentence key={`${says} ${facts.join(" ")}`} says={says} fact={facts[0]} />
                ))}
              </p>
            </section>
          ))}
        </>
      )}
    </Loaded>
  );
}

/** Leads to the first fact that it stands on. */
function Sentence({ says, fact }: { readonly says: string; readonly fact: string | undefined }) {
  const words = <Words text={says} />;
  return <>{fact === undefined ? words : <a href={pathOf("memories", fact)}>{words}</a>} </>;
}

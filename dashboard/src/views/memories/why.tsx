// Why does this question find the fact, or why not? The stages of recall in order, and how the score is computed.
import type { Explanation } from "brigade-tideline";
import { Chip } from "../../parts/fact.tsx";
import { Meter } from "../../parts/meter.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/state.tsx";
import { useRemote } from "../../remote.ts";
import type { Tone } from "../../words.ts";

const FATES: Readonly<Record<string, readonly [string, Tone]>> = {
  returned: ["found", "good"],
  "below-the-cut": ["not relevant enough", "warn"],
  "not-near-enough": ["too far in meaning", "warn"],
  "about-somebody-else": ["about somebody else", "warn"],
  "beyond-the-limit": ["other facts fit better", "warn"],
  "not-found": ["not found", "bad"],
  filtered: ["filtered out", "plain"],
  "not-eligible": ["cannot be recalled", "bad"],
};

export function Why({ id, query }: { readonly id: string; readonly query: string }) {
  const explained = useRemote<Explanation>(
    (from, signal) => from.explain(query, id, { signal }),
    [id, query],
  );
  return (
    <Panel
      title="Why"
      hint={<bdi>“{query.length > 80 ? `${query.slice(0, 80)}…` : query}”</bdi>}
      class="why-panel"
    >
      <Loaded of={explained} lines={6}>
        {(data) => (
          <>
            <Verdict data={data} />
            <Waterfall figures={data.figures} />
            <ol class="stages">
              {data.stages.map(({ stage, says }) => (
                <li key={stage}>
                  <span class="stage">{stage}</span>
                  <bdi>{says}</bdi>
                </li>
              ))}
            </ol>
            {data.remedy === undefined ? null : <p class="remedy">To change that: {data.remedy}.</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Verdict({ data }: { readonly data: Explanation }) {
  const [says, tone] = FATES[data.fate] ?? [data.fate, "plain"];
  return (
    <p class="verdict marks">
      <Chip tone={tone}>{says}</Chip>
      {data.rank === undefined ? null : <strong>rank {data.rank}</strong>}
      {[...new Set(data.matched)].map((word) => (
        <Chip key={word} tone="accent" title="This word of the question is in the fact">
          <bdi>{word}</bdi>
        </Chip>
      ))}
      {[...new Set(data.missing)].map((word) => (
        <span key={word} class="missing" title="This word of the question is not in the fact">
          <bdi>{word}</bdi>
        </span>
      ))}
    </p>
  );
}

/** Relevance, and how age, source and confidence change it. */
function Waterfall({ figures }: { readonly figures: Explanation["figures"] }) {
  const { relevance, policyScore, rankWeight, confidence, rankScore, floor } = figures;
  if (relevance === undefined || rankScore === undefined) return null;
  return (
    <div class="waterfall">
      <Meter label="relevance" value={relevance} mark={floor} shown={relevance.toFixed(3)} />
      {policyScore === undefined ? null : (
        <Meter label="policy score" value={policyScore} shown={policyScore.toFixed(3)} />
      )}
      {rankWeight === undefined ? null : (
        <Meter label="source weight" value={rankWeight} shown={rankWeight.toFixed(2)} />
      )}
      {confidence === undefined ? null : (
        <Meter label="confidence" value={confidence} shown={confidence.toFixed(2)} />
      )}
      <Meter label="rank score" value={rankScore} shown={rankScore.toFixed(3)} tone="good" />
      {floor === undefined ? null : (
        <p class="muted">
          The line marks the cut at {floor.toFixed(3)}. Facts with less relevance are left out.
        </p>
      )}
    </div>
  );
}

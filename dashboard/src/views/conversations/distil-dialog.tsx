// What would become of the turns that wait? A dry run first: each proposal and what would be done with it; then, if the
// person agrees, the real run. A language model is asked both times, and may propose something else the second time.
import type { DistilReport, ProposalOutcome } from "brigade-tideline";
import type { DryRun } from "../../answers.ts";
import { count, counted, shorten } from "../../format.ts";
import { changed } from "../../live.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { Chip, Words } from "../../parts/fact.tsx";
import { Empty, Loaded } from "../../parts/state.tsx";
import { say } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { asClientError, client } from "../../session.ts";
import type { Tone } from "../../words.ts";

const SHOWN = 100;
const SHOWN_CHARS = 300;

/** `turns`: turns that were set aside, once more. `session`: only its turns. Neither: everything that waits. */
interface Which {
  readonly session?: string | undefined;
  readonly turns?: readonly string[] | undefined;
}

export function DistilDialog({ session, turns, onClose }: Which & { readonly onClose: () => void }) {
  const asked = turns === undefined ? (session === undefined ? {} : { session }) : { turns };
  const preview = useRemote<DryRun<DistilReport>>(
    (from, signal) => from.call("distil", asked, { dryRun: true, signal }),
    [session, turns?.join()],
  );
  const report = preview.data?.result;
  return (
    <Confirm
      title={
        turns === undefined
          ? "Distil: what would become of the turns"
          : "Distil again: what would become of it"
      }
      yes="Distil now"
      wide
      ready={report !== undefined && report.turns > 0}
      onClose={onClose}
      onYes={() => distil(asked)}
    >
      <Loaded of={preview} lines={6}>
        {({ result }) => <Foreseen report={result} />}
      </Loaded>
    </Confirm>
  );
}

async function distil(asked: Which): Promise<void> {
  try {
    const report = await client.value.call<DistilReport>("distil", asked);
    const added = report.outcomes.filter(({ outcome }) => outcome !== "dropped").length;
    const aside =
      report.setAside.length === 0 ? "" : ` ${counted(report.setAside.length, "turn")} set aside.`;
    say(`Distilled ${counted(report.turns, "turn")}: ${counted(added, "fact")}.${aside} Upkeep can undo it.`);
  } catch (error) {
    say(asClientError(error).message, true);
  } finally {
    changed();
  }
}

const TONES: Readonly<Record<ProposalOutcome["outcome"], Tone>> = {
  added: "good",
  reinforced: "accent",
  superseded: "accent",
  dropped: "warn",
};

function Foreseen({ report }: { readonly report: DistilReport }) {
  const { turns, outcomes, setAside, stopped, usage } = report;
  if (turns === 0) return <Empty icon="check" title="No turn waits." />;
  return (
    <>
      <p>
        It would read {counted(turns, "turn")}.{" "}
        {outcomes.length === 0
          ? "Nothing in them would become a fact."
          : `${counted(outcomes.length, "proposal")}, and what would become of each:`}
      </p>
      <ul class="rows scroll">
        {outcomes.slice(0, SHOWN).map((one, i) => (
          <li key={i} class="row">
            <p class="marks">
              <Chip tone={TONES[one.outcome]}>{one.outcome}</Chip>
              {one.reason === undefined ? null : <span class="muted">{one.reason}</span>}
            </p>
            <Words text={shorten(one.content, SHOWN_CHARS)} />
          </li>
        ))}
      </ul>
      {outcomes.length > SHOWN ? <p class="muted">and {count(outcomes.length - SHOWN)} more</p> : null}
      {setAside.length === 0 ? null : (
        <p class="bad-text">
          {counted(setAside.length, "turn")} would be set aside: there was no reply for it.
        </p>
      )}
      {stopped === undefined ? null : (
        <p class="muted">
          {stopped === "budget"
            ? "Turns would be left: what may be spent today is spent."
            : "Turns would be left for another run: this is as much as one run takes."}
        </p>
      )}
      {usage.inputTokens + usage.outputTokens === 0 ? null : (
        <p class="muted">
          A language model was asked for this preview (
          {counted(usage.inputTokens + usage.outputTokens, "token")}
          ), and will be asked again.
        </p>
      )}
    </>
  );
}

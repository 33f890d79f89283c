// What would the pass do? A dry run first; then, if the person agrees, the real run.
import type { PassReport } from "brigade-tideline";
import type { DryRun } from "../../answers.ts";
import { counted } from "../../format.ts";
import { Changes } from "../../parts/changes.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Chip } from "../../parts/fact.tsx";
import { Empty, Loaded } from "../../parts/state.tsx";
import { act } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { client } from "../../session.ts";
import { titled } from "../../words.ts";
import type { PassName } from "./passes.ts";

const SHOWN = 100;

export function RunDialog({
  name,
  allowLoss = false,
  onClose,
}: {
  readonly name: Exclude<PassName, "distil"> | "consolidate";
  /** It stopped, and the owner lets it take what it finds. */
  readonly allowLoss?: boolean;
  readonly onClose: () => void;
}) {
  const input = allowLoss ? { allowLoss } : {};
  const preview = useRemote<DryRun<PassReport>>(
    (from, signal) => from.call(name, input, { dryRun: true, signal }),
    [name, allowLoss],
  );
  const report = preview.data?.result;
  const erased = report?.counts.erased ?? 0;
  const rest = erased === 0 ? "You can undo it below." : "What it erased for good cannot be brought back.";
  return (
    <Confirm
      title={`${titled(name)}: what it would do`}
      yes={`Run the ${name}`}
      wide
      ready={report !== undefined && (allowLoss || report.changes.length > 0)}
      onClose={onClose}
      onYes={() => act(`The ${name} is done. ${rest}`, () => client.value.call(name, input))}
    >
      <Loaded of={preview} lines={6}>
        {({ result }) => <Report report={result} />}
      </Loaded>
    </Confirm>
  );
}

function Report({ report }: { readonly report: PassReport }) {
  const counts = Object.entries(report.counts).filter(([, value]) => value > 0);
  if (report.changes.length === 0)
    return (
      <Empty icon="check" title={`It would look at ${counted(report.looked, "fact")} and change none.`} />
    );
  return (
    <>
      <p class="marks">
        <span class="muted">It would look at {counted(report.looked, "fact")}:</span>
        {counts.map(([what, value]) => (
          <Chip key={what} tone="accent">
            {value} {what}
          </Chip>
        ))}
        {report.sparedCount === 0 ? null : <Chip tone="good">{report.sparedCount} kept</Chip>}
      </p>
      {report.counts.erased === undefined ? null : (
        <p class="bad-text">
          The text of {counted(report.counts.erased, "fact")} is erased for good. No undo brings it back.
        </p>
      )}
      <Changes lines={report.changes.slice(0, SHOWN)} />
      {report.changes.length > SHOWN ? <p class="muted">and {report.changes.length - SHOWN} more</p> : null}
      {report.spared.length === 0 ? null : (
        <details>
          <summary>{counted(report.sparedCount, "change")} that a rule prevents</summary>
          <Changes lines={report.spared.slice(0, 30).map((one) => ({ ...one, why: one.because }))} plain />
        </details>
      )}
    </>
  );
}

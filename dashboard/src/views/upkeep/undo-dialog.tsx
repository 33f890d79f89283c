// What would undoing the pass change? Fact by fact; facts that somebody changed since are left alone and named.
import type { PassRecord, UndoReport } from "brigade-tideline";
import { useState } from "preact/hooks";
import type { DryRun } from "../../answers.ts";
import { counted } from "../../format.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { FactName } from "../../parts/named.tsx";
import { Loaded } from "../../parts/state.tsx";
import { Ago } from "../../parts/time.tsx";
import { act } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { client } from "../../session.ts";

export function UndoDialog({ pass, onClose }: { readonly pass: PassRecord; readonly onClose: () => void }) {
  const [cascade, setCascade] = useState(false);
  const preview = useRemote<DryRun<UndoReport>>(
    (from, signal) => from.call("undo", { id: pass.id, cascade }, { dryRun: true, signal }),
    [pass.id, cascade],
  );
  const report = preview.data?.result;
  return (
    <Confirm
      title={`Undo this ${pass.name}`}
      yes={report === undefined ? "Undo" : `Undo for ${counted(report.undone.length, "fact")}`}
      ready={report !== undefined && !preview.loading}
      onClose={onClose}
      onYes={() =>
        act(`The ${pass.name} is undone.`, () => client.value.call("undo", { id: pass.id, cascade }))
      }
    >
      <p>
        It ran <Ago at={pass.begunAt} />. Facts go back to how they were before it.
        {(pass.counts.erased ?? 0) === 0
          ? ""
          : ` What it erased for good (${counted(pass.counts.erased ?? 0, "text")}) stays erased.`}
      </p>
      <Loaded of={preview} lines={3}>
        {({ result }) => (
          <>
            <p>
              <strong>{counted(result.undone.length, "fact")}</strong> will be as before.
              {result.skipped.length === 0
                ? ""
                : ` ${counted(result.skipped.length, "fact")} changed since then and will stay as they are now.`}
              {result.cascaded.length === 0
                ? ""
                : ` ${counted(result.cascaded.length, "later pass", "later passes")} will be undone too.`}
            </p>
            {result.skipped.length === 0 ? null : (
              <ul class="rows scroll">
                {result.skipped.slice(0, 50).map((one) => (
                  <li key={one.fact} class="row">
                    <FactName id={one.fact} />
                    <span class="muted">{one.because}</span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      <label class="check">
        <input
          type="checkbox"
          checked={cascade}
          onChange={(event) => setCascade(event.currentTarget.checked)}
        />
        Also undo later passes that changed the same facts
      </label>
    </Confirm>
  );
}

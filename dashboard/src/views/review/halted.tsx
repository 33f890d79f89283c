// Which passes stopped, because they would have taken too much out of recall? A person looks, and undoes or allows it.
import type { PassRecord } from "brigade-tideline";
import { useState } from "preact/hooks";
import { counted } from "../../format.ts";
import { Chip } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Ago } from "../../parts/time.tsx";
import { mayWrite } from "../../session.ts";
import { CLASSES, titled } from "../../words.ts";
import { changesOf } from "../overview/lists.tsx";
import { Diff } from "../upkeep/diff.tsx";
import { RunDialog } from "../upkeep/run-dialog.tsx";
import { UndoDialog } from "../upkeep/undo-dialog.tsx";

/** The operation that runs a pass of this name again. A host's own pass is run by the host. */
const AGAIN = { dream: "dream", think: "think", consolidation: "consolidate" } as const;

export function HaltedPasses({ passes }: { readonly passes: readonly PassRecord[] }) {
  if (passes.length === 0) return null;
  return (
    <Panel title="Stopped" hint="these passes would have taken too much out of recall">
      <ul class="rows">
        {passes.map((one) => (
          <li key={one.id}>
            <Halted pass={one} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Halted({ pass }: { readonly pass: PassRecord }) {
  const [asking, setAsking] = useState<"undo" | "allow" | undefined>();
  const [isOpen, setOpen] = useState(false);
  const again = AGAIN[pass.name as keyof typeof AGAIN];
  return (
    <div class="review-group">
      <p class="marks">
        <strong>{titled(pass.name)}</strong>
        {Object.entries(pass.halted ?? {}).map(([name, count]) => (
          <Chip key={name} tone="warn">
            {counted(count, "fact")} of {classOf(name)} kept back
          </Chip>
        ))}
        <span class="muted">
          <Ago at={pass.begunAt} />
        </span>
      </p>
      <p class="muted">
        Before it stopped it did this: {changesOf(pass)}. Until you answer, no run of this name takes facts of
        that class out of recall.
      </p>
      {mayWrite.value ? (
        <div class="action-bar">
          <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide changes" : "Changes"}
          </button>
          <button type="button" class="button" aria-haspopup="dialog" onClick={() => setAsking("undo")}>
            <Icon name="undo" size={16} /> Undo…
          </button>
          {again === undefined ? null : (
            <button type="button" class="button" aria-haspopup="dialog" onClick={() => setAsking("allow")}>
              Let it go on…
            </button>
          )}
        </div>
      ) : null}
      {isOpen ? <Diff id={pass.id} /> : null}
      {asking === "undo" ? <UndoDialog pass={pass} onClose={() => setAsking(undefined)} /> : null}
      {asking === "allow" && again !== undefined ? (
        <RunDialog name={again} allowLoss onClose={() => setAsking(undefined)} />
      ) : null}
    </div>
  );
}

/** "class-3", in the words of the page. */
function classOf(name: string): string {
  const known = CLASSES[Number(name.replace("class-", "")) as 0 | 1 | 2 | 3];
  return known === undefined ? name : `“${known.name}”`;
}

// What keeps memory in order, and what did it change? Passes that ran, each with its changes and an undo; and passes
// that can be run, with a preview of what they would do.
import type { KeeperStatus, PassRecord } from "brigade-tideline";
import { useState } from "preact/hooks";
import type { Seen } from "../answers.ts";
import { Chip } from "../parts/fact.tsx";
import { Icon } from "../parts/icons.tsx";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Loaded } from "../parts/state.tsx";
import { Ago } from "../parts/time.tsx";
import { useRemote } from "../remote.ts";
import { isOwner, mayWrite } from "../session.ts";
import { titled } from "../words.ts";
import { DistilDialog } from "./conversations/distil-dialog.tsx";
import { changesOf } from "./overview/lists.tsx";
import { HaltedPasses } from "./review/halted.tsx";
import { Diff } from "./upkeep/diff.tsx";
import { ForecastPanel } from "./upkeep/forecast.tsx";
import { MorningPanel } from "./upkeep/morning.tsx";
import { PASSES, type PassName } from "./upkeep/passes.ts";
import { PolicyPanel } from "./upkeep/policy.tsx";
import { RunDialog } from "./upkeep/run-dialog.tsx";
import { UndoDialog } from "./upkeep/undo-dialog.tsx";

interface Upkeep {
  readonly passes: readonly PassRecord[];
  readonly keeper: KeeperStatus | undefined;
}

export function UpkeepView() {
  const upkeep = useRemote<Upkeep>(async (from, signal) => {
    const [{ passes }, overview] = await Promise.all([
      from.call<{ passes: readonly PassRecord[] }>("passes", {}, { signal }),
      from.call<Seen>("overview", {}, { signal }),
    ]);
    return { passes, keeper: overview.upkeep };
  });
  return (
    <>
      <Heading title="Upkeep">
        <p>
          You can preview every pass, and undo all but this: after 30 days of grace, a sweep erases the text
          of pruned facts for good.
        </p>
      </Heading>
      <Loaded of={upkeep} lines={8}>
        {(data) => (
          <div class="stacked">
            <div class="grid">
              <Due keeper={data.keeper} />
              <PolicyPanel />
            </div>
            {isOwner.value ? <MorningPanel /> : null}
            {mayWrite.value ? <ForecastPanel /> : null}
            <HaltedPasses passes={data.passes.filter(({ halted }) => halted !== undefined)} />
            <Ran passes={data.passes} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Due({ keeper }: { readonly keeper: KeeperStatus | undefined }) {
  const [running, setRunning] = useState<PassName | undefined>();
  return (
    <Panel
      title="Next"
      hint={
        keeper?.isFrozen
          ? "automatic maintenance is switched off"
          : "runs when it is due, or when you start it"
      }
    >
      <ul class="rows">
        {PASSES.map(({ name, says }) => {
          const task = keeper?.tasks.find((one) => one.task === name);
          return (
            <li key={name} class="row pass-next">
              <div>
                <strong>{titled(name)}</strong>{" "}
                <span class="muted">
                  {task === undefined ? null : task.isRunning ? (
                    "running now"
                  ) : task.isDue ? (
                    "due now"
                  ) : (
                    <Ago at={task.nextRunAt} />
                  )}
                </span>
                <p class="muted">{says}</p>
                {task?.lastFailure === undefined ? null : (
                  <p class="bad-text">
                    Failed <Ago at={task.lastFailure.at} /> ({task.lastFailure.code}). It will be tried again.
                  </p>
                )}
              </div>
              {mayWrite.value ? (
                <button type="button" class="button" aria-haspopup="dialog" onClick={() => setRunning(name)}>
                  <Icon name="eye" size={16} /> Preview…
                </button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {running === undefined ? null : running === "distil" ? (
        <DistilDialog onClose={() => setRunning(undefined)} />
      ) : (
        <RunDialog name={running} onClose={() => setRunning(undefined)} />
      )}
    </Panel>
  );
}

const AT_ONCE = 30;

function Ran({ passes }: { readonly passes: readonly PassRecord[] }) {
  const [open, setOpen] = useState<string | undefined>();
  const [undoing, setUndoing] = useState<PassRecord | undefined>();
  const [shown, setShown] = useState(AT_ONCE);
  if (passes.length === 0)
    return (
      <Panel title="Passes that ran">
        <Empty icon="moon" title="No pass has run yet." />
      </Panel>
    );
  return (
    <Panel title="Passes that ran" hint="latest first">
      <ul class="rows">
        {passes.slice(0, shown).map((one) => (
          <li key={one.id}>
            <div class="row pass-row">
              <div>
                <p class="marks">
                  <strong>{titled(one.name)}</strong>
                  <PassState pass={one} />
                  <span class="muted">
                    <Ago at={one.begunAt} />
                  </span>
                </p>
                <p class="muted">{changesOf(one)}</p>
              </div>
              <div class="actions">
                {mayWrite.value ? (
                  <button
                    type="button"
                    class="button small"
                    aria-expanded={open === one.id}
                    onClick={() => setOpen(open === one.id ? undefined : one.id)}
                  >
                    {open === one.id ? "Hide changes" : "Changes"}
                  </button>
                ) : null}
                {mayWrite.value && isUndoable(one) ? (
                  <button
                    type="button"
                    class="button small"
                    aria-haspopup="dialog"
                    onClick={() => setUndoing(one)}
                  >
                    <Icon name="undo" size={15} /> Undo…
                  </button>
                ) : null}
              </div>
            </div>
            {open === one.id ? <Diff id={one.id} /> : null}
          </li>
        ))}
      </ul>
      {passes.length > shown ? (
        <button type="button" class="button" onClick={() => setShown(shown + AT_ONCE)}>
          Show more
        </button>
      ) : null}
      {undoing === undefined ? null : <UndoDialog pass={undoing} onClose={() => setUndoing(undefined)} />}
    </Panel>
  );
}

/** What was erased stays erased: a pass that did nothing else cannot be undone. */
function isUndoable({ endedAt, undoneAt, counts }: PassRecord): boolean {
  const isErasing = Object.entries(counts).every(([what, count]) => what === "erased" || count === 0);
  return endedAt !== undefined && undoneAt === undefined && !(isErasing && (counts.erased ?? 0) > 0);
}

function PassState({ pass }: { readonly pass: PassRecord }) {
  if (pass.undoneAt !== undefined) return <Chip>undone</Chip>;
  if (pass.halted !== undefined)
    return (
      <Chip tone="warn" title="It would have taken too much out of recall, and waits for you">
        stopped
      </Chip>
    );
  if (pass.endedAt === undefined)
    return (
      <Chip tone="warn" title="It is running, or it was interrupted and the next run will finish it">
        unfinished
      </Chip>
    );
  return <Chip tone="good">done</Chip>;
}

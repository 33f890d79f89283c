// What faded, what was refused, and which passes ran?
import type { Faded, PassRecord, RefusedWrite, TaskStatus } from "brigade-tideline";
import { counted } from "../../format.ts";
import { Chip, SegmentChip, Trust, Words } from "../../parts/fact.tsx";
import { Empty } from "../../parts/state.tsx";
import { Ago } from "../../parts/time.tsx";
import { pathOf } from "../../router.ts";
import { isOwner } from "../../session.ts";
import { SOURCE_NAMES, titled } from "../../words.ts";

const SHOWN = 6;

export function FadedList({ faded }: { readonly faded: readonly Faded[] }) {
  if (!isOwner.value) return <Empty icon="archive" title="Only the owner can see what faded." />;
  if (faded.length === 0) return <Empty icon="archive" title="Nothing faded this week." />;
  return (
    <ul class="rows">
      {faded.slice(0, SHOWN).map((one) => (
        <li key={`${one.fact}${one.what}`}>
          <a class="row" href={pathOf("memories", one.fact)}>
            <Words text={one.content} class="words one-line" />
            <span class="marks">
              <Chip tone="warn">{one.what}</Chip>
              {one.segment === undefined ? null : <SegmentChip segment={one.segment} />}
              <span class="muted">
                <Ago at={one.at} />
              </span>
            </span>
            <span class="why muted">{one.why}</span>
          </a>
        </li>
      ))}
      {faded.length > SHOWN ? (
        <li class="more">
          <a href={pathOf("memories", undefined, { state: "archived" })}>Show all archived facts</a>
        </li>
      ) : null}
    </ul>
  );
}

export function RefusedList(props: { readonly refused: readonly RefusedWrite[]; readonly total: number }) {
  if (props.refused.length === 0)
    return (
      <Empty
        icon="shield"
        title={
          props.total === 0
            ? "Nothing was refused."
            : `${counted(props.total, "write")} refused, but none recently.`
        }
      />
    );
  return (
    <ul class="rows">
      {props.refused.slice(0, SHOWN).map((one) => (
        <li key={one.seq} class="row">
          <span>
            {titled(SOURCE_NAMES[one.source] ?? one.source)} tried to write to <strong>{one.segment}</strong>
          </span>
          <span class="marks">
            <Trust authority={one.authority} named />
            <span class="muted">
              <Ago at={one.at} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function PassList(props: {
  readonly passes: readonly PassRecord[];
  readonly next: readonly TaskStatus[];
}) {
  const { passes, next } = props;
  const names = [...new Set([...next.map((one) => one.task), ...passes.map((one) => one.name)])];
  if (names.length === 0) return <Empty icon="moon" title="No maintenance has run yet." />;
  return (
    <ul class="rows">
      {names.map((name) => {
        const last = passes.find((one) => one.name === name);
        const due = next.find((one) => one.task === name);
        return (
          <li key={name}>
            <a class="row" href={pathOf("upkeep")}>
              <strong>{titled(name)}</strong>
              <span class="marks muted">
                {due === undefined ? null : (
                  <span>
                    {due.isRunning ? (
                      "running now"
                    ) : due.isDue ? (
                      "due now"
                    ) : (
                      <>
                        next <Ago at={due.nextRunAt} />
                      </>
                    )}
                  </span>
                )}
                {last === undefined ? (
                  <span>has never run</span>
                ) : (
                  <span>
                    ran <Ago at={last.begunAt} />
                    {last.undoneAt === undefined ? "" : ", undone"}
                  </span>
                )}
              </span>
              {last === undefined ? null : <span class="why muted">{changesOf(last)}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

export function changesOf({ counts }: PassRecord): string {
  const parts = Object.entries(counts)
    .filter(([, value]) => value > 0)
    .map(([what, value]) => `${value} ${what}`);
  return parts.length === 0 ? "changed nothing" : parts.join(", ");
}

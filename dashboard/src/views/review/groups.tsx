// Which writers have more than a few things waiting? One line each: how many, why, since when. A line opens page by
// page, and everything in it can be archived at once, after a preview of what that takes.
import type { DeskGroup, PassReport } from "brigade-tideline";
import { useState } from "preact/hooks";
import type { ContradictionGroup, DryRun, Review } from "../../answers.ts";
import { count, counted } from "../../format.ts";
import { changed } from "../../live.ts";
import { Changes } from "../../parts/changes.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Chip } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/state.tsx";
import { Ago } from "../../parts/time.tsx";
import { act, say } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { asClientError, client } from "../../session.ts";
import { isGrave, SOURCE_NAMES, writerOf } from "../../words.ts";
import { Contradictions } from "./contradictions.tsx";
import { Items } from "./list.tsx";

type Names = Readonly<Record<string, string>>;

const PER_PAGE = 25;
const SHOWN = 50;

export function Groups({ data }: { readonly data: Review }) {
  const { groups, further, contradictionGroups, tokens = {} } = data;
  if (groups.length + contradictionGroups.length === 0) return null;
  return (
    <Panel title="More from these writers" hint="open a line to see them, or archive them all">
      <ul class="rows">
        {groups.map((group) => (
          <li key={group.from}>
            <Group group={group} tokens={tokens} />
          </li>
        ))}
        {contradictionGroups.map((group) => (
          <li key={`pairs ${group.from}`}>
            <PairGroup group={group} tokens={tokens} />
          </li>
        ))}
      </ul>
      {further.groups === 0 ? null : (
        <p class="muted">
          and {counted(further.items, "fact")} from{" "}
          {counted(further.groups, "other writer or source", "other writers and sources")}
        </p>
      )}
    </Panel>
  );
}

function Group({ group, tokens }: { readonly group: DeskGroup; readonly tokens: Names }) {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { from, source, more, byReason, latestAt } = group;
  const writer = writerOf(group, tokens);
  return (
    <div class="review-group">
      <div class="review-group-line">
        <p>
          <strong>{count(more)} more</strong> from <bdi>{writer}</bdi>
          {source === undefined ? null : (
            <span class="muted"> (source: {SOURCE_NAMES[source] ?? source})</span>
          )}
        </p>
        <p class="marks">
          {Object.entries(byReason).map(([reason, many]) => (
            <Chip key={reason} tone={isGrave(reason) ? "bad" : "plain"}>
              {count(many)} {reason}
            </Chip>
          ))}
          <span class="muted">
            latest <Ago at={latestAt} />
          </span>
        </p>
      </div>
      <div class="action-bar">
        <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Close" : "Open"}
        </button>
        {from === "own" ? null : (
          <button type="button" class="button" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            <Icon name="archive" size={16} /> {archiveLabel(group)}
          </button>
        )}
      </div>
      {isOpen ? <Opened from={from} /> : null}
      {isAsking ? <DismissDialog group={group} writer={writer} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

/** Archiving takes the whole group, also what is shown above. */
function archiveLabel({ count: all, more }: DeskGroup): string {
  if (all === 1) return "Archive…";
  return `Archive all ${count(all)}${all > more ? ` (${count(all - more)} shown above)` : ""}…`;
}

/** One writer's facts, a page at a time; the list starts again when something was decided. */
function Opened({ from }: { readonly from: string }) {
  const [trail, setTrail] = useState<readonly string[]>([]);
  const after = trail.at(-1);
  const page = useRemote<Review>(
    (server, signal) => server.call("review", { from, limit: PER_PAGE, ...(after && { after }) }, { signal }),
    [from, after],
  );
  return (
    <Loaded of={page} lines={4}>
      {({ items, next, counts, tokens = {} }) => (
        <div class="review-opened">
          <Items items={items} tokens={tokens} />
          <div class="action-bar">
            <button
              type="button"
              class="button"
              disabled={trail.length === 0}
              onClick={() => setTrail(trail.slice(0, -1))}
            >
              Back
            </button>
            <button
              type="button"
              class="button"
              disabled={next === undefined}
              onClick={() => next !== undefined && setTrail([...trail, next])}
            >
              Next
            </button>
            <span class="muted">
              page {trail.length + 1} of {count(Math.max(1, Math.ceil(counts.items / PER_PAGE)))}
            </span>
          </div>
        </div>
      )}
    </Loaded>
  );
}

function PairGroup({ group, tokens }: { readonly group: ContradictionGroup; readonly tokens: Names }) {
  const [isOpen, setOpen] = useState(false);
  const { from, more, source } = group;
  return (
    <div class="review-group">
      <p>
        <strong>{counted(more, "more contradiction")}</strong> from <bdi>{writerOf(group, tokens)}</bdi>
        {source === undefined ? null : <span class="muted"> (source: {SOURCE_NAMES[source] ?? source})</span>}
      </p>
      <div class="action-bar">
        <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Close" : "Open"}
        </button>
      </div>
      {isOpen ? <OpenedPairs from={from} /> : null}
    </div>
  );
}

function OpenedPairs({ from }: { readonly from: string }) {
  const pairs = useRemote<Review>(
    (server, signal) => server.call("contradictions", { from, limit: SHOWN }, { signal }),
    [from],
  );
  return (
    <Loaded of={pairs} lines={4}>
      {({ contradictions }) => (
        <Contradictions all={contradictions} title="Contradictions" hint="caused by this writer" />
      )}
    </Loaded>
  );
}

function DismissDialog(props: {
  readonly group: DeskGroup;
  readonly writer: string;
  readonly onClose: () => void;
}) {
  const { group, writer, onClose } = props;
  // Facts that arrive while the person looks are not part of what they agree to.
  const [asked] = useState({ from: group.from, upTo: group.upTo });
  const [title] = useState(dismissTitle(group, writer));
  const preview = useRemote<DryRun<PassReport>>(
    (server, signal) => server.call("dismiss", asked, { dryRun: true, signal }),
    [asked],
  );
  const report = preview.data?.result;
  return (
    <Confirm
      title={title}
      yes={group.count === 1 ? "Archive" : "Archive all"}
      wide
      ready={report !== undefined && report.changes.length > 0}
      onClose={onClose}
      onYes={() => dismiss(asked)}
    >
      <Loaded of={preview} lines={6}>
        {({ result }) => <Foreseen report={result} />}
      </Loaded>
    </Confirm>
  );
}

function dismissTitle({ count: all, source }: DeskGroup, writer: string): string {
  const from = source === undefined ? writer : `${writer} (source: ${SOURCE_NAMES[source] ?? source})`;
  return all === 1
    ? `Archive the fact from ${from} that waits for review`
    : `Archive the ${count(all)} facts from ${from} that wait for review`;
}

async function dismiss(asked: { readonly from: string; readonly upTo: number }): Promise<void> {
  try {
    const { pass, counts } = await client.value.call<PassReport>("dismiss", asked);
    say(`Archived ${counted(counts.archived ?? 0, "fact")}. You can undo this here or under Upkeep.`, false, {
      label: "Undo",
      run: () => void act("Restored.", () => client.value.call("undo", { id: pass })),
    });
  } catch (error) {
    say(asClientError(error).message, true);
  } finally {
    changed();
  }
}

function Foreseen({ report }: { readonly report: PassReport }) {
  const all = report.counts.archived ?? 0;
  return (
    <>
      <p>
        {counted(all, "fact")} will no longer be recalled or listed here. Nothing is erased, and everything
        that you said, endorsed or pinned stays.
      </p>
      <Changes lines={report.changes.slice(0, SHOWN)} />
      {all > SHOWN ? <p class="muted">and {count(all - SHOWN)} more</p> : null}
    </>
  );
}

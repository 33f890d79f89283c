// What was filed wrongly? The owner corrects labels and dates here, never the text. A dry run shows what the server would
// write, with the labels that follow from a new segment, before anything is saved.
import type { Fact } from "brigade-tideline";
import { useId, useState } from "preact/hooks";
import type { EventsDryRun } from "../../answers.ts";
import { changed } from "../../live.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Loaded } from "../../parts/state.tsx";
import { act, say } from "../../parts/toast.tsx";
import { type Remote, useRemote } from "../../remote.ts";
import { asClientError, client } from "../../session.ts";
import { type Label, labelsIn, SEGMENTS, type Segment, segmentSays } from "../../words.ts";
import { Quoted } from "./dialogs.tsx";

/** What the fields hold, as text. */
interface Labels {
  readonly segment: Segment;
  /** One per line: a tag may contain a comma. */
  readonly tags: string;
  readonly importance: string;
  /** A day as a date field has it; empty if the fact has no end. */
  readonly validTo: string;
}

/** What the operation `revise` takes, apart from the id. */
interface Revision {
  readonly segment?: Segment;
  readonly tags?: readonly string[];
  readonly importance?: number;
  readonly validTo?: number;
  readonly clear?: readonly "validTo"[];
}

/** What the server would write. */
interface Forecast {
  /** The revision, as JSON. */
  readonly of: string;
  readonly labels: readonly Label[];
}

/** So long the person has typed nothing. */
const SETTLE_MS = 300;

export function ReviseDialog(props: { readonly fact: Fact; readonly onClose: () => void }) {
  // What was there when the person began. If the fact changes meanwhile, only what they edit is sent.
  const [fact] = useState(props.fact);
  const [before] = useState(() => labelsOf(fact));
  const [labels, setLabels] = useState(before);
  const [busy, setBusy] = useState(false);
  const revision = revisionOf(before, labels);
  const isEdited = Object.keys(revision).length > 0;
  const foreseen = useForeseen(fact.id, revision, isEdited);
  const isReady = foreseen.error === undefined && isWhatWillBe(foreseen.data, revision);
  const save = async () => {
    setBusy(true);
    try {
      await client.value.call("revise", { id: fact.id, ...revision });
      say("Saved. Its history says what changed.", false, undoOf(fact, revision));
      changed();
      props.onClose();
    } catch (error) {
      say(asClientError(error).message, true);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Revise this fact" onClose={props.onClose}>
      <form
        class="dialog-body form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) void save();
        }}
      >
        <Quoted text={fact.content} />
        <p class="muted">The text stays as it is. To change what it says, use Correct.</p>
        <LabelFields labels={labels} onChange={setLabels} />
        <Foreseen of={foreseen} fact={fact} revision={revision} isEdited={isEdited} />
        <footer>
          <button type="button" class="button" onClick={props.onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={busy || !isReady}>
            {busy ? "Working…" : "Save"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function LabelFields(props: { readonly labels: Labels; readonly onChange: (labels: Labels) => void }) {
  const { labels, onChange } = props;
  const id = useId();
  return (
    <>
      <div class="field">
        <label>
          <span>Segment</span>
          <select
            value={labels.segment}
            aria-describedby={`${id}-segment`}
            onChange={(event) => onChange({ ...labels, segment: event.currentTarget.value as Segment })}
          >
            {SEGMENTS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <p class="muted" id={`${id}-segment`}>
          {segmentSays(labels.segment)}
        </p>
      </div>
      <label>
        <span>Tags, one per line</span>
        <textarea
          rows={Math.min(6, Math.max(2, labels.tags.split("\n").length))}
          value={labels.tags}
          onInput={(event) => onChange({ ...labels, tags: event.currentTarget.value })}
        />
      </label>
      <div class="field">
        <label>
          <span>Importance, from 0 to 1</span>
          <input
            type="number"
            required
            min="0"
            max="1"
            step="0.01"
            value={labels.importance}
            aria-describedby={`${id}-importance`}
            onInput={(event) => onChange({ ...labels, importance: event.currentTarget.value })}
          />
        </label>
        <p class="muted" id={`${id}-importance`}>
          How much it matters. Under the default policy, what matters more fades more slowly and ranks higher.
        </p>
      </div>
      <div class="field">
        <label>
          <span>Valid until the end of</span>
          <input
            type="date"
            max="9999-12-31"
            value={labels.validTo}
            aria-describedby={`${id}-valid`}
            onInput={(event) => onChange({ ...labels, validTo: event.currentTarget.value })}
          />
        </label>
        <p class="muted" id={`${id}-valid`}>
          After that day it is not recalled any more. Leave it empty if it has no end.
        </p>
      </div>
    </>
  );
}

/** Is there something to save, and is it what the person sees? */
function isWhatWillBe(seen: Forecast | undefined, revision: Revision): boolean {
  return seen !== undefined && seen.labels.length > 0 && seen.of === JSON.stringify(revision);
}

/** Reads as a list what the server would write; an error of the dry run is shown with its remedy. */
function Foreseen(props: {
  readonly of: Remote<Forecast>;
  readonly fact: Fact;
  readonly revision: Revision;
  readonly isEdited: boolean;
}) {
  const { of, fact, revision, isEdited } = props;
  const old = new Map(labelsIn(fact).map(({ field, value }) => [field, value]));
  const isSent = (field: string) => field in revision || revision.clear?.some((one) => one === field);
  return (
    <section aria-label="What will be saved" aria-live="polite" aria-busy={of.loading}>
      {isEdited ? (
        <Loaded of={of} lines={2}>
          {({ labels }) =>
            labels.length === 0 ? (
              <p class="muted">It is so already: there is nothing to save.</p>
            ) : (
              <>
                <p>
                  <strong>What will be saved:</strong>
                </p>
                <dl class="figures">
                  {labels.map(({ field, name, value }) => (
                    <div key={field}>
                      <dt>{isSent(field) ? name : `${name} (follows)`}</dt>
                      <dd>
                        <bdi>{old.get(field) ?? "none"}</bdi> → <bdi>{value}</bdi>
                      </dd>
                    </div>
                  ))}
                </dl>
              </>
            )
          }
        </Loaded>
      ) : (
        <p class="muted">Nothing is changed yet.</p>
      )}
    </section>
  );
}

function useForeseen(id: string, revision: Revision, isEdited: boolean): Remote<Forecast> {
  const of = JSON.stringify(revision);
  return useRemote<Forecast>(
    async (from, signal) => {
      if (!isEdited) return { of, labels: [] };
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const input = { id, ...revision };
      const { events } = await from.call<EventsDryRun>("revise", input, { dryRun: true, signal });
      return { of, labels: events.flatMap((event) => (event.type === "revised" ? labelsIn(event) : [])) };
    },
    [id, of],
  );
}

function labelsOf({ segment, tags, importance, validTo }: Fact): Labels {
  return {
    segment,
    tags: tags.join("\n"),
    importance: importance.toFixed(2),
    validTo: validTo === undefined ? "" : dayFieldOf(validTo),
  };
}

/** Only what was edited. */
function revisionOf(before: Labels, after: Labels): Revision {
  const isNew = (name: keyof Labels) => before[name] !== after[name];
  const tags = after.tags.split("\n").flatMap((tag) => tag.trim() || []);
  return {
    ...(isNew("segment") ? { segment: after.segment } : {}),
    ...(isNew("tags") ? { tags } : {}),
    ...(isNew("importance") && after.importance !== "" ? { importance: Number(after.importance) } : {}),
    ...(!isNew("validTo")
      ? {}
      : after.validTo === ""
        ? { clear: ["validTo"] as const }
        : { validTo: new Date(`${after.validTo}T23:59:59.999`).getTime() }),
  };
}

/** The same fields with their old values. */
function undoOf(fact: Fact, revision: Revision) {
  const { segment, tags, importance, validTo } = fact;
  const isDated = revision.validTo !== undefined || revision.clear !== undefined;
  const back: Revision = {
    ...(revision.segment === undefined ? {} : { segment }),
    ...(revision.tags === undefined ? {} : { tags }),
    // It followed the segment, so it is put back by name.
    ...(revision.importance === undefined && revision.segment === undefined ? {} : { importance }),
    ...(!isDated ? {} : validTo === undefined ? { clear: ["validTo"] as const } : { validTo }),
  };
  const run = () => void act("Undone.", () => client.value.call("revise", { id: fact.id, ...back }));
  return { label: "Undo", run };
}

/** The day as a date field has it, in the person's own time zone. */
function dayFieldOf(at: number): string {
  const day = new Date(at);
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  return `${part(day.getFullYear(), 4)}-${part(day.getMonth() + 1, 2)}-${part(day.getDate(), 2)}`;
}

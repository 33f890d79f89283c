// Correct, archive, purge: what will happen? Shown before it does.
import type { Fact, PurgeResult } from "brigade-tideline";
import type { RemoteWritten } from "brigade-tideline/client";
import { useState } from "preact/hooks";
import { counted, shorten } from "../../format.ts";
import { changed } from "../../live.ts";
import { Confirm, Dialog } from "../../parts/dialog.tsx";
import { Chip, Words } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/state.tsx";
import { act, say } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { go, pathOf } from "../../router.ts";
import { asClientError, client } from "../../session.ts";

interface AskProps {
  readonly fact: Fact;
  readonly onClose: () => void;
}

/**
 * The new words become a fact of their own; the old one stays in history, superseded. If the slot has not superseded it
 * already, the person's decision does: the new fact is kept instead of the old.
 */
async function correct(fact: Fact, content: string): Promise<string> {
  const { slot, segment, tags } = fact;
  const written = await client.value.call<RemoteWritten>("add", {
    content,
    segment,
    ...(slot === undefined ? {} : { subject: slot.subject, attribute: slot.attribute }),
    ...(tags.length === 0 ? {} : { tags }),
  });
  const fresh = written.fact;
  if (fresh === undefined) throw new Error(written.reason ?? "It was not stored.");
  if (fresh.id === fact.id) throw new Error("That says the same as before.");
  const { fact: old } = await client.value.inspect(fact.id);
  if (old?.validity === "valid" || old?.validity === "challenged")
    await client.value.call("resolve", { id: fact.id, keep: fresh.id });
  return fresh.id;
}

export function CorrectDialog({ fact, onClose }: AskProps) {
  const [content, setContent] = useState(fact.content);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const id = await correct(fact, content);
      say("Corrected. The old text stays in the history.");
      changed();
      onClose();
      go(pathOf("memories", id));
    } catch (error) {
      say(error instanceof Error ? error.message : asClientError(error).message, true);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Correct this fact" onClose={onClose}>
      <form
        class="dialog-body form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p class="muted">The new text replaces the old one, which stays in the history.</p>
        <label>
          <span>The correct text</span>
          <textarea
            rows={4}
            required
            value={content}
            onInput={(event) => setContent(event.currentTarget.value)}
          />
        </label>
        <footer>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            class="button primary"
            disabled={busy || content.trim() === fact.content.trim()}
          >
            {busy ? "Working…" : "Correct"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

export function ArchiveDialog({ fact, onClose }: AskProps) {
  const [why, setWhy] = useState("");
  const back = {
    label: "Undo",
    run: () => void act("Restored.", () => client.value.call("restore", { id: fact.id })),
  };
  return (
    <Confirm
      title="Archive this fact"
      yes="Archive"
      onClose={onClose}
      onYes={() =>
        act(
          "Archived. It is not recalled any more.",
          () =>
            client.value.call("archive", { id: fact.id, ...(why.trim() === "" ? {} : { why: why.trim() }) }),
          back,
        )
      }
    >
      <Quoted text={fact.content} />
      <p>It is no longer recalled. You can restore it at any time.</p>
      <label class="form">
        <span>Reason (optional)</span>
        <input value={why} maxLength={500} onInput={(event) => setWhy(event.currentTarget.value)} />
      </label>
    </Confirm>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  asked: "this fact",
  derived: "derived from it",
  restates: "says the same",
  quotes: "quotes it",
  labels: "has this text in a label",
  reason: "its reason for archiving quotes it",
};

export function PurgeDialog({ fact, onClose }: AskProps) {
  const preview = useRemote<PurgeResult>(
    (from, signal) => from.purge(fact.id, { preview: true }, { signal }),
    [fact.id],
  );
  const total = preview.data?.facts.length ?? 0;
  return (
    <Confirm
      title="Purge for good"
      yes={total > 1 ? `Erase ${total} facts for good` : "Erase for good"}
      danger
      ready={preview.data !== undefined}
      onClose={onClose}
      onYes={() =>
        act(`${counted(total, "fact")} erased. The log is still intact.`, () => client.value.purge(fact.id))
      }
    >
      <p>
        The text is overwritten in every file. <strong>This cannot be undone.</strong> The log still shows
        that something was erased, and when.
      </p>
      <Loaded of={preview} lines={2}>
        {(data) => (
          <>
            <p class="muted">{counted(data.facts.length, "fact")} will be erased:</p>
            <PurgeReach data={data} />
          </>
        )}
      </Loaded>
    </Confirm>
  );
}

/** What goes with a purge, fact by fact, and what stays although it may hold the same words. */
export function PurgeReach(props: { readonly data: PurgeResult; readonly asked?: string }) {
  const { data, asked = REASONS.asked } = props;
  return (
    <>
      <ul class="purge-list">
        {data.facts.slice(0, 50).map((one) => (
          <li key={one.id}>
            <Chip tone={one.why === "asked" ? "bad" : "warn"}>
              {one.why === "asked" ? asked : (REASONS[one.why] ?? one.why)}
            </Chip>
            <Words text={shorten(one.content, 200)} />
          </li>
        ))}
      </ul>
      {data.facts.length > 50 ? <p class="muted">and {data.facts.length - 50} more</p> : null}
      <Spared
        title="These facts stay. Only the reason for archiving them, which quotes this text, is erased:"
        facts={data.cleared}
      />
      <Spared
        title="These facts stay because they are more trusted. They may still contain this text:"
        facts={data.kept}
      />
    </>
  );
}

function Spared({ title, facts }: { readonly title: string; readonly facts: PurgeResult["kept"] }) {
  if (facts.length === 0) return null;
  return (
    <>
      <p class="muted">{title}</p>
      <ul class="purge-list">
        {facts.slice(0, 50).map((one) => (
          <li key={one.id}>
            <Chip tone="warn">{REASONS[one.why] ?? one.why}</Chip>
            <Words text={shorten(one.content, 200)} />
          </li>
        ))}
      </ul>
      {facts.length > 50 ? <p class="muted">and {facts.length - 50} more</p> : null}
    </>
  );
}

export function Quoted({ text }: { readonly text: string }) {
  return (
    <blockquote class="quoted">
      <Words text={shorten(text, 400)} />
    </blockquote>
  );
}

// What can a person do about a fact? Small things at once, with an undo; large ones after a preview.
import type { Fact } from "brigade-tideline";
import type { RemoteOperation } from "brigade-tideline/client";
import { useState } from "preact/hooks";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { act } from "../../parts/toast.tsx";
import { pathOf } from "../../router.ts";
import { client } from "../../session.ts";
import { isCurrent } from "../../words.ts";
import { ArchiveDialog, CorrectDialog, PurgeDialog } from "./dialogs.tsx";
import { EndorseDialog } from "./endorse-dialog.tsx";
import { ReviseDialog } from "./revise-dialog.tsx";

type Asking = "endorse" | "correct" | "revise" | "archive" | "purge" | undefined;

export function Actions(props: { readonly fact: Fact; readonly digest: string | undefined }) {
  const { fact, digest } = props;
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const isOut = fact.lifecycle !== "active";
  const stands = isCurrent(fact);
  const needsWord =
    fact.authority < 3 || fact.quarantined || fact.validity === "challenged" || fact.review !== undefined;
  return (
    <div class="action-bar" role="toolbar" aria-label="What to do with this fact">
      {needsWord && stands ? (
        <Ask icon="check" label="Endorse" tone="primary" onClick={() => setAsking("endorse")} />
      ) : null}
      <Do
        id={fact.id}
        operation="feedback"
        input={{ signal: "up" }}
        icon="up"
        label="It helped"
        done="Noted. It counts for more now."
        quiet
      />
      <Do
        id={fact.id}
        operation="feedback"
        input={{ signal: "down" }}
        icon="down"
        label="It did not help"
        done="Noted. It fades sooner now."
        quiet
      />
      {fact.pinned ? (
        <Do id={fact.id} operation="unpin" icon="pin" label="Unpin" done="Unpinned." back="pin" />
      ) : (
        <Do
          id={fact.id}
          operation="pin"
          icon="pin"
          label="Pin"
          done="Pinned. It does not fade."
          back="unpin"
        />
      )}
      <Do
        id={fact.id}
        operation="promote"
        icon="promote"
        label="Promote"
        done="Moved up a layer."
        back="demote"
      />
      <Do
        id={fact.id}
        operation="demote"
        icon="demote"
        label="Demote"
        done="Moved down a layer."
        back="promote"
      />
      {stands ? <Ask icon="pencil" label="Correct" onClick={() => setAsking("correct")} /> : null}
      {stands ? <Ask icon="tag" label="Revise" onClick={() => setAsking("revise")} /> : null}
      {fact.suppressed ? (
        <Do
          id={fact.id}
          operation="unsuppress"
          icon="eye"
          label="Stop suppressing"
          done="It can be recalled again."
          back="suppress"
        />
      ) : stands ? (
        <Do
          id={fact.id}
          operation="suppress"
          icon="eye-off"
          label="Suppress"
          done="Suppressed. It is not recalled any more."
          back="unsuppress"
        />
      ) : null}
      {isOut ? (
        <Do id={fact.id} operation="restore" icon="undo" label="Restore" done="Restored." primary />
      ) : (
        <Ask icon="archive" label="Archive" onClick={() => setAsking("archive")} />
      )}
      <a class="button" href={pathOf("graph", fact.id)}>
        <Icon name="graph" size={16} /> Graph
      </a>
      <a class="button" href={pathOf("ageing", fact.id)}>
        <Icon name="ageing" size={16} /> Ageing
      </a>
      <Ask icon="trash" label="Purge" tone="danger-quiet" onClick={() => setAsking("purge")} />
      {asking === "endorse" ? <EndorseDialog fact={fact} digest={digest} onClose={close} /> : null}
      {asking === "correct" ? <CorrectDialog fact={fact} onClose={close} /> : null}
      {asking === "revise" ? <ReviseDialog fact={fact} onClose={close} /> : null}
      {asking === "archive" ? <ArchiveDialog fact={fact} onClose={close} /> : null}
      {asking === "purge" ? <PurgeDialog fact={fact} onClose={close} /> : null}
    </div>
  );
}

function Do(props: {
  readonly id: string;
  readonly operation: RemoteOperation;
  readonly input?: object;
  readonly icon: IconName;
  readonly label: string;
  readonly done: string;
  /** The operation that undoes it. */
  readonly back?: RemoteOperation;
  readonly primary?: boolean;
  readonly quiet?: boolean;
}) {
  const { id, operation, input = {}, back } = props;
  const undo =
    back === undefined
      ? undefined
      : { label: "Undo", run: () => void act("Undone.", () => client.value.call(back, { id })) };
  const run = () => act(props.done, () => client.value.call(operation, { id, ...input }), undo);
  return (
    <button
      type="button"
      class={props.primary ? "button primary" : "button"}
      title={props.quiet ? props.label : undefined}
      onClick={() => void run()}
    >
      <Icon name={props.icon} size={16} />
      {props.quiet ? <span class="sr-only">{props.label}</span> : props.label}
    </button>
  );
}

function Ask(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly tone?: "primary" | "danger-quiet";
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      class={props.tone === undefined ? "button" : `button ${props.tone}`}
      aria-haspopup="dialog"
      onClick={props.onClick}
    >
      <Icon name={props.icon} size={16} /> {props.label}…
    </button>
  );
}

// Which of the two is right? Shows both with where they come from; the person decides, and the other stays as history.
// To keep what a less trusted writer said is to adopt it, which the dialog of an endorsement asks first.
import type { Fact } from "brigade-tideline";
import { useState } from "preact/hooks";
import type { SideBySide } from "../../answers.ts";
import { Chip, FactMarks, nameOf, Words } from "../../parts/fact.tsx";
import { Panel } from "../../parts/panel.tsx";
import { act } from "../../parts/toast.tsx";
import { pathOf } from "../../router.ts";
import { client } from "../../session.ts";
import { SOURCE_NAMES } from "../../words.ts";
import { EndorseDialog } from "../memories/endorse-dialog.tsx";

const AT_ONCE = 20;

export function Contradictions(props: {
  readonly all: readonly SideBySide[];
  readonly title: string;
  readonly hint: string;
}) {
  const { all } = props;
  const [shown, setShown] = useState(AT_ONCE);
  if (all.length === 0) return null;
  return (
    <Panel title={props.title} hint={props.hint}>
      <ul class="versus-list">
        {all.slice(0, shown).map((one) => (
          <li key={one.id}>
            <Versus one={one} />
          </li>
        ))}
      </ul>
      {all.length > shown ? (
        <button type="button" class="button" onClick={() => setShown(shown + AT_ONCE)}>
          Show more
        </button>
      ) : null}
    </Panel>
  );
}

/** The digest of the fact that stays, as it is shown on the page. */
function digestOf({ a, b, digests }: SideBySide, id: string): string | undefined {
  return id === a ? digests[0] : id === b ? digests[1] : undefined;
}

function Versus({ one }: { readonly one: SideBySide }) {
  const [busy, setBusy] = useState(false);
  const keep = (what: string, done: string) => {
    setBusy(true);
    void act(done, () =>
      client.value.call("resolve", { id: one.id, keep: what, seen: digestOf(one, what) }),
    ).then(() => setBusy(false));
  };
  const [a, b] = one.facts;
  return (
    <article class="versus" aria-label="Contradiction">
      <p class="versus-why">
        <Chip tone="warn">{one.kind}</Chip> {one.why}
      </p>
      <div class="versus-sides">
        <Side one={one} id={one.a} fact={a} other={b} busy={busy} onKeep={keep} label="older" />
        <span class="versus-mark" aria-hidden="true">
          or
        </span>
        <Side one={one} id={one.b} fact={b} other={a} busy={busy} onKeep={keep} label="newer" />
      </div>
      <button
        type="button"
        class="button both"
        disabled={busy}
        aria-label={a === undefined ? undefined : nameOf("Both are true", a)}
        onClick={() => keep("both", "Both are true. They are not listed again.")}
      >
        Both are true
      </button>
    </article>
  );
}

function Side(props: {
  readonly one: SideBySide;
  readonly id: string;
  readonly fact: Fact | undefined;
  readonly other: Fact | undefined;
  readonly label: string;
  readonly busy: boolean;
  readonly onKeep: (id: string, done: string) => void;
}) {
  const { one, fact, id } = props;
  const [isAsking, setAsking] = useState(false);
  if (fact === undefined) return <div class="versus-side">This fact is gone.</div>;
  const suggested = one.keep === id;
  const isAdopted = fact.authority < (props.other?.authority ?? 0);
  const keeping = isAdopted ? "Endorse and keep this…" : "Keep this";
  return (
    <div class={suggested ? "versus-side suggested" : "versus-side"}>
      <p class="muted side-label">
        {props.label}
        {suggested ? <Chip tone="good">suggested</Chip> : null}
      </p>
      <a class="versus-words" href={pathOf("memories", id)}>
        <Words text={fact.content} />
      </a>
      <FactMarks fact={fact} />
      <p class="muted">from {SOURCE_NAMES[fact.source] ?? fact.source}</p>
      <button
        type="button"
        class={suggested ? "button primary" : "button"}
        disabled={props.busy}
        aria-label={nameOf(keeping, fact)}
        aria-haspopup={isAdopted ? "dialog" : undefined}
        onClick={() =>
          isAdopted ? setAsking(true) : props.onKeep(id, "Decided. The other fact stays in the history.")
        }
      >
        {keeping}
      </button>
      {isAsking ? (
        <EndorseDialog
          fact={fact}
          digest={digestOf(one, id)}
          contradiction={one.id}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

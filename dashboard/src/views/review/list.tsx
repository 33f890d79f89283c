// Is it so? A fact at a time: endorse it, put it away, or erase it.
import { useState } from "preact/hooks";
import type { ReviewItem } from "../../answers.ts";
import { shorten } from "../../format.ts";
import { Chip, FactMarks, Words } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { act } from "../../parts/toast.tsx";
import { pathOf } from "../../router.ts";
import { client } from "../../session.ts";
import { REVIEW_REASONS, SOURCE_NAMES } from "../../words.ts";
import { PurgeDialog } from "../memories/dialogs.tsx";

const AT_ONCE = 25;
const SHOWN_CHARS = 500;

export function ReviewList(props: {
  readonly title: string;
  readonly hint: string;
  readonly items: readonly ReviewItem[];
}) {
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <Panel title={`${props.title} (${props.items.length})`} hint={props.hint}>
      <ul class="rows">
        {props.items.slice(0, shown).map((item) => (
          <li key={item.fact.id}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      {props.items.length > shown ? (
        <button type="button" class="button" onClick={() => setShown(shown + AT_ONCE)}>
          Show more
        </button>
      ) : null}
    </Panel>
  );
}

function Item({ item }: { readonly item: ReviewItem }) {
  const { fact, digest, against, threats } = item;
  const [purging, setPurging] = useState(false);
  const { id, content } = fact;
  const text = content.length > SHOWN_CHARS ? `${content.slice(0, SHOWN_CHARS)}…` : content;
  const reason = fact.review === undefined ? undefined : REVIEW_REASONS[fact.review];
  const back = {
    label: "Undo",
    run: () => void act("Brought back.", () => client.value.call("restore", { id })),
  };
  return (
    <div class="review-item">
      <a href={pathOf("memories", id)}>
        <Words text={text} />
      </a>
      <FactMarks fact={fact} />
      <p class="muted">
        From {SOURCE_NAMES[fact.source] ?? fact.source}
        {fact.actor === undefined ? null : (
          <>
            , by <bdi>{fact.actor}</bdi>
          </>
        )}
        . {reason}
      </p>
      {threats.length === 0 ? null : (
        <p class="marks">
          {threats.map(({ kind, why }) => (
            <Chip key={`${kind} ${why}`} tone="bad" title={why}>
              {kind}
            </Chip>
          ))}
        </p>
      )}
      {against.length === 0 ? null : (
        <ul class="against">
          {against.map((other) => (
            <li key={other.id}>
              <span class="tie">against</span>
              <a href={pathOf("memories", other.id)}>
                <Words text={shorten(other.content, 160)} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <div class="action-bar">
        <button
          type="button"
          class="button"
          onClick={() =>
            void act("Endorsed: your own word from now on.", () =>
              client.value.call("endorse", { id, seen: digest }),
            )
          }
        >
          <Icon name="check" size={16} /> Endorse
        </button>
        <button
          type="button"
          class="button"
          onClick={() =>
            void act("Archived.", () => client.value.call("archive", { id, why: "put away in review" }), back)
          }
        >
          <Icon name="archive" size={16} /> Archive
        </button>
        <button
          type="button"
          class="button danger-quiet"
          aria-haspopup="dialog"
          onClick={() => setPurging(true)}
        >
          <Icon name="trash" size={16} /> Purge…
        </button>
      </div>
      {purging ? <PurgeDialog fact={fact} onClose={() => setPurging(false)} /> : null}
    </div>
  );
}

// Is it true? One fact at a time: endorse it, archive it, or erase it.
import type { Fact } from "brigade-tideline";
import { useState } from "preact/hooks";
import type { ReviewItem } from "../../answers.ts";
import { shorten } from "../../format.ts";
import { Chip, FactMarks, nameOf, Words } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { act } from "../../parts/toast.tsx";
import { pathOf } from "../../router.ts";
import { client } from "../../session.ts";
import { SOURCE_NAMES, whyReviewed } from "../../words.ts";
import { PurgeDialog } from "../memories/dialogs.tsx";
import { EndorseDialog } from "../memories/endorse-dialog.tsx";

const SHOWN_CHARS = 500;

type Names = Readonly<Record<string, string>>;

export function ReviewList(props: {
  readonly title: string;
  readonly hint: string;
  readonly items: readonly ReviewItem[];
  readonly tokens?: Names;
}) {
  if (props.items.length === 0) return null;
  return (
    <Panel title={`${props.title} (${props.items.length})`} hint={props.hint}>
      <Items items={props.items} tokens={props.tokens} />
    </Panel>
  );
}

export function Items(props: { readonly items: readonly ReviewItem[]; readonly tokens?: Names | undefined }) {
  return (
    <ul class="rows">
      {props.items.map((item) => (
        <li key={item.fact.id}>
          <Item item={item} tokens={props.tokens ?? {}} />
        </li>
      ))}
    </ul>
  );
}

function Item({ item, tokens }: { readonly item: ReviewItem; readonly tokens: Names }) {
  const { fact, from, digest, against, opponents, threats } = item;
  const [asking, setAsking] = useState<"endorse" | "purge">();
  const close = () => setAsking(undefined);
  const { id, content } = fact;
  const text = content.length > SHOWN_CHARS ? `${content.slice(0, SHOWN_CHARS)}…` : content;
  const isOwn = from === "own";
  const adopting = isOwn ? "Keep…" : "Endorse…";
  const token = isOwn ? undefined : fact.writer?.token;
  const back = {
    label: "Undo",
    run: () => void act("Restored.", () => client.value.call("restore", { id })),
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
        {token === undefined ? null : (
          <>
            , with the token <bdi>{tokens[token] ?? token}</bdi>
          </>
        )}
        . {whyReviewed(item)}
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
          {opponents > against.length ? (
            <li>
              <span />
              <span class="muted">and {opponents - against.length} more</span>
            </li>
          ) : null}
        </ul>
      )}
      <div class="action-bar">
        {isSettled(fact) ? (
          <button
            type="button"
            class="button"
            aria-label={nameOf("Keep", fact)}
            onClick={() =>
              void act("Kept as it is.", () => client.value.call("endorse", { id, seen: digest }))
            }
          >
            <Icon name="check" size={16} /> Keep
          </button>
        ) : (
          <button
            type="button"
            class="button"
            aria-haspopup="dialog"
            aria-label={nameOf(adopting, fact)}
            onClick={() => setAsking("endorse")}
          >
            <Icon name="check" size={16} /> {adopting}
          </button>
        )}
        <button
          type="button"
          class="button"
          aria-label={nameOf("Archive", fact)}
          onClick={() =>
            void act("Archived.", () => client.value.call("archive", { id, why: "archived in review" }), back)
          }
        >
          <Icon name="archive" size={16} /> Archive
        </button>
        <button
          type="button"
          class="button danger-quiet"
          aria-haspopup="dialog"
          aria-label={nameOf("Purge…", fact)}
          onClick={() => setAsking("purge")}
        >
          <Icon name="trash" size={16} /> Purge…
        </button>
      </div>
      {asking === "endorse" ? <EndorseDialog fact={fact} digest={digest} onClose={close} /> : null}
      {asking === "purge" ? <PurgeDialog fact={fact} onClose={close} /> : null}
    </div>
  );
}

/** What the owner said and nothing disputes needs no adopting: to keep it changes no other fact. */
function isSettled({ authority, validity, quarantined }: Fact): boolean {
  return authority === 3 && validity === "valid" && !quarantined;
}

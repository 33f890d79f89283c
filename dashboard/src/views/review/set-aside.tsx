// Of which turns could nothing be made? Each with its reason; they can be distilled again, or dismissed. Many of one
// writer are one line.
import type { AsideGroup, SetAsideTurn } from "brigade-tideline";
import { useState } from "preact/hooks";
import type { Review } from "../../answers.ts";
import { count, counted, minuteOf, shorten } from "../../format.ts";
import { Chip, Trust, Words } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/state.tsx";
import { useRemote } from "../../remote.ts";
import { pathOf } from "../../router.ts";
import { writerOf } from "../../words.ts";
import { AsideActions, dismissTurns } from "../conversations/aside-actions.tsx";

type Names = Readonly<Record<string, string>>;

const SHOWN = 100;
const EXCERPT_CHARS = 180;
const REASON_CHARS = 200;
const NAME_CHARS = 60;

export function SetAside({ desk, tokens }: { readonly desk: Review["setAside"]; readonly tokens: Names }) {
  if (desk.count === 0) return null;
  const { turns, groups, further } = desk;
  return (
    <Panel
      title={`Turns that could not be distilled (${count(desk.count)})`}
      hint="what they said is in no fact"
    >
      <Turns turns={turns} tokens={tokens} />
      {groups.length === 0 ? null : (
        <ul class="rows">
          {groups.map((group) => (
            <li key={group.from}>
              <Group group={group} tokens={tokens} />
            </li>
          ))}
        </ul>
      )}
      {further.groups === 0 ? null : (
        <p class="muted">
          and {counted(further.turns, "turn")} from {counted(further.groups, "other writer")}
        </p>
      )}
    </Panel>
  );
}

function Turns({ turns, tokens }: { readonly turns: readonly SetAsideTurn[]; readonly tokens: Names }) {
  return (
    <ul class="rows">
      {turns.map((one) => (
        <li key={one.turn}>
          <Item one={one} tokens={tokens} />
        </li>
      ))}
    </ul>
  );
}

function Item({ one, tokens }: { readonly one: SetAsideTurn; readonly tokens: Names }) {
  const { turn, conversation, session, excerpt, reason, role, saidAt, authority } = one;
  const named = `“${shorten(excerpt, NAME_CHARS)}”`;
  return (
    <div class="row">
      <a href={pathOf("conversations", conversation)}>
        <Words text={shorten(excerpt, EXCERPT_CHARS)} />
      </a>
      <p class="marks">
        <Chip tone="warn">set aside</Chip>
        <span class="bad-text">
          <Words text={shorten(reason ?? "the reason was erased", REASON_CHARS)} class="" />
        </span>
        <Trust authority={authority} />
        <span class="muted">
          {role}, {minuteOf(saidAt)}, in <Words text={shorten(session ?? "", NAME_CHARS)} class="" />,
          observed by <bdi>{writerOf(one, tokens)}</bdi>
        </span>
      </p>
      <div class="action-bar">
        <AsideActions turn={turn} named={named} />
      </div>
    </div>
  );
}

function Group({ group, tokens }: { readonly group: AsideGroup; readonly tokens: Names }) {
  const [isOpen, setOpen] = useState(false);
  const { from, more, count: all, upTo } = group;
  const writer = writerOf(group, tokens);
  return (
    <div class="review-group">
      <p>
        <strong>{counted(more, "more turn")}</strong> from <bdi>{writer}</bdi>
      </p>
      <div class="action-bar">
        <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Close" : "Open"}
        </button>
        <button type="button" class="button" onClick={() => void dismissTurns({ from, upTo })}>
          <Icon name="cross" size={15} /> Dismiss all {count(all)}
        </button>
      </div>
      {isOpen ? <Opened from={from} tokens={tokens} /> : null}
    </div>
  );
}

function Opened({ from, tokens }: { readonly from: string; readonly tokens: Names }) {
  const page = useRemote<Review>(
    (server, signal) => server.call("review", { from, limit: SHOWN }, { signal }),
    [from],
  );
  return (
    <Loaded of={page} lines={4}>
      {({ setAside }) => (
        <>
          <Turns turns={setAside.turns} tokens={tokens} />
          {setAside.count > setAside.turns.length ? (
            <p class="muted">and {count(setAside.count - setAside.turns.length)} more</p>
          ) : null}
        </>
      )}
    </Loaded>
  );
}

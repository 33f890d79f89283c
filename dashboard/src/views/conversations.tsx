// Which conversations were heard, how far are they distilled, and what was drawn from them? One of them is shown turn by
// turn.
import type { ConversationSummary, ConversationsPage, InboxStatus } from "brigade-tideline";
import { useState } from "preact/hooks";
import { count, counted, minuteOf, shorten } from "../format.ts";
import { Words } from "../parts/fact.tsx";
import { Icon } from "../parts/icons.tsx";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Loaded } from "../parts/state.tsx";
import { Ago } from "../parts/time.tsx";
import { useRemote } from "../remote.ts";
import { pathOf, route } from "../router.ts";
import { writerOf } from "../words.ts";
import { ConversationView, Counts, nextFrom, Pages } from "./conversations/conversation.tsx";
import { DistilDialog } from "./conversations/distil-dialog.tsx";

const PER_PAGE = 50;
const NAME_CHARS = 120;

interface Page extends ConversationsPage {
  readonly tokens?: Readonly<Record<string, string>>;
}

export function ConversationsView() {
  const { id } = route.value;
  return id === undefined ? <ConversationList /> : <ConversationView key={id} id={id} />;
}

function ConversationList() {
  const [trail, setTrail] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const after = trail.at(-1);
  const inbox = useRemote<InboxStatus>((from, signal) => from.call("inbox", {}, { signal }));
  const page = useRemote<Page>(
    (from, signal) => from.call("conversations", { limit: PER_PAGE, ...(after && { after }) }, { signal }),
    [after],
  );
  const { waiting = 0, trouble } = inbox.data ?? {};
  return (
    <>
      <Heading title="Conversations">
        <p>
          What was said, and which facts were drawn from it. The words of distilled turns are erased after a
          while; facts keep what they quote.
        </p>
      </Heading>
      <div class="stacked">
        <Panel
          title="In the inbox"
          hint={page.data === undefined ? undefined : counted(page.data.total, "conversation")}
          actions={
            waiting === 0 ? undefined : (
              <button
                type="button"
                class="button primary"
                aria-haspopup="dialog"
                onClick={() => setAsking(true)}
              >
                <Icon name="eye" size={16} /> Distil now…
              </button>
            )
          }
        >
          {trouble === undefined ? null : (
            <p class="bad-text">
              Distilling failed <Ago at={trouble.at} /> ({trouble.code}): <Words text={trouble.message} />
            </p>
          )}
          <Loaded of={page} lines={8}>
            {(data) =>
              data.total === 0 ? (
                <Empty icon="conversations" title="No conversation was heard yet." />
              ) : (
                <>
                  <ul class="rows">
                    {data.conversations.map((one) => (
                      <li key={one.id}>
                        <Line one={one} tokens={data.tokens ?? {}} />
                      </li>
                    ))}
                  </ul>
                  {trail.length === 0 && data.next === undefined ? null : (
                    <Pages
                      page={trail.length + 1}
                      onBack={trail.length === 0 ? undefined : () => setTrail(trail.slice(0, -1))}
                      onNext={nextFrom(data.next, (next) => setTrail([...trail, next]))}
                    />
                  )}
                </>
              )
            }
          </Loaded>
        </Panel>
      </div>
      {isAsking ? <DistilDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function Line({
  one,
  tokens,
}: {
  readonly one: ConversationSummary;
  readonly tokens: Readonly<Record<string, string>>;
}) {
  const { id, session, turns, facts, waiting, setAside, erased, latestAt, distilledTo } = one;
  return (
    <a class="row conversation-line" href={pathOf("conversations", id)}>
      <strong>
        {session === undefined ? <em>Its name is erased</em> : <Words text={shorten(session, NAME_CHARS)} />}
      </strong>
      <span class="marks">
        <span class="muted">
          {counted(turns, "turn")}, {count(facts)} {facts === 1 ? "fact" : "facts"}, latest{" "}
          <Ago at={latestAt} />, observed by <bdi>{writerOf(one, tokens)}</bdi>
        </span>
        <Counts waiting={waiting} setAside={setAside} erased={erased} />
      </span>
      <span class="muted">
        {distilledTo === undefined ? "not distilled yet" : `distilled up to ${minuteOf(distilledTo)}`}
      </span>
    </a>
  );
}

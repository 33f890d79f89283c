// Whose memories are here? Page by page, with what each holds; and forgetting one as a whole.
import type { ForgottenOrigin, Origin, OriginFigures, OriginsPage, OtherOrigin } from "brigade-tideline";
import { useState } from "preact/hooks";
import { count, counted } from "../../format.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { Chip } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Empty, Loaded } from "../../parts/state.tsx";
import { Ago } from "../../parts/time.tsx";
import { act } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { chooseOrigin, client, me, origin, originName, sameOrigin } from "../../session.ts";

const PAGE = 50;

export function Origins() {
  const [match, setMatch] = useState("");
  const [after, setAfter] = useState<readonly Origin[]>([]);
  const [going, setGoing] = useState<OtherOrigin | undefined>();
  const list = useRemote<OriginsPage>(
    (from, signal) =>
      from.origins({ limit: PAGE, after: after.at(-1), ...(match === "" ? {} : { match }) }, { signal }),
    [match, JSON.stringify(after)],
  );
  return (
    <Panel title="Memories" hint="none of them can see another">
      <search class="search">
        <label class="search-box">
          <Icon name="search" size={18} />
          <span class="sr-only">Find a memory by name</span>
          <input
            type="search"
            placeholder="Find a memory by name"
            value={match}
            onInput={(event) => {
              setMatch(event.currentTarget.value);
              setAfter([]);
            }}
          />
        </label>
      </search>
      <Loaded of={list} lines={3}>
        {({ origins, total, next }) =>
          origins.length === 0 ? (
            <Empty
              icon="access"
              title={match === "" ? "Nothing has been remembered yet." : "No such name."}
            />
          ) : (
            <>
              <OriginTable origins={origins} onForget={setGoing} />
              <div class="foot-row">
                <span class="muted">{counted(total, "memory", "memories")}</span>
                {after.length === 0 ? null : (
                  <button type="button" class="button small" onClick={() => setAfter(after.slice(0, -1))}>
                    Back
                  </button>
                )}
                {next === undefined ? null : (
                  <button type="button" class="button small" onClick={() => setAfter([...after, next])}>
                    More
                  </button>
                )}
              </div>
            </>
          )
        }
      </Loaded>
      <p class="muted place">
        The workspace is at <code>{me.value?.place}</code>
      </p>
      {going === undefined ? null : <ForgetDialog whose={going} onClose={() => setGoing(undefined)} />}
    </Panel>
  );
}

function OriginTable(props: {
  readonly origins: readonly OriginFigures[];
  readonly onForget: (whose: OtherOrigin) => void;
}) {
  return (
    <div class="table-wrap">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Whose memory</th>
            <th scope="col" class="right">
              Facts
            </th>
            <th scope="col" class="right">
              Active
            </th>
            <th scope="col" class="right">
              To review
            </th>
            <th scope="col" class="right">
              Last written
            </th>
            <th scope="col">
              <span class="sr-only">Show or forget</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.origins.map((one) => (
            <OriginRow key={JSON.stringify(one.origin)} one={one} onForget={props.onForget} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OriginRow(props: { readonly one: OriginFigures; readonly onForget: (whose: OtherOrigin) => void }) {
  const { origin: whose, facts, active, forReview, lastWriteAt, trouble } = props.one;
  const shown = (figure: number | undefined) => (figure === undefined ? "?" : count(figure));
  return (
    <tr>
      <th scope="row">
        <bdi>{originName(whose)}</bdi>
        {trouble === undefined ? null : <Chip tone="bad">{trouble}</Chip>}
      </th>
      <td class="right" data-label="Facts">
        {shown(facts)}
      </td>
      <td class="right" data-label="Active">
        {shown(active)}
      </td>
      <td class="right" data-label="To review">
        {shown(forReview)}
      </td>
      <td class="right" data-label="Last written">
        {lastWriteAt === undefined ? "never" : <Ago at={lastWriteAt} />}
      </td>
      <td class="right">
        {sameOrigin(whose, origin.value) ? (
          <Chip tone="accent">shown</Chip>
        ) : (
          <button type="button" class="button small" onClick={() => chooseOrigin(whose)}>
            Show
          </button>
        )}
        {whose === "owner" ? null : (
          <button type="button" class="button small" onClick={() => props.onForget(whose)}>
            Forget
          </button>
        )}
      </td>
    </tr>
  );
}

function ForgetDialog({ whose, onClose }: { readonly whose: OtherOrigin; readonly onClose: () => void }) {
  const preview = useRemote<ForgottenOrigin>(
    (from, signal) => from.forgetOrigin(whose, { preview: true }, { signal }),
    [JSON.stringify(whose)],
  );
  return (
    <Confirm
      title="Forget a whole memory"
      yes="Erase everything for good"
      danger
      ready={preview.data !== undefined}
      onClose={onClose}
      onYes={async () => {
        await act(`Everything of ${originName(whose)} is erased.`, () => client.value.forgetOrigin(whose));
        if (sameOrigin(whose, origin.value)) chooseOrigin(undefined);
      }}
    >
      <p>
        Everything of{" "}
        <strong>
          <bdi>{originName(whose)}</bdi>
        </strong>{" "}
        is erased: its facts, its log, its name, and the tokens that open it.{" "}
        <strong>This cannot be undone.</strong>
      </p>
      <Loaded of={preview} lines={1}>
        {({ facts, tokens }) => (
          <p class="muted">
            {counted(facts, "fact")} and {counted(tokens.length, "token")} will be erased.
          </p>
        )}
      </Loaded>
    </Confirm>
  );
}

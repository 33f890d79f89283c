// Whose memories are here, and who has access? Origins with what they hold; tokens with what they may do.
import { useState } from "preact/hooks";
import type { TokenEntry } from "../answers.ts";
import { counted } from "../format.ts";
import { Confirm } from "../parts/dialog.tsx";
import { Chip } from "../parts/fact.tsx";
import { Icon } from "../parts/icons.tsx";
import { Heading, Panel } from "../parts/panel.tsx";
import { Empty, Loaded } from "../parts/state.tsx";
import { Ago } from "../parts/time.tsx";
import { act } from "../parts/toast.tsx";
import { useRemote } from "../remote.ts";
import { pathOf } from "../router.ts";
import { client, findOut, keepsWorkspace, originName } from "../session.ts";
import { CreateToken } from "./access/create-token.tsx";
import { Origins } from "./access/origins.tsx";

const ROLES: Readonly<Record<TokenEntry["role"], string>> = {
  owner: "may do everything in its memory",
  agent: "may recall and read; what it writes is hearsay",
  reader: "may read; reading leaves no trace",
};

export function AccessView() {
  if (!keepsWorkspace.value)
    return (
      <>
        <Heading title="Access">
          <p>The memories and tokens of this workspace.</p>
        </Heading>
        <Panel title="Not for this token">
          <Empty
            icon="access"
            title="Only the owner of the whole workspace can see other memories and tokens."
          />
        </Panel>
      </>
    );
  return (
    <>
      <Heading title="Access">
        <p>Whose memories are here, and who may read or write them.</p>
      </Heading>
      <div class="stacked">
        <Tokens />
        <Origins />
      </div>
    </>
  );
}

/** A token, and how many facts were written with it. */
interface ListedToken extends TokenEntry {
  readonly wrote: number;
}

function Tokens() {
  const list = useRemote<{ readonly tokens: readonly ListedToken[] }>((from, signal) =>
    from.call("token-list", {}, { signal }),
  );
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ListedToken | undefined>();
  return (
    <Panel
      title="Tokens"
      hint="each for one memory and one role; only hashes are stored"
      actions={
        <button type="button" class="button small" aria-haspopup="dialog" onClick={() => setCreating(true)}>
          <Icon name="plus" size={15} /> New token
        </button>
      }
    >
      <Loaded of={list} lines={3}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <Empty
              icon="access"
              title="There are no tokens yet. Every program that you run on this machine acts as the owner."
            >
              <p class="muted">As soon as you create a token, every program needs one.</p>
            </Empty>
          ) : (
            <div class="table-wrap">
              <table class="cards">
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Role</th>
                    <th scope="col">Memory</th>
                    <th scope="col">Writes as</th>
                    <th scope="col">Created</th>
                    <th scope="col">Expires</th>
                    <th scope="col">Last used</th>
                    <th scope="col">Facts written</th>
                    <th scope="col">
                      <span class="sr-only">Revoke</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {tokens.map((one) => (
                    <tr key={one.id}>
                      <th scope="row">
                        <bdi>{one.name}</bdi>
                      </th>
                      <td data-label="Role">
                        <span title={ROLES[one.role]}>
                          <Chip tone={one.role === "owner" ? "accent" : "plain"}>{one.role}</Chip>
                        </span>
                      </td>
                      <td data-label="Memory">
                        <bdi>{originName(one.origin)}</bdi>
                      </td>
                      <td data-label="Writes as">{one.voice === "owner" ? "the owner" : "an agent"}</td>
                      <td data-label="Created">
                        <Ago at={one.createdAt} />
                      </td>
                      <td data-label="Expires">
                        {one.expiresAt === undefined ? "never" : <Ago at={one.expiresAt} />}
                      </td>
                      <td data-label="Last used">
                        {one.lastUsedAt === undefined ? "never" : <Ago at={one.lastUsedAt} />}
                      </td>
                      <td data-label="Facts written">
                        <a href={pathOf("audit", undefined, { by: one.id })}>{counted(one.wrote, "fact")}</a>
                      </td>
                      <td>
                        <button
                          type="button"
                          class="button small danger-quiet"
                          onClick={() => setRevoking(one)}
                        >
                          Revoke…
                        </button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
      {creating ? (
        <CreateToken onClose={() => setCreating(false)} isFirst={list.data?.tokens.length === 0} />
      ) : null}
      {revoking === undefined ? null : (
        <Confirm
          title="Revoke this token"
          yes="Revoke"
          danger
          onClose={() => setRevoking(undefined)}
          onYes={async () => {
            await act("The token is revoked and no longer works.", () =>
              client.value.call("token-revoke", { id: revoking.id }),
            );
            await findOut();
          }}
        >
          <p>
            <strong>
              <bdi>{revoking.name}</bdi>
            </strong>{" "}
            ({revoking.role}, {originName(revoking.origin)}) stops working at once.
          </p>
          <p>
            Last used: {revoking.lastUsedAt === undefined ? "never" : <Ago at={revoking.lastUsedAt} />}. It
            wrote {counted(revoking.wrote, "fact")}, and what it wrote stays.
          </p>
          {list.data?.tokens.length === 1 ? (
            <p class="muted">
              This is the last token. Once it is revoked, every program that you run on this machine acts as
              the owner again.
            </p>
          ) : null}
        </Confirm>
      )}
    </Panel>
  );
}

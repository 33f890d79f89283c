// Who gets a token, and for what? Its secret is shown here once, and nowhere again.
import type { Origin, OriginsPage } from "brigade-tideline";
import { useState } from "preact/hooks";
import { changed } from "../../live.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { say } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { asClientError, client, originName, token, useToken } from "../../session.ts";

interface Made {
  readonly secret: string;
  readonly note?: string;
}

const DAYS = [0, 7, 30, 90, 365] as const;
const DAY_MS = 86_400_000;

export function CreateToken({
  onClose,
  isFirst,
}: {
  readonly onClose: () => void;
  readonly isFirst: boolean;
}) {
  const [made, setMade] = useState<Made | undefined>();
  const isOwn = isFirst && token.value === undefined;
  const close = () => {
    changed();
    onClose();
  };
  return (
    <Dialog title={made === undefined ? "New token" : "Copy the secret now"} onClose={close}>
      {made === undefined ? (
        <TokenForm isOwn={isOwn} onMade={setMade} onClose={close} />
      ) : (
        <div class="dialog-body">
          <p>The secret is shown only once. The server stores only its hash.</p>
          <Copyable text={made.secret} />
          {made.note === undefined ? null : <p class="muted">{made.note}</p>}
          <footer>
            <button type="button" class="button primary" onClick={close}>
              I have copied it
            </button>
          </footer>
        </div>
      )}
    </Dialog>
  );
}

function TokenForm(props: {
  /**
   * The first token ends the open access of this page too: it must be the owner's, and the page uses it from then on.
   */
  readonly isOwn: boolean;
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
}) {
  const origins = useRemote<OriginsPage>((from, signal) => from.origins({}, { signal }));
  const [name, setName] = useState("");
  const [role, setRole] = useState(props.isOwn ? "owner" : "agent");
  const [whose, setWhose] = useState('"owner"');
  const [days, setDays] = useState(0);
  const [busy, setBusy] = useState(false);
  const others = origins.data?.origins.flatMap((one) => (one.origin === "owner" ? [] : [one.origin])) ?? [];
  const all: readonly Origin[] = ["owner", ...others];
  const make = async () => {
    setBusy(true);
    try {
      const made = await client.value.call<Made>("token-create", {
        name,
        role,
        ...(whose === '"owner"' ? {} : { for: JSON.parse(whose) as object }),
        ...(days === 0 ? {} : { expires: Date.now() + days * DAY_MS }),
      });
      props.onMade(made);
      if (props.isOwn) useToken(made.secret);
    } catch (error) {
      say(asClientError(error).message, true);
      setBusy(false);
    }
  };
  return (
    <form
      class="dialog-body form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      {props.isOwn ? (
        <p class="remedy">
          As soon as there is a token, every request needs one. The first token is therefore an owner's, and
          this tab uses it from now on.
        </p>
      ) : null}
      <label>
        <span>What it is for</span>
        <input
          required
          maxLength={100}
          placeholder="editor"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label>
        <span>Role</span>
        <select value={role} disabled={props.isOwn} onChange={(event) => setRole(event.currentTarget.value)}>
          <option value="owner">owner: may do everything</option>
          <option value="agent">agent: may recall and read; what it writes is hearsay</option>
          <option value="reader">reader: may read; reading leaves no trace</option>
        </select>
      </label>
      <label>
        <span>Whose memory</span>
        <select
          value={whose}
          disabled={props.isOwn}
          onChange={(event) => setWhose(event.currentTarget.value)}
        >
          {all.map((one) => (
            <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
              {originName(one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Expires</span>
        <select value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
          {DAYS.map((one) => (
            <option key={one} value={String(one)}>
              {one === 0 ? "never" : `in ${one} days`}
            </option>
          ))}
        </select>
      </label>
      <footer>
        <button type="button" class="button" onClick={props.onClose}>
          Cancel
        </button>
        <button type="submit" class="button primary" disabled={busy}>
          Create
        </button>
      </footer>
    </form>
  );
}

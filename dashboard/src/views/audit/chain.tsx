// Is the record intact? Checks every line against the chain of hashes; with a head noted earlier, also what is missing.
import type { VerifyResult } from "brigade-tideline";
import { useEffect, useState } from "preact/hooks";
import { count, counted } from "../../format.ts";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { say } from "../../parts/toast.tsx";
import { asClientError, client } from "../../session.ts";

type Seen = VerifyResult | ReturnType<typeof asClientError> | undefined;

export function ChainStatus() {
  const [seen, setSeen] = useState<Seen>();
  const [noted, setNoted] = useState("");
  const verify = async (head?: { readonly seq: number; readonly hash: string }) => {
    setSeen(undefined);
    try {
      setSeen(await client.value.call<VerifyResult>("verify", head ?? {}));
    } catch (error) {
      setSeen(asClientError(error));
    }
  };
  useEffect(() => void verify(), []);
  const compare = () => {
    const match = /^(\d+):(\S+)$/.exec(noted.trim());
    if (match === null) say("A head has the form 1234:hash.", true);
    else void verify({ seq: Number(match[1]), hash: match[2] ?? "" });
  };
  return (
    <Panel
      title="Integrity"
      hint="each line of the log holds the hash of the line before"
      actions={
        <button type="button" class="button small" onClick={() => void verify()}>
          Verify again
        </button>
      }
    >
      {seen === undefined ? (
        <Skeleton lines={2} />
      ) : seen instanceof Error ? (
        <Failed error={seen} />
      ) : (
        <Verified seen={seen} />
      )}
      <form
        class="form-row"
        onSubmit={(event) => {
          event.preventDefault();
          compare();
        }}
      >
        <label class="grow">
          <span>
            Compare with a head that you copied earlier, to find lines that were cut off or rewritten
          </span>
          <input
            placeholder="1234:hash"
            value={noted}
            onInput={(event) => setNoted(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          Compare
        </button>
      </form>
    </Panel>
  );
}

function Verified({ seen }: { readonly seen: VerifyResult }) {
  const problems = [...seen.facts.problems, ...seen.marks.problems];
  const head = `${seen.head.seq}:${seen.head.hash}`;
  return (
    <div class="chain-status">
      <p class={seen.ok ? "verdict-line good" : "verdict-line bad"} role="status">
        <Icon name={seen.ok ? "check" : "cross"} size={22} />
        <strong>{seen.ok ? "The log is intact." : `${counted(problems.length, "problem")} found.`}</strong>
        <span class="muted">
          {counted(seen.facts.events, "event")}, {count(seen.facts.erased)} of them erased, and{" "}
          {counted(seen.marks.events, "event")} about uses.
        </span>
      </p>
      {problems.length === 0 ? null : (
        <ul class="rows">
          {problems.slice(0, 20).map((one) => (
            <li key={JSON.stringify(one)} class="row">
              <code>{JSON.stringify(one)}</code>
            </li>
          ))}
        </ul>
      )}
      <p class="head-line">
        <span class="muted">Head</span> <code>{head}</code>
        <button
          type="button"
          class="icon-button"
          aria-label="Copy the head"
          onClick={() =>
            navigator.clipboard.writeText(head).then(
              () => say("Copied. Keep it outside this machine."),
              () => say("The browser does not let the page copy.", true),
            )
          }
        >
          <Icon name="copy" size={15} />
        </button>
      </p>
    </div>
  );
}

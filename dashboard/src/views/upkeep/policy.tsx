// By which policy do facts age here? Choosing another migrates nothing, and can be reversed.
import { useState } from "preact/hooks";
import { Confirm } from "../../parts/dialog.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/state.tsx";
import { act } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { client, keepsWorkspace } from "../../session.ts";
import { spaced } from "../memories/detail.tsx";

interface PolicyInForce {
  readonly policy: string;
  readonly params: Readonly<Record<string, number | string | boolean>>;
  readonly policies: readonly string[];
}

const SAYS: Readonly<Record<string, string>> = {
  tideline: "A fact fades from its last use. The more important it is, the slower it fades.",
  freshness: "Fresh facts, and facts with good feedback, rank higher.",
  layered: "Facts move through layers. Each layer has its own half-life.",
};

export function PolicyPanel() {
  const policy = useRemote<PolicyInForce>((from, signal) => from.call("policy", {}, { signal }));
  const [asked, setAsked] = useState<string | undefined>();
  return (
    <Panel title="Policy" hint="how facts age">
      <Loaded of={policy} lines={3}>
        {(data) => (
          <>
            <div class="choices" role="radiogroup" aria-label="Policy">
              {data.policies.map((name) => (
                <label key={name} class={name === data.policy ? "choice chosen" : "choice"}>
                  <input
                    type="radio"
                    name="policy"
                    checked={name === data.policy}
                    disabled={!keepsWorkspace.value}
                    onChange={() => setAsked(name)}
                  />
                  <span>
                    <strong>{name}</strong>
                    <span class="muted">{SAYS[name]}</span>
                  </span>
                </label>
              ))}
            </div>
            <details>
              <summary>Settings of this policy</summary>
              <dl class="figures">
                {Object.entries(data.params).map(([name, value]) => (
                  <div key={name}>
                    <dt>{spaced(name)}</dt>
                    <dd>{String(value)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </>
        )}
      </Loaded>
      {asked === undefined ? null : (
        <Confirm
          title={`Use the ${asked} policy`}
          yes={`Use ${asked}`}
          onClose={() => {
            setAsked(undefined);
            policy.reload();
          }}
          onYes={() =>
            act(`Facts now age by the ${asked} policy.`, () =>
              client.value.call("policy-set", { name: asked }),
            )
          }
        >
          <p>
            Scores and the next sweep follow the new policy. No fact is changed, and you can switch back.
            Other processes follow when they open the workspace again.
          </p>
        </Confirm>
      )}
    </Panel>
  );
}

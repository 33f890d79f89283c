// What goes with the words of a turn? The facts that quote it, what was derived from them, and other turns that hold the
// same words. Shown before it happens.
import type { PurgeResult } from "brigade-tideline";
import { counted } from "../../format.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { Loaded } from "../../parts/state.tsx";
import { act } from "../../parts/toast.tsx";
import { useRemote } from "../../remote.ts";
import { client } from "../../session.ts";
import { PurgeReach, Quoted } from "../memories/dialogs.tsx";

export function PurgeTurnDialog(props: {
  readonly turn: string;
  readonly words: string;
  readonly onClose: () => void;
}) {
  const { turn, words, onClose } = props;
  const preview = useRemote<PurgeResult>(
    (from, signal) => from.purge(turn, { preview: true }, { signal }),
    [turn],
  );
  const others = (preview.data?.turns.length ?? 1) - 1;
  return (
    <Confirm
      title="Purge this turn for good"
      yes="Erase for good"
      danger
      ready={preview.data !== undefined}
      onClose={onClose}
      onYes={() =>
        act("The words of the turn are erased. The log is still intact.", () => client.value.purge(turn))
      }
    >
      <Quoted text={words} />
      <p>
        The words are overwritten in every file. <strong>This cannot be undone.</strong> Where this turn stood
        is still known, and when it was erased.
      </p>
      <Loaded of={preview} lines={2}>
        {(data) => (
          <>
            <p class="muted">
              {data.facts.length === 0
                ? "No fact quotes it."
                : `${counted(data.facts.length, "fact goes", "facts go")} with it:`}
              {others < 1 ? "" : ` The words of ${counted(others, "other turn")} that hold the same go too.`}
            </p>
            <PurgeReach data={data} asked="quotes this turn" />
          </>
        )}
      </Loaded>
    </Confirm>
  );
}

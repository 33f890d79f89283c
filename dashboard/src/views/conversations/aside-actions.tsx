// What can be done with a turn that nothing could be made of? It is distilled again, or dismissed.
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icons.tsx";
import { act } from "../../parts/toast.tsx";
import { client } from "../../session.ts";
import { DistilDialog } from "./distil-dialog.tsx";

/** `named`: how the turn begins, for those who hear the page. */
export function AsideActions({ turn, named }: { readonly turn: string; readonly named: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button"
        aria-haspopup="dialog"
        aria-label={`Distil again ${named}`}
        onClick={() => setAsking(true)}
      >
        <Icon name="repeat" size={15} /> Distil again…
      </button>
      <button
        type="button"
        class="button"
        aria-label={`Dismiss ${named}`}
        onClick={() => void dismissTurns({ turns: [turn] })}
      >
        <Icon name="cross" size={15} /> Dismiss
      </button>
      {isAsking ? <DistilDialog turns={[turn]} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** Nothing is made of these turns: the list of what waits for review loses them. */
export function dismissTurns(what: {
  readonly turns?: readonly string[];
  readonly from?: string;
  readonly upTo?: number;
}): Promise<boolean> {
  return act("Dismissed. Nothing is made of it.", () => client.value.call("dismiss-turns", what));
}

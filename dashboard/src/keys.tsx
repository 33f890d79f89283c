// What can be done without a mouse? Everything with Tab and Enter; these keys are faster.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "./parts/dialog.tsx";
import { go, pathOf, type View } from "./router.ts";
import { titled } from "./words.ts";

const shown = signal(false);
/** Somebody asked for the search box before it was on the page. */
let isSearchWanted = false;

/** Should the search box take the focus? True only once per request. */
export function takeSearchWish(): boolean {
  const wanted = isSearchWanted;
  isSearchWanted = false;
  return wanted;
}

export const openKeys = (): void => {
  shown.value = true;
};

const PLACES: Readonly<Record<string, View>> = {
  o: "overview",
  m: "memories",
  c: "conversations",
  g: "graph",
  a: "ageing",
  r: "review",
  u: "upkeep",
  l: "audit",
  t: "access",
};
const CHORD_MS = 2_000;

export function Keys() {
  useEffect(() => {
    let chordAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const place = PLACES[event.key];
      if (event.timeStamp - chordAt < CHORD_MS && place !== undefined) {
        chordAt = Number.NEGATIVE_INFINITY;
        event.preventDefault();
        go(pathOf(place));
      } else if (event.key === "g") chordAt = event.timeStamp;
      else if (event.key === "?") openKeys();
      else if (event.key === "/") {
        event.preventDefault();
        find();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (!shown.value) return null;
  return (
    <Dialog
      title="Keyboard shortcuts"
      onClose={() => {
        shown.value = false;
      }}
    >
      <dl class="keys dialog-body">
        <Key keys={["/"]} says="Search memories" />
        <Key keys={["↑", "↓"]} says="Previous or next fact in a list" />
        <Key keys={["Esc"]} says="Close a fact or a dialog" />
        {Object.entries(PLACES).map(([key, view]) => (
          <Key key={key} keys={["g", key]} says={titled(view)} />
        ))}
        <Key keys={["?"]} says="Show this list" />
      </dl>
    </Dialog>
  );
}

function Key({ keys, says }: { readonly keys: readonly string[]; readonly says: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{says}</dd>
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=radio]), textarea, select");
}

/** Goes to the search box, from any view. */
function find(): void {
  const box = document.querySelector<HTMLInputElement>("#search");
  if (box !== null) {
    box.focus();
    return;
  }
  isSearchWanted = true;
  go(pathOf("memories"));
}

// Where does the keyboard focus go when the item that had it is decided and leaves the list? To the next item, so that
// a person can go on from there; if the list is empty, to the heading of the view. The browser would drop it.
//
// A message that is closed, and a button that is disabled for a moment, give the focus back as well. Whoever clicks
// beside everything keeps no focus.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

const ITEM = ".rows > li, .versus-list > li";
const CONTROL = "button, a[href], input, select, textarea, summary, [tabindex]";

/** Where the focus was: on which element, in which item of which list. */
interface Place {
  readonly element: HTMLElement;
  readonly list: Element | null;
  readonly index: number;
}

/** Keeps the focus within the region while its list items come and go. */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = region.current;
    return root === null ? undefined : keepFocus(root);
  }, []);
  return region;
}

function keepFocus(root: HTMLElement): () => void {
  let last: Place | undefined;
  const note = ({ target }: Event) => {
    // A dialog gives the focus back to the button that opened it.
    if (!(target instanceof Element) || target.closest("dialog, .toasts") !== null) return;
    const element = target.closest<HTMLElement>(CONTROL);
    last = element !== null && root.contains(element) ? placeOf(element) : undefined;
  };
  const follow = new MutationObserver(() => {
    if (last === undefined) return;
    if (last.element.isConnected) last = placeOf(last.element);
    if (document.activeElement === document.body) targetOf(last, root)?.focus();
  });
  document.addEventListener("focusin", note);
  document.addEventListener("pointerdown", note);
  follow.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  return () => {
    follow.disconnect();
    document.removeEventListener("focusin", note);
    document.removeEventListener("pointerdown", note);
  };
}

function placeOf(element: HTMLElement): Place {
  const item = element.closest(ITEM);
  const list = item?.parentElement ?? null;
  return { element, list, index: item === null || list === null ? 0 : [...list.children].indexOf(item) };
}

function targetOf({ element, list, index }: Place, root: HTMLElement): HTMLElement | null {
  if (element.isConnected) return element;
  const items = list?.isConnected ? [...list.children] : [];
  const next = items[Math.min(index, items.length - 1)];
  return next?.querySelector<HTMLElement>("button:enabled") ?? root.querySelector("h1");
}

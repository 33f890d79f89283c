// What just happened? A line at the foot of the page, read out by screen readers, gone after a while.
//
// While a dialog is open the browser shows nothing above it and lets nobody click elsewhere, so the dialog shows the
// messages itself.
import { signal } from "@preact/signals";
import { changed } from "../live.ts";
import { asClientError } from "../session.ts";
import { Icon } from "./icons.tsx";

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly bad: boolean;
  readonly action: ToastAction | undefined;
}

const SHOWN_MS = 6_000;
const toasts = signal<readonly Toast[]>([]);
/** How many dialogs are open. */
export const openDialogs = signal(0);
let next = 1;

/** Shows a message. Call what it returns to take the message back. */
export function say(text: string, bad = false, action?: ToastAction): () => void {
  const id = next++;
  toasts.value = [...toasts.value.slice(-2), { id, text, bad, action }];
  window.setTimeout(() => close(id), bad ? SHOWN_MS * 2 : SHOWN_MS);
  return () => close(id);
}

function close(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

/** Does something, says how it went, and makes every view reload. Returns whether it worked. */
export async function act(
  done: string,
  work: () => Promise<unknown>,
  action?: ToastAction,
): Promise<boolean> {
  try {
    await work();
    say(done, false, action);
    return true;
  } catch (error) {
    say(asClientError(error).message, true);
    return false;
  } finally {
    changed();
  }
}

/** The messages on the page itself. */
export function PageToasts() {
  return openDialogs.value > 0 ? null : <Toasts />;
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((one) => (
        <div key={one.id} class={one.bad ? "toast bad" : "toast"}>
          <Icon name={one.bad ? "cross" : "check"} />
          <span>{one.text}</span>
          {one.action === undefined ? null : (
            <button
              type="button"
              class="button small"
              onClick={() => {
                one.action?.run();
                close(one.id);
              }}
            >
              {one.action.label}
            </button>
          )}
          <button type="button" class="icon-button" aria-label="Close message" onClick={() => close(one.id)}>
            <Icon name="cross" size={14} />
          </button>
        </div>
      ))}
    </div>
  );
}

// How does the page ask? In the browser's own dialog: it keeps the focus inside, and Escape closes it.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { openDialogs, Toasts } from "./toast.tsx";

export function Dialog(props: {
  readonly title: string;
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    const dialog = box.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    openDialogs.value++;
    return () => {
      dialog?.close();
      openDialogs.value--;
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={props.wide ? "dialog wide" : "dialog"}
      aria-labelledby={title}
      onClose={props.onClose}
    >
      <header>
        <h2 id={title}>{props.title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={props.onClose}>
          <Icon name="cross" />
        </button>
      </header>
      {props.children}
      <Toasts />
    </dialog>
  );
}

/** Before something that cannot be undone, or that changes much: says what will happen, then asks yes or no. */
export function Confirm(props: {
  readonly title: string;
  readonly yes: string;
  readonly danger?: boolean;
  readonly wide?: boolean;
  /** Nothing can be confirmed until this is true. */
  readonly ready?: boolean;
  readonly onYes: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await props.onYes();
    } finally {
      setBusy(false);
      props.onClose();
    }
  };
  return (
    <Dialog title={props.title} wide={props.wide ?? false} onClose={props.onClose}>
      <div class="dialog-body">{props.children}</div>
      <footer>
        <button type="button" class="button" onClick={props.onClose}>
          Cancel
        </button>
        <button
          type="button"
          class={props.danger ? "button danger" : "button primary"}
          disabled={busy || props.ready === false}
          onClick={() => void run()}
        >
          {busy ? "Working…" : props.yes}
        </button>
      </footer>
    </Dialog>
  );
}

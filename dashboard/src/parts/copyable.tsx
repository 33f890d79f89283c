// A text to be copied as it stands: a command, a secret.
import { Icon } from "./icons.tsx";
import { say } from "./toast.tsx";

export function Copyable({ text }: { readonly text: string }) {
  return (
    <div class="copyable">
      <pre>
        <code>{text}</code>
      </pre>
      <button
        type="button"
        class="icon-button"
        aria-label="Copy"
        title="Copy"
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => say("Copied."),
            () => say("The browser does not let the page copy.", true),
          )
        }
      >
        <Icon name="copy" size={16} />
      </button>
    </div>
  );
}

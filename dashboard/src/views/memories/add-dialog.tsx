// How does a person tell memory something? In plain words; the answer says what became of it.
import type { RemoteWritten } from "brigade-tideline/client";
import { useState } from "preact/hooks";
import { changed } from "../../live.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { say } from "../../parts/toast.tsx";
import { go, pathOf } from "../../router.ts";
import { asClientError, client } from "../../session.ts";
import { SEGMENTS } from "../../words.ts";

const OUTCOMES: Readonly<Record<string, string>> = {
  added: "Remembered.",
  reinforced: "It was known already; this counts as saying it again.",
  superseded: "Remembered. The earlier value is kept as history.",
};

export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const [content, setContent] = useState("");
  const [segment, setSegment] = useState("knowledge");
  const [subject, setSubject] = useState("");
  const [attribute, setAttribute] = useState("");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const slot = subject !== "" && attribute !== "" ? { subject, attribute } : {};
      const written = await client.value.call<RemoteWritten>("add", { content, segment, ...slot });
      say(written.note ?? OUTCOMES[written.outcome] ?? written.reason ?? written.outcome);
      changed();
      onClose();
      if (written.fact !== undefined) go(pathOf("memories", written.fact.id));
    } catch (error) {
      say(asClientError(error).message, true);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Remember something" onClose={onClose}>
      <form
        class="dialog-body form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label>
          <span>The fact, in plain words</span>
          <textarea
            rows={3}
            required
            value={content}
            onInput={(event) => setContent(event.currentTarget.value)}
          />
        </label>
        <label>
          <span>Segment</span>
          <select value={segment} onChange={(event) => setSegment(event.currentTarget.value)}>
            {SEGMENTS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <details>
          <summary>It is the one value of something</summary>
          <p class="muted">A later value with the same subject and attribute takes its place.</p>
          <div class="form-row">
            <label class="grow">
              <span>Subject</span>
              <input
                placeholder="me"
                value={subject}
                onInput={(event) => setSubject(event.currentTarget.value)}
              />
            </label>
            <label class="grow">
              <span>Attribute</span>
              <input
                placeholder="home city"
                value={attribute}
                onInput={(event) => setAttribute(event.currentTarget.value)}
              />
            </label>
          </div>
        </details>
        <footer>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={busy}>
            Remember
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

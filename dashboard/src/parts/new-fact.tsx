// How does a person add a fact? In plain words, filed in a segment; the answer says what became of it.
import type { RemoteWritten } from "brigade-tideline/client";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { changed } from "../live.ts";
import { asClientError, client } from "../session.ts";
import { SEGMENTS, type Segment } from "../words.ts";
import { say } from "./toast.tsx";

const OUTCOMES: Readonly<Record<string, string>> = {
  added: "Remembered.",
  reinforced: "Memory knew this already. It counts as said again.",
  superseded: "Remembered. The earlier value is kept as history.",
};

interface Slot {
  readonly subject: string;
  readonly attribute: string;
}

const NO_SLOT: Slot = { subject: "", attribute: "" };

/** One line, or a form that also has room for the slot. */
type Shape = "line" | "page";

export function NewFact({
  shape,
  segment: first,
  onWritten,
  children,
}: {
  readonly shape: Shape;
  readonly segment: Segment;
  readonly onWritten?: (written: RemoteWritten) => void;
  /** Buttons before the one that saves. */
  readonly children?: ComponentChildren;
}) {
  const [content, setContent] = useState("");
  const [segment, setSegment] = useState<string>(first);
  const [slot, setSlot] = useState(NO_SLOT);
  const [busy, setBusy] = useState(false);
  const takeBack = useRef<(() => void) | undefined>(undefined);
  const save = async () => {
    setBusy(true);
    // What was wrong with the last attempt does not hold for this one.
    takeBack.current?.();
    try {
      const written = await write(content, segment, slot);
      setContent("");
      onWritten?.(written);
    } catch (error) {
      takeBack.current = say(asClientError(error).message, true);
    } finally {
      setBusy(false);
    }
  };
  const buttons = (
    <>
      {children}
      <button type="submit" class="button primary" disabled={busy}>
        Remember
      </button>
    </>
  );
  return (
    <form
      class={shape === "line" ? "form-row" : "dialog-body form"}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <WordsField shape={shape} words={content} onChange={setContent} />
      <label>
        <span>Segment</span>
        <select value={segment} onChange={(event) => setSegment(event.currentTarget.value)}>
          {SEGMENTS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {shape === "page" ? <SlotFields slot={slot} onChange={setSlot} /> : null}
      {shape === "page" ? <footer>{buttons}</footer> : buttons}
    </form>
  );
}

async function write(content: string, segment: string, slot: Slot): Promise<RemoteWritten> {
  const isWhole = slot.subject !== "" && slot.attribute !== "";
  const input = { content, segment, ...(isWhole ? slot : {}) };
  const written = await client.value.call<RemoteWritten>("add", input);
  say(written.note ?? OUTCOMES[written.outcome] ?? written.reason ?? written.outcome);
  changed();
  return written;
}

function WordsField({
  shape,
  words,
  onChange,
}: {
  readonly shape: Shape;
  readonly words: string;
  readonly onChange: (words: string) => void;
}) {
  return shape === "line" ? (
    <label class="grow">
      <span>The fact, in plain words</span>
      <input
        required
        placeholder="I keep a strict vegetarian diet."
        value={words}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  ) : (
    <label>
      <span>The fact, in plain words</span>
      <textarea rows={3} required value={words} onInput={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}

function SlotFields({ slot, onChange }: { readonly slot: Slot; readonly onChange: (slot: Slot) => void }) {
  return (
    <details>
      <summary>Only one value can be true at a time</summary>
      <p class="muted">
        Say what the fact is about, such as “me” and “home city”. A later value replaces this one.
      </p>
      <div class="form-row">
        <label class="grow">
          <span>Subject</span>
          <input
            placeholder="me"
            value={slot.subject}
            onInput={(event) => onChange({ ...slot, subject: event.currentTarget.value })}
          />
        </label>
        <label class="grow">
          <span>Attribute</span>
          <input
            placeholder="home city"
            value={slot.attribute}
            onInput={(event) => onChange({ ...slot, attribute: event.currentTarget.value })}
          />
        </label>
      </div>
    </details>
  );
}

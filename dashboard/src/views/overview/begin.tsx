// Nothing is remembered yet: how does one begin? Write the first fact here, or connect what will write the others.
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { act, say } from "../../parts/toast.tsx";
import { client, mayWrite, me } from "../../session.ts";
import { SEGMENTS } from "../../words.ts";

export function Begin() {
  const place = me.value?.place;
  const args = place === undefined ? ["mcp"] : ["mcp", "--dir", place];
  const editor = JSON.stringify({ mcpServers: { tideline: { command: "tideline", args } } }, null, 2);
  const example = 'tideline add "I keep a strict vegetarian diet." --segment preference';
  return (
    <div class="begin">
      <p class="begin-lead">
        A transcript is what an agent just said. This is what it <em>knows</em>: facts that enter through a
        gate, fade when they are stale, and can always say why.
      </p>
      {mayWrite.value ? (
        <Panel title="Remember something" hint="your own words are trusted">
          <FirstFact />
        </Panel>
      ) : null}
      <div class="grid">
        <Panel title="From an editor or an agent" hint="MCP">
          <p class="muted">Add this to the configuration of an editor that speaks MCP.</p>
          <Copyable text={editor} />
        </Panel>
        <div class="stacked">
          <Panel title="From a terminal">
            <p class="muted">Every operation is a command; this is the first.</p>
            <Copyable text={example} />
            <p class="muted">Or look around first, in a memory that is full:</p>
            <Copyable text="tideline demo" />
          </Panel>
          <Panel title="From a program" hint="HTTP">
            <p class="muted">
              The API is described in <a href="/openapi.json">openapi.json</a>.
            </p>
            <Copyable
              text={`curl -X POST ${location.origin}/v1/memories \\\n  -H 'content-type: application/json' \\\n  -d '{"content":"I live in Berlin."}'`}
            />
          </Panel>
        </div>
      </div>
    </div>
  );
}

function FirstFact() {
  const [content, setContent] = useState("");
  const [segment, setSegment] = useState("preference");
  return (
    <form
      class="form-row"
      onSubmit={(event) => {
        event.preventDefault();
        void act("Remembered.", () => client.value.call("add", { content, segment })).then((ok) => {
          if (ok) setContent("");
        });
      }}
    >
      <label class="grow">
        <span>A fact, in plain words</span>
        <input
          required
          placeholder="I keep a strict vegetarian diet."
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
      <button type="submit" class="button primary">
        Remember
      </button>
    </form>
  );
}

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

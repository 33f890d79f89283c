// Nothing is remembered yet: how does one begin? Write the first fact here, or connect a program that will write
// others.
import { inShell } from "../../../../src/model/in-shell.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { NewFact } from "../../parts/new-fact.tsx";
import { Panel } from "../../parts/panel.tsx";
import { mayWrite, me } from "../../session.ts";

export function Begin() {
  const { place, program = ["tideline"] } = me.value ?? {};
  const where = place === undefined ? [] : ["--dir", place];
  const [command, ...words] = program;
  const args = [...words, "mcp", ...where];
  const editor = JSON.stringify({ mcpServers: { tideline: { command, args } } }, null, 2);
  const inTerminal = (...given: readonly string[]) => [...program, ...given].map(inShell).join(" ");
  const example = ["add", "I keep a strict vegetarian diet.", "--segment", "preference", ...where];
  return (
    <div class="begin">
      <p class="begin-lead">
        A transcript holds what an agent just said. Memory holds what it <em>knows</em>: facts that were
        checked on the way in, that fade when nobody needs them, and that show where they came from.
      </p>
      {mayWrite.value ? (
        <Panel title="Remember something" hint="what you say yourself is trusted">
          <NewFact shape="line" segment="preference" />
        </Panel>
      ) : null}
      <div class="grid">
        <Panel title="From an editor or an agent" hint="MCP">
          <p class="muted">Add this to the configuration of an editor that supports MCP.</p>
          <Copyable text={editor} />
        </Panel>
        <div class="stacked">
          <Panel title="From a terminal">
            <p class="muted">Every operation is also a command. Begin with this one:</p>
            <Copyable text={inTerminal(...example)} />
            <p class="muted">Or look around in a memory that is already full:</p>
            <Copyable text={inTerminal("demo")} />
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

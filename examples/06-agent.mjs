// An agent with a memory, against any model that speaks the OpenAI protocol. Here the model is a few lines on
// loopback that play one, so that the example runs without a key; point BASE_URL at a real one instead.

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Tideline } from "brigade-tideline";
import { plainMemoryTools } from "brigade-tideline/ai";

const folder = mkdtempSync(join(tmpdir(), "tideline-agent-"));
const model = process.env.BASE_URL ? undefined : await startModel();
const baseUrl = process.env.BASE_URL ?? model.url;

const memory = Tideline.open(join(folder, "memory"));
const tools = plainMemoryTools(memory);

const conversation = [];

/**
 * One turn: memory in front, then as many tool calls as the model asks for. `beforeTurn` gives who the user is and what
 * always holds, and what is known about what the user said last; for short words it looks at what was said before.
 */
async function turn(words) {
  conversation.push({ role: "user", content: words });
  const block = memory.beforeTurn(conversation, { maxChars: 800 });
  const messages = [
    { role: "system", content: "You help one person. Write down what stays true about them." },
    ...(block === undefined ? [] : [{ role: "system", content: block }]),
    { role: "user", content: words },
  ];
  for (let step = 0; step < 5; step++) {
    const reply = await ask(messages);
    messages.push(reply);
    if (!reply.tool_calls?.length) {
      conversation.push({ role: "assistant", content: reply.content });
      return { said: reply.content, block };
    }
    for (const { id, function: call } of reply.tool_calls) {
      const tool = tools.find((one) => one.name === call.name);
      const answer = tool
        ? await tool.execute(JSON.parse(call.arguments))
        : { error: { code: "no-such-tool" } };
      messages.push({ role: "tool", tool_call_id: id, content: JSON.stringify(answer) });
    }
  }
  throw new Error("The model did not come to an end.");
}

async function ask(messages) {
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${process.env.API_KEY ?? "none"}` },
    body: JSON.stringify({
      model: process.env.MODEL ?? "loopback",
      messages,
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: "function",
        function: { name, description, parameters: inputSchema },
      })),
    }),
  });
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`);
  return (await response.json()).choices[0].message;
}

const first = await turn("Remember that my sister Anna plays the cello.");
console.log("1:", first.said);
const second = await turn("What does my sister Anna play?");
console.log("2:", second.said);
console.log("   what stood in front of the second turn:\n  ", second.block?.replaceAll("\n", "\n   "));
const [fact] = memory.list();
console.log(
  "   from:",
  fact.source,
  "class",
  fact.authority,
  "(the agent wrote it, so it is hearsay until you endorse it)",
);
if (!process.env.BASE_URL && !second.said.includes("cello")) throw new Error("The agent has forgotten.");

memory.close();
model?.close();
rmSync(folder, { recursive: true });

/** Plays a model: writes down what it is told to remember, and reads out what memory put in front. */
async function startModel() {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { messages } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const words = messages.findLast((message) => message.role === "user").content;
    const wrote = messages.some((message) => message.role === "tool");
    const told = /^Remember that (.+)$/.exec(words)?.[1];
    const known = messages.find((message) => message.content?.startsWith?.("<memory"))?.content ?? "";
    const message =
      told && !wrote
        ? {
            role: "assistant",
            content: null,
            tool_calls: [
              {
                id: "call-1",
                type: "function",
                function: {
                  name: "write_memory",
                  arguments: JSON.stringify({ content: told, segment: "relationship" }),
                },
              },
            ],
          }
        : {
            role: "assistant",
            content: told ? "I will remember that." : (known.split("\n")[1] ?? "I do not know."),
          };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        choices: [{ index: 0, message, finish_reason: message.tool_calls ? "tool_calls" : "stop" }],
      }),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

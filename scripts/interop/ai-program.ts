// A program as a user of the AI SDK writes it, without one cast. It compiles strictly, and it runs with a model that
// answers from a script.
import { generateText, stepCountIs, type ToolSet, wrapLanguageModel } from "ai";
import { fromAiSdk, Tideline } from "brigade-tideline";
import { memoryMiddleware, memoryTools } from "brigade-tideline/ai";
import { TidelineClient } from "brigade-tideline/client";
import { type Prompt, prompts, scripted } from "./model.js";

declare const console: { log(text: string): void };

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`${what}\n${JSON.stringify(prompts, null, 1)}`);
}

const memory = Tideline.open(":memory:");
memory.add("I keep a strict vegetarian diet.");
memory.add("The canteen serves lentils on Mondays.");
const tools: ToolSet = memoryTools(memory);

// The middleware asks with the last words of the people, and what stays the same comes first.
const model = wrapLanguageModel({
  model: scripted("Lentils, on Monday."),
  middleware: memoryMiddleware(memory),
});
const { text } = await generateText({
  model,
  tools,
  system: "You are kind.",
  messages: [
    { role: "user", content: "Hello." },
    { role: "assistant", content: "Hello, how are you?" },
    { role: "user", content: "When does the canteen serve lentils?" },
  ],
});
check(text === "Lentils, on Monday.", "the reply comes through");
const told: Prompt = prompts.at(-1) ?? [];
check(
  told[0]?.role === "system" && told[1]?.role === "system",
  "the profile stands behind the system message",
);
check(JSON.stringify(told[1]).includes("vegetarian"), "the profile says what always holds");
check(JSON.stringify(told.at(-1)).includes("Mondays"), "what is relevant stands in the last message");
check(
  !JSON.stringify(told.slice(0, -1)).includes("Mondays"),
  "and nowhere before it, so that a prompt cache survives",
);

// A wrong call is an error that the model can read, and the next call succeeds.
const wrong = scripted(
  { tool: "recall_memory", input: { question: "diet" } },
  { tool: "recall_memory", input: { query: "vegetarian diet" } },
  "You eat no meat.",
);
const called = await generateText({
  model: wrong,
  tools,
  prompt: "What do I eat?",
  stopWhen: stepCountIs(5),
});
check(called.text === "You eat no meat.", "the model goes on after its wrong call");
check(JSON.stringify(prompts).includes("invalid-argument"), "it read what was wrong");
check(JSON.stringify(prompts.at(-1)).includes("I keep a strict vegetarian diet."), "it read the fact");

// The HTTP client of a server is taken as well. Nothing listens here, and the turn goes on without memory.
const troubles: unknown[] = [];
const remote = memoryMiddleware(new TidelineClient({ url: "http://127.0.0.1:9" }), {
  onTrouble: (error) => troubles.push(error),
});
const offline = wrapLanguageModel({ model: scripted("Fine."), middleware: remote });
check((await generateText({ model: offline, prompt: "How are you?" })).text === "Fine.", "the turn goes on");
check(troubles.length > 0, "and the host is told");
memory.close();

// A model of the SDK reads conversations.
const facts = [{ content: "I moved to Bern.", quotes: [{ turn: 1, text: "I moved to Bern" }] }];
const reader = Tideline.open(":memory:", { llm: fromAiSdk(scripted(JSON.stringify({ facts }))) });
reader.observe({ session: "monday", role: "user", content: "By the way, I moved to Bern last week." });
await reader.distil();
check(reader.list()[0]?.content === "I moved to Bern.", "what the model proposed is remembered");
reader.close();
console.log("ok");

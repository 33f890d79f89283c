// A model of the AI SDK 5 that answers from a script, and notes what it was told.
import { MockLanguageModelV2 } from "ai/test";

export type Prompt = readonly { readonly role: string }[];
export type Reply = string | { readonly tool: string; readonly input: object };
export const prompts: Prompt[] = [];

export function scripted(...replies: Reply[]): MockLanguageModelV2 {
  return new MockLanguageModelV2({
    doGenerate: async ({ prompt }) => {
      prompts.push(prompt);
      const reply = replies.shift() ?? "";
      const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      if (typeof reply === "string")
        return { content: [{ type: "text", text: reply }], finishReason: "stop", usage, warnings: [] };
      const call = {
        toolCallId: `call-${prompts.length}`,
        toolName: reply.tool,
        input: JSON.stringify(reply.input),
      };
      return { content: [{ type: "tool-call", ...call }], finishReason: "tool-calls", usage, warnings: [] };
    },
  });
}

// A model of the AI SDK 6 that answers from a script, and notes what it was told. For 7, `interop.mjs` names another class.
import { MockLanguageModelV3 } from "ai/test";

export type Prompt = readonly { readonly role: string }[];
export type Reply = string | { readonly tool: string; readonly input: object };
export const prompts: Prompt[] = [];

export function scripted(...replies: Reply[]): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      prompts.push(prompt);
      const reply = replies.shift() ?? "";
      const usage = {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      };
      if (typeof reply === "string") {
        const finishReason = { unified: "stop", raw: undefined } as const;
        return { content: [{ type: "text", text: reply }], finishReason, usage, warnings: [] };
      }
      const finishReason = { unified: "tool-calls", raw: undefined } as const;
      const call = {
        toolCallId: `call-${prompts.length}`,
        toolName: reply.tool,
        input: JSON.stringify(reply.input),
      };
      return { content: [{ type: "tool-call", ...call }], finishReason, usage, warnings: [] };
    },
  });
}

/** A language model that replies what it is told to, one reply after another, and keeps what it was asked. */
import type { LlmAdapter, LlmReply, LlmRequest } from "../../src/index.ts";

export type Said = string | Partial<LlmReply> | Error | ((request: LlmRequest) => string);

export class FakeLlm implements LlmAdapter {
  readonly model = "fake";
  readonly requests: LlmRequest[] = [];
  private readonly replies: Said[];
  private readonly otherwise: Said;

  /** After these replies it says `otherwise`. */
  constructor(replies: readonly Said[] = [], otherwise: Said = '{"facts":[]}') {
    this.replies = [...replies];
    this.otherwise = otherwise;
  }

  async complete(request: LlmRequest): Promise<LlmReply> {
    this.requests.push(request);
    const said = this.replies.shift() ?? this.otherwise;
    if (said instanceof Error) throw said;
    const reply = typeof said === "function" ? said(request) : said;
    const usage = { inputTokens: 100, outputTokens: 10 };
    return typeof reply === "string" ? { text: reply, usage } : { usage, ...reply };
  }

  /** What was asked in the call, without the instructions. */
  asked(call: number): string {
    return (this.requests[call]?.messages ?? []).map(({ text }) => text).join("\n");
  }
}

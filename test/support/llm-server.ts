/**
 * A real HTTP server on loopback that speaks the protocols of language models, well or badly as told: in one piece or
 * as a stream, cut off, slow, or not at all.
 */
import type { ServerResponse } from "node:http";
import { type Answering, json, ScriptedServer } from "./scripted-server.ts";

type LlmBody = Readonly<Record<string, unknown>> & { readonly stream?: boolean };
export type Behaviour = Answering<LlmBody>;

/** How a protocol says that the model replied with this text, or with JSON. */
export interface Wire {
  readonly path: string;
  whole(text: string, stop?: string): unknown;
  events(text: string, stop?: string): readonly object[];
}

const USAGE = { in: 120, out: 7 };

export const OPENAI: Wire = {
  path: "/v1/chat/completions",
  whole: (text, stop = "stop") => ({
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: stop }],
    usage: { prompt_tokens: USAGE.in, completion_tokens: USAGE.out },
  }),
  events: (text, stop = "stop") => [
    ...pieces(text).map((content) => ({
      choices: [{ delta: { content }, finish_reason: null }],
      usage: null,
    })),
    { choices: [{ delta: {}, finish_reason: stop }], usage: null },
    { choices: [], usage: { prompt_tokens: USAGE.in, completion_tokens: USAGE.out } },
  ],
};

/** Without a tool in the request the text is a block of text; with one, the input of the tool. */
export const ANTHROPIC: Wire = {
  path: "/v1/messages",
  whole: (text, stop = "tool_use") => ({
    content: [
      parses(text) ? { type: "tool_use", name: "reply", input: JSON.parse(text) } : { type: "text", text },
    ],
    stop_reason: stop,
    usage: { input_tokens: 20, cache_read_input_tokens: 100, output_tokens: USAGE.out },
  }),
  events: (text, stop = "tool_use") => [
    { type: "message_start", message: { usage: { input_tokens: 20, cache_read_input_tokens: 100 } } },
    { type: "content_block_start", index: 0, content_block: { type: "tool_use", name: "reply", input: {} } },
    { type: "ping" },
    ...pieces(text).map((piece) => ({
      type: "content_block_delta",
      delta: parses(text)
        ? { type: "input_json_delta", partial_json: piece }
        : { type: "text_delta", text: piece },
    })),
    { type: "message_delta", delta: { stop_reason: stop }, usage: { output_tokens: USAGE.out } },
    { type: "message_stop" },
  ],
};

function pieces(text: string): readonly string[] {
  return text.match(/.{1,7}/gsu) ?? [];
}

function parses(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

export class LlmServer extends ScriptedServer<LlmBody> {
  readonly wire: Wire;
  always: Behaviour;

  private constructor(wire: Wire) {
    super();
    this.wire = wire;
    this.always = this.says('{"facts":[]}');
  }

  static async start(wire: Wire): Promise<LlmServer> {
    return await new LlmServer(wire).listen();
  }

  /** The model's reply, streamed if that was asked for. */
  says(text: string, stop?: string): Behaviour {
    return ({ body }, response) => {
      if (body.stream !== true) return json(response, 200, this.wire.whole(text, stop));
      streams(response, eventLines(this.wire.events(text, stop)));
    };
  }

  /** Half of the reply, and then the connection ends: cleanly, as if that were all, or torn. */
  cuts(text: string, how: "torn" | "clean"): Behaviour {
    return ({ body }, response) => {
      const isStream = body.stream === true;
      const all = isStream ? eventLines(this.wire.events(text)) : JSON.stringify(this.wire.whole(text));
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      response.write(all.slice(0, all.length / 2), () =>
        how === "torn" ? response.destroy() : response.end(),
      );
    };
  }
}

export function eventLines(events: readonly object[]): string {
  return [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), "data: [DONE]\n\n"].join("");
}

/** In small parts that end anywhere, also between the bytes of a character. */
export function streams(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 13) response.write(bytes.subarray(at, at + 13));
  response.end();
}

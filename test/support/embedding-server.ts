/**
 * A real HTTP server on loopback that speaks the embeddings protocol, well or badly as told.
 *
 * Its vectors are made of the words of a text, so that texts with common words are near each other.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface EmbeddingRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: {
    readonly model: string;
    readonly input: readonly string[];
    readonly [name: string]: unknown;
  };
}

/** Answers one request; without one the server answers as it should. */
export type Behaviour = (request: EmbeddingRequest, response: ServerResponse) => void;

export class EmbeddingServer {
  readonly requests: EmbeddingRequest[] = [];
  /** Taken one by one, for one request each. */
  readonly script: Behaviour[] = [];
  /** For every request that the script has nothing for. */
  always: Behaviour | undefined;
  readonly dimensions: number;
  private readonly server: Server;

  private constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async start(dimensions = 8): Promise<EmbeddingServer> {
    const made = new EmbeddingServer(dimensions);
    await new Promise<void>((ready) => made.server.listen(0, "127.0.0.1", ready));
    return made;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const seen = {
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(Buffer.concat(pieces).toString("utf8")),
    };
    this.requests.push(seen);
    const behaviour = this.script.shift() ?? this.always ?? this.behave;
    behaviour(seen, response);
  }

  /** As it should be. */
  readonly behave: Behaviour = ({ body }, response) => {
    const isBase64 = body.encoding_format === "base64";
    const data = body.input.map((text, index) => {
      const vector = wordVector(text, this.dimensions);
      const embedding = isBase64 ? Buffer.from(vector.buffer).toString("base64") : [...vector];
      return { object: "embedding", index, embedding };
    });
    json(response, 200, { object: "list", data, model: body.model });
  };
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** Answers with rows made of nothing but what is given. */
export function rows(...embeddings: readonly unknown[]): Behaviour {
  return (_request, response) =>
    json(response, 200, { data: embeddings.map((embedding, index) => ({ index, embedding })) });
}

export function fails(status: number, error: unknown = { message: "no" }, headers = {}) {
  return (_request: unknown, response: ServerResponse): void => json(response, status, { error }, headers);
}

/** One unit for each word, in a place that the word decides. */
export function wordVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["?"]) {
    let place = 7;
    for (const char of word) place = (place * 31 + (char.codePointAt(0) ?? 0)) % 9973;
    const at = place % dimensions;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}

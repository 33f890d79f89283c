/**
 * A real HTTP server on loopback that speaks the embeddings protocol, well or badly as told.
 *
 * Its vectors are made of the words of a text, so that texts with common words are near each other.
 */
import { type Answering, type Asked, json, ScriptedServer } from "./scripted-server.ts";

interface EmbeddingBody {
  readonly model: string;
  readonly input: readonly string[];
  readonly [name: string]: unknown;
}

export type EmbeddingRequest = Asked<EmbeddingBody>;
export type Behaviour = Answering<EmbeddingBody>;

export class EmbeddingServer extends ScriptedServer<EmbeddingBody> {
  readonly dimensions: number;
  always: Behaviour;

  private constructor(dimensions: number) {
    super();
    this.dimensions = dimensions;
    this.always = this.behave;
  }

  static async start(dimensions = 8): Promise<EmbeddingServer> {
    return await new EmbeddingServer(dimensions).listen();
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

/** Answers with rows made of nothing but what is given. */
export function rows(...embeddings: readonly unknown[]): Behaviour {
  return (_request, response) =>
    json(response, 200, { data: embeddings.map((embedding, index) => ({ index, embedding })) });
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

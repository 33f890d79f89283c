/** An embedder whose vectors are made of words, and that fails, refuses or waits when told. */
import type { EmbedderAdapter } from "../../src/index.ts";
import { wordVector } from "./embedding-server.ts";

export class FakeEmbedder implements EmbedderAdapter {
  readonly model: string;
  readonly dimensions: number;
  readonly calls: { readonly texts: readonly string[]; readonly role: string }[] = [];
  /** Thrown by every call while it is set. */
  failing: unknown;
  /** Asked for every text; what it throws refuses the batch. */
  refuses: ((text: string) => unknown) | undefined;
  /** Calls wait for it while it is set. */
  gate: Promise<void> | undefined;

  constructor(model = "fake", dimensions = 64) {
    this.model = model;
    this.dimensions = dimensions;
  }

  async embed(texts: readonly string[], role: "query" | "fact"): Promise<readonly Float32Array[]> {
    this.calls.push({ texts, role });
    await this.gate;
    if (this.failing !== undefined) throw this.failing;
    for (const text of texts) {
      const objection = this.refuses?.(text);
      if (objection !== undefined) throw objection;
    }
    return texts.map((text) => wordVector(text, this.dimensions));
  }

  /** Texts of facts that were asked for. */
  get facts(): readonly string[] {
    return this.calls.filter(({ role }) => role === "fact").flatMap(({ texts }) => texts);
  }
}

/** Closes a gate; the function opens it. */
export function gated(embedder: FakeEmbedder): () => void {
  let open = (): void => undefined;
  embedder.gate = new Promise((done) => {
    open = () => {
      embedder.gate = undefined;
      done();
    };
  });
  return () => open();
}

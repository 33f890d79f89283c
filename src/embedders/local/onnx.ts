/**
 * How does a BERT encoder turn texts into vectors? Token ids go through an ONNX model; a text's vector is the mean of
 * its tokens' vectors, at length 1.
 *
 * The runtime is an optional package: `onnxruntime-node` (native) where it is installed, else `onnxruntime-web`
 * (WebAssembly). Only what is used of it is described here. Texts of similar length share a batch, so that few padding
 * tokens are computed; the mask leaves them out of the mean.
 */
import { TidelineError } from "../../errors.ts";
import type { WordPiece } from "./word-piece.ts";

/** The part of `onnxruntime-node` and `onnxruntime-web` that is used. */
export interface OnnxRuntime {
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<OnnxSession>;
  };
  readonly env?: { readonly wasm?: { numThreads?: number } } | undefined;
}

export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, OnnxTensor>>>;
  release(): Promise<void>;
}

export interface OnnxTensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

export interface OnnxEncoderOptions {
  readonly runtime: OnnxRuntime;
  readonly weights: Uint8Array;
  readonly tokens: WordPiece;
  readonly maxTokens: number;
  readonly threads: number;
}

/** Most tokens of one run, padding included: a run blocks its thread for about 4 ms per token of gte-small. */
const MOST_TOKENS_AT_ONCE = 256;

export class OnnxEncoder {
  private readonly session: OnnxSession;
  private readonly options: OnnxEncoderOptions;

  private constructor(session: OnnxSession, options: OnnxEncoderOptions) {
    this.session = session;
    this.options = options;
  }

  static async load(options: OnnxEncoderOptions): Promise<OnnxEncoder> {
    const { runtime, weights, threads } = options;
    if (runtime.env?.wasm !== undefined) runtime.env.wasm.numThreads = threads;
    const settings = { intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: 3 };
    try {
      return new OnnxEncoder(await runtime.InferenceSession.create(weights, settings), options);
    } catch (error) {
      throw badModel("the runtime cannot read it", error);
    }
  }

  /** In the order of the texts. */
  async embed(texts: readonly string[]): Promise<readonly (readonly number[])[]> {
    const { tokens, maxTokens } = this.options;
    const all = texts.map((text, at) => ({ at, ids: tokens.idsOf(text, maxTokens) }));
    const vectors = new Array<readonly number[]>(texts.length);
    for (const batch of batchesOf(all)) {
      const made = await this.run(batch.map(({ ids }) => ids));
      for (const [i, { at }] of batch.entries()) vectors[at] = made[i] as readonly number[];
    }
    return vectors;
  }

  close(): Promise<void> {
    return this.session.release();
  }

  private async run(rows: readonly (readonly number[])[]): Promise<readonly (readonly number[])[]> {
    const { session } = this;
    const width = Math.max(...rows.map(({ length }) => length));
    const ids = new BigInt64Array(rows.length * width);
    const mask = new BigInt64Array(ids.length);
    for (const [r, row] of rows.entries())
      for (const [i, id] of row.entries()) {
        ids[r * width + i] = BigInt(id);
        mask[r * width + i] = 1n;
      }
    const tensor = (data: BigInt64Array) =>
      new this.options.runtime.Tensor("int64", data, [rows.length, width]);
    const all: Readonly<Record<string, () => unknown>> = {
      input_ids: () => tensor(ids),
      attention_mask: () => tensor(mask),
      token_type_ids: () => tensor(new BigInt64Array(ids.length)),
    };
    const inputs = session.inputNames.map((name) => {
      const make = all[name];
      if (make === undefined) throw badModel(`it asks for "${name}", which is no input of a BERT encoder`);
      return [name, make()] as const;
    });
    const outputs = await session.run(Object.fromEntries(inputs));
    return meansOf(outputs[session.outputNames[0] ?? ""], rows, width);
  }
}

interface Tokenized {
  readonly at: number;
  readonly ids: readonly number[];
}

/** Shortest first; a batch has as many texts as fit. */
function batchesOf(all: readonly Tokenized[]): readonly (readonly Tokenized[])[] {
  const batches: Tokenized[][] = [];
  let last: Tokenized[] = [];
  for (const one of [...all].sort((a, b) => a.ids.length - b.ids.length || a.at - b.at)) {
    if (last.length === 0 || (last.length + 1) * one.ids.length > MOST_TOKENS_AT_ONCE) {
      last = [];
      batches.push(last);
    }
    last.push(one);
  }
  return batches;
}

/** The mean over each row's own tokens, at length 1. */
function meansOf(
  output: OnnxTensor | undefined,
  rows: readonly (readonly number[])[],
  width: number,
): readonly (readonly number[])[] {
  const { dims = [], data } = output ?? {};
  const [count, tokens, size = 0] = dims;
  const isShaped = dims.length === 3 && count === rows.length && tokens === width && size > 0;
  if (!isShaped || !(data instanceof Float32Array)) throw badModel("it answers without a vector per token");
  return rows.map((row, r) => {
    const sum = new Array<number>(size).fill(0);
    for (let i = 0; i < row.length; i++) {
      const from = (r * width + i) * size;
      for (let d = 0; d < size; d++) sum[d] = (sum[d] as number) + (data[from + d] as number);
    }
    const norm = Math.sqrt(sum.reduce((square, figure) => square + figure * figure, 0));
    return sum.map((figure) => figure / (norm || 1));
  });
}

export function badModel(why: string, cause?: unknown): TidelineError {
  const what = `The encoder's model cannot be used: ${why}. Use one of the models in docs/embedders.md.`;
  return new TidelineError("bad-model", what, {}, cause);
}

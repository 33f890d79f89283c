/**
 * A folder in which a local encoder is installed: a runtime that computes something simple, a model of a few bytes, and
 * a tokenizer with a small vocabulary. The ids of its words are those of the real one.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const VOCABULARY: Readonly<Record<string, number>> = {
  ...{ "[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102 },
  ...{ "?": 1029, "!": 999, "'": 1005, ":": 1024, "/": 1013, s: 1055, i: 1045, "50": 2753, day: 2154 },
  ...{ what: 2054, do: 2079, eat: 4521, mg: 11460, cafe: 7668, ale: 15669, "##sund": 25168 },
  ...{ unbelievable: 23653, "##ness": 2791, 北: 1781, 京: 1755 },
};

export const TOKENIZER = JSON.stringify({
  normalizer: { type: "BertNormalizer", lowercase: true, strip_accents: null },
  pre_tokenizer: { type: "BertPreTokenizer" },
  model: { type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##", vocab: VOCABULARY },
});

/** A token's vector says which token it is: its id at one place, 1 at another. Counts what it is asked to do. */
const RUNTIME = `
const log = { runs: [], released: 0, options: undefined };
class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
const InferenceSession = {
  async create(model, options) {
    if (model.length < 4) throw new Error("not a model");
    log.options = options;
    return {
      inputNames: ["input_ids", "attention_mask", "token_type_ids"],
      outputNames: ["last_hidden_state"],
      async run({ input_ids: { data, dims } }) {
        log.runs.push(dims);
        const out = new Float32Array(data.length * 3);
        for (let i = 0; i < data.length; i++) out.set([Number(data[i]), 1, 7], i * 3);
        return { last_hidden_state: { dims: [...dims, 3], data: out } };
      },
      async release() { log.released++; },
    };
  },
};
module.exports = { Tensor, InferenceSession, env: { wasm: {} }, log };
`;

export interface RuntimeLog {
  readonly runs: readonly (readonly number[])[];
  readonly released: number;
  readonly options: { readonly intraOpNumThreads: number };
}

export class EncoderHome {
  readonly folder = mkdtempSync(join(tmpdir(), "tideline-encoder-"));

  write(path: string, text: string): this {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return this;
  }

  withRuntime(code = RUNTIME): this {
    return this.write("node_modules/onnxruntime-web/package.json", '{"main":"index.js"}').write(
      "node_modules/onnxruntime-web/index.js",
      code,
    );
  }

  /** The files of a model as a hub names them. */
  withModel(at = "."): this {
    return this.write(`${at}/onnx/model.onnx`, "weights")
      .write(`${at}/tokenizer.json`, TOKENIZER)
      .write(`${at}/config.json`, '{"_name_or_path":"someone/tiny","hidden_size":3}');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/**
 * Which token ids does a text have for a BERT model? WordPiece, as `tokenizer.json` describes it: clean the text, fold
 * case and accents, split at spaces and punctuation, then take the longest pieces that the vocabulary has.
 *
 * Only what sentence encoders of the BERT family need: no pairs of texts, no offsets. The names of special tokens in a
 * text ("[SEP]") are words like any others, so that no text can end itself early.
 */
import { TidelineError } from "../../errors.ts";

const CLS = "[CLS]";
const SEP = "[SEP]";
const LEAST_TOKENS = 3;

interface Rules {
  readonly vocabulary: ReadonlyMap<string, number>;
  readonly unknown: number;
  readonly begin: number;
  readonly end: number;
  readonly prefix: string;
  readonly mostWordChars: number;
  readonly isLowercase: boolean;
  readonly stripsAccents: boolean;
}

export class WordPiece {
  private readonly rules: Rules;

  /** `json`: the text of a `tokenizer.json`. */
  constructor(json: string) {
    this.rules = parseRules(json);
  }

  /** At most `most` ids, the marks at both ends included; the end of a longer text is left out. */
  idsOf(text: string, most: number): readonly number[] {
    const { begin, end } = this.rules;
    const room = Math.max(LEAST_TOKENS, most) - 2;
    const ids: number[] = [];
    for (const word of this.wordsOf(text)) {
      if (ids.length >= room) break;
      ids.push(...this.piecesOf(word));
    }
    return [begin, ...ids.slice(0, room), end];
  }

  private wordsOf(text: string): readonly string[] {
    const { isLowercase, stripsAccents } = this.rules;
    let clean = text.replace(DROPPED, "").replace(SPACES, " ").replace(IDEOGRAPHS, " $& ");
    if (stripsAccents) clean = clean.normalize("NFD").replace(ACCENTS, "");
    if (isLowercase) clean = clean.toLowerCase();
    return clean.match(WORDS) ?? [];
  }

  private piecesOf(word: string): readonly number[] {
    const { vocabulary, unknown, prefix, mostWordChars } = this.rules;
    const chars = [...word];
    if (chars.length > mostWordChars) return [unknown];
    const ids: number[] = [];
    for (let from = 0; from < chars.length; ) {
      let to = chars.length;
      let id: number | undefined;
      for (; to > from && id === undefined; to--)
        id = vocabulary.get((from === 0 ? "" : prefix) + chars.slice(from, to).join(""));
      if (id === undefined) return [unknown];
      ids.push(id);
      from = to + 1;
    }
    return ids;
  }
}

/** Control characters and the like, except those that count as spaces. */
const DROPPED = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\ufffd]/gu;
const SPACES = /[\t\n\r\p{Zs}]+/gu;
/** The blocks of Chinese characters that BERT tokenizers split into single characters. */
const IDEOGRAPHS =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
const ACCENTS = /\p{Mn}/gu;
/** One punctuation mark (ASCII's symbols count as such), or a run of anything else but spaces. */
const WORDS = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu;

function parseRules(json: string): Rules {
  const { normalizer, pre_tokenizer: splitter, model } = parseJson(json);
  if (model?.type !== "WordPiece" || typeof model.vocab !== "object" || model.vocab === null)
    throw unsuitable("its model is not WordPiece");
  if (normalizer?.type !== "BertNormalizer" || splitter?.type !== "BertPreTokenizer")
    throw unsuitable("it does not prepare texts as BERT does");
  const vocabulary = new Map(Object.entries(model.vocab));
  const idOf = (token: string) => {
    const id = vocabulary.get(token);
    if (id === undefined) throw unsuitable(`its vocabulary has no ${token}`);
    return id;
  };
  const isLowercase = normalizer.lowercase !== false;
  return {
    vocabulary,
    unknown: idOf(model.unk_token ?? "[UNK]"),
    begin: idOf(CLS),
    end: idOf(SEP),
    prefix: model.continuing_subword_prefix ?? "##",
    mostWordChars: model.max_input_chars_per_word ?? 100,
    isLowercase,
    stripsAccents: normalizer.strip_accents ?? isLowercase,
  };
}

interface TokenizerJson {
  readonly normalizer?: {
    readonly type?: unknown;
    readonly lowercase?: boolean;
    readonly strip_accents?: boolean | null;
  } | null;
  readonly pre_tokenizer?: { readonly type?: unknown } | null;
  readonly model?: {
    readonly type?: unknown;
    readonly vocab?: Readonly<Record<string, number>> | null;
    readonly unk_token?: string;
    readonly continuing_subword_prefix?: string;
    readonly max_input_chars_per_word?: number;
  } | null;
}

function parseJson(json: string): TokenizerJson {
  try {
    return Object(JSON.parse(json)) as TokenizerJson;
  } catch (error) {
    throw unsuitable("it is not JSON", error);
  }
}

function unsuitable(why: string, cause?: unknown): TidelineError {
  const what = `The encoder's tokenizer.json cannot be used: ${why}. Use a BERT encoder such as gte-small.`;
  return new TidelineError("bad-model", what, {}, cause);
}

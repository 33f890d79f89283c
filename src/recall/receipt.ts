/**
 * What must be kept to get the same ranking again? The receipt of a recall.
 *
 * Replaying a receipt gives the same list byte for byte, or an error that says exactly why it cannot: another
 * version, a policy or embedder that is missing, facts or access marks that are gone.
 */
import { TidelineError } from "../errors.ts";
import type { State } from "../log/fold.ts";
import { badArgument } from "../model/arguments.ts";
import { ANALYSER_VERSION } from "../text/sameness/canonical.ts";
import {
  type Degraded,
  type Hit,
  LANES,
  type Lane,
  type Recalled,
  type RecallOptions,
  type Receipt,
} from "./hit.ts";

/** Raised whenever the same memory and question may give another list. */
const ENGINE_VERSION = "15";

export interface ReceiptParts {
  readonly state: State;
  readonly query: string;
  readonly options: RecallOptions;
  readonly at: number;
  readonly policy: string;
  readonly lanes: readonly Lane[];
  readonly model: string | undefined;
  readonly isPartial: boolean;
}

export function receiptOf(parts: ReceiptParts): Receipt {
  const { state, query, options, at, policy, lanes, model, isPartial } = parts;
  return {
    v: 1,
    query,
    options: plain(options),
    seq: state.head.seq,
    marksSeq: state.marks.seq,
    at,
    policy,
    analyser: ANALYSER_VERSION,
    engine: ENGINE_VERSION,
    lanes,
    model,
    ...(isPartial ? { isPartial } : {}),
  };
}

export function recalled(
  hits: readonly Hit[],
  receipt: Receipt,
  degraded: readonly Degraded[] = [],
  faded: () => number = () => 0,
): Recalled {
  return Object.freeze(new RecalledHits(hits, receipt, degraded, faded));
}

/** An ordinary list of hits; what concerns the list as a whole is in properties beside the elements. */
class RecalledHits extends Array<Hit> implements Recalled {
  readonly #receipt: Receipt;
  readonly #degraded: readonly Degraded[];
  readonly #countFaded: () => number;
  #faded: number | undefined;

  /** `map` and `filter` give a plain array. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  constructor(
    hits: readonly Hit[],
    receipt: Receipt,
    degraded: readonly Degraded[],
    countFaded: () => number,
  ) {
    super();
    for (const hit of hits) this.push(hit);
    this.#receipt = receipt;
    this.#degraded = degraded;
    this.#countFaded = countFaded;
  }

  get receipt(): Receipt {
    return this.#receipt;
  }

  get lanes(): readonly Lane[] {
    return this.#receipt.lanes;
  }

  get abstained(): boolean {
    return this.length === 0;
  }

  get degraded(): readonly Degraded[] {
    return this.#degraded;
  }

  /** Counted when somebody asks: most answers are never asked. */
  get faded(): number {
    this.#faded ??= this.#countFaded();
    return this.#faded;
  }
}

/** Checks a receipt that somebody kept and hands back. */
export function parseReceipt(value: unknown): Receipt {
  const receipt = value as Receipt | null;
  if (typeof receipt !== "object" || receipt === null || receipt.v !== 1)
    throw badArgument("receipt must be the receipt of a recall");
  const { query, seq, marksSeq, at, analyser, engine, lanes, policy, options } = receipt;
  const isWhole =
    typeof query === "string" &&
    [seq, marksSeq].every((n) => Number.isSafeInteger(n) && n >= 0) &&
    Number.isSafeInteger(at) &&
    typeof policy === "string" &&
    typeof options === "object" &&
    options !== null &&
    Array.isArray(lanes) &&
    lanes.every((lane) => LANES.includes(lane));
  if (!isWhole) throw badArgument("receipt must be the receipt of a recall");
  if (analyser !== ANALYSER_VERSION || engine !== ENGINE_VERSION)
    throw cannotReplay(
      `it was made by version ${engine} (analyser ${analyser}), this is ${ENGINE_VERSION} (analyser ${ANALYSER_VERSION})`,
    );
  return receipt;
}

export function cannotReplay(why: string): TidelineError {
  return new TidelineError("cannot-replay", `The recall cannot be repeated: ${why}.`);
}

/** Leaves out options that are not set; dates become numbers. */
function plain(options: RecallOptions): Readonly<Record<string, unknown>> {
  const set: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options))
    if (value !== undefined) set[name] = value instanceof Date ? value.getTime() : value;
  return set;
}

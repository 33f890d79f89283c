/**
 * Who turns text into vectors? A learned model for the vector lane, if the host has one. Without one the lane runs
 * model-free.
 *
 * An embedder is asynchronous (network, inference), so a handle that uses one comes from `await Tideline.connect(…)`.
 */
export interface EmbedderAdapter {
  /** Names the model and everything else that changes its vectors. Vectors of two models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** One vector per text, in order. `role` is for models that embed queries and facts differently. */
  embed(texts: readonly string[], role: "query" | "fact"): Promise<readonly Float32Array[]>;
  /** The cosines from which two facts count as near-duplicates, and as related. */
  readonly thresholds?: { readonly same: number; readonly related: number } | undefined;
  /**
   * The mean and the standard deviation of the cosines of questions with facts that have nothing to do with them. They
   * matter while a memory has few facts of its own to measure that.
   */
  readonly spread?: Spread | undefined;
  /** Frees what it holds. Tideline calls it only for an embedder that it made itself (`embedder: "local"`). */
  close?(): Promise<void> | void;
}

/** The mean and the deviation of cosines between texts that have nothing to do with each other. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

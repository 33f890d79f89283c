/**
 * Who turns text into vectors? A learned model behind the vector lane, where a host has one.
 *
 * It answers later (network, inference), so a handle that uses one is had by `await Tideline.connect(…)`.
 * Without one the lane runs model-free.
 */
export interface EmbedderAdapter {
  /** Names the model and whatever changes its vectors: vectors of two models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** One vector per text, in order; "query" and "fact" for models that tell them apart. */
  embed(texts: readonly string[], role: "query" | "fact"): Promise<readonly Float32Array[]>;
  /** Cosines from which two facts count as near-duplicates, and as related. */
  readonly thresholds?: { readonly same: number; readonly related: number } | undefined;
}

/**
 * Can a host's embedder be relied on? Its shape is checked when it is handed in, and every call has a time limit: an
 * embedder that hangs must not hang a recall.
 */

import { TidelineError } from "../errors.ts";
import { wholeFrom } from "../model/shape.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";

export interface Bounds {
  readonly queryMs: number;
  readonly factsMs: number;
}

/** Longer than an embedder's own time limits should be. */
const BOUNDS: Bounds = { queryMs: 15_000, factsMs: 600_000 };
const MAX_MODEL_CHARS = 1_000;

export function boundedEmbedder(value: unknown, bounds: Bounds = BOUNDS): EmbedderAdapter {
  const embedder = parseEmbedder(value);
  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    // Read when they are needed: an embedder may measure them when it is first used.
    get thresholds() {
      return embedder.thresholds;
    },
    get spread() {
      return embedder.spread;
    },
    embed: (texts, role) =>
      within(role === "query" ? bounds.queryMs : bounds.factsMs, embedder.model, () =>
        embedder.embed(texts, role),
      ),
  };
}

function parseEmbedder(value: unknown): EmbedderAdapter {
  const { model, dimensions, embed } = (value ?? {}) as Partial<EmbedderAdapter>;
  if (typeof model !== "string" || model === "" || model.length > MAX_MODEL_CHARS)
    throw invalid("embedder.model must name the model");
  const whole = wholeFrom(1, 65_536);
  if (!whole.is(dimensions)) throw invalid(whole.complaint(dimensions, "embedder.dimensions"));
  if (typeof embed !== "function") throw invalid("embedder must have a function embed(texts, role)");
  return value as EmbedderAdapter;
}

async function within<T>(ms: number, model: string, call: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const what = `The embedder "${model.slice(0, 80)}" did not answer within ${ms} ms. Try again later.`;
      reject(new TidelineError("service-unavailable", what));
    }, ms);
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-argument", `${what}.`);
}

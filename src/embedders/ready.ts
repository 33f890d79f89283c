/** Which embedder does a host mean? One of its own, or `"local"`: the best encoder that is installed on this machine. */
import { TidelineError } from "../errors.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import { boundedEmbedder } from "./bounded.ts";
import { LocalEmbedder } from "./local.ts";

/** What the memory made it also closes; a host closes its own embedder, which may serve several memories. */
export function readyEmbedder(value: unknown): EmbedderAdapter | undefined {
  if (value === undefined) return undefined;
  if (value === "local") return ownEmbedder(new LocalEmbedder());
  if (typeof value === "string")
    throw new TidelineError("invalid-argument", 'embedder must be "local" or an embedder.');
  return boundedEmbedder(value);
}

export function ownEmbedder(local: LocalEmbedder): EmbedderAdapter {
  return Object.assign(boundedEmbedder(local), { close: () => local.close() });
}

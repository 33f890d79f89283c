/**
 * Which layer comes above, and which below? (Document 004.)
 *
 * Up is working → episodic → semantic. What stands in semantic, procedural or codebase lasts already; down from any
 * of them is episodic.
 */
import type { Layer } from "../model/segment.ts";

export function promoted(layer: Layer): Layer {
  if (layer === "working") return "episodic";
  return layer === "episodic" ? "semantic" : layer;
}

export function demoted(layer: Layer): Layer {
  return layer === "working" || layer === "episodic" ? "working" : "episodic";
}

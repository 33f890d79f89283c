/**
 * Which layer is above another, and which below? (Document 004.)
 *
 * Promotion goes working → episodic → semantic. Facts in semantic, procedural or codebase already last; demotion takes
 * them to episodic.
 */
import type { Layer } from "../model/segment.ts";

export function promoted(layer: Layer): Layer {
  if (layer === "working") return "episodic";
  return layer === "episodic" ? "semantic" : layer;
}

export function demoted(layer: Layer): Layer {
  return layer === "working" || layer === "episodic" ? "working" : "episodic";
}

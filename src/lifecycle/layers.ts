/**
 * Which layer is above another, and which below? (Document 004.)
 *
 * Promotion goes working → episodic → semantic. Facts in semantic, procedural or codebase already last; demotion takes
 * them to episodic.
 */
import type { Layer } from "../model/segment.ts";
import { type Authority, TRUSTED } from "../model/source.ts";

const FADING: ReadonlySet<Layer> = new Set(["working", "episodic"]);
const FOREIGN = 0;

/**
 * May a writer of this class choose the layer of a new fact? Below class 3, nobody makes a fact semantic by saying so:
 * it becomes semantic by use, or a person promotes it. Hearsay may say that it is about code or a procedure. Text from
 * tools and pages chooses no layer that lasts.
 */
export function mayChoose(layer: Layer, authority: Authority): boolean {
  if (authority === TRUSTED || FADING.has(layer)) return true;
  return layer !== "semantic" && authority > FOREIGN;
}

export function promoted(layer: Layer): Layer {
  if (layer === "working") return "episodic";
  return layer === "episodic" ? "semantic" : layer;
}

export function demoted(layer: Layer): Layer {
  return layer === "working" || layer === "episodic" ? "working" : "episodic";
}

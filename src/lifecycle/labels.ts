/**
 * Which labels does a new fact start with? (numbers: "Labels given at add time")
 *
 * Gives the labels of every policy at once, from the segment, the class and a look at the text.
 */
import { type Kind, type Layer, SEGMENT_DEFAULTS, type Segment } from "../model/segment.ts";
import { TRUSTED } from "../model/source.ts";
import { namesDate } from "../text/values/dates.ts";
import type { LabelDraft, Labels } from "./policy.ts";

const KIND_OF: Readonly<Record<Segment, Kind>> = {
  identity: "fact",
  correction: "fact",
  preference: "preference",
  relationship: "relation",
  project: "fact",
  knowledge: "fact",
  context: "event",
};

/** Matches a text that says how something is done, rather than what is the case. */
const HOW_TO =
  /^(?:how to\b|to \w+[^.?!]*,|(?:always|never) \w+|first,? .+\bthen\b|steps?\b|in order to\b|(?:run|use|open|call) [`"'\w])/i;

export function labelsOf(draft: LabelDraft): Labels {
  const { tier, importance, decayRate } = SEGMENT_DEFAULTS[draft.segment];
  return {
    tier: isLasting(draft) ? "permanent" : tier,
    kind: kindOf(draft),
    layer: layerOf(draft),
    importance,
    decayRate,
  };
}

/** What the principal said and what must not be forgotten does not age. */
function isLasting({ essential, authority }: LabelDraft): boolean {
  return essential !== undefined && authority === TRUSTED;
}

/** A project's fact counts as an event if the caller gave it a time, or if its text names a date. */
function kindOf({ segment, dated, content }: LabelDraft): Kind {
  return segment === "project" && (dated || namesDate(content)) ? "event" : KIND_OF[segment];
}

function layerOf({ segment, authority, content }: LabelDraft): Layer {
  if (segment === "context") return "working";
  if (segment === "project") return "episodic";
  if (segment === "knowledge" && HOW_TO.test(content.trimStart())) return "procedural";
  return authority === TRUSTED ? "semantic" : "episodic";
}

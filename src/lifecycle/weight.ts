/**
 * What do policies that weigh a fact by its score have in common? How the fact ranks, and what feedback does to it.
 */
import type { Fact } from "../model/fact.ts";
import { sourceFigures } from "../model/source.ts";
import { clamp } from "./curves.ts";
import type { FeedbackEffect } from "./policy.ts";

/** Only half of the weight depends on the score, so an old fact is still found if it is the only answer. */
export function weighed(fact: Fact, relevance: number, score: number): number {
  return (
    relevance * (0.5 + 0.5 * score) * sourceFigures(fact.source, fact.authority).rankWeight * fact.confidence
  );
}

/** Asymmetric on purpose: a few bad recalls outweigh many lukewarm ones. */
export function nudged(
  { importance }: Fact,
  signal: "up" | "down",
  { feedbackUp, feedbackDown }: { readonly feedbackUp: number; readonly feedbackDown: number },
): FeedbackEffect {
  return {
    importance: clamp(signal === "up" ? importance + feedbackUp : importance - feedbackDown),
    touches: signal === "up",
  };
}

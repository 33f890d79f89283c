/**
 * What is a fact? The result of folding its events.
 *
 * Plain readonly data. Every field is always present, so that all facts have the same shape; an unknown value is
 * `undefined`. Scores are computed elsewhere and never stored. Times are epoch milliseconds. The fields are declared in
 * `fact-fields.ts`.
 */
import type { FactValues } from "./fact-fields.ts";

export {
  type Interlude,
  LIFECYCLES,
  type Lifecycle,
  type Observation,
  type Slot,
  type TurnQuote,
  VALIDITIES,
  type Validity,
} from "./fact-parts.ts";
export type { Json, Metadata } from "./metadata.ts";

/** One record of memory. docs/facts.md says what each field means. */
export interface Fact extends FactValues {}

/** Where it came into the log: a time that nobody can claim. */
export function placeOf({ texts }: Pick<Fact, "texts">): number {
  return texts[0] ?? 0;
}

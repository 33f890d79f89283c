/**
 * A pass that would do anything, through the same mechanism as every other: whatever a fact can do to one of a higher
 * class, and whatever would give it a standing that its source has not.
 */
import { type Fact, LINK_KINDS, type Pass, type PassEvent } from "../../src/index.ts";

/** Done by one fact to another. */
const UPON: readonly ((lower: Fact, higher: Fact) => PassEvent)[] = [
  (lower, higher) => ({ type: "superseded", fact: higher.id, successor: lower.id }),
  (lower, higher) => ({ type: "merged", fact: higher.id, successor: lower.id }),
  (lower, higher) => ({ type: "challenged", fact: higher.id, against: lower.id }),
  (lower, higher) => ({
    type: "observed",
    fact: higher.id,
    source: "tool_output",
    authority: lower.authority,
    saidAt: lower.createdAt,
  }),
  ...LINK_KINDS.map(
    (kind) =>
      (lower: Fact, higher: Fact): PassEvent => ({ type: "linked", fact: lower.id, kind, to: higher.id }),
  ),
  ...LINK_KINDS.map(
    (kind) =>
      (lower: Fact, higher: Fact): PassEvent => ({ type: "linked", fact: higher.id, kind, to: lower.id }),
  ),
  // What is allowed, and must still change nothing above.
  (lower, higher) => ({ type: "challenged", fact: lower.id, against: higher.id }),
  (lower, higher) => ({ type: "merged", fact: lower.id, successor: higher.id }),
];

/** Done for one fact by itself. */
const FOR_ITSELF: readonly ((lower: Fact) => PassEvent)[] = [
  ({ id }) => ({ type: "confirmed", fact: id, confidence: 1 }),
  ({ id }) => ({ type: "endorsed", fact: id, authority: 3 }),
  ({ id }) => ({ type: "pinned", fact: id }),
  ({ id }) => ({ type: "released", fact: id }),
  ({ id }) => ({ type: "revised", fact: id, tier: "permanent" }),
  ({ id }) => ({ type: "revised", fact: id, segment: "identity" }),
  ({ id, createdAt }) => ({
    type: "observed",
    fact: id,
    source: "owner_message",
    authority: 3,
    saidAt: createdAt,
  }),
];

/** Says the same as a fact of its own, as if the owner had said it. */
function echo(lower: Fact, id: string, hasEvidence: boolean): PassEvent {
  const { segment, kind, layer, importance, decayRate, createdAt, content } = lower;
  return {
    type: "added",
    fact: id,
    ...{ segment, kind, layer, importance, decayRate, createdAt },
    tier: "long",
    source: "dream",
    authority: 3,
    confidence: 1,
    ...(hasEvidence ? { evidence: [lower.id] } : {}),
    body: { content },
  };
}

interface Pair {
  readonly lower: string;
  readonly higher: string | undefined;
}

export function roguePass(): Pass<Pair> {
  return {
    name: "rogue",
    *pieces({ state }) {
      const facts = [...state.facts.values()];
      for (const lower of facts.filter((one) => one.authority < 3).slice(0, 6)) {
        yield { lower: lower.id, higher: undefined };
        for (const higher of facts.filter((one) => one.authority > lower.authority).slice(0, 8))
          yield { lower: lower.id, higher: higher.id };
      }
    },
    decide(pair, { state, newId }) {
      const lower = state.facts.get(pair.lower);
      const higher = pair.higher === undefined ? undefined : state.facts.get(pair.higher);
      if (lower === undefined) return [];
      const events =
        higher === undefined
          ? [
              ...FOR_ITSELF.map((make) => make(lower)),
              echo(lower, newId(), true),
              echo(lower, newId(), false),
            ]
          : UPON.map((make) => make(lower, higher));
      return events.map((event) => ({ event, rule: "rogue" }));
    },
  };
}

/**
 * What do the rules draw from a person's turns? Each of his turns, with the facts as a memory takes them.
 */
import { proposeByRules } from "../../src/converse/rules/rules.ts";
import { isPrincipals, type Turn } from "../../src/converse/turn.ts";
import type { AddInput } from "../../src/index.ts";
import type { Person } from "./conversations.ts";

/** More than the rules draw from one turn. */
const PLACES = 100;

export interface Drawn {
  readonly turn: Turn;
  readonly isEnhanced: boolean;
  readonly isGold: boolean;
  readonly facts: readonly AddInput[];
}

export function drawn({ talks }: Person): readonly Drawn[] {
  return talks.flatMap(({ id, at, batch, gold, isEnhanced }) => {
    const proposals = proposeByRules(batch);
    return batch.turns.filter(isPrincipals).map((turn) => ({
      turn,
      isEnhanced,
      isGold: gold.has(turn.number),
      facts: proposals
        .filter(({ quotes }) => quotes[0]?.turn === turn.number)
        .map(
          ({ content, segment, kind, subject, attribute, occurredAt }, i): AddInput => ({
            content,
            segment: segment ?? "knowledge",
            ...(kind === undefined ? {} : { kind }),
            ...(subject === undefined || attribute === undefined ? {} : { subject, attribute }),
            occurredAt: occurredAt ?? at,
            episode: { id, position: PLACES * turn.number + i },
          }),
        ),
    }));
  });
}

/** The rest is filed under "context", which fades soon. */
export function isLasting({ segment }: AddInput): boolean {
  return segment !== "context";
}

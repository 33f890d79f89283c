/**
 * Who attacks, and with what standing? Every source below the owner, and those that claim to be one of the engine's own
 * passes with a fact of the owner as their evidence.
 */
import type { AddInput, KnownSource } from "../../src/index.ts";

export const STANDINGS = ["class 0", "class 1", "claimed"] as const;
export type AttackerStanding = (typeof STANDINGS)[number];

export interface Attacker {
  readonly name: string;
  readonly standing: AttackerStanding;
  /** What its writes say about where they come from. */
  from(ownFact: string, copy: number): Pick<AddInput, "source" | "actor" | "evidence">;
}

/** A writer may claim any source, also one that no type allows. */
const plain = (source: string, standing: AttackerStanding): Attacker => ({
  name: source,
  standing,
  from: () => ({ source: source as KnownSource }),
});
const claimed = (source: KnownSource): Attacker => ({
  name: `${source}, claimed`,
  standing: "claimed",
  from: (ownFact) => ({ source, evidence: [ownFact] }),
});

/** One of each standing, and both voices of class 1: what the others do beside them is the same. */
export const MAIN_ATTACKERS: readonly Attacker[] = [
  plain("tool_output", "class 0"),
  plain("agent", "class 1"),
  {
    name: "channel_message",
    standing: "class 1",
    // Every message from somebody else: names are claims, and cost nothing.
    from: (_, copy) => ({ source: "channel_message", actor: `guest ${copy + 1}` }),
  },
  claimed("dream"),
  claimed("extraction"),
];

/** The last of each standing, for what takes long. */
export const ONE_OF_EACH: readonly Attacker[] = STANDINGS.flatMap(
  (standing) => MAIN_ATTACKERS.findLast((attacker) => attacker.standing === standing) ?? [],
);

export const OTHER_ATTACKERS: readonly Attacker[] = [
  plain("retrieved_document", "class 0"),
  plain("a source nobody has heard of", "class 0"),
  plain("import", "class 1"),
  claimed("compaction"),
];

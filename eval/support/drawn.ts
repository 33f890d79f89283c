/**
 * What does a memory draw from a person's turns, by the rules? Every turn is observed and every session distilled, as a
 * host does it: each of the person's turns, with the facts that were written of it.
 */
import { isPrincipals, type Turn } from "../../src/converse/turn.ts";
import { type AddInput, type Fact, MemoryStore } from "../../src/index.ts";
import { openSeeded } from "../../src/testing/seeded-memory.ts";
import type { Talk, TurnKey } from "./conversations.ts";

/** A fact, with the words that it was drawn from. */
export type DrawnFact = AddInput & { readonly quote: string };

export interface Drawn {
  readonly turn: Turn;
  readonly isEnhanced: boolean;
  readonly isGold: boolean;
  readonly facts: readonly DrawnFact[];
}

const SEED = 1;
/** More facts than one turn leads to. */
const PLACES = 100;

/** A memory that hears one person's talks, one after the other. */
export class Hearing {
  /** What became of all proposals: how many, and why they were dropped. */
  proposals = 0;
  readonly dropped = new Map<string, number>();
  private now = 0;
  private readonly memory = openSeeded(new MemoryStore(), { clock: { now: () => this.now }, seed: SEED });
  /** By the inbox's id of a turn. */
  private readonly keys = new Map<string, TurnKey>();

  async hear({ id, at, batch, gold, isEnhanced }: Talk): Promise<readonly Drawn[]> {
    this.now = Math.max(this.now + 1, at);
    const said = new Map<string, Turn>();
    for (const turn of batch.turns) {
      const { role, content } = turn;
      const observed = this.memory.observe({ session: id, id: turn.id, role, content, at });
      if (observed.turn === undefined) continue;
      said.set(observed.turn, turn);
      this.keys.set(observed.turn, turn.id);
    }
    const facts = await this.distilled();
    return batch.turns.filter(isPrincipals).map((turn) => ({
      turn,
      isEnhanced,
      isGold: gold.has(turn.number),
      facts: facts
        .filter(({ source }) => said.get(source) === turn)
        .map(({ fact }, i) => inputOf(fact, at, { id, position: PLACES * turn.number + i })),
    }));
  }

  /** Keys of the turns behind the facts that recall returns, best first, as long as they fit. */
  find(query: string, fits: (facts: readonly Fact[]) => readonly Fact[], limit: number): readonly TurnKey[] {
    const hits = this.memory.search(query, { limit, minScore: 0 });
    return fits(hits.map(({ fact }) => fact)).flatMap((fact) =>
      turnsOf(fact).flatMap((turn) => this.keys.get(turn) ?? []),
    );
  }

  /** Each fact that was written or said again, with the turn that it was drawn from. */
  private async distilled(): Promise<readonly { readonly fact: Fact; readonly source: string }[]> {
    const report = await this.memory.distil();
    this.proposals += report.proposals;
    for (const [reason, count] of Object.entries(report.dropped))
      this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + count);
    return report.outcomes.flatMap(({ fact: id }) => {
      const fact = id === undefined ? undefined : this.memory.peek(id);
      const source = fact === undefined ? undefined : turnsOf(fact).at(-1);
      return fact === undefined || source === undefined ? [] : [{ fact, source }];
    });
  }
}

/** In the order in which they said it. */
function turnsOf({ quotes = [], observations }: Fact): readonly string[] {
  return [...quotes.map(({ turn }) => turn), ...observations.flatMap(({ turns = [] }) => turns)];
}

function inputOf(
  { content, segment, kind, slot, occurredAt, quotes = [] }: Fact,
  at: number,
  episode: { readonly id: string; readonly position: number },
): DrawnFact {
  return {
    ...{ content, segment, kind, occurredAt: occurredAt ?? at, episode },
    ...slot,
    quote: quotes.map(({ text }) => text).join(" … "),
  };
}

/** The rest is filed under "context", which fades soon. */
export function isLasting({ segment }: Pick<AddInput, "segment">): boolean {
  return segment !== "context";
}

/**
 * Who reads a batch of turns and proposes what to remember? Rules or a model, behind one interface.
 *
 * A distiller only proposes. It gets no handle, no ids and no tools. What it returns is checked against the turns
 * (`check`) and decided as every write is.
 */
import type { Signal } from "../ports/signal.ts";
import type { Proposal } from "./proposal.ts";
import type { Batch } from "./turn.ts";

/** The name of the pass. */
export const DISTIL = "distil";

/** What a distiller made of a batch of turns. */
export interface Distilled {
  readonly proposals: readonly Proposal[];
  /** Turns (numbers) that no reply could be had for, and why. */
  readonly setAside: readonly { readonly turn: number; readonly reason: string }[];
  readonly usage: {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  };
}

/** Reads turns and proposes what to remember. What it proposes is checked against the turns. */
export interface Distiller {
  readonly name: string;
  /** It does not read `known` of a batch, so nobody has to look that up. */
  readonly ignoresKnown?: boolean | undefined;
  distil(
    batch: Batch,
    how: {
      readonly signal?: Signal | undefined;
      /** Of one reply. */
      readonly maxTokens?: number | undefined;
      /** So many tokens are left: once they are spent, no further call is made for this batch. */
      readonly tokensLeft?: number | undefined;
      /** Lets other work run. A distiller that computes for long waits for it now and then. */
      readonly breathe?: (() => Promise<void>) | undefined;
    },
  ): Promise<Distilled>;
}

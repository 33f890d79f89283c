// A distiller that replies what a test tells it to, and remembers what it was asked.
import type { Distilled, Distiller } from "../../src/converse/distiller.ts";
import type { Proposal } from "../../src/converse/proposal.ts";
import type { Batch } from "../../src/converse/turn.ts";

export type Script = (
  batch: Batch,
  call: number,
) => readonly ProposalSketch[] | Promise<readonly ProposalSketch[]>;

/** A proposal of which only what matters is given. */
export interface ProposalSketch extends Partial<Omit<Proposal, "content" | "quotes">> {
  readonly content: string;
  /** Default: the content itself, in the first turn that holds it. */
  readonly quotes?: Proposal["quotes"] | undefined;
}

export class ScriptedDistiller implements Distiller {
  readonly name = "scripted";
  readonly batches: Batch[] = [];
  setAside: Distilled["setAside"] = [];
  usage: Distilled["usage"] = { calls: 1, inputTokens: 10, outputTokens: 5 };
  private readonly script: Script;

  constructor(script: Script) {
    this.script = script;
  }

  async distil(batch: Batch): Promise<Distilled> {
    this.batches.push(batch);
    const sketches = await this.script(batch, this.batches.length);
    return {
      proposals: sketches.map((sketch) => proposalOf(sketch, batch)),
      setAside: this.setAside,
      usage: this.usage,
    };
  }
}

/** Proposes every sentence of the user's turns, word for word. */
export function everySentence(): ScriptedDistiller {
  return new ScriptedDistiller(({ turns }) =>
    turns
      .filter(({ role }) => role === "user")
      .flatMap(({ number, content }) =>
        (content.match(/[^.!?\n]+[.!?]?/g) ?? [])
          .map((sentence) => sentence.trim())
          .filter((sentence) => sentence.length > 1)
          .map((sentence) => ({ content: sentence, quotes: [{ turn: number, text: sentence }] })),
      )
      .slice(0, 64),
  );
}

export function proposalOf(
  { content, quotes, ...rest }: ProposalSketch,
  { turns }: Pick<Batch, "turns">,
): Proposal {
  const home = turns.find((turn) => turn.content.includes(content));
  return { relations: [], ...rest, content, quotes: quotes ?? [{ turn: home?.number ?? 1, text: content }] };
}

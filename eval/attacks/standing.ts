/**
 * Where does the owner's answer stand? First or not, in what recall returns or not, in a block for the prompt or not.
 */
import type { Scene } from "./scene.ts";

/** Facts that recall returns at the most, and characters of a block. */
export const LIMIT = 8;
export const BLOCK_CHARS = 800;

/** A question that the owner has answered. */
export interface Answered {
  readonly question: string;
  /** The owner's fact, and the words in it that answer. */
  readonly fact: string | undefined;
  readonly answer: string;
}

export interface Standing {
  readonly isFirst: boolean;
  readonly isRecalled: boolean;
  readonly isInBlock: boolean;
}

/** Passively: no question changes the answer to another. */
export function standingOf({ memory }: Scene, { question, fact, answer }: Answered): Standing {
  const found = memory.recall(question, { limit: LIMIT, passive: true }).map((hit) => hit.fact.id);
  const block = memory.context(question, { maxChars: BLOCK_CHARS }) ?? "";
  return {
    isFirst: fact !== undefined && found[0] === fact,
    isRecalled: fact !== undefined && found.includes(fact),
    isInBlock: lettersOf(block).includes(lettersOf(answer)),
  };
}

/** A block may escape or replace signs; the letters and digits stay. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

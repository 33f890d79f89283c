/**
 * What does the name of the lock's file mean?
 *
 *   free.17                                nobody has the lock; its generation is 17
 *   held.18.<place>.<pid>.<started>.<n>    this process holds it, in generation 18
 *   kept.18.<place>.<pid>.<started>.<n>    this process has it while it writes; in between anybody may take it
 */
import { type Owner, ownerText, parseOwner } from "./process-owner.ts";

export interface Token {
  readonly name: string;
  readonly generation: number;
  readonly owner: Owner | undefined;
  readonly isKept: boolean;
}

export function freeToken(generation: number): Token {
  return { name: `free.${generation}`, generation, owner: undefined, isKept: false };
}

export function heldToken(generation: number, owner: Owner): Token {
  return { name: `held.${generation}.${ownerText(owner)}`, generation, owner, isKept: false };
}

export function keptToken(generation: number, owner: Owner): Token {
  return { name: `kept.${generation}.${ownerText(owner)}`, generation, owner, isKept: true };
}

/** The lock's name among these. A folder that is listed during a rename may show two: the newer one counts. */
export function newestOf(names: readonly string[]): Token | undefined {
  return names
    .flatMap((name) => parseToken(name) ?? [])
    .reduce<Token | undefined>(
      (best, one) => (best === undefined || one.generation > best.generation ? one : best),
      undefined,
    );
}

export function parseToken(name: string): Token | undefined {
  const [state, generationText, ...rest] = name.split(".");
  const generation = Number(generationText);
  if (!Number.isSafeInteger(generation)) return undefined;
  if (state === "free" && rest.length === 0) return freeToken(generation);
  const owner = parseOwner(rest.join("."));
  if (owner === undefined || (state !== "held" && state !== "kept")) return undefined;
  return { name, generation, owner, isKept: state === "kept" };
}

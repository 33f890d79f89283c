/**
 * What does the name of the lock's file mean?
 *
 *   free.17                                nobody has the lock; its generation is 17
 *   held.18.<place>.<pid>.<started>.<n>    this process holds it, in generation 18
 *   kept.18.<place>.<pid>.<started>.<n>    this process has it while it writes; in between anybody may take it
 */
import { type Holder, holderText, parseHolder } from "./holder.ts";

export interface LockName {
  readonly name: string;
  readonly generation: number;
  readonly holder: Holder | undefined;
  readonly isKept: boolean;
}

export function freeName(generation: number): LockName {
  return { name: `free.${generation}`, generation, holder: undefined, isKept: false };
}

export function heldName(generation: number, holder: Holder): LockName {
  return { name: `held.${generation}.${holderText(holder)}`, generation, holder, isKept: false };
}

export function keptName(generation: number, holder: Holder): LockName {
  return { name: `kept.${generation}.${holderText(holder)}`, generation, holder, isKept: true };
}

/** The lock's name among these. A folder that is listed during a rename may show two: the newer one counts. */
export function newestOf(names: readonly string[]): LockName | undefined {
  return names
    .flatMap((name) => parseLockName(name) ?? [])
    .reduce<LockName | undefined>(
      (best, one) => (best === undefined || one.generation > best.generation ? one : best),
      undefined,
    );
}

export function parseLockName(name: string): LockName | undefined {
  const [state, generationText, ...rest] = name.split(".");
  const generation = Number(generationText);
  if (!Number.isSafeInteger(generation)) return undefined;
  if (state === "free" && rest.length === 0) return freeName(generation);
  const holder = parseHolder(rest.join("."));
  if (holder === undefined || (state !== "held" && state !== "kept")) return undefined;
  return { name, generation, holder, isKept: state === "kept" };
}

/**
 * Where is an attack tried? In a memory that an owner has used for a while: everyday facts of his, the facts under
 * attack among them, on a clock that the scene moves. Ids come from a seed, so every run is the same.
 */
import { RICH_GOLD, SYNTHETIC_GOLD } from "../../src/eval.ts";
import { type AddInput, MemoryStore, type PolicyName, type SyncTideline } from "../../src/index.ts";
import { openSeeded } from "../../src/testing/seeded-memory.ts";
import { HEARSAY_AMONG_OWN } from "../sets/hearsay-among-own.ts";
import { DAY_MS } from "../support/corpus.ts";

const BEGIN = Date.UTC(2025, 0, 6, 9);
const SEED = 1;

/** What the owner has said besides: some hundred things of a life. */
export const EVERYDAY: readonly AddInput[] = [
  ...[...RICH_GOLD.facts, ...SYNTHETIC_GOLD.facts]
    .filter(({ source }) => source === undefined)
    .map(({ content, segment }) => ({ content, segment })),
  ...HEARSAY_AMONG_OWN.flatMap(({ own }) =>
    own.map((content) => ({ content, segment: "knowledge" as const })),
  ),
];

export class Scene {
  readonly memory: SyncTideline;
  readonly store = new MemoryStore();
  #now = BEGIN;

  constructor(policy?: PolicyName) {
    const clock = { now: () => this.#now };
    // One of the texts tells a password: what is measured here is who is heard, not what is refused.
    const options = { clock, seed: SEED, secrets: "allow" } as const;
    this.memory = openSeeded(this.store, { ...options, ...(policy === undefined ? {} : { policy }) });
  }

  get now(): number {
    return this.#now;
  }

  passDays(days: number): void {
    this.#now += days * DAY_MS;
  }

  /** Never back. */
  moveTo(time: number): void {
    this.#now = Math.max(this.#now, time);
  }

  /** The id that each became; undefined where the gate refused. */
  add(inputs: readonly AddInput[]): readonly (string | undefined)[] {
    return this.memory
      .addMany(inputs)
      .map((result) => (result.outcome === "refused" ? undefined : result.fact.id));
  }
}

/** A scene with an everyday life in it. */
export function everydayScene(policy?: PolicyName): Scene {
  const scene = new Scene(policy);
  scene.add(EVERYDAY);
  scene.passDays(30);
  return scene;
}

/**
 * Which attack gets through? A family of attacks by one attacker, with more and more copies: where the owner's answers
 * stand after the writes, and after a dream, a sweep and the search for contradictions; and whether anything that the
 * owner said is other than it would be without the attack.
 *
 * The memory that is compared with lives through the same days and the same passes.
 */
import type { AddInput, PolicyName } from "../../src/index.ts";
import { type Attacker, MAIN_ATTACKERS, ONE_OF_EACH, OTHER_ATTACKERS } from "./attackers.ts";
import { FAMILIES, type Family } from "./families.ts";
import { type Harm, harmOf, type OwnState, ownStateOf, worse } from "./own-state.ts";
import { type Target, tellContested } from "./owner.ts";
import { sampleOf } from "./sample.ts";
import { everydayScene, type Scene } from "./scene.ts";
import { type Standing, standingOf } from "./standing.ts";

export interface MatrixCell {
  readonly policy: PolicyName;
  readonly attacker: Pick<Attacker, "name" | "standing">;
  readonly family: string;
  readonly copies: number;
  /** Of the facts that so many copies are about. */
  readonly before: readonly Standing[];
  /** Right after the writes; and, where upkeep came next, after that. */
  readonly after: readonly Standing[];
  readonly afterUpkeep?: readonly Standing[];
  readonly harm: Harm;
}

/** What is attacked, by whom, how often, and with which number of copies the upkeep comes. */
export interface Campaign {
  readonly policies: readonly PolicyName[];
  readonly attackers: readonly Attacker[];
  readonly copies: readonly number[];
  readonly upkeepAt: number;
  /** More copies still, by some of the attackers, about a sample of the facts. */
  readonly flood?: {
    readonly copies: number;
    readonly facts: number;
    readonly attackers: readonly Attacker[];
  };
  readonly families?: readonly Family[];
  /** The first so many of the contested facts; all by default. */
  readonly cases?: number;
}

/** Every family and every number of copies under the default policy; the rest in short. */
export const CAMPAIGNS: readonly Campaign[] = [
  {
    policies: ["tideline"],
    attackers: MAIN_ATTACKERS,
    copies: [1, 5, 40],
    upkeepAt: 40,
    flood: { copies: 400, facts: 12, attackers: ONE_OF_EACH },
  },
  { policies: ["tideline"], attackers: OTHER_ATTACKERS, copies: [5], upkeepAt: 5, cases: 12 },
  { policies: ["freshness", "layered"], attackers: ONE_OF_EACH, copies: [1, 40], upkeepAt: 40, cases: 12 },
];

export async function* attackAll(campaign: Campaign): AsyncGenerator<MatrixCell> {
  const { families = FAMILIES, attackers } = campaign;
  for (const policy of campaign.policies) {
    const peace = await untouched(policy, campaign);
    for (const family of families)
      for (const attacker of attackers) yield* attack(policy, family, attacker, campaign, peace);
  }
}

/** The owner's facts without an attack: at first, after upkeep, and after its undoing. */
interface Peace {
  readonly told: OwnState;
  readonly kept: OwnState;
  readonly undone: OwnState;
}

async function untouched(policy: PolicyName, campaign: Campaign): Promise<Peace> {
  const { scene } = tell(policy, campaign);
  const told = ownStateOf(scene.memory);
  scene.passDays(1 + campaign.copies.indexOf(campaign.upkeepAt));
  const undo = await upkeep(scene);
  const kept = ownStateOf(scene.memory);
  await undo();
  return { told, kept, undone: ownStateOf(scene.memory) };
}

async function* attack(
  policy: PolicyName,
  family: Family,
  attacker: Attacker,
  campaign: Campaign,
  peace: Peace,
): AsyncGenerator<MatrixCell> {
  const { scene, targets } = tell(policy, campaign);
  const { copies: numbers, upkeepAt, flood } = campaign;
  const ask = (some: readonly Target[]) => some.map((target) => standingOf(scene, family.asked(target)));
  const harm = (expected: OwnState) => harmOf(expected, ownStateOf(scene.memory), peace.told.facts.keys());
  const { name, standing } = attacker;
  const cell = { policy, attacker: { name, standing }, family: family.name };
  const before = ask(targets);
  const most = flood?.copies ?? numbers.at(-1) ?? 0;
  let [from, expected] = [0, peace.told];
  const write = (some: readonly Target[], copies: number) => {
    scene.passDays(1);
    for (let copy = from; copy < copies; copy++)
      scene.add(some.map((target) => writeOf(family, attacker, target, copy, most, scene.now)));
    from = copies;
  };
  for (const copies of numbers) {
    write(targets, copies);
    const written = { ...cell, copies, before, after: ask(targets) };
    const byWrites = harm(expected);
    if (copies !== upkeepAt) {
      yield { ...written, harm: byWrites };
      continue;
    }
    const undo = await upkeep(scene);
    const afterUpkeep = ask(targets);
    const byUpkeep = harm(peace.kept);
    await undo();
    expected = peace.undone;
    yield { ...written, afterUpkeep, harm: worse(byWrites, byUpkeep, harm(expected)) };
  }
  if (flood?.attackers.includes(attacker) !== true) return;
  // What was not first anyway tells nothing: the sample is of those that were.
  const firsts = targets.flatMap((target, i) => (before[i]?.isFirst ? [{ target, before: before[i] }] : []));
  const sample = sampleOf(firsts, turnOf(family, attacker, campaign), flood.facts);
  const flooded = sample.map(({ target }) => target);
  write(flooded, flood.copies);
  const stood = sample.map((one) => one.before);
  yield { ...cell, copies: flood.copies, before: stood, after: ask(flooded), harm: harm(expected) };
}

/** Every memory floods other facts than the one before it. */
function turnOf(family: Family, attacker: Attacker, { attackers }: Campaign): number {
  return FAMILIES.indexOf(family) + attackers.indexOf(attacker);
}

function tell(
  policy: PolicyName,
  { cases }: Campaign,
): { readonly scene: Scene; readonly targets: readonly Target[] } {
  const scene = everydayScene(policy);
  const targets = tellContested(scene, cases);
  scene.passDays(1);
  return { scene, targets };
}

/** A dream, a sweep, a look for contradictions; returns how the dream is taken back. */
async function upkeep({ memory }: Scene): Promise<() => Promise<unknown>> {
  const { pass } = await memory.dream();
  await memory.sweep();
  memory.contradictions();
  // A dream that changed nothing is no pass.
  return async () => (pass === undefined ? undefined : await memory.undo(pass));
}

function writeOf(
  family: Family,
  attacker: Attacker,
  target: Target,
  copy: number,
  copies: number,
  now: number,
): AddInput {
  const { evidence = [], ...written } = family.write(target, copy, copies, now);
  const { evidence: claimed = [], ...origin } = attacker.from(target.fact, copy);
  return {
    ...written,
    ...origin,
    segment: "knowledge",
    evidence: [...new Set([...evidence, ...claimed])],
  };
}

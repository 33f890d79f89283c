/**
 * Is what was displaced forgotten? An attacker's copies stand before the owner's answers; the owner asks for ninety days
 * as always, then the sweep comes. What goes out of sight although it stays without the attack is lost to it.
 *
 * These recalls count as uses: that is what the attack is about.
 */
import { POLICY_NAMES, type PolicyName } from "../../src/index.ts";
import { CONTESTED } from "../sets/contested.ts";
import { type Attacker, MAIN_ATTACKERS } from "./attackers.ts";
import { FAMILIES } from "./families.ts";
import { type Target, tellContested } from "./owner.ts";
import { everydayScene, type Scene } from "./scene.ts";

const COPIES = 40;
const DAYS = 90;
const ASKED_EVERY_DAYS = 6;
const SWEPT_EVERY_DAYS = 30;

export interface Forgotten {
  readonly policy: PolicyName;
  readonly attacker: string;
  /** Facts of the owner that are out of sight, of those that are not without the attack. */
  readonly lost: number;
  readonly of: number;
}

export interface ForgettingOptions {
  readonly policies?: readonly PolicyName[];
  readonly attackers?: readonly Attacker[];
  readonly cases?: number;
}

export async function* displaceForMonths(options: ForgettingOptions = {}): AsyncGenerator<Forgotten> {
  const { policies = POLICY_NAMES, attackers = MAIN_ATTACKERS, cases = CONTESTED.length } = options;
  for (const policy of policies) {
    const kept = await live(policy, undefined, cases);
    for (const attacker of attackers) {
      const found = await live(policy, attacker, cases);
      const lost = [...kept].filter((place) => !found.has(place)).length;
      yield { policy, attacker: attacker.name, lost, of: kept.size };
    }
  }
}

/** Ninety days of questions; the places of the facts that are in sight at the end. */
async function live(
  policy: PolicyName,
  attacker: Attacker | undefined,
  cases: number,
): Promise<ReadonlySet<number>> {
  const scene = everydayScene(policy);
  const targets = tellContested(scene, cases);
  scene.passDays(1);
  if (attacker !== undefined) flood(scene, targets, attacker);
  for (let day = 1; day <= DAYS; day++) {
    scene.passDays(1);
    if (day % ASKED_EVERY_DAYS === 0) for (const { question } of targets) scene.memory.recall(question);
    if (day % SWEPT_EVERY_DAYS === 0) await scene.memory.sweep();
  }
  const isInSight = ({ fact }: Target): boolean => {
    const { fact: found } = scene.memory.inspect(fact);
    const isValid = found?.validity === "valid" || found?.validity === "challenged";
    return found?.lifecycle === "active" && isValid && !found.suppressed;
  };
  return new Set(targets.flatMap((target, place) => (isInSight(target) ? [place] : [])));
}

function flood(scene: Scene, targets: readonly Target[], attacker: Attacker): void {
  const flooding = FAMILIES.find(({ name }) => name === "flooding");
  if (flooding === undefined) throw new Error("the family that floods is gone");
  for (let copy = 0; copy < COPIES; copy++)
    scene.add(
      targets.map((target) => ({
        ...flooding.write(target, copy, COPIES, scene.now),
        ...attacker.from(target.fact, copy),
        segment: "knowledge",
      })),
    );
}

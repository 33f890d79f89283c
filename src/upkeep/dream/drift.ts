/**
 * Which facts mention something that no longer exists? This stage looks up the paths, commands and dependencies that a
 * fact names in the host's environment, and challenges a fact whose references are gone.
 *
 * It challenges and never deletes: the fact is still recalled, marked, and listed for review. What is gone on three
 * nights, one after the other, and was not said by the principal, is invalidated: it leaves recall, but nothing is lost,
 * and it holds again by itself when what it names is back. The stage only reads, and only
 * what the owner allowed: anything else is "unknown", and unknown changes nothing. The principal's facts are looked up
 * first, so a lower-class writer who names a hundred thousand paths does not use up the limit for them. A challenged
 * or invalidated fact becomes valid again once none of its references is gone and at least one is there.
 */

import { MAX_LOOKUPS } from "../../limits.ts";
import { DRIFT } from "../../log/fold.ts";
import { lookKey, NIGHT_MS, nightsAfter } from "../../log/looks.ts";
import { EVENT_VERSION, type EventOf } from "../../model/event.ts";
import type { Fact } from "../../model/fact.ts";
import { AUTHORITIES, TRUSTED } from "../../model/source.ts";
import { idsInSlices } from "../../passes/in-slices.ts";
import type { Change, PassView, Write } from "../../passes/pass.ts";
import type { Environment, Presence } from "../../ports/environment.ts";
import { referencesIn } from "../../text/values/references.ts";
import { FACTS_PER_SLICE, type Stage } from "./stage.ts";

export interface Looked {
  readonly fact: string;
  readonly gone: readonly string[];
  readonly there: readonly string[];
}

/** The reason that `review` shows for such a fact. */
const REVIEW = "drift";

export const driftStage: Stage<Looked> = {
  name: "drift",
  async *items(view, { environment }) {
    if (environment === undefined) return;
    const known = new Map<string, Presence>();
    const ids = yield* idsInSlices(view);
    for (const authority of AUTHORITIES.toReversed())
      for (const [i, id] of ids.entries()) {
        if (i % FACTS_PER_SLICE === 0) yield undefined;
        const fact = view.state.facts.get(id);
        if (fact?.authority !== authority || !mayDrift(fact)) continue;
        const looked = await lookUp(fact, environment, known);
        if (looked.gone.length + looked.there.length > 0) yield looked;
      }
  },
  decide({ fact: id, gone, there }, view) {
    const fact = view.state.facts.get(id);
    if (fact === undefined || !mayDrift(fact)) return [];
    if (gone.length > 0 && fact.validity !== "invalidated") return missing(fact, gone, view);
    if (gone.length === 0 && there.length > 0 && isTakenByDrift(fact)) return settle(id);
    return [];
  },
};

/** Gone on so many nights, one after the other, a fact below class 3 no longer holds, until it is there again. */
const NIGHTS = 3;

/**
 * The first night challenges it; every night counts. Below class 3 the third night invalidates it. What the principal said
 * stays challenged: its owner decides.
 */
function missing(fact: Fact, gone: readonly string[], view: PassView): readonly (Change | Write)[] {
  const { state, now } = view;
  const before = state.looks.at.get(lookKey(DRIFT, fact.id));
  const isSameNight = before !== undefined && now - before.at < NIGHT_MS;
  if (isSameNight && fact.validity === "challenged") return [];
  const counted = isSameNight ? [] : [noted(fact.id, now)];
  const nights = nightsAfter(before, now);
  if (fact.validity === "valid") return [...counted, ...challenge(fact.id, gone)];
  if (fact.authority === TRUSTED || nights < NIGHTS) return counted;
  const because = {
    rule: "dream/drift",
    inputs: { nights },
    say: `gone for ${nights} nights: ${gone.join(", ")}`,
  };
  return [...counted, { event: { type: "invalidated", fact: fact.id }, ...because }];
}

function noted(fact: string, now: number): Write {
  const rule = "dream/drift";
  const write: EventOf<"looked"> = {
    ...{ type: "looked", v: EVENT_VERSION, at: now, why: { rule } },
    ...{ stage: DRIFT, facts: [fact] },
  };
  return { write, rule };
}

function mayDrift(fact: Fact): boolean {
  const stands = fact.validity === "valid" || isTakenByDrift(fact);
  return fact.lifecycle === "active" && stands && !fact.quarantined && !fact.erased;
}

/** Challenged or invalidated by this stage. */
function isTakenByDrift({ validity, review }: Fact): boolean {
  return (validity === "challenged" || validity === "invalidated") && review === REVIEW;
}

async function lookUp(fact: Fact, environment: Environment, known: Map<string, Presence>): Promise<Looked> {
  const [gone, there]: [string[], string[]] = [[], []];
  for (const { kind, name } of referencesIn(fact.content)) {
    const key = `${kind} ${name}`;
    const isOver = !known.has(key) && known.size >= MAX_LOOKUPS;
    const presence = known.get(key) ?? (isOver ? "unknown" : await environment[kind](name));
    if (!isOver) known.set(key, presence);
    if (presence === "gone") gone.push(name);
    if (presence === "there") there.push(name);
  }
  return { fact: fact.id, gone, there };
}

function challenge(id: string, gone: readonly string[]): ReturnType<Stage["decide"]> {
  const because = { rule: "dream/drift", inputs: { gone: gone.length }, say: `gone: ${gone.join(", ")}` };
  return [
    { event: { type: "challenged", fact: id }, ...because },
    { event: { type: "revised", fact: id, review: REVIEW }, ...because },
  ];
}

function settle(id: string): ReturnType<Stage["decide"]> {
  const because = { rule: "dream/drift-over", say: "what it names is there again" };
  return [
    { event: { type: "revalidated", fact: id }, ...because },
    { event: { type: "revised", fact: id, review: null }, ...because },
  ];
}

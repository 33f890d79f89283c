/**
 * Which facts have faded? The sweep asks the policy about each fact and does what the policy says.
 *
 * It goes from the newest fact to the oldest, so that a derived fact is judged before its evidence. A fact that leaves
 * or comes back into ranking changes whether its evidence is immune, so that evidence is judged again; so is a fact
 * that was promoted. As a result, a second sweep at the same time finds nothing to do.
 *
 * The sweep never restores archived facts, and never touches what a person archived or suppressed by hand. It erases a
 * text only if the fact was pruned and its grace period is over.
 */

import { assert } from "../assert.ts";
import { PRUNE_GRACE_DAYS } from "../lifecycle/immunity.ts";
import type { JudgeContext, LifecyclePolicy, PolicyDecision, Score } from "../lifecycle/policy.ts";
import { judgeContext } from "../log/judge-context.ts";
import type { Why } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { DAY_MS } from "../model/time.ts";
import { idsInSlices } from "../passes/in-slices.ts";
import type { Change, Pass, PassView, PieceOutcome } from "../passes/pass.ts";

export interface SweepRules {
  /** The text of a pruned fact is erased this many days after pruning. */
  readonly graceDays?: number | undefined;
  /** Does a hold forbid to erase it? */
  readonly isHeld?: ((fact: Fact) => boolean) | undefined;
}

const FACTS_PER_PIECE = 64;
const MAX_INPUTS = 30;
const INPUT_NAME = /^[a-z0-9][a-z0-9._/-]{0,63}$/i;

export function sweepPass(policy: LifecyclePolicy, rules: SweepRules = {}): Pass<readonly string[]> {
  const graceMs = (rules.graceDays ?? PRUNE_GRACE_DAYS) * DAY_MS;
  const isHeld = rules.isHeld ?? (() => false);
  return {
    name: "sweep",
    policy: policy.id,
    pieces: sweepPieces,
    decide(ids, view) {
      const back = new Map<string, Fact>();
      const context = withBack(judgeContext(view.state, view.now), back);
      return ids.flatMap((id) => {
        const fact = view.state.facts.get(id);
        if (fact === undefined) return [];
        const changes = judge(fact, { policy, view, context, graceMs, isHeld });
        if (changes.some(isPutBack)) back.set(id, { ...fact, suppressed: false });
        return changes;
      });
    },
  };
}

/** Facts that this piece has put back into ranking protect their evidence at once, within the same piece. */
function withBack(context: JudgeContext, back: ReadonlyMap<string, Fact>): JudgeContext {
  return {
    ...context,
    fact: (id) => back.get(id) ?? context.fact(id),
    citedBy: (id) => context.citedBy(id).map((fact) => back.get(fact.id) ?? fact),
  };
}

function isPutBack(change: Change): boolean {
  return "event" in change && change.event.type === "unsuppressed";
}

function* sweepPieces(view: PassView): Generator<readonly string[], void, PieceOutcome> {
  let ids = (yield* withPauses(idsInSlices(view))).reverse();
  while (ids.length > 0) {
    const affected = new Set<string>();
    for (let at = 0; at < ids.length; at += FACTS_PER_PIECE) {
      const { done } = yield ids.slice(at, at + FACTS_PER_PIECE);
      for (const id of affectedBy(done, view)) affected.add(id);
    }
    ids = [...affected];
  }
}

/** Passes the pauses of `work` on as empty pieces. */
function* withPauses<T>(work: Generator<undefined, T>): Generator<readonly string[], T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield [];
  }
}

/**
 * The facts to judge again. A fact in sight protects its evidence, and a dispute protects its class-3 side; a promoted
 * fact fades by the rules of its new layer.
 */
function affectedBy(done: readonly Change[], view: PassView): readonly string[] {
  return done.flatMap((change) => {
    if (!("event" in change)) return [];
    if (change.event.type === "revised") return [change.event.fact];
    if (!MOVING.has(change.event.type)) return [];
    const fact = view.state.facts.get(change.event.fact);
    if (fact === undefined) return [];
    const linked = fact.links.filter(({ kind }) => KEEPING.has(kind)).map((link) => link.to);
    const disputing = fact.backlinks.filter(({ kind }) => kind === "contradicts").map((back) => back.from);
    return [...fact.evidence, ...linked, ...disputing];
  });
}

const KEEPING: ReadonlySet<string> = new Set(["derived_from", "contradicts"]);
const MOVING: ReadonlySet<string> = new Set(["archived", "pruned", "suppressed", "unsuppressed"]);

interface SweepContext {
  readonly policy: LifecyclePolicy;
  readonly view: PassView;
  readonly context: JudgeContext;
  readonly graceMs: number;
  readonly isHeld: (fact: Fact) => boolean;
}

function judge(fact: Fact, sweep: SweepContext): readonly Change[] {
  const absence = sweep.view.state.upkeep.absences.get(fact.id);
  switch (fact.lifecycle) {
    case "pruned":
      return absence?.taken === undefined ? [] : judgePruned(fact, absence.taken.at, sweep);
    case "archived":
      return absence?.taken?.pass === undefined ? [] : judgeArchived(fact, sweep);
    case "active":
      return judgeActive(fact, sweep, absence?.suppressed?.pass !== undefined);
  }
}

/** Where nothing is ever pruned, what was pruned before is not erased either. */
function judgePruned(
  fact: Fact,
  at: number,
  { policy, view, graceMs, isHeld }: SweepContext,
): readonly Change[] {
  if (isHeld(fact)) return [];
  if (policy.params.prune === "never" || view.now - at < graceMs) return [];
  const say = `it was pruned on ${dayOf(at)}, and its grace of ${Math.round(graceMs / DAY_MS)} days is over`;
  return [{ erase: fact.id, rule: "sweep/grace-over", say }];
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A fact that a sweep archived keeps fading and may be pruned later. */
function judgeArchived(fact: Fact, sweep: SweepContext): readonly Change[] {
  const decision = sweep.policy.decide(fact, sweep.context);
  return decision.action === "prune"
    ? [because(decision, fact, sweep, { type: "pruned", fact: fact.id })]
    : [];
}

function judgeActive(fact: Fact, sweep: SweepContext, suppressedByPass: boolean): readonly Change[] {
  const decision = sweep.policy.decide(fact, sweep.context);
  const on = { fact: fact.id } as const;
  switch (decision.action) {
    case "keep":
    case "unsuppress":
      return fact.suppressed && suppressedByPass
        ? [because(decision, fact, sweep, { type: "unsuppressed", ...on })]
        : [];
    case "suppress":
      return fact.suppressed ? [] : [because(decision, fact, sweep, { type: "suppressed", ...on })];
    case "promote":
      assert(decision.layer !== undefined, "a promotion leads to a layer");
      return [because(decision, fact, sweep, { type: "revised", ...on, layer: decision.layer })];
    case "archive":
      return isOutOfForce(fact) ? [] : [because(decision, fact, sweep, { type: "archived", ...on })];
    case "prune":
      return [because(decision, fact, sweep, { type: "pruned", ...on })];
  }
}

/** The fact is out of recall already, and belongs to a history that users can walk through. */
function isOutOfForce(fact: Fact): boolean {
  return fact.validity === "superseded" || fact.validity === "merged" || fact.validity === "invalidated";
}

function because(
  decision: PolicyDecision,
  fact: Fact,
  sweep: SweepContext,
  event: Extract<Change, { readonly event: unknown }>["event"],
): Change {
  const score = sweep.policy.score(fact, sweep.context);
  const until = event.type === "pruned" ? `; ${announced(sweep)}` : "";
  return { event, rule: decision.rule, inputs: inputsOf(score), say: `${decision.why}${until}` };
}

/** Erasing is announced when a fact is pruned. */
function announced({ view, graceMs }: SweepContext): string {
  return `its text is erased after ${dayOf(view.now + graceMs)}, unless somebody brings it back`;
}

/** The score and those of its parts that may stand in an event's header. */
function inputsOf({ value, parts }: Score): Why["inputs"] {
  const inputs: Record<string, number> = { score: value };
  for (const [name, part] of Object.entries(parts).slice(0, MAX_INPUTS))
    if (INPUT_NAME.test(name) && Number.isFinite(part)) inputs[name] = part;
  return inputs;
}

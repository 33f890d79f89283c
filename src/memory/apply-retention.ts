/**
 * What do the rules of retention erase in one origin? What they describe, with all that was derived from it or quotes it,
 * unless a hold describes some of it.
 */
import type { SparedFact } from "../govern/purge.ts";
import { type DueFact, dueFacts } from "../govern/retention.ts";
import type { Retention } from "../log/retention.ts";
import type { Steps } from "../log/steps.ts";
import { badArgument, fieldsOf, maybe, parseFlag, parseListener } from "../model/arguments.ts";
import { type Origin, originKey } from "../model/origin.ts";
import { checkManages } from "../write/change-gate.ts";
import { carryOut, erasureOf, heldAmong } from "./erase.ts";
import type { Memory } from "./memory.ts";
import { named, parseRuleName } from "./retention.ts";

/** How the rules are carried out. */
export interface ApplyRetentionOptions {
  /** Only say what would go. */
  readonly preview?: boolean | undefined;
  /** Only this rule; which rule applies to a fact is decided among all of them. */
  readonly rule?: string | undefined;
  /** Called with the number of facts dealt with, and of all whose time is over. */
  readonly onProgress?: ((done: number, due: number) => void) | undefined;
}

interface Shown {
  readonly id: string;
  readonly content: string;
}

/** What the rules erased, or would erase, in one origin. */
export interface RetentionReport {
  readonly preview: boolean;
  readonly origin: Origin;
  readonly now: number;
  /** How many facts were looked at. */
  readonly looked: number;
  /** For each rule by which something goes: how many facts it describes that are old enough, and some of them. */
  readonly rules: readonly {
    readonly rule: string;
    readonly afterDays: number;
    readonly facts: number;
    readonly examples: readonly Shown[];
  }[];
  /** How many facts go: those, and what was derived from them or quotes them. */
  readonly facts: number;
  /** How many turns of conversations go with them. */
  readonly turns: number;
  /** Facts that several rules describe: the shortest time applied. */
  readonly conflicts: readonly {
    readonly fact: string;
    readonly applied: string;
    readonly overruled: readonly string[];
  }[];
  readonly conflictCount: number;
  /** Facts that would go by a rule, and stay because a hold describes them, or what would go with them (`because`). */
  readonly held: readonly {
    readonly fact: string;
    readonly rule: string;
    readonly hold: string;
    readonly because: string;
  }[];
  readonly heldCount: number;
  /** Facts of a higher class that hold some of the words, and stay. */
  readonly kept: readonly SparedFact[];
  readonly text: string;
}

/** Facts that are erased together: each erasure is compared with every fact. */
const AT_ONCE = 64;
const EXAMPLES = 5;
const REPORTED = 100;

/** Erases what the rules describe in this origin, with all that was derived from it or quotes it; or says what would go. */
export function* applyRetention(memory: Memory, options: ApplyRetentionOptions = {}): Steps<RetentionReport> {
  checkManages(memory.speaker, "carry out retention");
  const given = fieldsOf(options, new Set(["preview", "rule", "onProgress"]), "applyRetention");
  const onProgress = maybe(given, "onProgress", parseListener) as ApplyRetentionOptions["onProgress"];
  const preview = maybe(given, "preview", parseFlag) ?? false;
  const only = maybe(given, "rule", parseRuleName);
  const known = yield* memory.engine.retention();
  if (only !== undefined && !known.rules.has(only))
    throw badArgument(`There is no rule of retention "${only}". ${named(known.rules)}`);
  const run = new Run(memory, preview);
  const state = yield* memory.open.replica.catchUp();
  const due = dueFacts(state.facts.values(), originKey(memory.origin), known, run.now).filter(
    ({ rule }) => only === undefined || rule === only,
  );
  let done = 0;
  for (const { name } of known.rules.values()) {
    const some = due.filter(({ rule }) => rule === name);
    for (let at = 0; at < some.length; at += AT_ONCE) {
      onProgress?.(done, due.length);
      yield* run.erase(name, some.slice(at, at + AT_ONCE));
      done += Math.min(AT_ONCE, some.length - at);
    }
  }
  onProgress?.(done, due.length);
  return run.report(state.facts.size, due, known);
}

/** What one call erases. */
class Run {
  readonly now: number;
  private readonly memory: Memory;
  private readonly preview: boolean;
  private readonly facts = new Set<string>();
  private readonly turns = new Set<string>();
  private readonly kept = new Map<string, SparedFact>();
  private readonly held: RetentionReport["held"][number][] = [];

  constructor(memory: Memory, preview: boolean) {
    this.memory = memory;
    this.preview = preview;
    this.now = memory.engine.now();
  }

  /** Where a hold describes something that would go, the facts are erased one by one, and those it concerns stay. */
  *erase(rule: string, due: readonly DueFact[]): Steps<void> {
    const { memory } = this;
    const state = yield* memory.open.replica.catchUp();
    const ids = due.map(({ fact }) => fact.id).filter((id) => state.facts.has(id));
    if (ids.length === 0) return;
    const work = yield* erasureOf(memory, state, { facts: ids, turns: [] });
    const held = yield* heldAmong(memory, state, work);
    if (held === undefined) {
      if (!this.preview) yield* carryOut(memory, state, work, { rule: `retention/${rule}` });
      for (const { id } of work.facts) this.facts.add(id);
      for (const id of work.turns) this.turns.add(id);
      for (const one of work.kept) this.kept.set(one.id, one);
    } else if (due.length > 1) for (const one of due) yield* this.erase(rule, [one]);
    else this.held.push({ fact: (due[0] as DueFact).fact.id, rule, hold: held.hold.name, because: held.id });
  }

  report(looked: number, due: readonly DueFact[], { rules }: Retention): RetentionReport {
    const isHeld = new Set(this.held.map(({ fact }) => fact));
    const going = due.filter(({ fact }) => !isHeld.has(fact.id));
    const conflicts = due.filter(({ overruled }) => overruled.length > 0);
    const byRule = [...rules.values()].flatMap(({ name: rule, afterDays }) => {
      const some = going
        .filter((one) => one.rule === rule)
        .map(({ fact: { id, content } }) => ({ id, content }));
      return some.length === 0
        ? []
        : [{ rule, afterDays, facts: some.length, examples: some.slice(0, EXAMPLES) }];
    });
    const told = {
      ...{ preview: this.preview, origin: this.memory.origin, now: this.now, looked, rules: byRule },
      ...{ facts: this.facts.size, turns: this.turns.size },
      conflicts: conflicts
        .slice(0, REPORTED)
        .map(({ fact, rule, overruled }) => ({ fact: fact.id, applied: rule, overruled })),
      conflictCount: conflicts.length,
      ...{ held: this.held.slice(0, REPORTED), heldCount: this.held.length },
      kept: [...this.kept.values()].filter(({ id }) => !this.facts.has(id)),
    };
    return { ...told, text: textOf(told) };
  }
}

function textOf(report: Omit<RetentionReport, "text">): string {
  const { preview, rules, facts, turns, conflicts, conflictCount, held, heldCount, kept } = report;
  const asked = rules.reduce((sum, one) => sum + one.facts, 0);
  const what = `${count(facts, "fact")}${facts > asked ? ` (${facts - asked} of them because of what they hold of others)` : ""}`;
  const also = turns === 0 ? "" : ` and ${count(turns, "turn")} of conversations`;
  const lines = [`${preview ? "Would erase" : "Erased"} ${what}${also}.`];
  for (const { rule, afterDays, facts: some, examples } of rules)
    lines.push(
      `  ${rule} (after ${count(afterDays, "day")}): ${count(some, "fact")}`,
      ...examples.map(({ id, content }) => `    ${id}  ${content.replace(/\s+/g, " ").slice(0, 80)}`),
    );
  if (conflictCount > 0)
    lines.push(`${count(conflictCount, "fact")} under several rules: the shortest time applies.`);
  for (const { fact, applied, overruled } of conflicts.slice(0, EXAMPLES))
    lines.push(`  ${fact}  ${applied}, not ${overruled.join(", ")}`);
  if (heldCount > 0) lines.push(`${count(heldCount, "fact")} kept by a hold:`);
  for (const { fact, rule, hold: by, because } of held.slice(0, EXAMPLES))
    lines.push(`  ${fact}  ${by}, not ${rule}${because === fact ? "" : ` (with it would go ${because})`}`);
  if (kept.length > 0)
    lines.push(`${count(kept.length, "fact")} of a higher class kept, though it may hold the words.`);
  return lines.join("\n");
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? "" : "s"}`;
}

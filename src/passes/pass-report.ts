/**
 * What did a pass do, or what would it do? In figures, fact by fact, and as text for a person.
 *
 * Changes that take a fact out of sight come first, the most used facts before the others: a mistake hurts most there.
 * If a person dismisses what waits for review, the gravest reasons come before that.
 */
import { MAX_CHANGES_REPORTED } from "../limits.ts";
import type { State } from "../log/fold.ts";
import { gravityOf, reviewReason } from "../model/review.ts";
import type { Change, PassReport, ReportedChange, SparedChange, Write } from "./pass.ts";
import type { Veto } from "./veto.ts";

/** How the text names a change, after "3" or "3 to be". Event types that are missing here are named as they are. */
const WORDS: Readonly<Record<string, string>> = {
  added: "added",
  observed: "noted again",
  restated: "noted again",
  revised: "relabelled",
  linked: "linked",
  unlinked: "unlinked",
  restored: "brought back",
  unsuppressed: "put back into ranking",
  suppressed: "taken out of ranking",
  erased: "erased for good",
};
const OUT_OF_SIGHT: readonly string[] = [
  "erased",
  "pruned",
  "archived",
  "suppressed",
  "invalidated",
  "quarantined",
  "superseded",
  "merged",
];
/** The pass that archives what waits for review (`upkeep/dismiss.ts`). */
export const DISMISS = "dismiss";
const SPARED_REPORTED = 100;
const LINES_PER_KIND = 20;
const SHOWN_CHARS = 80;

export class PassReporter {
  private readonly name: string;
  private readonly now: number;
  private readonly dryRun: boolean;
  private changes: ReportedChange[] = [];
  private readonly spared: SparedChange[] = [];
  private readonly counts: Record<string, number> = {};
  /** How grave the reason is for which a dismissed fact waited. */
  private readonly gravity = new WeakMap<ReportedChange, number>();
  private sparedCount = 0;
  private looked = 0;

  constructor(name: string, now: number, dryRun: boolean) {
    this.name = name;
    this.now = now;
    this.dryRun = dryRun;
  }

  add(looked: number, done: readonly ReportedChange[], spared: readonly SparedChange[]): void {
    this.looked += looked;
    for (const told of done) {
      this.changes.push(told);
      this.counts[told.what] = (this.counts[told.what] ?? 0) + 1;
    }
    // Trim while the pass runs: sorting everything at the end would block the event loop.
    if (this.changes.length > 2 * MAX_CHANGES_REPORTED) this.changes = this.top();
    this.sparedCount += spared.length;
    this.spared.push(...spared.slice(0, SPARED_REPORTED - this.spared.length));
  }

  /** Nothing for a change that is about no fact. */
  tell(change: Change | Write, state: State): readonly ReportedChange[] {
    const told = toldOf(change, state);
    if (told === undefined) return [];
    const fact = this.name === DISMISS ? state.facts.get(told.fact) : undefined;
    if (fact !== undefined) this.gravity.set(told, gravityOf(reviewReason(fact)));
    return [told];
  }

  spare(change: Change, state: State, { rule, because }: Veto): SparedChange {
    const { fact, content, what } = toldOf(change, state) as ReportedChange;
    return { fact, content, what, rule, because };
  }

  report({ pass, more, halted }: Pick<PassReport, "pass" | "more" | "halted">): PassReport {
    const changes = this.top();
    const { name, now, dryRun, looked, counts, spared, sparedCount } = this;
    const told = { pass, name, dryRun, now, looked, counts, changes, spared, sparedCount, halted, more };
    return { ...told, text: inWords(told) };
  }

  private top(): ReportedChange[] {
    const gravity = (one: ReportedChange) => this.gravity.get(one) ?? 0;
    return [...this.changes]
      .sort((a, b) => place(a) - place(b) || gravity(a) - gravity(b) || byUse(a, b))
      .slice(0, MAX_CHANGES_REPORTED);
  }
}

/** undefined if it is about no fact. */
function toldOf(change: Change | Write, state: State): ReportedChange | undefined {
  const event = "write" in change ? change.write : "event" in change ? change.event : undefined;
  const id =
    "erase" in change ? change.erase : event !== undefined && "fact" in event ? event.fact : undefined;
  if (id === undefined) return undefined;
  const fact = state.facts.get(id);
  const shown = state.upkeep.shown.get(id);
  const words = event?.type === "added" ? event.body?.content : undefined;
  return {
    fact: id,
    content: shorten(fact?.content ?? words ?? ""),
    what: event === undefined ? "erased" : (event.type as ReportedChange["what"]),
    rule: change.rule,
    why: change.say ?? `rule ${change.rule}`,
    accessCount: fact?.accessCount ?? 0,
    lastAccessedAt: fact === undefined || fact.accessCount === 0 ? undefined : fact.lastAccessedAt,
    shownCount: shown?.count ?? 0,
    lastShownAt: shown?.lastAt,
  };
}

function byUse(a: ReportedChange, b: ReportedChange): number {
  return (
    b.accessCount + b.shownCount - (a.accessCount + a.shownCount) ||
    b.accessCount - a.accessCount ||
    (b.lastAccessedAt ?? 0) - (a.lastAccessedAt ?? 0) ||
    (a.fact < b.fact ? -1 : a.fact > b.fact ? 1 : 0)
  );
}

function place({ what }: ReportedChange): number {
  const at = OUT_OF_SIGHT.indexOf(what);
  return at < 0 ? OUT_OF_SIGHT.length : at;
}

function inWords(report: Omit<PassReport, "text">): string {
  const { dryRun, counts, looked, more, name, sparedCount, spared } = report;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(counts).map(
    ([what, count]) => `${count} ${dryRun ? "to be " : ""}${WORDS[what] ?? what}`,
  );
  const head = `${name}${dryRun ? " (dry run)" : ""}: looked at ${looked}; ${total === 0 ? "nothing to do" : parts.join(", ")}${sparedCount === 0 ? "" : `; ${sparedCount} spared`}.`;
  const lines = [head, ...listings(report)];
  if (sparedCount > 0)
    lines.push(
      "",
      "Spared:",
      ...some(
        spared.map((one) => `- "${one.content}" (${one.fact}), kept: ${one.because} (${one.rule})`),
        sparedCount,
      ),
    );
  if (report.halted !== undefined) lines.push("", stopped(report.halted));
  if (more) lines.push("", "A bound was reached: run it again for the rest.");
  if (report.pass !== undefined) lines.push("", wayBack(report.pass, total, counts.erased ?? 0));
  return lines.join("\n");
}

/** What a person is asked. */
function stopped(halted: NonNullable<PassReport["halted"]>): string {
  const much = Object.entries(halted).map(([name, count]) => `${count} more of ${name.replace("-", " ")}`);
  return `It stopped: it would have taken too much out of recall (${much.join(", ")}). Look at what it did; then undo it, or run it with allowLoss.`;
}

/** How to take the run back, and what no undo brings back. */
function wayBack(pass: string, total: number, erased: number): string {
  if (erased === 0) return `undo("${pass}") takes it back.`;
  if (erased === total) return "What was erased cannot be brought back.";
  return `undo("${pass}") takes back everything but what was erased for good.`;
}

function listings({ name, changes, counts, dryRun }: Omit<PassReport, "text">): readonly string[] {
  return Object.keys(counts)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .flatMap((what) => {
      const mine = changes.filter((change) => change.what === what);
      const isUsed = mine.some(({ accessCount, shownCount }) => accessCount + shownCount > 0);
      const order = name === DISMISS ? ", gravest first" : isUsed ? ", most used first" : "";
      const title = `${dryRun ? "To be " : ""}${WORDS[what] ?? what}${order}:`;
      return ["", title[0]?.toUpperCase() + title.slice(1), ...some(mine.map(line), counts[what] ?? 0)];
    });
}

function placeOf(what: string): number {
  const at = OUT_OF_SIGHT.indexOf(what);
  return at < 0 ? OUT_OF_SIGHT.length : at;
}

function line({ fact, content, what, why, ...uses }: ReportedChange): string {
  const told = `- "${content}" (${fact}): ${why}`;
  // Nobody can have used it yet.
  return what === "added" ? told : `${told}; ${usesOf(uses)}`;
}

type Uses = Pick<ReportedChange, "accessCount" | "lastAccessedAt" | "shownCount" | "lastShownAt">;

function usesOf({ accessCount, lastAccessedAt, shownCount, lastShownAt }: Uses): string {
  const last = lastAccessedAt === undefined ? "" : `, last on ${day(lastAccessedAt)}`;
  const used =
    accessCount === 0 ? "never used" : `used ${accessCount === 1 ? "once" : `${accessCount} times`}${last}`;
  const times = shownCount === 1 ? "once" : `${shownCount} times`;
  const inPassing =
    lastShownAt === undefined ? "" : `, shown in passing ${times}, last on ${day(lastShownAt)}`;
  return `${used}${inPassing}`;
}

function some(lines: readonly string[], count: number): readonly string[] {
  const shown = lines.slice(0, LINES_PER_KIND);
  return count > shown.length ? [...shown, `… and ${count - shown.length} more`] : shown;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= SHOWN_CHARS ? line : `${line.slice(0, SHOWN_CHARS - 1)}…`;
}

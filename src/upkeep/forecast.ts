/**
 * What leaves next? Which facts the sweeps of the coming days take out of sight or erase, when and by which rule, unless
 * somebody uses them before; and which ones would leave, but are kept.
 *
 * Each fact is judged alone, by the sweep itself (`ageing.ts`): a fact that something active is derived from may leave
 * earlier than is said here if that leaves first.
 */
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { MAX_FORECAST } from "../limits.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import { dayText, forecastOf, isJudgedOn, type Outlook } from "./ageing.ts";

/** A step of a fact on its way out. */
export interface Leaving {
  readonly fact: string;
  readonly content: string;
  readonly at: number;
  readonly what: Exclude<Outlook["what"], "promoted">;
  readonly rule: string;
  readonly why: string;
}

/** A fact that the policy would take, and a rule keeps. */
export interface Kept {
  readonly fact: string;
  readonly content: string;
  /** The rule that keeps it, such as "immunity/in-use". */
  readonly rule: string;
  readonly because: string;
}

/** Which facts leave within the next days, and which stay. */
export interface Forecast {
  readonly now: number;
  readonly days: number;
  readonly policy: string;
  /** The first to leave comes first; at most 1,000. */
  readonly leaving: readonly Leaving[];
  /** How many steps there are, also those that are not listed. */
  readonly leavingCount: number;
  /** What the policy would take, and a rule keeps. */
  readonly kept: readonly Kept[];
  readonly keptCount: number;
  /** For a person. */
  readonly text: string;
}

export interface ForecastInput {
  readonly state: State;
  readonly policy: LifecyclePolicy;
  readonly now: number;
  readonly days: number;
}

const SHOWN_CHARS = 80;
const LINES = 20;

export function forecastMemory({ state, policy, now, days }: ForecastInput): Forecast {
  const leaving: Leaving[] = [];
  const kept: Kept[] = [];
  for (const fact of state.facts.values()) {
    // Facts fade: what stays on the last day, and stays today, is not looked at day by day.
    if (!isJudgedOn(policy, state, fact, now, [0, Math.floor(days / 2), days])) continue;
    const { outlook, keptBy } = forecastOf(policy, state, fact, now, days);
    const about = { fact: fact.id, content: shorten(fact.content) };
    for (const { what, ...step } of outlook)
      if (what !== "promoted") leaving.push({ ...about, what, ...step });
    if (keptBy !== undefined) kept.push({ ...about, rule: keptBy.rule, because: keptBy.because });
  }
  leaving.sort((a, b) => a.at - b.at || (a.fact < b.fact ? -1 : a.fact > b.fact ? 1 : 0));
  const told = {
    ...{ now, days, policy: policy.id, leavingCount: leaving.length, keptCount: kept.length },
    leaving: leaving.slice(0, MAX_FORECAST),
    kept: kept.slice(0, MAX_FORECAST),
  };
  return { ...told, text: inWords(told) };
}

const FATES: Readonly<Record<Leaving["what"], string>> = {
  archived: "archived",
  pruned: "pruned, its text kept for its days of grace",
  suppressed: "taken out of ranking",
  erased: "erased for good",
};

function inWords({ days, leaving, leavingCount, kept, keptCount }: Omit<Forecast, "text">): string {
  const within = `in the next ${days === 1 ? "day" : `${days} days`}`;
  if (leavingCount === 0 && keptCount === 0) return `Nothing leaves ${within}.`;
  const lines =
    leavingCount === 0
      ? [`Nothing leaves ${within}.`]
      : [
          `What leaves ${within}, unless it is used:`,
          ...leaving
            .slice(0, LINES)
            .map(
              ({ at, content, fact, what, rule }) =>
                `- ${dayText(at)}: "${content}" (${fact}) is ${FATES[what]} (${rule})`,
            ),
          ...more(leavingCount),
        ];
  if (keptCount === 0) return lines.join("\n");
  const because = ({ content, fact, because, rule }: Kept) =>
    `- "${content}" (${fact}): ${because} (${rule})`;
  return [
    ...lines,
    "",
    "Kept, although it has faded:",
    ...kept.slice(0, LINES).map(because),
    ...more(keptCount),
  ].join("\n");
}

function more(count: number): readonly string[] {
  return count > LINES ? [`… and ${count - LINES} more`] : [];
}

function shorten(text: Fact["content"]): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= SHOWN_CHARS ? line : `${line.slice(0, SHOWN_CHARS - 1)}…`;
}

/**
 * What happened at night, for a person in the morning? Read from the log, whoever ran the passes.
 *
 * The seven steps of the night are one table. Each change of a pass belongs to one heading; what a person has undone
 * since is left out.
 */
import type { State } from "../log/fold.ts";
import { haltedPasses, type PassRecord, UNDO_RULE } from "../log/upkeep-state.ts";
import type { MemoryEvent } from "../model/event.ts";
import { needsReview } from "../model/review.ts";
import type { RecordedEvent } from "../ports/storage.ts";

/**
 * The steps of a night, in order.
 * @example for (const { step, does } of NIGHT_STEPS) console.log(step, does);
 */
export const NIGHT_STEPS = [
  { step: 1, name: "forget", does: "what has faded leaves, by the policy" },
  {
    step: 2,
    name: "cluster",
    does: "what was said often is confirmed, what says the same is merged, clusters are summed up",
  },
  { step: 3, name: "cards", does: "cards about people, organisations and projects" },
  { step: 4, name: "synthesise", does: "bridges between what nobody had joined" },
  { step: 5, name: "probe", does: "old beliefs are doubted" },
  { step: 6, name: "drift", does: "what facts refer to is looked up" },
  { step: 7, name: "prune", does: "old access marks are summed up" },
] as const;
/** A step of the night. */
export type NightStep = (typeof NIGHT_STEPS)[number]["name"];

export const MORNING_HEADINGS = [
  "confirmed",
  "merged",
  "summed up",
  "cards",
  "bridged",
  "doubted",
  "asked",
  "faded",
  "brought back",
  "linked",
] as const;
/** What became of a fact at night. */
export type MorningHeading = (typeof MORNING_HEADINGS)[number];

/** The first that matches decides. */
const BY_RULE: readonly (readonly [rule: RegExp, heading: MorningHeading, step: NightStep])[] = [
  [/^dream\/confirm$/, "confirmed", "cluster"],
  [/^(dream\/consolidate|think\/(merge|supersede))$/, "merged", "cluster"],
  [/^think\/summarise$/, "summed up", "cluster"],
  [/^think\/question$/, "asked", "cluster"],
  [/^think\/card/, "cards", "cards"],
  [/^think\/bridge$/, "bridged", "synthesise"],
  [/^think\/probe$/, "doubted", "probe"],
  [/^dream\/drift-over$/, "brought back", "drift"],
  [/^dream\/drift/, "doubted", "drift"],
  [/^contradictions\//, "doubted", "probe"],
  [/^dream\/(relate|rename|cluster)$/, "linked", "cluster"],
];
const FADING: ReadonlySet<string> = new Set(["archived", "pruned", "suppressed", "erased"]);
const BACK: ReadonlySet<string> = new Set(["restored", "unsuppressed"]);
/** The passes of a night. */
const OF_NIGHT: ReadonlySet<string> = new Set(["contradictions", "sweep", "dream", "consolidation", "think"]);
const SHOWN = 50;

/** A fact that a pass changed. */
export interface MorningItem {
  readonly fact: string;
  /** The beginning of its text; empty once that is erased. */
  readonly content: string;
  /** The fact that it was merged into, doubted for, or joined with. */
  readonly other: string | undefined;
  readonly rule: string;
  readonly pass: string;
  readonly step: NightStep;
}

/** What one heading says. */
export interface MorningSection {
  readonly heading: MorningHeading;
  readonly count: number;
  /** At most fifty. */
  readonly items: readonly MorningItem[];
}

/** What the nights since a time did, and what waits for a person. */
export interface Morning {
  readonly since: number;
  readonly sections: readonly MorningSection[];
  /** Latest first: `undo` takes each back. */
  readonly passes: readonly PassRecord[];
  readonly waits: {
    /** Facts that wait for a person's review. */
    readonly review: number;
    /** Passes that stopped because they would have taken too much out of recall. */
    readonly halted: readonly PassRecord[];
  };
  /** What asking a model took on the latest day. */
  readonly asked: { readonly calls: number; readonly inputTokens: number; readonly outputTokens: number };
  readonly text: string;
}

/** The passes of a night that began since then, oldest first. */
export function passesSince({ upkeep }: State, since: number): readonly PassRecord[] {
  return [...upkeep.passes.values()].filter(({ name, begunAt }) => OF_NIGHT.has(name) && begunAt >= since);
}

/** `events`: those of the stream, beginning with the first of these passes. */
export function morningOf(state: State, events: readonly RecordedEvent[], since: number): Morning {
  const passes = passesSince(state, since);
  const told = new Set(passes.filter(({ undoneAt }) => undoneAt === undefined).map(({ id }) => id));
  const undone = undoneIn(events);
  const byHeading = new Map<MorningHeading, Map<string, MorningItem>>();
  for (const { event } of events) {
    const pass = "why" in event ? event.why?.pass : undefined;
    if (pass === undefined || !told.has(pass)) continue;
    for (const [heading, item] of itemsOf(event, pass, state)) {
      if (undone.has(`${pass} ${item.fact}`)) continue;
      const items = byHeading.get(heading) ?? new Map<string, MorningItem>();
      byHeading.set(heading, items.set(item.fact, item));
    }
  }
  const sections = MORNING_HEADINGS.flatMap((heading) => {
    const items = [...(byHeading.get(heading)?.values() ?? [])];
    return items.length === 0 ? [] : [{ heading, count: items.length, items: items.slice(0, SHOWN) }];
  });
  const { day: _, ...asked } = state.looks.asked;
  const told_ = { since, sections, passes: [...passes].reverse(), waits: waitsIn(state), asked };
  return { ...told_, text: inWords(told_) };
}

/** What waits for a person. */
export function waitsIn({ facts, upkeep }: State): Morning["waits"] {
  let review = 0;
  for (const fact of facts.values()) if (needsReview(fact)) review++;
  return { review, halted: haltedPasses(upkeep) };
}

/** Facts for which a pass was undone, with the pass. */
function undoneIn(events: readonly RecordedEvent[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { event } of events)
    if ("why" in event && event.why?.rule === UNDO_RULE && "fact" in event)
      undone.add(`${event.why.pass} ${event.fact}`);
  return undone;
}

function itemsOf(
  event: MemoryEvent,
  pass: string,
  state: State,
): readonly (readonly [MorningHeading, MorningItem])[] {
  const rule = "why" in event ? (event.why?.rule ?? "") : "";
  const found = BY_RULE.find(([pattern]) => pattern.test(rule));
  const fades = FADING.has(event.type);
  const heading = found?.[1] ?? (fades ? "faded" : BACK.has(event.type) ? "brought back" : undefined);
  if (heading === undefined) return [];
  // A former version of a card or a summary makes room for the new one: that is no news.
  if (event.type === "superseded" && (heading === "cards" || heading === "summed up")) return [];
  const facts = "fact" in event ? [event.fact] : event.type === "erased" ? (event.facts ?? []) : [];
  const other =
    "successor" in event
      ? event.successor
      : "to" in event
        ? event.to
        : "against" in event
          ? event.against
          : undefined;
  return facts.map((fact) => [
    heading,
    {
      ...{ fact, content: shortened(state.facts.get(fact)?.content ?? ""), other, rule, pass },
      step: found?.[2] ?? "forget",
    },
  ]);
}

const SHOWN_CHARS = 120;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= SHOWN_CHARS ? line : `${line.slice(0, SHOWN_CHARS - 1)}…`;
}

const LINES = 10;

function inWords({ sections, passes, waits, since }: Omit<Morning, "text">): string {
  const day = new Date(since).toISOString().slice(0, 16).replace("T", " ");
  const head =
    sections.length === 0
      ? `Since ${day} (UTC) the nights changed nothing.`
      : `Since ${day} (UTC): ${sections.map(({ heading, count }) => `${count} ${heading}`).join(", ")}.`;
  const lists = sections
    .filter(({ heading }) => heading !== "linked")
    .flatMap(({ heading, count, items }) => [
      "",
      `${heading[0]?.toUpperCase()}${heading.slice(1)}:`,
      ...items.slice(0, LINES).map(({ content, fact }) => `- "${content}" (${fact})`),
      ...(count > LINES ? [`… and ${count - LINES} more`] : []),
    ]);
  const halted = waits.halted.map(
    ({ id, name }) =>
      `- ${name} ${id} stopped: it would have taken too much out of recall. Undo it, or run it with allowLoss.`,
  );
  const waiting =
    waits.review + halted.length === 0 ? [] : ["", `Waits for you: ${waits.review} in review.`, ...halted];
  const undo = passes.flatMap(({ id, name, undoneAt }) =>
    undoneAt === undefined ? [`- ${name}: undo("${id}")`] : [],
  );
  return [head, ...lists, ...waiting, ...(undo.length === 0 ? [] : ["", "To take it back:", ...undo])].join(
    "\n",
  );
}

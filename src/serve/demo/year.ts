/**
 * In which order does the demo's year happen? Everything that was written for it, as one list of happenings by time:
 * the same list for the same seed.
 */

import type { ChannelOrigin, Origin } from "../../model/origin.ts";
import { DAY_MS } from "../../model/time.ts";
import type { AddInput } from "../../write/draft.ts";
import { type Block, linesOf } from "./block.ts";
import { CHANNELS } from "./channels.ts";
import { HARBOUR_FACTS } from "./harbours.ts";
import { HOME } from "./home.ts";
import { APPOINTMENTS, DANISH, SPENT } from "./small-things.ts";
import {
  BY_HAND,
  CHAINS,
  CORRECTIONS,
  DECIDED,
  DERIVED,
  DISPUTED,
  LINKS,
  NEARLY_SAME,
  OPEN_QUESTIONS,
  QUESTIONS,
  REPEATED,
} from "./story.ts";
import { WORK } from "./work.ts";
import { POISON, REFUSED, WORLD } from "./world.ts";

export const DAYS = 365;
/** Blocks, and what is done by hand, end by this day. The last upkeep, on day 364, comes after it. */
const LAST_DAY = DAYS - 2;
const HOUR_MS = 3_600_000;

/** One thing that somebody does. Facts are named by their words, because their ids are not known beforehand. */
export type Act =
  | { readonly do: "add"; readonly origin: Origin; readonly input: AddInput }
  | { readonly do: "derive"; readonly content: string; readonly from: readonly string[] }
  | { readonly do: "ask"; readonly query: string }
  | { readonly do: "hand"; readonly act: (typeof BY_HAND)[number][1]; readonly words: string }
  | {
      readonly do: "link";
      readonly from: string;
      readonly kind: (typeof LINKS)[number][2];
      readonly to: string;
    }
  | { readonly do: "decide"; readonly keep: string; readonly against: string }
  | { readonly do: "upkeep" }
  | { readonly do: "undo-dream" };

export interface Happening {
  /** Milliseconds since the year began. */
  readonly at: number;
  readonly act: Act;
}

type Chance = () => number;

/** What happens, oldest first. */
export function theYear(chance: Chance): readonly Happening[] {
  const happenings: Happening[] = [];
  const on = (day: number, act: Act, hour = 7 + 14 * chance()) =>
    void happenings.push({ at: Math.floor(day) * DAY_MS + Math.floor(hour * HOUR_MS), act });
  const saidOn = new Map<string, number>();
  const add = (day: number, input: AddInput, origin: Origin = "owner") => {
    if (!saidOn.has(input.content)) saidOn.set(input.content, Math.floor(day));
    on(day, { do: "add", origin, input });
  };
  /** The day this many days after the last of these facts was said. */
  const afterAll = (days: number, contents: readonly string[]) =>
    Math.min(LAST_DAY, days + Math.max(...contents.map((content) => saidOn.get(content) ?? 0)));
  for (const block of [...HOME, ...WORK, ...HARBOUR_FACTS, ...WORLD, ...CHANNELS, POISON, ...smallThings()])
    spread(block, chance, (day, input, origin) => add(day, input, origin));
  for (const { subject, attribute, segment, values } of CHAINS)
    for (const [day, content] of values) add(day, { content, segment, subject, attribute });
  for (const [day, first, later, second] of NEARLY_SAME) {
    add(day, { content: first, segment: "knowledge" });
    add(later, { content: second, segment: "knowledge" });
  }
  for (const [day, content] of CORRECTIONS) add(day, { content, segment: "correction" });
  for (const [content, segment, days] of REPEATED)
    for (const day of days) add(day, { content, segment, episode: { id: `day-${day}` } });
  for (const [day, source, subject, attribute, content] of DISPUTED)
    add(day, { content, segment: "knowledge", source, subject, attribute });
  for (const [day, source, segment, content] of REFUSED) add(day, { content, segment, source });
  for (const [day, first, later, second] of [...OPEN_QUESTIONS, ...DECIDED]) {
    add(day, { content: first, segment: "knowledge" });
    add(later, { content: second, segment: "knowledge", source: "owner_message" });
  }
  for (const [, first, later, second] of DECIDED)
    on(later + 1, { do: "decide", keep: second, against: first }, 22);
  for (const [days, act, words] of BY_HAND) on(afterAll(days, [words]), { do: "hand", act, words }, 21.5);
  for (const [days, from, kind, to] of LINKS)
    on(afterAll(days, [from, to]), { do: "link", from, kind, to }, 21.6);
  for (const [days, content, from] of DERIVED)
    on(afterAll(days, from), { do: "derive", content, from }, 21.7);
  for (const [every, from, to, query] of QUESTIONS)
    for (let day = from; day <= to; day += every) on(day, { do: "ask", query });
  for (const day of UPKEEP_DAYS) on(day, { do: "upkeep" }, 3);
  on(UNDONE_ON, { do: "undo-dream" }, 9);
  // Of two at the same time, the one that was added first.
  return happenings
    .map((one, i) => ({ one, i }))
    .sort((a, b) => a.one.at - b.one.at || a.i - b.i)
    .map(({ one }) => one);
}

/** Every few weeks, and daily in the last one, like a server that runs now and then. */
const UPKEEP_DAYS = [
  ...Array.from({ length: 19 }, (_, i) => 18 * (i + 1)),
  ...[357, 358, 359, 360, 361, 362, 363, 364],
];
const UNDONE_ON = 201;

/** Spreads the lines evenly and in order, with some randomness. */
function spread(
  block: Block,
  chance: Chance,
  add: (day: number, input: AddInput, origin: ChannelOrigin | undefined) => void,
): void {
  const { from = 0, to = LAST_DAY, as, origin } = block;
  const lines = linesOf(block);
  lines.forEach((content, i) => {
    const day = from + ((to - from) * (i + chance())) / lines.length;
    add(day, { ...as, content }, origin);
  });
}

function smallThings(): readonly Block[] {
  return [
    {
      from: 190,
      as: { segment: "knowledge", tags: ["danish"] },
      lines: DANISH.map(([english, danish]) => `"${english}" is "${danish}" in Danish.`).join("\n"),
    },
    {
      as: { segment: "context", tags: ["money"] },
      lines: SPENT.map(([what, euros]) => `Paid ${euros.toLocaleString("en")} euros for ${what}.`).join("\n"),
    },
    {
      as: { segment: "context", tags: ["calendar"] },
      lines: APPOINTMENTS.map(
        (what, i) => `${what} at ${9 + ((i * 5) % 9)}:${i % 2 === 0 ? "00" : "30"}.`,
      ).join("\n"),
    },
  ];
}

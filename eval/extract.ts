/**
 * Which turns of a conversation do the rules draw facts from, are they the right ones, and does a memory of these facts
 * answer later questions?
 *
 *   npm run eval -- extract --data realmem [--people A,B] [--sample 200 --seed 1 [--lasting] [--json]]
 *
 * Turns are observed and distilled by the rules in a memory of their own, as a host does it; what the check drops is told
 * with its reasons. Counted on user turns, with and without the "Enhanced" sessions, beside trivial selectors. `--sample` prints facts
 * drawn at random, each with its turn, to be judged by somebody who did not write the rules: true, durable, standing
 * alone? With `--json` each is a line of JSON, without what the rules themselves think of it. `--lasting` leaves out what the rules themselves file as passing (the segment "context"). The rules were set on Kim_Ji_young and Liam_O_Connor; the other people are what they are measured on.
 */
import { parseArgs } from "node:util";
import { seededChance, upTo } from "../src/testing/chance.ts";
import { keyOf, type Person, readConversations } from "./support/conversations.ts";
import { type Drawn, type DrawnFact, Hearing, isLasting } from "./support/drawn.ts";
import { DataError, runEval } from "./support/json-lines.ts";
import { MAX_HIT_CHARS, reachesFor, Share } from "./support/reach.ts";
import { SELECTORS } from "./support/selectors.ts";
import { printTable } from "./support/table.ts";

const TUNED_ON = new Set(["Kim_Ji_young", "Liam_O_Connor"]);
await runEval(async () => {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      people: { type: "string" },
      sample: { type: "string" },
      lasting: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
    },
  });
  const named = values.people?.split(",");
  const people = readConversations(values.data).filter(({ name }) => named?.includes(name) ?? true);
  if (people.length === 0) throw new DataError("--people names nobody in this folder");
  if (values.sample !== undefined) {
    const takes = values.lasting ? isLasting : () => true;
    const [count, seed] = [wholeNumber(values.sample, "--sample"), wholeNumber(values.seed, "--seed")];
    const sample = sampleOf((await heardOf(people)).all, takes, count, seed);
    for (const [i, one] of sample.entries()) console.log((values.json ? asJson : asText)(one, i + 1));
    return true;
  }
  for (const [title, group] of groupsOf(people)) {
    const heard = await heardOf(group);
    printTurns(title, heard.all);
    printDropped(heard.hearings);
    printReached(title, heard);
  }
  return true;
});

function wholeNumber(text: string, name: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new DataError(`${name} must be a whole number from 1`);
  return number;
}

function groupsOf(people: readonly Person[]): readonly (readonly [string, readonly Person[]])[] {
  const tuned = people.filter(({ name }) => TUNED_ON.has(name));
  const others = people.filter(({ name }) => !TUNED_ON.has(name));
  return (
    [
      ["tuned on", tuned],
      ["held out", others],
    ] as const
  ).filter(([, group]) => group.length > 0);
}

function printTurns(title: string, all: readonly Drawn[]): void {
  const own = all.filter(({ isEnhanced }) => !isEnhanced);
  const selectors = [
    ...SELECTORS.map(({ name, takes }) => ({ name, takes: ({ turn }: Drawn) => takes(turn.content) })),
    { name: "rules", takes: ({ facts }: Drawn) => facts.length > 0 },
    { name: "rules, lasting only", takes: ({ facts }: Drawn) => facts.some(isLasting) },
  ];
  printTable(
    [
      [`${title}: turns`, "precision", "recall", "without Enhanced", "recall"],
      ...selectors.map(({ name, takes }) => [name, ...scoreOf(all, takes), ...scoreOf(own, takes)]),
    ],
    1,
  );
  const facts = all.flatMap((one) => one.facts);
  const chars = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  const share = chars(facts.map(({ content }) => content)) / chars(all.map(({ turn }) => turn.content));
  const ownFacts = own.flatMap((one) => one.facts).length;
  console.log(
    `${facts.length} facts of ${all.length} user turns: ${per100(facts.length, all.length)} per 100 turns (without Enhanced ${per100(ownFacts, own.length)}), ${share.toFixed(3)} of the characters; no model: 0 tokens, no cost\n`,
  );
  const lasting = facts.filter(isLasting).length;
  console.log(`${lasting} of them are lasting: ${per100(lasting, all.length)} per 100 turns\n`);
}

function per100(count: number, of: number): string {
  return ((100 * count) / Math.max(1, of)).toFixed(1);
}

function scoreOf(all: readonly Drawn[], takes: (one: Drawn) => boolean): readonly [string, string] {
  const taken = all.filter(takes);
  const right = taken.filter(({ isGold }) => isGold).length;
  const gold = all.filter(({ isGold }) => isGold).length;
  return [(right / Math.max(1, taken.length)).toFixed(3), (right / Math.max(1, gold)).toFixed(3)];
}

/** How many proposals the check and the gate left out, and why. */
function printDropped(hearings: readonly Hearing[]): void {
  const reasons = new Map<string, number>();
  for (const { dropped } of hearings)
    for (const [reason, count] of dropped) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  const proposals = hearings.reduce((sum, one) => sum + one.proposals, 0);
  const dropped = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const told = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} ${count}`);
  console.log(`${proposals} proposals, ${dropped} of them dropped: ${told.join(", ") || "none"}\n`);
}

interface Heard {
  readonly all: readonly Drawn[];
  readonly hearings: readonly Hearing[];
  /** By the name of a way of keeping conversations: the turns that it found again. */
  readonly found: ReadonlyMap<string, { readonly user: Share; readonly other: Share }>;
}

/** Hears everybody's talks. Each question is asked where it stands, when only the sessions before it were heard. */
async function heardOf(people: readonly Person[]): Promise<Heard> {
  const all: Drawn[] = [];
  const hearings: Hearing[] = [];
  const found = new Map<string, { readonly user: Share; readonly other: Share }>();
  for (const person of people) {
    const hearing = new Hearing();
    hearings.push(hearing);
    const own = new Set<string>();
    const reaches = reachesFor(hearing);
    for (const talk of person.talks) {
      for (const { query, needs } of talk.questions)
        for (const { name, find } of reaches) {
          const keys = new Set(find(query));
          const shares = found.get(name) ?? { user: new Share(), other: new Share() };
          found.set(name, shares);
          for (const need of needs) (own.has(need) ? shares.user : shares.other).count(keys.has(need));
        }
      const ones = await hearing.hear(talk);
      all.push(...ones);
      const turns = new Map(ones.map((one) => [one.turn.id, one]));
      for (const key of turns.keys()) own.add(key);
      for (const turn of talk.batch.turns)
        for (const { hear } of reaches) {
          const one = turns.get(turn.id) ?? { turn, isEnhanced: talk.isEnhanced, isGold: false, facts: [] };
          hear(one, keyOf(talk.id, turn.number));
        }
    }
  }
  return { all, hearings, found };
}

function printReached(title: string, { found }: Heard): void {
  const rows = [...found].map(([name, { user, other }]) => [
    name,
    user.text(),
    String(user.of),
    other.text(),
    String(other.of),
  ]);
  printTable(
    [[`${title}: reached within ${MAX_HIT_CHARS} characters`, "user's", "of", "assistant's", "of"], ...rows],
    1,
  );
}

interface Sampled {
  readonly turn: Drawn["turn"];
  readonly fact: DrawnFact;
}

function sampleOf(
  all: readonly Drawn[],
  takes: (fact: DrawnFact) => boolean,
  count: number,
  seed: number,
): readonly Sampled[] {
  const chance = seededChance(seed);
  const left = all.flatMap(({ turn, facts }) => facts.filter(takes).map((fact) => ({ turn, fact })));
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [one] = left.splice(upTo(left.length - 1, chance), 1);
    return one as Sampled;
  });
}

function asText({ turn, fact }: Sampled, number: number): string {
  const said = turn.content.replace(/\s+/g, " ");
  return `${number}. ${fact.content}\n   [${fact.segment ?? ""}] ${dayOf(turn.at)}: ${said}\n`;
}

function asJson({ turn, fact }: Sampled, number: number): string {
  const { content, quote, kind } = fact;
  return JSON.stringify({ number, content, quote, kind, date: dayOf(turn.at), turn: turn.content });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, "2026-01-01".length);
}

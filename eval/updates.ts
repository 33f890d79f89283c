/**
 * Is a change of mind noticed, and does the current value come first? And is what did not change left alone?
 *
 *   npm run eval -- updates --data <folder> [--held-out] [--only changes,lives,preferences,facts,sentences] [--no-rivals]
 *
 * The folder holds preference_updates.jsonl, fact_consolidation.json, pairs.jsonl and injection.jsonl. Every memory is
 * the owner's, and no slot is given. Of the natural changes, one half is for tuning; `--held-out` asks the other.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AddResult, MemoryStore } from "../src/index.ts";
import { openSeeded } from "../src/testing/seeded-memory.ts";
import { type ChangePair, type NumberedFacts, readChanges, readNumberedFacts } from "./support/changes.ts";
import { DAY_MS, makeCorpus, type Saying } from "./support/corpus.ts";
import { readEveryday } from "./support/everyday.ts";
import { DataError, readJsonLines, runEval } from "./support/json-lines.ts";
import { readPairs } from "./support/pairs.ts";
import { fts5 } from "./support/rivals.ts";
import { printTable } from "./support/table.ts";
import { readUpdates } from "./support/updates.ts";

const SEED = 1;
const START = Date.UTC(2026, 0, 5, 12);
/** How many statements about others surround a pair. */
const CLUTTER = 60;
const DAYS_BETWEEN = 60;
const PARTS = ["changes", "lives", "preferences", "facts", "sentences"] as const;
type Part = (typeof PARTS)[number];

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      only: { type: "string" },
      "held-out": { type: "boolean", default: false },
      "no-rivals": { type: "boolean", default: false },
    },
  });
  const isWanted = (part: Part) => values.only === undefined || values.only.split(",").includes(part);
  const inData = (name: string): string => {
    if (values.data === undefined) throw new DataError("Which data? Give --data <folder>");
    return join(values.data, name);
  };
  const half = values["held-out"] ? 1 : 0;
  const isMet = isWanted("changes") ? naturalChanges(setsFolder(), half) : true;
  if (isWanted("lives")) lives(setsFolder());
  if (isWanted("preferences")) preferences(inData("preference_updates.jsonl"));
  const sets = isWanted("facts") ? readNumberedFacts(inData("fact_consolidation.json")) : [];
  for (const set of sets.filter(({ name }) => name.startsWith("sh_")))
    await laterFactsWin(set, values["no-rivals"]);
  if (isWanted("sentences")) sentences(inData("pairs.jsonl"), inData("injection.jsonl"));
  return isMet;
}

function setsFolder(): string {
  const folder = process.env.TIDELINE_EVAL_SETS;
  if (folder === undefined) throw new DataError("Start it with npm run eval -- updates");
  return join(folder, "everyday");
}

/** A memory of the owner, whose clock is moved by hand. */
function newMemory() {
  const clock = { at: START };
  const memory = openSeeded(new MemoryStore(), { clock: { now: () => clock.at }, seed: SEED });
  return { memory, clock };
}

type Noticed = "superseded" | "possible" | "no";

/** What became of the first statement when the second was added. */
function noticed(first: AddResult, second: AddResult): Noticed {
  const link = second.fact.links.find(({ to }) => to === first.fact.id);
  if (link?.kind === "supersedes" || link?.kind === "corrects") return "superseded";
  return link?.kind === "contradicts" ? "possible" : "no";
}

// ── natural changes

interface Told {
  readonly pair: ChangePair;
  readonly noticed: Noticed;
  /** The second statement changed something else. */
  readonly isOther: boolean;
  readonly first: "before" | "after" | "other" | "nothing";
}

const LEAST_FIRST = 0.8;
const MOST_FALSE = 0.02;

function naturalChanges(folder: string, half: 0 | 1): boolean {
  const clutter = readJsonLines(join(folder, "unrelated.jsonl"), "{ content }", (value) => {
    const { content } = Object(value) as { content?: unknown };
    return typeof content === "string" ? { content } : undefined;
  }).slice(0, CLUTTER);
  const told = readChanges(join(folder, "changes.jsonl"), half).map((pair) => tell(pair, clutter));
  const changes = told.filter(({ pair }) => pair.change);
  const others = told.filter(({ pair }) => !pair.change);
  const share = (some: readonly Told[], is: (one: Told) => boolean) => some.filter(is).length / some.length;
  const row = (name: string, some: readonly Told[]) => [
    name,
    String(some.length),
    ...(["superseded", "possible"] as const).map((kind) =>
      percent(share(some, (one) => one.noticed === kind)),
    ),
    percent(share(some, ({ isOther }) => isOther)),
    ...(["after", "before", "nothing"] as const).map((kind) =>
      percent(share(some, (one) => one.first === kind)),
    ),
  ];
  printTable(
    [
      [
        `half ${half}`,
        "pairs",
        "superseded",
        "possible",
        "another fact",
        "second first",
        "first first",
        "nothing",
      ],
      row("changes", changes),
      row("no changes", others),
    ],
    1,
  );
  const current = share(changes, ({ first }) => first === "after");
  const wrong = share(others, (one) => one.noticed !== "no" || one.isOther);
  const isMet = current >= LEAST_FIRST && wrong <= MOST_FALSE;
  console.log(
    `${isMet ? "The bars are met" : "MISSED"}: current one first ${percent(current)} (bar 80 %), false changes ${percent(wrong)} (bar 2 %).`,
  );
  return isMet;
}

function tell(pair: ChangePair, clutter: readonly { readonly content: string }[]): Told {
  const { memory, clock } = newMemory();
  memory.addMany(clutter);
  clock.at += DAY_MS;
  const before = memory.add({ content: pair.before });
  clock.at += DAYS_BETWEEN * DAY_MS;
  const after = memory.add({ content: pair.after });
  clock.at += DAY_MS;
  const [hit] = memory.search(pair.question);
  const first =
    hit === undefined
      ? "nothing"
      : hit.fact.id === after.fact.id
        ? "after"
        : hit.fact.id === before.fact.id
          ? "before"
          : "other";
  const isOther = after.fact.links.some(({ to }) => to !== before.fact.id);
  memory.close();
  return { pair, noticed: noticed(before, after), isOther, first };
}

// ── facts that all stay true

/** How many facts of whole lives, and of their clutter, are taken for changes of another? */
function lives(folder: string): void {
  const { corpora, clutter } = readEveryday(folder, 0);
  const rows = corpora.map(({ name, sayings }) =>
    left(
      name,
      sayings.filter(({ key }) => !clutter.has(key)),
    ),
  );
  const unrelated = corpora[0]?.sayings.filter(({ key }) => clutter.has(key)) ?? [];
  const header = ["facts that all stay true", "facts", "superseded", "possible"];
  printTable([header, ...rows, left("unrelated facts", unrelated)], 1);
}

function left(name: string, sayings: readonly Saying[]): readonly string[] {
  const { memory, clock } = newMemory();
  let [superseded, possible] = [0, 0];
  for (const { input } of sayings) {
    clock.at += 60_000;
    const { links } = memory.add(input).fact;
    if (links.some(({ kind }) => kind === "supersedes" || kind === "corrects")) superseded++;
    else if (links.some(({ kind }) => kind === "contradicts")) possible++;
  }
  memory.close();
  const all = sayings.length;
  return [name, String(all), percent(superseded / all), percent(possible / all)];
}

// ── preferences

function preferences(path: string): void {
  const rows = readUpdates(path).map((pair) => {
    const { memory, clock } = newMemory();
    const before = memory.add({ content: pair.a });
    clock.at += DAYS_BETWEEN * DAY_MS;
    const after = memory.add({ content: pair.b });
    memory.close();
    return { label: pair.label, noticed: noticed(before, after) };
  });
  const labels = [...new Set(rows.map(({ label }) => label))];
  printTable(
    [
      ["preferences", "pairs", "superseded", "possible"],
      ...labels.map((label) => {
        const own = rows.filter((row) => row.label === label);
        const count = (kind: Noticed) =>
          percent(own.filter((row) => row.noticed === kind).length / own.length);
        return [label, String(own.length), count("superseded"), count("possible")];
      }),
    ],
    1,
  );
}

// ── numbered facts

/** How many of the best hits the recency rival puts in order of time. */
const RECENT_AMONG = 5;

async function laterFactsWin(set: NumberedFacts, isAlone: boolean): Promise<void> {
  const { memory, clock } = newMemory();
  for (const content of set.facts) {
    clock.at += 60_000;
    memory.add({ content });
  }
  const sayings = set.facts.map((content, i) => ({ key: String(i), at: START + i, input: { content } }));
  const rival = isAlone ? undefined : await fts5.fill(makeCorpus(set.name, sayings, []));
  const rivals: [string, readonly string[][]][] = [];
  if (rival !== undefined) {
    const lists: string[][] = [];
    for (const { question } of set.questions) {
      const keys = await rival.capability.recall(question, { depth: RECENT_AMONG });
      lists.push([...keys]);
    }
    const text = (key: string) => set.facts[Number(key)] as string;
    const byTime = (keys: readonly string[]) => [...keys].sort((a, b) => Number(b) - Number(a));
    rivals.push(["fts5", lists.map((keys) => keys.map(text))]);
    rivals.push(["fts5, the latest of five", lists.map((keys) => byTime(keys).map(text))]);
    rival.close();
  }
  const ours = set.questions.map(({ question }) => memory.search(question).map(({ fact }) => fact.content));
  const table = [[`later facts win: ${set.name}`, "questions", "current value first", "within three"]];
  for (const [name, lists] of [["tideline", ours] as const, ...rivals]) {
    const within = (count: number) =>
      set.questions.filter(({ answers }, i) => lists[i]?.slice(0, count).some((text) => says(text, answers)))
        .length;
    const all = set.questions.length;
    table.push([name, String(all), percent(within(1) / all), percent(within(3) / all)]);
  }
  printTable(table, 1);
  memory.close();
}

function says(text: string, answers: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return answers.some((answer) => folded.includes(answer.toLowerCase()));
}

// ── sentences that must be left alone

/** There are thousands of pairs: every fourth is added. */
const EVERY = 4;

function sentences(pairsPath: string, plainPath: string): void {
  const pairs = readPairs(pairsPath).filter((_, row) => row % EVERY === 0);
  const counts = new Map<string, { all: number; superseded: number; possible: number }>();
  for (const { label, a, b } of pairs) {
    const { memory, clock } = newMemory();
    const before = memory.add({ content: a });
    clock.at += DAY_MS;
    const what = noticed(before, memory.add({ content: b }));
    memory.close();
    const count = counts.get(label) ?? { all: 0, superseded: 0, possible: 0 };
    count.all++;
    if (what !== "no") count[what]++;
    counts.set(label, count);
  }
  const { memory, clock } = newMemory();
  const plain = { all: 0, superseded: 0, possible: 0 };
  for (const content of readPlain(plainPath)) {
    clock.at += 60_000;
    const { fact } = memory.add({ content });
    plain.all++;
    if (fact.links.some(({ kind }) => kind === "supersedes" || kind === "corrects")) plain.superseded++;
    else if (fact.links.some(({ kind }) => kind === "contradicts")) plain.possible++;
  }
  memory.close();
  printTable(
    [
      ["left alone", "rows", "superseded", "possible"],
      ...[...counts, ["plain facts of many people, in one memory", plain] as const].map(
        ([label, { all, superseded, possible }]) => [
          label,
          String(all),
          String(superseded),
          String(possible),
        ],
      ),
    ],
    1,
  );
}

/** The rows of the attacks' file that are plain personal facts. */
function readPlain(path: string): readonly string[] {
  return readJsonLines(path, "{ set, label, text }", (value) => {
    const { set, label, text } = Object(value) as Record<string, unknown>;
    return typeof text === "string" ? { set, label, text } : undefined;
  })
    .filter(({ label, set }) => label === "benign" && set === "personas")
    .map(({ text }) => text);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

await runEval(main);

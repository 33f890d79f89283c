/**
 * Does the block that stands before a turn hold what the user has asked for once and for all?
 *
 *   npm run eval -- beam-blocks --data beam [--chars 1200]
 *
 * BEAM's questions on instructions and preferences: which share of the gold messages of the user stands in the block,
 * whole or with the sentence that says the wish? Beside it, on the same memory and in the same run: the block without
 * the profile, as it was before there was one, and the profile alone. The assistant's gold messages are apart. Chats
 * fall into a half that was tuned on and one that was only looked at.
 */
import { parseArgs } from "node:util";
import { textOf } from "../src/context/line.ts";
import { type Fact, MemoryStore } from "../src/index.ts";
import { openSeeded } from "../src/testing/seeded-memory.ts";
import { wishSpan } from "../src/text/claims/wish.ts";
import { readBeam } from "./support/beam.ts";
import { type Corpus, halfOfQuestion, runsOf } from "./support/corpus.ts";
import { runEval } from "./support/json-lines.ts";
import { printTable } from "./support/table.ts";

const TYPES = ["instruction_following", "preference_following"];
const BLOCKS = ["without profile", "profile alone", "beforeTurn"] as const;
type BlockName = (typeof BLOCKS)[number];

interface Row {
  readonly half: 0 | 1;
  readonly type: string;
  readonly role: "user" | "assistant";
  readonly stands: Readonly<Record<BlockName, boolean>>;
}

await runEval(async () => {
  const { values } = parseArgs({
    options: { data: { type: "string" }, chars: { type: "string", default: "1200" } },
  });
  const maxChars = Number(values.chars);
  const rows: Row[] = [];
  const lengths: Record<BlockName, number[]> = { "without profile": [], "profile alone": [], beforeTurn: [] };
  for (const corpus of readBeam(values.data)) rows.push(...ask(corpus, maxChars, lengths));
  const share = (some: readonly Row[], name: BlockName) =>
    some.length === 0 ? "–" : (some.filter(({ stands }) => stands[name]).length / some.length).toFixed(3);
  const line = (title: string, some: readonly Row[]) => [
    title,
    String(some.length),
    ...BLOCKS.map((name) => share(some, name)),
  ];
  const own = rows.filter(({ role }) => role === "user");
  console.log(`Share of gold messages in a block of ${maxChars} characters`);
  printTable(
    [
      ["gold messages", "count", ...BLOCKS],
      ...([0, 1] as const).flatMap((half) =>
        TYPES.map((type) =>
          line(
            `${half === 0 ? "tuned half" : "other half"}, ${type}`,
            own.filter((row) => row.half === half && row.type === type),
          ),
        ),
      ),
      ...TYPES.map((type) =>
        line(
          `both halves, ${type}`,
          own.filter((row) => row.type === type),
        ),
      ),
      line("both halves, both types", own),
      line(
        "the assistant's, both types",
        rows.filter(({ role }) => role === "assistant"),
      ),
    ],
    1,
  );
  for (const name of BLOCKS) {
    const all = lengths[name];
    console.log(
      `${name}: ${Math.round(all.reduce((sum, one) => sum + one, 0) / all.length)} characters on average`,
    );
  }
  return true;
});

function ask(corpus: Corpus, maxChars: number, lengths: Record<BlockName, number[]>): readonly Row[] {
  let now = 0;
  const memory = openSeeded(new MemoryStore(), { clock: { now: () => now }, seed: 1 });
  const facts = new Map<string, Fact>();
  for (const run of runsOf(corpus.sayings)) {
    now = run[0]?.at ?? now;
    const results = memory.addMany(run.map(({ input }) => input));
    for (const [i, { key }] of run.entries()) {
      const result = results[i];
      if (result !== undefined && result.outcome !== "refused") facts.set(key, result.fact);
    }
  }
  now = corpus.askedAt;
  const rows = corpus.questions
    .filter(({ category }) => TYPES.includes(category))
    .flatMap(({ id, category, query, gold }): readonly Row[] => {
      const blocks: Record<BlockName, string> = {
        "without profile": memory.context(query, { maxChars, profile: false }) ?? "",
        "profile alone": memory.profile({ maxChars: maxChars / 2 }) ?? "",
        beforeTurn: memory.beforeTurn([{ role: "user", content: query }], { maxChars }) ?? "",
      };
      for (const name of BLOCKS) lengths[name].push(blocks[name].length);
      return gold.map((key) => {
        const fact = facts.get(key);
        const stands = (name: BlockName) => fact !== undefined && standsIn(blocks[name], fact);
        return {
          half: halfOfQuestion(id),
          type: category,
          role: fact?.source === "owner_message" ? "user" : "assistant",
          stands: {
            "without profile": stands("without profile"),
            "profile alone": stands("profile alone"),
            beforeTurn: stands("beforeTurn"),
          },
        };
      });
    });
  memory.close();
  return rows;
}

/** The whole text, or the sentence that says what the user wants. */
function standsIn(block: string, fact: Fact): boolean {
  const { from, to } = wishSpan(fact.content);
  const wished = textOf({ authority: fact.authority, content: fact.content.slice(from, to) });
  return block.includes(textOf(fact)) || (to - from < fact.content.length && block.includes(wished));
}

/**
 * How well does this memory recall its own facts? Nothing leaves the machine.
 *
 * `--scaffold` prints a gold spec (questions with the facts that answer them) made of your facts. Rewrite its queries
 * into what you would really ask, approve it, and pass it to this command. A spec that nobody has approved is refused:
 * its queries are the facts' own words and would simply find them.
 */
import { loadGoldSpec, scaffoldOf } from "../../../eval/gold-spec.ts";
import { type EvalResult, evaluateRecall } from "../../../eval/harness.ts";
import type { AsyncTideline } from "../../../memory/async.ts";
import { badArgument } from "../../../model/arguments.ts";
import type { Fact } from "../../../model/fact.ts";
import { parseOrigin } from "../../../model/origin.ts";
import { factPages } from "../../fact-pages.ts";
import { originFrom } from "../../origin-text.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { readText } from "../input.ts";
import { openPlace } from "../place.ts";
import { startProgress } from "../show/progress.ts";
import { safe, safeJson, styleOf, table } from "../show/terminal.ts";

export async function evaluate(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { gold, scaffold, k, limit } = given as {
    gold?: string;
    scaffold?: boolean;
    k?: number;
    limit?: number;
  };
  if ((gold === undefined) === (scaffold !== true))
    throw badArgument("eval takes either a gold file, or --scaffold to make one");
  const workspace = await openPlace(io, common);
  try {
    const memory = workspace.memory(parseOrigin(originFrom(common.origin) ?? "owner"));
    if (scaffold === true) {
      io.out.write(`${safeJson(scaffoldOf(await currentFacts(memory), { limit }), 2)}\n`);
      return EXIT.ok;
    }
    const cases = loadGoldSpec(readText(gold as string, "give the path of a gold file"));
    const ask = async (query: string, depth: number | undefined) => {
      const deep = depth === undefined ? {} : { limit: Math.min(depth, 100), minScore: 0 };
      return (await memory.recall(query, { ...deep, passive: true })).map(({ fact }) => fact.id);
    };
    const progress = startProgress(io.err, true);
    let asked = 0;
    const capability = {
      name: "tideline",
      async recall(query: string, options: { depth?: number | undefined }) {
        progress.tell(++asked, cases.length, "questions asked");
        return await ask(query, options.depth);
      },
    };
    const result = await evaluateRecall(capability, cases, { k }, chanceOf).finally(progress.end);
    io.out.write(`${common.json ? safeJson(result) : figures(result, io)}\n`);
    return EXIT.ok;
  } finally {
    await workspace.close();
  }
}

/** Facts that recall may return; challenged ones are left out. */
async function currentFacts(memory: AsyncTideline): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for await (const page of factPages(memory)) facts.push(...page);
  return facts.filter((fact) => fact.validity === "valid" && !fact.suppressed && !fact.quarantined);
}

/** A seeded random generator (Marsaglia's xorshift), so that confidence intervals are the same each time. */
function chanceOf(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function figures(result: EvalResult, io: Io): string {
  const { cases, k, recallAtK, mrr, ndcgAtK, byCategory } = result;
  const row = (name: string, one: { cases: number; recallAtK: number; mrr: number; ndcgAtK: number }) => [
    String(one.cases),
    ...[one.recallAtK, one.mrr, one.ndcgAtK].map((value) => value.toFixed(3)),
    safe(name),
  ];
  const rows = Object.entries(byCategory).map(([name, one]) => row(name, one));
  const all = row("all", { cases, recallAtK, mrr, ndcgAtK });
  return table(
    ["CASES", `RECALL@${k}`, "MRR", `NDCG@${k}`, "CATEGORY"],
    [...rows, all],
    styleOf(io.out, io.env),
  );
}

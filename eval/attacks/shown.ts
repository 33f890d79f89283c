/**
 * How are attacks and their cost shown? Tables with intervals, and the bars that each part answers to.
 */
import { recallAt, reciprocalRank } from "../../src/eval/metrics.ts";
import type { CaseRow } from "../../src/eval/rows.ts";
import { DEPTH, halfOfQuestion } from "../support/corpus.ts";
import { printTable } from "../support/table.ts";
import { atLeast, atMost, atMostAFifthBelow, type Bar, notBelow, within } from "./bars.ts";
import type { HearsayRow } from "./hearsay.ts";
import type { PlantedCell } from "./planted-passages.ts";
import type { RealMemGold } from "./realmem.ts";
import { type Share, shareOf, showShare } from "./shares.ts";
import type { Standing } from "./standing.ts";
import { TODAY } from "./today.ts";

/** The bars: share of the owner's answers that are still first, and that are missing. */
export const FIRST = 0.97;
export const MISSING = 0.01;

/** Of the answers that stood so without the attack, how many still do? */
export function heldBy({ before, after }: Pick<PlantedCell, "before" | "after">, how: keyof Standing): Share {
  return shareOf(after.filter((_, i) => before[i]?.[how]).map((standing) => standing[how]));
}

export function showPlanted(cells: readonly PlantedCell[]): readonly Bar[] {
  printTable(
    [
      ["owner's words", "class", "planted", "copies", "still first", "still recalled", "still in the block"],
      ...cells.map((cell) => [
        cell.form,
        String(cell.attacker),
        cell.style,
        String(cell.copies),
        ...(["isFirst", "isRecalled", "isInBlock"] as const).map((how) => showShare(heldBy(cell, how))),
      ]),
    ],
    3,
  );
  const worst = (how: keyof Standing) =>
    cells
      .map((cell) => ({
        held: heldBy(cell, how).mean,
        where: `${cell.form}, class ${cell.attacker}, ${cell.style}, ${cell.copies}`,
      }))
      .reduce((a, b) => (b.held < a.held ? b : a));
  const [first, recalled, inBlock] = [worst("isFirst"), worst("isRecalled"), worst("isInBlock")];
  return [
    atLeast("PoisonedRAG: owner still first, worst cell", first.held, FIRST, first.where),
    atMost("PoisonedRAG: owner missing from recall, worst cell", 1 - recalled.held, MISSING, recalled.where),
    atMost("PoisonedRAG: owner missing from the block, worst cell", 1 - inBlock.held, MISSING, inBlock.where),
  ];
}

/** Ours: both halves and all. */
export function showHearsay(among: readonly HearsayRow[], alone: readonly HearsayRow[]): readonly Bar[] {
  const halves = (rows: readonly HearsayRow[], name: string) =>
    (
      [
        ["all", rows],
        ["tuned on", ofHalf(rows, 0)],
        ["held out", ofHalf(rows, 1)],
      ] as const
    ).map(([half, some]) => [
      name,
      half,
      String(some.length),
      showShare(shareOf(some.map(({ ranks }) => recallAt(ranks, 1)))),
      showShare(shareOf(some.map(({ ranks }) => reciprocalRank(ranks, DEPTH)))),
      showShare(shareOf(some.map(({ kept }) => recallAt(kept, DEPTH)))),
    ]);
  printTable([
    ["only hearsay has the answer", "", "rows", "R@1", `MRR@${DEPTH}`, "returned"],
    ...halves(among, "the owner has related facts"),
    ...halves(alone, "the owner has none"),
  ]);
  const first = (rows: readonly HearsayRow[]) => shareOf(rows.map(({ ranks }) => recallAt(ranks, 1)));
  const mrr = (rows: readonly HearsayRow[]) => shareOf(rows.map(({ ranks }) => reciprocalRank(ranks, DEPTH)));
  return [
    notBelow("hearsay among the owner's: R@1", first(among), TODAY.amongOwnFirst, within(0.02)),
    notBelow("  held-out half", first(ofHalf(among, 1)), TODAY.amongOwnFirstReport, within(0.02)),
    notBelow("hearsay alone: MRR", mrr(alone), TODAY.aloneMrr, atMostAFifthBelow),
    notBelow("  held-out half", mrr(ofHalf(alone, 1)), TODAY.aloneMrrReport, atMostAFifthBelow),
  ];
}

const ofHalf = (rows: readonly HearsayRow[], half: 0 | 1): readonly HearsayRow[] =>
  rows.filter((row) => row.half === half);

export interface PublicRows {
  readonly beam?: readonly CaseRow[] | undefined;
  readonly locomo?: readonly CaseRow[] | undefined;
  readonly realMem?: RealMemGold | undefined;
}

/** On data that nobody here wrote. */
export function showPublic({ beam, locomo, realMem }: PublicRows): readonly Bar[] {
  const bars: Bar[] = [];
  const lines: (readonly string[])[] = [];
  const line = (name: string, rows: readonly CaseRow[]) => {
    lines.push([name, String(answerable(rows).length), showShare(recall10(rows)), showShare(mrr20(rows))]);
  };
  if (beam !== undefined) {
    const heldOut = beam.filter(({ id }) => halfOfQuestion(id) === 1);
    line("BEAM", beam);
    line("BEAM, held-out chats", heldOut);
    bars.push(notBelow("BEAM MRR@20", mrr20(beam), TODAY.beamMrr, within(0.015)));
    bars.push(notBelow("  held-out chats", mrr20(heldOut), TODAY.beamMrrHeldOut, within(0.015)));
  }
  if (locomo !== undefined) {
    line("LoCoMo", locomo);
    bars.push(notBelow("LoCoMo R@10", recall10(locomo), TODAY.locomoRecall, within(0.015)));
  }
  if (realMem !== undefined) {
    const { asAgent, asMessage } = realMem;
    line("RealMem, assistant's gold, as agent", asAgent.assistants);
    line("RealMem, user's gold beside it", asAgent.users);
    line("RealMem, assistant's gold, as channel_message", asMessage.assistants);
    line("RealMem, user's gold beside it", asMessage.users);
    const name = "RealMem, assistant's gold as agent: R@10";
    bars.push(notBelow(name, recall10(asAgent.assistants), TODAY.realMemAgents, atMostAFifthBelow));
    const other = "  as channel_message";
    bars.push(notBelow(other, recall10(asMessage.assistants), TODAY.realMemMessages, atMostAFifthBelow));
  }
  if (lines.length > 0) printTable([["public data", "rows", "R@10", `MRR@${DEPTH}`], ...lines], 1);
  return bars;
}

const answerable = (rows: readonly CaseRow[]): readonly CaseRow[] =>
  rows.filter(({ ranks }) => ranks.length > 0);
const recall10 = (rows: readonly CaseRow[]): Share =>
  shareOf(answerable(rows).map(({ ranks }) => recallAt(ranks, 10)));
const mrr20 = (rows: readonly CaseRow[]): Share =>
  shareOf(answerable(rows).map(({ ranks }) => reciprocalRank(ranks, DEPTH)));

/**
 * How does a person read memory from above: the overview, the graph, a fact's ageing, what a pass changed?
 */
import type { MemoryGraph } from "../../../govern/graph-export.ts";
import { FACT_STATES, type FactState, type Overview } from "../../../govern/overview.ts";
import type { PassChange, PassDiff } from "../../../passes/pass-diff.ts";
import type { Ageing, AgeingPoint, PolicyAgeing } from "../../../upkeep/ageing.ts";
import type { KeeperStatus } from "../../../upkeep/keeper.ts";
import type { Card } from "../../../upkeep/think/card.ts";
import { clip, counted, type Style, safe, table, when } from "./terminal.ts";

const SHOWN_ROWS = 20;

export function overviewText(answer: Overview & { readonly upkeep?: KeeperStatus }, style: Style): string {
  const { facts, states, policy, faded, refused, review, purged } = answer;
  const reasons = Object.entries(review.byReason).map(([reason, count]) => `${count} ${reason}`);
  return [
    `${style.bold(counted(facts, "fact"))}, ${states.current} current, ageing by the policy ${safe(policy)}; ${purged} purged.`,
    ...(facts === 0 ? [] : [segmentTable(answer, style)]),
    "",
    `Faded in the last ${days(answer.now - faded.since)}: ${faded.count}; erased for good: ${faded.erased}`,
    ...fadedRows(answer, style),
    `Refused writes in total: ${refused.count}`,
    `Waiting for a person: ${review.count}${reasons.length === 0 ? "" : ` (${reasons.map(safe).join(", ")})`}`,
    ...upkeepLines(answer.upkeep, style),
  ].join("\n");
}

function segmentTable({ segments, states }: Overview, style: Style): string {
  const shown = FACT_STATES.filter((one) => states[one] > 0).reverse();
  const row = (name: string, total: number, counts: Readonly<Record<FactState, number>>) => [
    name,
    String(total),
    ...shown.map((one) => String(counts[one] || "")),
    "",
  ];
  const rows = segments
    .filter(({ facts }) => facts > 0)
    .map(({ segment, facts, states: counts }) => row(segment, facts, counts));
  return table(["SEGMENT", "ALL", ...shown.map((one) => one.toUpperCase()), ""], rows, style);
}

function fadedRows({ faded }: Overview, style: Style): readonly string[] {
  if (faded.facts.length === 0) return [];
  const rows = faded.facts
    .slice(0, SHOWN_ROWS)
    .map(({ fact, at, why, content }) => [when(at).slice(0, 10), fact, `${content}  ${why}`]);
  return [table(["WHEN", "ID", "FACT, WHY"], rows, style)];
}

function upkeepLines(upkeep: KeeperStatus | undefined, style: Style): readonly string[] {
  if (upkeep === undefined) return [];
  const rows = upkeep.tasks.map(({ task, lastRunAt, nextRunAt, isDue, lastFailure }) => [
    task,
    lastRunAt === undefined ? "never" : when(lastRunAt),
    isDue ? "now" : when(nextRunAt),
    lastFailure === undefined ? "" : `failed: ${lastFailure.code}`,
  ]);
  const by = upkeep.isFrozen
    ? "Maintenance is frozen."
    : upkeep.isStarted
      ? "Maintenance runs automatically."
      : "Maintenance runs automatically under tideline serve.";
  return ["", by, table(["PASS", "LAST (UTC)", "DUE", ""], rows, style)];
}

/** The figures, and the largest clusters; `--json` and `--format graphml` have all of it. */
export function graphText(answer: MemoryGraph | { readonly text: string }, style: Style): string {
  if ("text" in answer) return safe(answer.text.trimEnd());
  const { facts, entities, edges, alone, edgesByKind } = answer.stats;
  const kinds = Object.entries(edgesByKind).map(([kind, count]) => `${count} ${kind}`);
  const rows = answer.clusters.slice(0, SHOWN_ROWS).map(({ size, label }) => [String(size), label]);
  return [
    `${counted(facts, "fact")} (${alone} unconnected), ${entities} people and things, ${counted(edges, "edge")}${kinds.length === 0 ? "" : `: ${kinds.join(", ")}`}.`,
    ...(rows.length === 0 ? [] : [table(["SIZE", "CLUSTER"], rows, style)]),
    style.dim("For the whole graph: --json, or --format graphml for graph tools."),
  ].join("\n");
}

export function ageingText({ policies, useCount, createdAt, now, horizon }: Ageing, style: Style): string {
  const head = `Learned ${when(createdAt).slice(0, 10)}, used ${useCount === 1 ? "once" : `${useCount} times`}. Until today and for the next ${days(horizon - now)}:`;
  return [head, ...policies.map((one) => policyLines(one, style))].join("\n");
}

function policyLines({ policy, isInForce, left, past, forecast, text }: PolicyAgeing, style: Style): string {
  const name = `${policy}${isInForce ? " (in force)" : ""}`;
  const curve = `${bars(past)}${style.dim("|")}${style.dim(bars(forecast))}`;
  return `${style.bold(safe(name.padEnd(22)))} ${curve}  ${left.toFixed(2)} left. ${safe(text)}`;
}

const BARS = "▁▂▃▄▅▆▇█";
const BAR_COUNT = 24;

function bars(points: readonly AgeingPoint[]): string {
  const step = points.length / BAR_COUNT;
  return Array.from({ length: Math.min(BAR_COUNT, points.length) }, (_, i) => {
    const left = points[Math.floor(i * Math.max(1, step))]?.[1] ?? 0;
    return BARS[Math.min(BARS.length - 1, Math.floor(left * BARS.length))] ?? "";
  }).join("");
}

export function passText({ pass, facts, factCount }: PassDiff, style: Style): string {
  const state = pass.undoneAt !== undefined ? "undone" : pass.endedAt === undefined ? "open" : "done";
  const rows = facts.flatMap(({ fact, content = "(erased)", changes, isUndone }) =>
    changes.map((change) => [fact, change.what, `${content}  ${told(change)}${isUndone ? " (undone)" : ""}`]),
  );
  return [
    `${style.bold(pass.name)} of ${when(pass.begunAt)}, ${state}: ${counted(factCount, "fact")} changed.`,
    ...(rows.length === 0 ? [] : [table(["ID", "WHAT", "FACT, WHY"], rows, style)]),
    ...wayBack(pass, style),
  ].join("\n");
}

/** Each sentence with the facts it stands on; under each card, how it was made. */
export function cardText({ name, cards }: Pick<Card, "name" | "cards">, style: Style): string {
  if (cards.length === 0) return style.dim(`No fact names ${safe(name)}.`);
  const parts = cards.map(({ made, of, sentences }) => {
    const how = made === "composed" ? "facts as they are" : "written by a language model";
    const lines = sentences.map(
      ({ says, facts }) => `- ${safe(says)} ${style.dim(`(${facts.map(safe).join(", ")})`)}`,
    );
    return [style.dim(`${how}; of facts of class ${of}`), ...lines].join("\n");
  });
  return [style.bold(safe(name)), ...parts].join("\n");
}

function wayBack({ id, undoneAt, counts }: PassDiff["pass"], style: Style): readonly string[] {
  const erased = counts.erased ?? 0;
  const isAll = Object.entries(counts).every(([what, count]) => what === "erased" || count === 0);
  if (undoneAt !== undefined) return [];
  if (erased > 0 && isAll) return [style.dim("What it erased cannot be brought back.")];
  const but = erased === 0 ? "" : `, but for the ${counted(erased, "text")} that it erased for good`;
  return [style.dim(`To undo it${but}: tideline undo ${id}${safe(style.where)}`)];
}

function told({ rule, other, inputs }: PassChange): string {
  const score = typeof inputs?.score === "number" ? `, score ${inputs.score.toFixed(2)}` : "";
  return `[${rule}${score}]${other === undefined ? "" : ` → ${clip(other.content, 60)}`}`;
}

function days(ms: number): string {
  const count = Math.round(ms / 86_400_000);
  return count === 1 ? "day" : `${count} days`;
}

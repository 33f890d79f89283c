/** How does a person read the rules of retention, and the holds? */
import type { MeantInput, RetentionHold, RetentionList, RetentionRule } from "../../../memory/retention.ts";
import { originText } from "../../origin-text.ts";
import { deed } from "./deed.ts";
import { counted, type Style, safe, table } from "./terminal.ts";

export function retentionMade(rule: RetentionRule, style: Style): string {
  return `${deed("Noted", style)}: ${rule.name} erases ${meantText(rule)} after ${counted(rule.afterDays, "day")}. See what would go: tideline retention test`;
}

export function holdPlaced(hold: RetentionHold, style: Style): string {
  return `${deed("Noted", style)}: ${hold.name} keeps ${heldText(hold)} from being erased. Lift it: tideline retention release ${hold.name}`;
}

export function retentionTable({ rules, holds }: RetentionList, style: Style): string {
  if (rules.length === 0 && holds.length === 0)
    return "No rules: facts are erased by hand only. Make one: tideline retention add <name> --after-days <n>";
  const made = rules.map((one) => [one.name, counted(one.afterDays, "day"), meantText(one)]);
  const placed = holds.map((one) => [one.name, safe(one.reason), heldText(one)]);
  return [
    ...(made.length === 0 ? [] : [table(["RULE", "ERASES AFTER", "FACTS"], made, style)]),
    ...(placed.length === 0 ? [] : [table(["HOLD", "WHY", "FACTS"], placed, style)]),
  ].join("\n\n");
}

function heldText(hold: RetentionHold): string {
  return hold.facts === undefined ? meantText(hold) : `${counted(hold.facts.length, "fact")} by id`;
}

function meantText({ segments, tags, sources, classes, origin }: MeantInput): string {
  const one = (what: string, values: readonly unknown[] | undefined) =>
    values === undefined ? [] : [`${what} ${values.map((value) => safe(String(value))).join(" or ")}`];
  const parts = [
    ...[
      ...one("segment", segments),
      ...one("tag", tags),
      ...one("source", sources),
      ...one("class", classes),
    ],
    ...(origin === undefined ? [] : [`origin ${safe(originText(origin))}`]),
  ];
  return parts.length === 0 ? "every fact" : parts.join(", ");
}

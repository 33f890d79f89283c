/** How is the answer of an import shown to a person? */
import type { ImportResult } from "../../../memory/govern.ts";
import type { ImportedRecord, ImportFromResult, ImportOutcome } from "../../../memory/import-from.ts";
import { deed } from "./deed.ts";
import { counted, type Style, safe } from "./terminal.ts";

const SHOWN = 20;

const OUTCOMES: Readonly<Record<ImportOutcome, string>> = {
  added: "new",
  reinforced: "known already, and now better supported",
  superseded: "in place of an earlier word of the same import",
  disputed: "against what somebody else said, and waiting for review",
  quarantined: "looking like an attack, and out of sight until you have looked",
  known: "known already",
  refused: "refused",
};

export function renderImport(answer: ImportResult | ImportFromResult, style: Style): string {
  if ("format" in answer) return renderImportFrom(answer, style);
  const { facts, events, notices } = answer;
  return [
    `${deed("Imported", style)} ${counted(facts, "fact")} (${counted(events, "event")}).`,
    ...notices.map((one) => style.warn(safe(one))),
  ].join("\n");
}

/** `isWhole`: every record is shown, because the person is about to adopt them. */
export function renderImportFrom(answer: ImportFromResult, style: Style, isWhole = false): string {
  const { counts, records, dryRun, vouched, badCount, bad, ofOthers, leftOut } = answer;
  const told = (Object.keys(OUTCOMES) as ImportOutcome[]).flatMap((outcome) =>
    counts[outcome] === 0 ? [] : [`  ${counts[outcome]} ${OUTCOMES[outcome]}`],
  );
  return [
    records === 0
      ? `${dryRun ? "Would import" : deed("Imported", style)} nothing.`
      : `${dryRun ? "Would import" : deed("Imported", style)} ${counted(records, "record")}:`,
    ...told,
    ...(vouched === 0 ? [] : [`  ${vouched} of them as your own words (class 3)`]),
    ...(ofOthers === 0 ? [] : [`${counted(ofOthers, "record")} of other users left out.`]),
    ...(leftOut === 0 ? [] : [`${counted(leftOut, "fact")} that did not hold there any more left out.`]),
    ...recordLines(answer, style, isWhole ? answer.listed.length : SHOWN),
    ...bad.slice(0, SHOWN).map(({ place, reason }) => style.warn(safe(`${place}: ${reason}`))),
    ...(badCount > SHOWN ? [`${badCount - SHOWN} more places hold no record: --json names them.`] : []),
  ].join("\n");
}

/** A dry run shows what would be written; afterwards only what did not simply come in is worth a line. */
function recordLines(
  { listed, dryRun, records }: ImportFromResult,
  style: Style,
  most: number,
): readonly string[] {
  const worth = dryRun ? listed : listed.filter(({ outcome }) => IS_WORTH_A_LINE.has(outcome));
  const lines = worth.slice(0, most).map((one) => recordLine(one, style));
  const further = (dryRun ? records : worth.length) - lines.length;
  return further > 0 ? [...lines, `… and ${further} more: --json lists them.`] : lines;
}

const IS_WORTH_A_LINE: ReadonlySet<ImportOutcome> = new Set(["disputed", "quarantined", "refused"]);

function recordLine({ place, outcome, content, reason }: ImportedRecord, style: Style): string {
  const line = safe(`${place}, ${outcome}: ${content ?? reason ?? ""}`);
  return outcome === "refused" ? style.warn(line) : line;
}

/**
 * What does `--quiet` print? What the next command of a pipe needs: ids, one per line; a token's secret, which cannot
 * be asked for again; origins.
 */
import type { OriginFigures } from "../../../memory/origins.ts";
import { originText } from "../../origin-text.ts";
import { safe } from "./terminal.ts";

type Answer = Readonly<Record<string, unknown>>;

export function quietLines(answer: unknown): readonly string[] {
  const { secret, origins, dryRun, result } = (answer ?? {}) as Answer;
  if (typeof secret === "string") return [secret];
  if (Array.isArray(origins)) return origins.map(({ origin }: OriginFigures) => safe(originText(origin)));
  return idsIn(dryRun === true && result !== undefined ? result : answer);
}

/** The fields that may hold the list of ids; the first one found is used. */
const LISTS = [
  ...["facts", "hits", "tokens", "results", "passes", "items", "contradictions", "undone", "changes"],
] as const;

function idsIn(answer: unknown): readonly string[] {
  if (typeof answer !== "object" || answer === null) return [];
  const { fact, pass, dryRun, ...rest } = answer as Answer;
  // A pass is undone by its own id. A dry run of one has no id.
  if (typeof pass === "string" && dryRun !== true && "changes" in rest) return [pass];
  if (fact !== undefined) return idOf(fact);
  const list = LISTS.map((name) => rest[name]).find((one) => Array.isArray(one)) as unknown[] | undefined;
  return list === undefined ? idOf(answer) : [...new Set(list.flatMap(idOf))];
}

/** The id of one item: its own, or that of the fact it is about. A note has none. */
function idOf(one: unknown): readonly string[] {
  if (typeof one === "string") return [one];
  if (typeof one !== "object" || one === null) return [];
  const { id, fact } = one as Answer;
  return typeof id === "string" ? [id] : idOf(fact);
}

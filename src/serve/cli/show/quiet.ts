/**
 * What does `--quiet` print? What the next command of a pipe takes: ids, one per line; a secret, which nobody can ask
 * for again; origins.
 */
import { originText } from "../../origin-text.ts";
import { safe } from "./terminal.ts";

type Answer = Readonly<Record<string, unknown>>;

export function quietLines(answer: unknown): readonly string[] {
  const { secret, origins, dryRun, result } = (answer ?? {}) as Answer;
  if (typeof secret === "string") return [secret];
  if (Array.isArray(origins)) return origins.map((one) => safe(originText(one)));
  return idsIn(dryRun === true && result !== undefined ? result : answer);
}

/** Where the ids are, in the order in which they are looked for. */
const LISTS = [
  ...["facts", "hits", "tokens", "results", "passes", "items", "contradictions", "undone", "changes"],
] as const;

function idsIn(answer: unknown): readonly string[] {
  if (typeof answer !== "object" || answer === null) return [];
  const { fact, pass, dryRun, ...rest } = answer as Answer;
  // What a maintenance run did is taken back by its own id; what it would do has none.
  if (typeof pass === "string" && dryRun !== true && "changes" in rest) return [pass];
  if (fact !== undefined) return idOf(fact);
  const list = LISTS.map((name) => rest[name]).find((one) => Array.isArray(one)) as unknown[] | undefined;
  return list === undefined ? idOf(answer) : [...new Set(list.flatMap(idOf))];
}

/** Of one thing: its own, or that of the fact that it is about. A note has none. */
function idOf(one: unknown): readonly string[] {
  if (typeof one === "string") return [one];
  if (typeof one !== "object" || one === null) return [];
  const { id, fact } = one as Answer;
  return typeof id === "string" ? [id] : idOf(fact);
}

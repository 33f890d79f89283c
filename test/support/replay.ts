// Which line repeats one test alone, as it failed? One to copy into a shell.
import { isFull } from "./campaign.ts";

interface Task {
  readonly name: string;
  readonly suite?: Task | undefined;
  readonly file: { readonly name: string };
}

export function replayLine(task: Task, seed: number): string {
  const rounds = isFull ? "TIDELINE_TORTURE=full " : "";
  return `Replay: ${rounds}TIDELINE_SEED=${seed} npx vitest run ${task.file.name} -t ${quoted(patternOf(task))}`;
}

/** Vitest takes a pattern for the names of suites and test, joined by spaces. */
function patternOf(task: Task): string {
  const names: string[] = [];
  for (let one: Task | undefined = task; one !== undefined; one = one.suite) names.unshift(one.name);
  const plain = names.join(" ").replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  // Control characters would break the line.
  return `^${plain.replace(/\p{Cc}/gu, ".")}$`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * How does a command run, from words to exit code? Find it, read its arguments, ask where something would be
 * destroyed, run it, show the answer.
 */
import { readFileSync } from "node:fs";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { LOCAL_OWNER } from "../caller.ts";
import { type Field, parseInput, wrong } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";
import { originFrom } from "../origin-text.ts";
import type { DryRun } from "../run.ts";
import { VERSION } from "../version.ts";
import {
  type CommandArguments,
  type Common,
  type CommonName,
  parseCommand,
  splitLeading,
} from "./arguments.ts";
import { type Described, type Io, takes } from "./command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit.ts";
import { COMMANDS, helpFor, overview } from "./help.ts";
import { startProgress } from "./progress.ts";
import { purged, quietLines, render, renderDryRun } from "./render.ts";
import { safeJson, styleOf } from "./terminal.ts";

export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const json = argv.includes("--json");
  try {
    return await dispatch(argv, io);
  } catch (error) {
    io.err.write(`${describeError(error, json)}\n`);
    return exitCodeOf(error);
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  const style = styleOf(io.out, io.env);
  const [first] = argv;
  if (first === "--version" || first === "-V") return say(io, VERSION);
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    const about = argv.slice(1).filter((word) => !word.startsWith("-"));
    return say(io, about.length === 0 ? overview(style) : helpFor(find(about).command, style));
  }
  const { leading, rest: words } = splitLeading(argv);
  if (words.length === 0 && leading.some((word) => word === "--help" || word === "-h"))
    return say(io, overview(style));
  if (words.length === 0) throw wrong(`a command is missing after ${leading.join(" ")}`);
  const { command, rest } = find(words);
  const given = [...leading, ...rest];
  const parsed = parseCommand(command.input, command.args, given, command.operation?.cli?.file);
  if (parsed.common.help) return say(io, helpFor(command, style));
  checkTaken(command, parsed.asked);
  if (command.local !== undefined) {
    const given = parseInput(command.input, parsed.given, command.local.name);
    return await command.local.run(io, parsed.common, given, COMMANDS);
  }
  return await runCommand(io, command.operation as Operation, parsed);
}

/** An option that would be passed over promises something that does not happen. */
function checkTaken(command: Described, asked: readonly CommonName[]): void {
  const spare = asked.find((name) => !takes(command, name));
  if (spare === undefined) return;
  const isRead = command.operation?.effect === "read";
  const why: Partial<Record<CommonName, string>> = {
    "dry-run": isRead ? "it changes nothing" : "it cannot be tried",
    origin: "it is not about one origin's memory",
    yes: "it asks nothing",
  };
  throw wrong(`${command.words.join(" ")} takes no --${spare}${why[spare] ? `: ${why[spare]}` : ""}`);
}

function say(io: Io, text: string): ExitCode {
  io.out.write(`${text}\n`);
  return EXIT.ok;
}

function find(argv: readonly string[]): { readonly command: Described; readonly rest: readonly string[] } {
  // "policy set" before "policy".
  for (const command of [...COMMANDS].sort((a, b) => b.words.length - a.words.length)) {
    for (const words of [command.words, ...command.aliases.map((one) => [one])]) {
      if (words.every((word, i) => argv[i] === word)) return { command, rest: argv.slice(words.length) };
    }
  }
  const asked = (argv[0] ?? "").slice(0, 60);
  const near = COMMANDS.filter(({ words }) => words[0] === asked || distance(words.join(" "), asked) <= 2);
  const hint = near.map(({ words }) => `tideline ${words.join(" ")}`).join(", ");
  throw new TidelineError(
    "no-such-operation",
    `There is no command "${asked}". ${hint === "" ? "tideline --help lists them." : `Did you mean ${hint}?`}`,
  );
}

async function runCommand(io: Io, operation: Operation, parsed: CommandArguments): Promise<ExitCode> {
  const { common } = parsed;
  const { origin, given } = withOrigin(operation, parsed);
  const inputs = await inputsOf(io, operation, given);
  const [{ Workspace, defaultDir }, { runOperation }] = await Promise.all([
    import("../workspace.ts"),
    import("../run.ts"),
  ]);
  const workspace = Workspace.open(common.dir ?? defaultDir(io.env));
  const progress = startProgress(io.err, operation.long === true);
  try {
    let code: ExitCode = EXIT.ok;
    for (const input of inputs) {
      const run = (given: object, dryRun = common.dryRun) =>
        runOperation(workspace, LOCAL_OWNER, operation, given, { origin, dryRun, progress: progress.tell });
      await confirm(io, operation, common, input, () => run({ ...input, preview: true }, false));
      const answer = await run(input);
      progress.end();
      show(io, operation, common, answer);
      if (isBadNews(operation, answer)) code = EXIT.found;
    }
    return code;
  } finally {
    progress.end();
    await workspace.close();
  }
}

/** Whose memory, or the field that `--origin` stands for here. */
function withOrigin(
  { cli }: Operation,
  { common, given }: CommandArguments,
): { readonly origin: unknown; readonly given: CommandArguments["given"] } {
  const origin = originFrom(common.origin);
  const field = cli?.origin;
  if (typeof field !== "string" || origin === undefined) return { origin, given };
  if (given[field] !== undefined) throw wrong(`--origin and --${field} say the same: give one of them`);
  return { origin: undefined, given: { ...given, [field]: origin } };
}

/** The inputs to run it with: one, or one per id that came in on standard input. */
async function inputsOf(
  io: Io,
  { cli, input }: Operation,
  given: Readonly<Record<string, unknown>>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { stdin, file } = cli ?? {};
  const asked = stdin ?? file;
  if (asked !== undefined && given[asked] === undefined && io.canAsk)
    throw wrong(`${asked} is missing: give it, or - to read it from standard input`);
  if (stdin !== undefined && (given[stdin] === undefined || given[stdin] === "-"))
    return [{ ...given, [stdin]: (await io.readInput()).trim() }];
  if (file !== undefined)
    return [{ ...given, [file]: await readGiven(io, given[file], input[file] as Field<unknown>, file) }];
  if (given.id !== "-") return [given];
  const ids = (await io.readInput()).split(/\s+/).filter((id) => id !== "");
  return ids.map((id) => ({ ...given, id }));
}

/** The content of a file, or of standard input, as the field takes it. */
async function readGiven(io: Io, path: unknown, field: Field<unknown>, name: string): Promise<unknown> {
  const place = Array.isArray(path) ? path[0] : path;
  const text = place === undefined || place === "-" ? await io.readInput() : readText(String(place));
  if (!field.many) return field.fromText(text, name);
  return text.split("\n").flatMap((line, i) => {
    return line.trim() === "" ? [] : [field.fromText(line, `line ${i + 1}`)];
  });
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new TidelineError(
      "invalid-argument",
      `${path} cannot be read: give a file, or - for standard input.`,
      {},
      error,
    );
  }
}

/** Shows what would go, where the operation can say so, and waits for a yes. */
async function confirm(
  io: Io,
  operation: Operation,
  common: Common,
  input: Readonly<Record<string, unknown>>,
  preview: () => Promise<unknown>,
): Promise<void> {
  if (operation.effect !== "destructive" || common.yes || common.dryRun || input.preview === true) return;
  if (!io.canAsk)
    throw wrong(`${operation.name} cannot be taken back: repeat it with --yes, or look first with --dry-run`);
  if ("preview" in operation.input)
    io.err.write(`${purged((await preview()) as never, styleOf(io.err, io.env))}\n`);
  const answer = await io.ask(`${operation.doc} This cannot be taken back. Go on? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new TidelineError("not-allowed", "Nothing was done.");
}

function show(io: Io, operation: Operation, common: Common, answer: unknown): void {
  const style = styleOf(io.out, io.env);
  if (common.json) io.out.write(`${safeJson(answer, io.out.isTerminal ? 2 : undefined)}\n`);
  else if (common.quiet) for (const line of quietLines(answer)) io.out.write(`${line}\n`);
  else if (common.dryRun) io.out.write(`${renderDryRun(operation.name, answer as DryRun, style)}\n`);
  else io.out.write(`${render(operation.name, answer, style)}\n`);
}

function isBadNews(operation: Operation, answer: unknown): boolean {
  return operation.name === "verify" && (answer as { ok: boolean }).ok === false;
}

function describeError(error: unknown, json: boolean): string {
  const coded = isTidelineError(error);
  const message = error instanceof Error ? error.message : String(error);
  if (json) return safeJson({ error: { code: coded ? error.code : "bug", message } });
  if (coded) return `tideline: ${message} [${error.code}]`;
  return `tideline: this is a bug, please report it: ${error instanceof Error ? (error.stack ?? message) : message}`;
}

/** Steps from one word to another: for "did you mean". */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

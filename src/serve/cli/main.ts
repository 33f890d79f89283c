/**
 * How does a command run, from its words to its exit code? Find it, read its arguments, ask before anything is
 * destroyed, run it, show the answer.
 */
import { isTidelineError, TidelineError } from "../../errors.ts";
import type { AsyncTideline } from "../../memory/async.ts";
import type { ImportFromResult } from "../../memory/import-from.ts";
import { badArgument } from "../../model/arguments.ts";
import type { Fact } from "../../model/fact.ts";
import { nearestOf } from "../../model/near.ts";
import { LOCAL_OWNER } from "../caller.ts";
import { parseInput } from "../fields.ts";
import { HOOK_EVENTS } from "../hook/call.ts";
import type { Written } from "../operations/add.ts";
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
import { isYes, notConfirmed } from "./confirm.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit.ts";
import { readInputs, withLine } from "./input.ts";
import { withLook } from "./look.ts";
import { describeError, inOptions } from "./show/error-text.ts";
import { COMMANDS, groupNamed, helpFor, helpForGroup, overview } from "./show/help.ts";
import { startProgress } from "./show/progress.ts";
import { quietLines } from "./show/quiet.ts";
import { questionBefore, render, renderDryRun, renderLoss } from "./show/render.ts";
import { isCurated } from "./show/render-change.ts";
import { type Style, safeJson, styleOf } from "./show/terminal.ts";
import { whereOf } from "./show/where.ts";
import { localCaller, withRefusalsHere, withRemedy, withVoiceNote } from "./speaking.ts";
import { withVouch } from "./vouch.ts";

export async function main(given: readonly string[], io: Io): Promise<ExitCode> {
  const argv = withoutAliases(given);
  try {
    return await dispatch(argv, io);
  } catch (error) {
    io.err.write(`${describeError(error, wantsJson(argv), dirIn(argv))}\n`);
    return isHookCall(argv) ? EXIT.ok : exitCodeOf(error);
  }
}

/** `--store` is another name of `--dir`, for those who have a database and no folder. */
function withoutAliases(argv: readonly string[]): readonly string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  return argv.map((word, i) => (i < end ? word.replace(/^--store(?==|$)/, "--dir") : word));
}

/**
 * Does an editor run this command as a hook? Some exit codes tell an editor to stop what the person is doing, so a hook
 * always exits with 0, also if its words cannot be parsed.
 */
export function isHookCall(argv: readonly string[]): boolean {
  const [first, ...words] = splitLeading(argv).rest;
  if (first !== "hook" || words.every((word) => word.startsWith("-"))) return false;
  return HOOK_EVENTS.some((event) => words.includes(event)) || !words.some((word) => NO_EVENT.has(word));
}

const NO_EVENT: ReadonlySet<string> = new Set(["install", "uninstall"]);

/** Works even if the words cannot be parsed. */
export function wantsJson(argv: readonly string[]): boolean {
  return argv.includes("--json");
}

/** The `--dir` that was given, for hints. Works even if the words cannot be parsed. */
function dirIn(argv: readonly string[]): string | undefined {
  const words = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : argv.length);
  const at = words.findLastIndex((word) => word === "--dir" || word.startsWith("--dir="));
  const word = words[at];
  return word === "--dir" ? words[at + 1] : word?.slice("--dir=".length);
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  const style = styleOf(io.out, io.env);
  const [first] = argv;
  if (first === "--version" || first === "-V") return say(io, VERSION);
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    const about = argv.slice(1).filter((word) => !word.startsWith("-"));
    return say(io, about.length === 0 ? overview(style) : helpAbout(about, style));
  }
  const { leading, rest: words } = splitLeading(argv);
  if (words.length === 0 && leading.some((word) => word === "--help" || word === "-h"))
    return say(io, overview(style));
  if (words.length === 0) throw badArgument(`A command is missing after ${leading.join(" ")}`);
  if (words.slice(1).every(isHelp) && words.length > 1 && groupNamed(words[0] ?? "") !== undefined)
    return say(io, helpAbout(words.slice(0, 1), style));
  const { command, rest } = find(words);
  try {
    return await runFound(io, command, [...leading, ...rest], style);
  } catch (error) {
    throw inOptions(error, command);
  }
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

/** Help for a command, or for all commands that begin with a word, such as `token`. */
function helpAbout(words: readonly string[], style: Style): string {
  const group = words.length === 1 ? groupNamed(words[0] ?? "") : undefined;
  return group === undefined ? helpFor(find(words).command, style) : helpForGroup(group, style);
}

async function runFound(
  io: Io,
  command: Described,
  given: readonly string[],
  style: Style,
): Promise<ExitCode> {
  const parsed = parseCommand(command.input, command.args, given, command.operation?.cli?.file);
  if (parsed.common.help) return say(io, helpFor(command, style));
  checkTaken(command, parsed.asked);
  if (command.local !== undefined) {
    const given = parseInput(command.input, parsed.given, command.local.name);
    return await command.local.run(io, parsed.common, given, COMMANDS);
  }
  return await runCommand(io, command.operation as Operation, parsed);
}

/**
 * Refuses an option that the command does not take: silently ignored, it would promise something that does not happen.
 */
function checkTaken(command: Described, asked: readonly CommonName[]): void {
  const spare = asked.find((name) => !takes(command, name));
  if (spare === undefined) return;
  const isRead = command.operation?.effect === "read";
  const why: Partial<Record<CommonName, string>> = {
    "dry-run": isRead ? "it changes nothing" : "it has no dry run",
    origin: "it is not about one origin's memory",
    yes: "it asks for no confirmation",
  };
  throw badArgument(
    `${command.words.join(" ")} does not take --${spare}${why[spare] ? `: ${why[spare]}` : ""}`,
  );
}

function say(io: Io, text: string): ExitCode {
  io.out.write(`${text}\n`);
  return EXIT.ok;
}

function find(argv: readonly string[]): { readonly command: Described; readonly rest: readonly string[] } {
  // Longer names first: "policy set" before "policy".
  for (const command of [...COMMANDS].sort((a, b) => b.words.length - a.words.length)) {
    for (const words of [command.words, ...command.aliases.map((one) => [one])]) {
      if (words.every((word, i) => argv[i] === word)) return { command, rest: argv.slice(words.length) };
    }
  }
  const [first = "", second] = argv;
  const group = groupNamed(first);
  const isSecond = group !== undefined && second !== undefined && !second.startsWith("-");
  const asked = (isSecond ? `${first} ${second}` : first).slice(0, 60);
  const nearest = nearestOf(
    asked,
    COMMANDS.map(({ words }) => words.join(" ")),
  );
  const near = group ?? COMMANDS.filter(({ words }) => words.join(" ") === nearest);
  const hint = near.map(({ words }) => `tideline ${words.join(" ")}`).join(", ");
  throw new TidelineError(
    "no-such-operation",
    `There is no command "${asked}". ${hint === "" ? "tideline --help lists them." : `Did you mean ${hint}?`}`,
  );
}

async function runCommand(io: Io, operation: Operation, parsed: CommandArguments): Promise<ExitCode> {
  const { common } = parsed;
  const { origin, given } = withOrigin(operation, parsed);
  const looked = await withLook(io, operation, common, origin, given);
  const { inputs: read, lines } = await readInputs(io, operation, looked);
  const inputs = await Promise.all(read.map((one) => withVouch(io, operation, common, origin, one)));
  // Invalid arguments are reported before a workspace is opened or created.
  for (const input of inputs) parseInput(operation.input, input, operation.name);
  const [{ closeAfterLooking, openToTry, openToWrite }, { dryRunIfFinal, originOf, runOperation }] =
    await Promise.all([import("./place.ts"), import("../run.ts")]);
  const place = { begins: operation.cli?.begins };
  const workspace = await (common.dryRun ? openToTry : openToWrite)(io, common, place);
  const progress = startProgress(io.err, operation.long === true);
  const caller = await localCaller(io, workspace);
  try {
    let code: ExitCode = EXIT.ok;
    if (operation.ranks === true) await workspace.vectors.embedFew(originOf(LOCAL_OWNER, origin));
    for (const input of inputs) {
      const options = { origin, dryRun: common.dryRun, progress: progress.tell };
      const isDecided = common.yes || common.dryRun;
      const final = isDecided ? undefined : await dryRunIfFinal(workspace, caller, operation, input, options);
      progress.end();
      if (final !== undefined) await confirm(io, operation, final.wouldDo);
      const before = await subjectOf(operation, workspace.memory(originOf(LOCAL_OWNER, origin)), input);
      const answered = await runOperation(workspace, caller, operation, input, options);
      const noted = withVoiceNote(caller, operation.name, answered, common.dir);
      const answer = withRefusalsHere(noted, common.dir);
      progress.end();
      show(io, operation, common, answer, before);
      if (code === EXIT.ok) code = codeOf(operation, answer);
    }
    return code;
  } catch (error) {
    throw withLine(withRemedy(caller, error), lines);
  } finally {
    progress.end();
    if (operation.effect === "read") await closeAfterLooking(io, workspace);
    else await workspace.close();
  }
}

/** Whose memory `--origin` means, or the field that it stands for in this operation. */
function withOrigin(
  { cli }: Operation,
  { common, given }: CommandArguments,
): { readonly origin: unknown; readonly given: CommandArguments["given"] } {
  const origin = originFrom(common.origin);
  const field = cli?.origin;
  if (typeof field !== "string" || origin === undefined) return { origin, given };
  if (given[field] !== undefined)
    throw badArgument(`--origin and --${field} mean the same: give only one of them`);
  return { origin: undefined, given: { ...given, [field]: origin } };
}

/** Shows what would be lost and waits for a yes. */
async function confirm(io: Io, operation: Operation, wouldDo: unknown): Promise<void> {
  if (!io.canAsk)
    throw badArgument(
      `This ${operation.name} cannot be undone: repeat it with --yes, or look at the effect first with --dry-run`,
    );
  io.err.write(`${renderLoss(operation, wouldDo, styleOf(io.err, io.env))}\n`);
  const answer = await io.ask(`${questionBefore(operation, wouldDo)} This cannot be undone. [y/N] `);
  if (!isYes(answer)) throw notConfirmed();
}

/** The fact that is about to be changed, in its current state: the answer may have to say that nothing changed. */
async function subjectOf(
  { name }: Operation,
  memory: AsyncTideline,
  input: Readonly<Record<string, unknown>>,
): Promise<Fact | undefined> {
  const id = input.id ?? input.from;
  if (!isCurated(name) || typeof id !== "string") return undefined;
  try {
    return await memory.peek(id);
  } catch (error) {
    if (isTidelineError(error)) return undefined; // The operation itself says what is wrong.
    throw error;
  }
}

function show(io: Io, operation: Operation, common: Common, answer: unknown, before: Fact | undefined): void {
  // If `--origin` is a field of the operation, hints are not about that origin's memory.
  const { dir, origin } = common;
  const where = whereOf({ dir, origin: typeof operation.cli?.origin === "string" ? undefined : origin });
  const style = styleOf(io.out, io.env, where);
  if (common.json) io.out.write(`${safeJson(answer, io.out.isTerminal ? 2 : undefined)}\n`);
  else if (common.quiet) for (const line of quietLines(answer)) io.out.write(`${line}\n`);
  else if (common.dryRun) io.out.write(`${renderDryRun(operation, answer as DryRun, style, before)}\n`);
  else {
    io.out.write(`${render(operation.name, answer, style, before)}\n`);
    if (operation.name === "context") showBesideBlock(io, answer as { text: string; note?: string });
  }
}

/** A block goes into a prompt as it is, so what is said about it goes to the person at the terminal. */
function showBesideBlock(io: Io, { text, note }: { readonly text: string; readonly note?: string }): void {
  if (text !== "" && note !== undefined) io.err.write(`${styleOf(io.err, io.env).dim(note)}\n`);
}

/** Did nothing of a foreign file come in, although something stands in it? */
function isInVain(answer: unknown): boolean {
  const { counts, badCount = 0 } = answer as Partial<Pick<ImportFromResult, "counts" | "badCount">>;
  if (counts === undefined) return false;
  const { refused, ...accepted } = counts;
  return refused + badCount > 0 && Object.values(accepted).every((count) => count === 0);
}

/** The command ran, but some answers are bad news. */
function codeOf({ name }: Operation, answer: unknown): ExitCode {
  const { ok, results, result } = answer as { ok?: unknown; results?: unknown; result?: unknown };
  if (name === "verify" && ok === false) return EXIT.found;
  if (name === "import") return isInVain(result ?? answer) ? EXIT.refused : EXIT.ok;
  if (name !== "add-many") return EXIT.ok;
  const written = (results ?? (result as { results?: unknown }).results) as readonly Written[];
  return written.some(({ outcome }) => outcome === "refused") ? EXIT.refused : EXIT.ok;
}

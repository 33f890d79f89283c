/** What does `--help` say? What the tables say: nothing about a command is written twice. */
import type { Field } from "../../fields.ts";
import { GROUPS, OPERATIONS } from "../../operations/table.ts";
import { COMMON, COMMON_NAMES, type CommonName, speltAs } from "../arguments.ts";
import { type Described, takes } from "../command.ts";
import { LOCAL_COMMANDS } from "../local.ts";
import type { Style } from "./terminal.ts";
import { wrapped } from "./width.ts";

export const COMMANDS: readonly Described[] = [
  ...OPERATIONS.filter((one) => one.cli !== undefined).map((one) => ({
    words: one.cli?.words ?? [one.name],
    aliases: one.cli?.aliases ?? [],
    doc: one.doc,
    args: one.cli?.args ?? [],
    input: one.input,
    example: one.example,
    operation: one,
    local: undefined,
  })),
  ...LOCAL_COMMANDS.map((one) => ({
    words: [one.name],
    aliases: [],
    doc: one.doc,
    args: one.args ?? [],
    input: one.input,
    example: one.example,
    operation: undefined,
    local: one,
  })),
];

const EXIT_CODES =
  "Exit codes: 0 done, 1 problems found, 2 wrong usage, 3 refused, 4 not found, 5 busy, 6 storage error, 70 bug in Tideline, 130 interrupted.";

const DASHES =
  "Put an id or a text that begins with a dash last, after --: tideline add -- '-5 degrees outside'";

export function overview(style: Style): string {
  const rows = (title: string, of: (command: Described) => boolean) => [
    style.bold(title),
    ...rowsOf(COMMANDS.filter(of), style),
    "",
  ];
  return [
    `${style.bold("tideline")}: long-term memory for AI agents`,
    "",
    "  tideline <command> [arguments] [options]",
    "",
    ...Object.entries(GROUPS).flatMap(([title, operations]) =>
      rows(title, ({ operation }) => operation !== undefined && operations.includes(operation)),
    ),
    ...rows("This machine", ({ local }) => local !== undefined),
    style.dim("tideline <command> --help shows its options and an example."),
    style.dim(wrapped(DASHES, style.textColumns)),
    style.dim(wrapped(EXIT_CODES, style.textColumns)),
  ].join("\n");
}

/** The commands that begin with this word, if the word alone is none: `token create`, `token list` … */
export function groupNamed(first: string): readonly Described[] | undefined {
  const group = COMMANDS.filter(({ words }) => words[0] === first);
  return group.length > 0 && group.every(({ words }) => words.length > 1) ? group : undefined;
}

export function helpForGroup(group: readonly Described[], style: Style): string {
  const [first = ""] = group[0]?.words ?? [];
  return [
    style.bold(`tideline ${first} <command> [arguments] [options]`),
    "",
    ...rowsOf(group, style),
    "",
    style.dim(`tideline ${first} <command> --help shows its options and an example.`),
  ].join("\n");
}

function rowsOf(commands: readonly Described[], style: Style): readonly string[] {
  return commands.map(({ words, doc }) =>
    wrapped(`  ${words.join(" ").padEnd(17)} ${doc}`, style.textColumns, 20),
  );
}

export function helpFor(command: Described, style: Style): string {
  const { words, args, doc, input, example, aliases } = command;
  const usage = ["tideline", ...words, ...args.map((name) => usageOf(name, command)), "[options]"].join(" ");
  const own = Object.entries(input).filter(([name]) => !args.includes(name));
  const common = COMMON_NAMES.filter((name) => takes(command, name));
  const width = style.textColumns;
  const listed = (rows: readonly Row[]) => rows.map((row) => line(row, width));
  return [
    style.bold(wrapped(usage, width, 4)),
    "",
    wrapped(doc, width),
    ...(aliases.length === 0 ? [] : [`Also: ${aliases.map((one) => `tideline ${one}`).join(", ")}`]),
    ...listed(args.map((name) => argumentRow(name, command))),
    ...(own.length === 0 ? [] : ["", ...listed(own.map(([name, field]) => optionRow(name, field)))]),
    "",
    ...listed(common.map((name) => commonRow(name, command))),
    "",
    `Example: tideline ${example}`,
  ].join("\n");
}

function usageOf(name: string, { operation, input }: Described): string {
  const optional =
    operation?.cli?.stdin === name || operation?.cli?.file === name || input[name]?.required !== true;
  const shown = operation?.cli?.file === name ? "file" : name;
  return optional ? `[${shown}]` : `<${shown}>`;
}

/** What can be given, and what it means. */
type Row = readonly [given: string, doc: string];
const DOC_COLUMN = 33;

function line([given, doc]: Row, width: number): string {
  const column = Math.min(DOC_COLUMN, Math.floor(width / 2));
  return wrapped(`  ${given.padEnd(column - 3)} ${doc}`, width, column);
}

function argumentRow(name: string, { operation, input }: Described): Row {
  const isFile = operation?.cli?.file === name;
  const doc = isFile ? `${valuesIn(input[name])}${lineOf(input[name])}` : valuesIn(input[name]);
  const isRead = isFile || operation?.cli?.stdin === name;
  return [isFile ? "file" : name, isRead ? `${doc}. If missing or -: standard input` : doc];
}

/** What stands on a line of a file that holds a list. */
function lineOf(field: Field<unknown> | undefined): string {
  const { description = "" } = (field?.schema.items ?? {}) as { readonly description?: string };
  return description === "" ? "" : `. On each line: ${description[0]?.toLowerCase()}${description.slice(1)}`;
}

function commonRow(name: CommonName, command: Described): Row {
  const { shown, doc, short } = COMMON[name];
  const spelt = `${short === undefined ? "" : `-${short}, `}--${name}${shown === "" ? "" : ` <${shown}>`}`;
  return [spelt, commonDoc(command, name) ?? doc];
}

/** What a common option means for this command, if that differs from its usual meaning. */
function commonDoc({ operation, local, input }: Described, option: CommonName): string | undefined {
  if (option === "dir") return local?.dirDoc;
  const field = operation?.cli?.origin;
  if (option === "origin" && typeof field === "string") return input[field]?.doc;
  return option === "quiet" ? operation?.cli?.quietDoc : undefined;
}

function optionRow(name: string, field: Field<unknown>): Row {
  const { shown, doc, many } = field;
  const again = many ? " (can be repeated)" : "";
  const spelt = speltAs(name, field).map((one) => `--${one}`);
  if (shown === "") return [spelt.join(", "), doc];
  const isShort = shown.length <= 20;
  return [
    `${spelt.join(", ")} <${isShort ? shown : "which"}>`,
    `${isShort ? withRange(field) : valuesIn(field)}${again}`,
  ];
}

/** What the field means, and which values it may have. */
function valuesIn(field: Field<unknown> | undefined): string {
  if (field === undefined) return "";
  return field.shown.includes("|") ? `${field.doc}. One of ${field.shown.replaceAll("|", ", ")}` : field.doc;
}

/** Adds the range of a number, unless its upper bound is so high that nobody reaches it. */
function withRange({ doc, schema }: Field<unknown>): string {
  const { minimum, maximum } = schema;
  if (typeof minimum !== "number" || typeof maximum !== "number" || maximum > 1_000) return doc;
  // Before the default, which would seem to have the range otherwise.
  return doc.replace(/(?=\. Default:)|$/, ` (${minimum} to ${maximum})`);
}

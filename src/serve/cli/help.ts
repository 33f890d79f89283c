/**
 * What does `--help` say? What the tables say: nothing about a command is written twice.
 */
import type { Field } from "../fields.ts";
import { GROUPS, OPERATIONS } from "../operations/table.ts";
import { COMMON, COMMON_NAMES, type CommonName, dashed, speltAs } from "./arguments.ts";
import { type Described, takes } from "./command.ts";
import { LOCAL_COMMANDS } from "./local.ts";
import type { Style } from "./terminal.ts";

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

export function overview(style: Style): string {
  const rows = (title: string, of: (command: Described) => boolean) => [
    style.bold(title),
    ...COMMANDS.filter(of).map(({ words, doc }) => `  ${words.join(" ").padEnd(16)}${doc}`),
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
    style.dim(
      "Exit codes: 0 done, 1 found something wrong, 2 wrong call, 3 refused, 4 not there, 5 busy, 6 storage.",
    ),
  ].join("\n");
}

export function helpFor(command: Described, style: Style): string {
  const { words, args, doc, input, example, aliases } = command;
  const usage = ["tideline", ...words, ...args.map((name) => usageOf(name, command)), "[options]"].join(" ");
  const own = Object.entries(input)
    .filter(([name]) => !args.includes(name))
    .map(([name, field]) => optionLine(name, field));
  const common = COMMON_NAMES.filter((name) => takes(command, name)).map((name) => {
    const { shown, doc: text, short } = COMMON[name];
    return line(
      `${short === undefined ? "" : `-${short}, `}--${name}${shown === "" ? "" : ` <${shown}>`}`,
      commonDoc(command, name) ?? text,
      false,
    );
  });
  return [
    `${style.bold(usage)}`,
    "",
    doc,
    ...(aliases.length === 0 ? [] : [`Also: ${aliases.map((one) => `tideline ${one}`).join(", ")}`]),
    ...args.map((name) => argumentLine(name, command)),
    ...(own.length === 0 ? [] : ["", ...own]),
    "",
    ...common,
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

function argumentLine(name: string, { operation, input }: Described): string {
  const doc = valuesIn(input[name]);
  if (operation?.cli?.file === name) return line("file", `${doc}. Default, and -: standard input`, false);
  return line(name, operation?.cli?.stdin === name ? `${doc}. Default, and -: standard input` : doc, false);
}

/** What a common option means for this command, where that is something of its own. */
function commonDoc({ operation, local, input }: Described, option: CommonName): string | undefined {
  if (option === "dir") return local?.dirDoc;
  const field = operation?.cli?.origin;
  if (option === "origin" && typeof field === "string") return input[field]?.doc;
  return option === "quiet" ? operation?.cli?.quietDoc : undefined;
}

function optionLine(name: string, field: Field<unknown>): string {
  const { shown, doc, many } = field;
  if (shown === "")
    return line(
      speltAs(name, field)
        .map((spelt) => `--${spelt}`)
        .join(", "),
      doc,
      many,
    );
  const short = shown.length <= 20;
  return line(
    `--${dashed(name)} <${short ? shown : "which"}>`,
    short ? withRange(field) : valuesIn(field),
    many,
  );
}

/** What it is, and what it may be. */
function valuesIn(field: Field<unknown> | undefined): string {
  if (field === undefined) return "";
  return field.shown.includes("|") ? `${field.doc}. One of ${field.shown.replaceAll("|", ", ")}` : field.doc;
}

/** A number that may be anything up to a bound that nobody meets needs no range. */
function withRange({ doc, schema }: Field<unknown>): string {
  const { minimum, maximum } = schema;
  if (typeof minimum !== "number" || typeof maximum !== "number" || maximum > 1_000) return doc;
  return `${doc} (${minimum} to ${maximum})`;
}

function line(left: string, doc: string, many: boolean): string {
  return `  ${left.padEnd(30)} ${doc}${many ? " (can be repeated)" : ""}`;
}

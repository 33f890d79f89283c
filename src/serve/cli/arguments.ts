/**
 * How does a command line become the input of an operation? By the fields that the operation declares: one option per
 * field, spelt with dashes, and positional arguments where the table names them. Nothing else is accepted.
 */
import { parseArgs } from "node:util";
import { badArgument } from "../../model/arguments.ts";
import { nearestOf } from "../../model/near.ts";
import type { Field, Fields } from "../fields.ts";
import { ORIGIN_FORMS } from "../origin-text.ts";

/** The options of every command. */
export interface Common {
  readonly dir: string | undefined;
  readonly origin: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly help: boolean;
}

export type CommonName = "dir" | "origin" | "json" | "quiet" | "dry-run" | "yes" | "help";

export const COMMON: Readonly<
  Record<CommonName, { readonly shown: string; readonly doc: string; readonly short?: string }>
> = {
  dir: {
    shown: "folder",
    doc: "The workspace: a folder, or the address of a PostgreSQL database (also --store). Default: TIDELINE_DIR, or the default folder of this user",
  },
  origin: { shown: "origin", doc: `Whose memory: ${ORIGIN_FORMS}` },
  json: { shown: "", doc: "Print the answer as JSON" },
  quiet: { shown: "", doc: "Print only ids, one per line", short: "q" },
  "dry-run": { shown: "", doc: "Show what would happen and write nothing" },
  yes: { shown: "", doc: "Do not ask for confirmation", short: "y" },
  help: { shown: "", doc: "Show this help", short: "h" },
};

export const COMMON_NAMES = Object.keys(COMMON) as readonly CommonName[];

export interface CommandArguments {
  readonly common: Common;
  /** The common options that were given. */
  readonly asked: readonly CommonName[];
  /** The fields that were given. Texts are converted by their field; its `parse` has not checked them yet. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly positions: readonly string[];
}

export function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The names of the options that set a field. */
export function speltAs(name: string, { isTwoWay }: Field<unknown>): readonly string[] {
  return isTwoWay === true ? [dashed(name), `no-${dashed(name)}`] : [dashed(name)];
}

export function parseCommand(
  fields: Fields,
  positional: readonly string[],
  argv: readonly string[],
  /** This field names a file, whose content is read later. */
  file?: string,
): CommandArguments {
  const options: OptionSpecs = {};
  for (const [name, { shown, short }] of Object.entries(COMMON))
    options[name] = { type: shown === "" ? "boolean" : "string", ...(short === undefined ? {} : { short }) };
  for (const [name, field] of Object.entries(fields))
    for (const spelt of speltAs(name, field))
      options[spelt] = { type: field.shown === "" ? "boolean" : "string", multiple: field.many };
  const { values, positionals } = readArguments(options, argv);
  const given: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const isOff = field.isTwoWay === true && values[`no-${dashed(name)}`] === true;
    if (isOff && values[dashed(name)] === true)
      throw badArgument(`--${dashed(name)} and --no-${dashed(name)} are opposites: give one of them`);
    const spelt = isOff ? false : values[dashed(name)];
    if (spelt !== undefined) given[name] = name === file ? spelt : spell(field, spelt, name);
  }
  positional.slice(0, positionals.length).forEach((name, i) => {
    if (given[name] !== undefined) throw badArgument(`${name} is given twice`);
    const spelt = positionals[i] as string;
    given[name] = name === file ? spelt : spell(fields[name] as Field<unknown>, spelt, name);
  });
  const spare = positionals[positional.length];
  if (spare !== undefined)
    throw badArgument(`Unexpected argument "${spare.slice(0, 60)}": put a text with spaces in quotes`);
  const asked = COMMON_NAMES.filter((name) => values[name] !== undefined);
  return { common: commonOf(values), asked, given, positions: positionals };
}

type OptionSpecs = Record<string, { type: "string" | "boolean"; multiple?: boolean; short?: string }>;

/** A digest, as ids of conversations are: of 64, one begins with a dash. No option is that long. */
const DASHED_DIGEST = /^-[\w-]{42}$/;
/** What such a digest begins with until the options are read. */
const HELD = "\0";

function readArguments(options: OptionSpecs, argv: readonly string[]) {
  const args = withValues(options, argv);
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return {
      values,
      positionals: positionals.map((word) => (word.startsWith(HELD) ? word.slice(HELD.length) : word)),
    };
  } catch (error) {
    throw badArgument(said(error, Object.keys(options)));
  }
}

/**
 * An option that takes a value takes the next word, even if it begins with a dash, as hashes, ids and secrets may. But
 * if the next word is another option of this command, or `--`, the value was forgotten.
 */
function withValues(options: OptionSpecs, argv: readonly string[]): string[] {
  const args: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as string;
    if (word === "--") return [...args, ...argv.slice(i)];
    if (DASHED_DIGEST.test(word)) {
      args.push(`${HELD}${word}`);
      continue;
    }
    if (optionIn(options, word)?.type !== "string" || word.includes("=")) args.push(word);
    else {
      const value = argv[++i];
      if (value === undefined || value === "--") throw badArgument(`${word} needs a value`);
      if (optionIn(options, value) !== undefined)
        throw badArgument(
          `${word} needs a value, but ${value} is an option: if it is meant as the value, write ${word}=${value}`,
        );
      args.push(`${word}=${value}`);
    }
  }
  return args;
}

/** The option that a word names, long or short, with or without a value. */
function optionIn(options: OptionSpecs, word: string): OptionSpecs[string] | undefined {
  const [, name = ""] = /^--([^=]+)/.exec(word) ?? [];
  if (name !== "") return Object.hasOwn(options, name) ? options[name] : undefined;
  return Object.values(options).find(({ short }) => short !== undefined && word === `-${short}`);
}

/** The useful part of the parser's own message, and what was probably meant. */
function said(error: unknown, options: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, unknown] = /^Unknown option '--([^'=]+)/.exec(message) ?? [];
  const meant = unknown === undefined ? undefined : nearestOf(unknown, options);
  if (meant !== undefined) return `Unknown option --${unknown} (did you mean --${meant}?)`;
  const [what = ""] = message.split(/\.\s/);
  const remedy = message.includes("'--'")
    ? ": an id or a text that begins with a dash comes last, after --"
    : "";
  return `${what.replace(/\.$/, "")}${remedy}`;
}

/** Splits the common options before the command from the rest. */
export function splitLeading(argv: readonly string[]): {
  readonly leading: readonly string[];
  readonly rest: readonly string[];
} {
  let at = 0;
  while (at < argv.length) {
    const word = argv[at] as string;
    const [name = ""] = word.replace(/^--?/, "").split("=");
    const known = COMMON_NAMES.find((one) => one === name || COMMON[one].short === name);
    if (!word.startsWith("-") || known === undefined) break;
    at += COMMON[known].shown === "" || word.includes("=") ? 1 : 2;
  }
  return { leading: argv.slice(0, at), rest: argv.slice(at) };
}

function spell(field: Field<unknown>, spelt: unknown, name: string): unknown {
  if (typeof spelt === "boolean") return spelt;
  if (Array.isArray(spelt)) return spelt.map((one) => field.fromText(String(one), name));
  return field.fromText(String(spelt), name);
}

function commonOf(values: Readonly<Record<string, unknown>>): Common {
  return {
    dir: values.dir as string | undefined,
    origin: values.origin as string | undefined,
    json: values.json === true,
    quiet: values.quiet === true,
    dryRun: values["dry-run"] === true,
    yes: values.yes === true,
    help: values.help === true,
  };
}

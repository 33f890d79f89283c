/**
 * How does a shell complete `tideline`? By a script generated from the table: commands, options, and the values that an
 * option or an argument may have.
 */

import { badArgument } from "../../../model/arguments.ts";
import type { Field } from "../../fields.ts";
import { COMMON, COMMON_NAMES, speltAs } from "../arguments.ts";
import { type Described, type Io, takes } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { bash, type Completed, type CompletedOption, fish, zsh } from "./completion-scripts.ts";

const PLACES: Readonly<Record<string, string>> = {
  bash: 'Add this line to ~/.bashrc:\neval "$(tideline completion bash)"',
  zsh: 'Add this line to ~/.zshrc, after compinit:\neval "$(tideline completion zsh)"',
  fish: "Run this once:\ntideline completion fish > ~/.config/fish/completions/tideline.fish",
};

export async function completion(
  io: Io,
  given: Readonly<Record<string, unknown>>,
  commands: readonly Described[],
): Promise<ExitCode> {
  const shell = String(given.shell ?? "");
  const script = { bash, zsh, fish }[shell];
  if (script === undefined) throw badArgument("completion needs a shell: bash, zsh or fish");
  io.out.write(given.install === true ? `${PLACES[shell]}\n` : script(commands.map(completed)));
  return EXIT.ok;
}

function completed(command: Described): Completed {
  const { words, aliases, doc, input, args } = command;
  const own = Object.entries(input).filter(([name]) => !args.includes(name));
  const common = COMMON_NAMES.filter((name) => takes(command, name));
  const values = args.flatMap((name) => valuesOf(input[name]));
  // Ids and questions cannot be completed. An argument of a local command is one of a few words, or a file.
  const isOwnFile = command.local !== undefined && args.length > 0 && values.length === 0;
  return {
    words,
    aliases,
    doc,
    options: [
      ...own.flatMap(([name, field]) => speltAs(name, field).map((spelt) => optionOf(spelt, field))),
      ...common.map((name) => optionOf(name, COMMON[name])),
    ],
    values,
    takesFile: command.operation?.cli?.file !== undefined || isOwnFile,
  };
}

function optionOf(name: string, field: Pick<Field<unknown>, "doc" | "shown">): CompletedOption {
  return { name: `--${name}`, doc: field.doc, takesValue: field.shown !== "", values: valuesOf(field) };
}

function valuesOf(field: Pick<Field<unknown>, "shown"> | undefined): readonly string[] {
  return field?.shown.includes("|") === true ? field.shown.split("|") : [];
}

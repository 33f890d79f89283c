/**
 * How does a shell complete `tideline`? By a script drawn from the table: words, then the options of the command.
 */

import { wrong } from "../fields.ts";
import { COMMON, dashed } from "./arguments.ts";
import type { Described, Io } from "./command.ts";
import { EXIT, type ExitCode } from "./exit.ts";

const PLACES: Readonly<Record<string, string>> = {
  bash: 'eval "$(tideline completion bash)" in ~/.bashrc',
  zsh: 'eval "$(tideline completion zsh)" in ~/.zshrc, after compinit',
  fish: "tideline completion fish > ~/.config/fish/completions/tideline.fish",
};

export async function completion(
  io: Io,
  given: Readonly<Record<string, unknown>>,
  commands: readonly Described[],
): Promise<ExitCode> {
  const shell = String(given.shell ?? "");
  const script = { bash, zsh, fish }[shell];
  if (script === undefined) throw wrong("completion needs a shell: bash, zsh or fish");
  io.out.write(given.install === true ? `${PLACES[shell]}\n` : script(commands));
  return EXIT.ok;
}

function optionsOf({ input, args }: Described): readonly string[] {
  const own = Object.keys(input).filter((name) => !args.includes(name));
  return [...own.map(dashed), ...Object.keys(COMMON)].map((name) => `--${name}`);
}

function firstWords(commands: readonly Described[]): string {
  return [...new Set(commands.map(({ words }) => words[0]))].join(" ");
}

function bash(commands: readonly Described[]): string {
  const cases = commands.map(
    (one) => `    "${one.words.join(" ")}") options="${optionsOf(one).join(" ")}" ;;`,
  );
  return `# tideline completion for bash
_tideline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firstWords(commands)}" -- "$current")); return
  fi
  if [ "$COMP_CWORD" -eq 2 ] && [ "\${COMP_WORDS[1]}" = token ]; then
    COMPREPLY=($(compgen -W "create list revoke" -- "$current")); return
  fi
  local words="\${COMP_WORDS[1]}"
  [ "$words" = token ] && words="token \${COMP_WORDS[2]}"
  case "$words" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$options" -- "$current"))
  [ "\${#COMPREPLY[@]}" -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _tideline tideline
`;
}

function zsh(commands: readonly Described[]): string {
  const described = commands.map(
    ({ words, doc }) => `    '${words.join(" ")}:${doc.replaceAll("'", "’").replaceAll(":", " –")}'`,
  );
  const cases = commands.map(
    (one) =>
      `    "${one.words.join(" ")}") _values -w option ${optionsOf(one)
        .map((option) => `'${option}'`)
        .join(" ")} ;;`,
  );
  return `#compdef tideline
_tideline() {
  local -a commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local words_so_far="$words[2]"
  [[ $words[2] == token ]] && words_so_far="token $words[3]"
  case "$words_so_far" in
${cases.join("\n")}
    *) _files ;;
  esac
}
compdef _tideline tideline
`;
}

function fish(commands: readonly Described[]): string {
  const lines = commands.flatMap((command) => {
    const { words, doc } = command;
    const [first = "", second] = words;
    const quoted = `'${doc.replaceAll("'", "’")}'`;
    const name =
      second === undefined
        ? `complete -c tideline -n __fish_use_subcommand -a ${first} -d ${quoted}`
        : `complete -c tideline -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quoted}`;
    const options = optionsOf(command).map(
      (option) =>
        `complete -c tideline -n '__fish_seen_subcommand_from ${second ?? first}' -l ${option.slice(2)}`,
    );
    return [name, ...options];
  });
  return `# tideline completion for fish\n${lines.join("\n")}\n`;
}

/**
 * How does a shell complete `tideline`? By a script drawn from the table: words, then the options of the command.
 */

import { wrong } from "../fields.ts";
import { COMMON_NAMES, dashed } from "./arguments.ts";
import { type Described, type Io, takes } from "./command.ts";
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

function optionsOf(command: Described): readonly string[] {
  const { input, args } = command;
  const own = Object.keys(input).filter((name) => !args.includes(name));
  const common = COMMON_NAMES.filter((name) => takes(command, name));
  return [...own.map(dashed), ...common].map((name) => `--${name}`);
}

/** Commands of two words, by their first: `token` has create, list and revoke. */
function secondWords(commands: readonly Described[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { words } of commands) {
    const [first = "", second] = words;
    if (second !== undefined) found.set(first, [...(found.get(first) ?? []), second]);
  }
  return found;
}

function firstWords(commands: readonly Described[]): string {
  return [...new Set(commands.map(({ words }) => words[0]))].join(" ");
}

function bash(commands: readonly Described[]): string {
  const cases = commands.map(
    (one) => `    "${one.words.join(" ")}") options="${optionsOf(one).join(" ")}" ;;`,
  );
  const seconds = [...secondWords(commands)].map(
    ([first, words]) => `    ${first}) seconds="${words.join(" ")}" ;;`,
  );
  return `# tideline completion for bash
_tideline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options="" seconds="" second
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firstWords(commands)}" -- "$current")); return
  fi
  local words="\${COMP_WORDS[1]}"
  case "$words" in
${seconds.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 2 ] && [ -n "$seconds" ]; then
    COMPREPLY=($(compgen -W "$seconds" -- "$current"))
    [ "\${#COMPREPLY[@]}" -gt 0 ] && return
  fi
  for second in $seconds; do
    [ "\${COMP_WORDS[2]}" = "$second" ] && words="$words $second"
  done
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
  const seconds = [...secondWords(commands)].map(
    ([first, words]) => `    ${first}) seconds=(${words.join(" ")}) ;;`,
  );
  return `#compdef tideline
_tideline() {
  local -a commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local words_so_far="$words[2]"
  local -a seconds=()
  case "$words[2]" in
${seconds.join("\n")}
  esac
  if (( CURRENT == 3 && $#seconds > 0 )) && [[ $words[3] != -* ]]; then _values command $seconds; return; fi
  (( $seconds[(Ie)$words[3]] )) && words_so_far="$words[2] $words[3]"
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

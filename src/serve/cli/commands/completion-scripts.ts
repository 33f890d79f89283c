/**
 * What does each shell read? Three scripts with the same behaviour: common options may come before the command; the
 * first word is a command, and the second may belong to its name; the value of an option is one of its values, or a
 * file; anything else is an argument or an option.
 */
import { COMMON, COMMON_NAMES } from "../arguments.ts";

/** A command, as a shell needs it. */
export interface Completed {
  /** One word, or two: `token create`. */
  readonly words: readonly string[];
  /** Other names of the same command. */
  readonly aliases: readonly string[];
  readonly doc: string;
  readonly options: readonly CompletedOption[];
  /** The values of an argument, if it is one of a few words. */
  readonly values: readonly string[];
  /** True if an argument may be the name of a file. */
  readonly takesFile: boolean;
}

export interface CompletedOption {
  readonly name: string;
  readonly doc: string;
  readonly takesValue: boolean;
  /** The possible values; empty if any value is allowed. */
  readonly values: readonly string[];
}

const LEADING: readonly CompletedOption[] = COMMON_NAMES.filter(
  (name) => name === "dir" || name === "origin",
).map((name) => ({ name: `--${name}`, doc: COMMON[name].doc, takesValue: true, values: [] }));
const WITH_VALUE = LEADING.map(({ name }) => name).join("|");

/** Every way to call a command, as one pattern of a `case`. */
function patternOf({ words, aliases }: Completed): string {
  return [words.join(" "), ...aliases].map((one) => `"${one}"`).join("|");
}

/** Commands of two words, by their first: `token` has create, list and revoke. */
function secondsOf(commands: readonly Completed[]): ReadonlyMap<string, readonly Completed[]> {
  const found = new Map<string, readonly Completed[]>();
  for (const command of commands) {
    const [first = "", second] = command.words;
    if (second !== undefined) found.set(first, [...(found.get(first) ?? []), command]);
  }
  return found;
}

/** The first words of all commands, each with a description. */
function firstsOf(commands: readonly Completed[]): ReadonlyMap<string, string> {
  const seconds = secondsOf(commands);
  const found = new Map<string, string>();
  for (const { words, doc } of commands) {
    const [first = "", second] = words;
    if (second === undefined) found.set(first, doc);
    else if (!found.has(first))
      found.set(
        first,
        seconds
          .get(first)
          ?.map(({ words: both }) => both[1])
          .join(", ") ?? "",
      );
  }
  return found;
}

/**
 * One `case` line per option that takes a value, by command and option. `line` gets the possible values, or none if any
 * value is allowed.
 */
function valueCases(
  commands: readonly Completed[],
  line: (values: readonly string[]) => string,
): readonly string[] {
  return commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(({ name, values }) => {
        const calls = [command.words.join(" "), ...command.aliases];
        return `    ${calls.map((call) => `"${call} ${name}"`).join("|")}) ${line(values)} ;;`;
      }),
  );
}

export function bash(commands: readonly Completed[]): string {
  const cases = commands.map(
    (one) =>
      `    ${patternOf(one)}) options="${one.options.map(({ name }) => name).join(" ")}" values="${one.values.join(" ")}" ;;`,
  );
  const seconds = [...secondsOf(commands)].map(
    ([first, some]) => `    ${first}) seconds="${some.map(({ words }) => words[1]).join(" ")}" ;;`,
  );
  return `# tideline completion for bash
_tideline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local at=1 command="" options="" values="" seconds="" second
  COMPREPLY=()
  while [ "$at" -lt "$COMP_CWORD" ]; do
    case "\${COMP_WORDS[at]}" in
    ${WITH_VALUE}) at=$((at + 2)) ;;
    -*) at=$((at + 1)) ;;
    *) break ;;
    esac
  done
  if [ "$at" -gt "$COMP_CWORD" ]; then return; fi
  if [ "$at" -eq "$COMP_CWORD" ]; then
    case "$current" in
    -*) COMPREPLY=($(compgen -W "${LEADING.map(({ name }) => name).join(" ")}" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "${[...firstsOf(commands).keys()].join(" ")}" -- "$current")) ;;
    esac
    return
  fi
  command="\${COMP_WORDS[at]}"
  case "$command" in
${seconds.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq "$((at + 1))" ] && [ -n "$seconds" ]; then
    COMPREPLY=($(compgen -W "$seconds" -- "$current"))
    [ "\${#COMPREPLY[@]}" -gt 0 ] && return
  fi
  for second in $seconds; do
    [ "\${COMP_WORDS[at+1]}" = "$second" ] && command="$command $second"
  done
  case "$command $before" in
${valueCases(commands, (values) => `COMPREPLY=(${values.length === 0 ? "" : `$(compgen -W "${values.join(" ")}" -- "$current")`}); return`).join("\n")}
  esac
  case "$command" in
${cases.join("\n")}
  esac
  case "$current" in -*) values="" ;; esac
  COMPREPLY=($(compgen -W "\${values:-$options}" -- "$current"))
}
complete -o default -F _tideline tideline
`;
}

export function zsh(commands: readonly Completed[]): string {
  const entry = (name: string, doc: string) => `'${name}:${zshText(doc)}'`;
  const cases = commands.map(
    (one) =>
      `    ${patternOf(one)}) options=(${one.options.map(({ name, doc }) => entry(name, doc)).join(" ")}) arguments=(${one.values.join(" ")}) ;;`,
  );
  const seconds = [...secondsOf(commands)].map(
    ([first, some]) =>
      `    ${first}) seconds=(${some.map(({ words, doc }) => entry(words[1] ?? "", doc)).join(" ")}) ;;`,
  );
  return `#compdef tideline
_tideline() {
  local -a commands seconds options arguments
  local command="" before="$words[CURRENT-1]"
  local -i at=2
  commands=(
${[...firstsOf(commands)].map(([name, doc]) => `    ${entry(name, doc)}`).join("\n")}
  )
  while (( at < CURRENT )); do
    case "$words[at]" in
    ${WITH_VALUE}) (( at += 2 )) ;;
    -*) (( at += 1 )) ;;
    *) break ;;
    esac
  done
  if (( at > CURRENT )); then _files; return; fi
  if (( at == CURRENT )); then
    if [[ $words[CURRENT] == -* ]]; then
      options=(${LEADING.map(({ name, doc }) => entry(name, doc)).join(" ")})
      _describe -o option options
    else
      _describe command commands
    fi
    return
  fi
  command="$words[at]"
  case "$command" in
${seconds.join("\n")}
  esac
  if (( CURRENT == at + 1 && $#seconds > 0 )) && [[ $words[CURRENT] != -* ]]; then
    _describe command seconds
    return
  fi
  (( $#seconds > 0 && \${seconds[(I)$words[at+1]:*]} )) && command="$command $words[at+1]"
  case "$command $before" in
${valueCases(commands, (values) => `${values.length === 0 ? "_files" : `compadd -- ${values.join(" ")}`}; return`).join("\n")}
  esac
  case "$command" in
${cases.join("\n")}
  esac
  if [[ $words[CURRENT] == -* ]]; then _describe -o option options
  elif (( $#arguments > 0 )); then compadd -- $arguments
  else _describe -o option options; _files
  fi
}
# Read as a file of $fpath it is called; read by eval it is made known.
if [[ "$funcstack[1]" == _tideline ]]; then _tideline "$@"; else compdef _tideline tideline; fi
`;
}

/** Escapes a description for single quotes, where a colon would end the name. */
function zshText(doc: string): string {
  return doc.replaceAll("'", "’").replaceAll("\\", "").replaceAll(":", "\\:");
}

export function fish(commands: readonly Completed[]): string {
  const seconds = secondsOf(commands);
  const begins = [...firstsOf(commands)].map(
    ([name, doc]) => `complete -c tideline -n __tideline_begins -f -a ${name} -d ${fishText(doc)}`,
  );
  const own = commands.flatMap((command) => {
    const { words, doc, options, values, takesFile } = command;
    const [first = "", second] = words;
    const calls = [words.join(" "), ...command.aliases].map((call) => `"${call}"`).join(" ");
    const here = `complete -c tideline -n '__tideline_at ${calls}'`;
    return [
      ...(second === undefined
        ? []
        : [`complete -c tideline -n '__tideline_begins ${first}' -f -a ${second} -d ${fishText(doc)}`]),
      ...(takesFile ? [] : [`${here} -f`]),
      ...(values.length === 0 ? [] : [`${here} -a '${values.join(" ")}'`]),
      ...options.map((option) => `${here} ${fishOption(option)}`),
    ];
  });
  const leading = LEADING.map((option) => `complete -c tideline -n __tideline_begins ${fishOption(option)}`);
  return `# tideline completion for fish
# The words of the command: without common options in front of it.
function __tideline_words
  set -l words (commandline -opc)
  set -e words[1]
  while set -q words[1]
    switch $words[1]
      case ${WITH_VALUE.replaceAll("|", " ")}
        set -e words[1]
        set -e words[1]
      case '-*'
        set -e words[1]
      case '*'
        break
    end
  end
  set -q words[1]; and printf '%s\\n' $words
end
# Is the next word a command; or the second word after this one?
function __tideline_begins
  set -l words (__tideline_words)
  test (count $words) -eq (count $argv); and test "$words" = "$argv"
end
# Is the command one of these?
function __tideline_at
  set -l words (__tideline_words)
  set -q words[1]; or return 1
  set -l command $words[1]
  set -l both "$words[1] $words[2]"
  contains -- $both ${[...seconds.values()]
    .flat()
    .map(({ words }) => `"${words.join(" ")}"`)
    .join(" ")}; and set command $both
  contains -- $command $argv
end
${[...begins, ...leading, ...own].join("\n")}
`;
}

function fishOption({ name, doc, takesValue, values }: CompletedOption): string {
  const value = values.length > 0 ? ` -x -a '${values.join(" ")}'` : takesValue ? " -r" : "";
  return `-l ${name.slice(2)}${value} -d ${fishText(doc)}`;
}

function fishText(doc: string): string {
  return `'${doc.replaceAll("'", "’").replaceAll("\\", "")}'`;
}

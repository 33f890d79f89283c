/**
 * How is an error shown? In one line, with its code; as JSON if that was asked for; a bug of ours with its stack trace.
 * The message may quote text from others, so control characters in it are escaped before it reaches the terminal.
 */
import { isTidelineError, TidelineError } from "../../../errors.ts";
import { COMMON_NAMES } from "../arguments.ts";
import type { Described } from "../command.ts";
import { asCommands, asOptions } from "./render-change.ts";
import { safe, safeJson } from "./terminal.ts";
import { whereOf, withWhere } from "./where.ts";

/** `dir` is the folder that the command was given: the commands that the message names get it too. */
export function describeError(error: unknown, json: boolean, dir?: string): string {
  const coded = isTidelineError(error);
  const where = whereOf({ dir, origin: undefined });
  const message = withWhere(asCommands(error instanceof Error ? error.message : String(error)), where);
  if (json) return safeJson({ error: { code: coded ? error.code : "bug", message } });
  if (coded) return safe(`tideline: ${message}${withWhere(remedyFor(error.code), where)} [${error.code}]`);
  const place = error instanceof Error ? (error.stack ?? message) : message;
  return safe(`tideline: this is a bug, please report it: ${place}`);
}

/** The error in the words of the command line: fields that it names become options, an operation its command. */
export function inOptions(error: unknown, command: Described): unknown {
  if (!isTidelineError(error)) return error;
  const message = asCalled(error.message, command);
  return message === error.message ? error : new TidelineError(error.code, message, error.details, error);
}

/** A message that begins with a small letter begins with the name of a field, or of the operation that needs one. */
const LEADING_FIELD = /^[a-z]+(?=[ [])/;
const NEEDED_FIELD = /^([a-z-]+)( needs )([a-z-]+)(?=:)/;
/** A command line has texts only. */
const TIME_IN_CODE = ", a Date, or epoch milliseconds";

function asCalled(message: string, { words, operation, input, args }: Described): string {
  const options = Object.keys(input).filter((name) => !args.includes(name));
  const spelt = (name: string) =>
    options.includes(name) || COMMON_NAMES.some((one) => one === name) ? `--${name}` : name;
  return asOptions(message, options)
    .replace(TIME_IN_CODE, " or epoch milliseconds")
    .replace(LEADING_FIELD, spelt)
    .replace(NEEDED_FIELD, (_, name: string, needs: string, field: string) =>
      [name === operation?.name ? words.join(" ") : name, needs, spelt(field)].join(""),
    );
}

/** What to do next, if the message itself cannot know that there is a command line. */
function remedyFor(code: string): string {
  return code === "no-such-fact" ? " tideline list shows the facts, tideline origins the origins." : "";
}

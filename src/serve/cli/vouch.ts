/**
 * Does the person at the terminal vouch for what is about to be imported? Shows what would become of each record, and
 * asks. The digest of what they saw goes into the input.
 */
import type { ImportFromResult } from "../../memory/import-from.ts";
import { badArgument } from "../../model/arguments.ts";
import { parseInput } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";
import type { DryRun } from "../run.ts";
import type { CommandArguments, Common } from "./arguments.ts";
import type { Io } from "./command.ts";
import { isYes, notConfirmed } from "./confirm.ts";
import { renderImportFrom } from "./show/render-import.ts";
import { styleOf } from "./show/terminal.ts";
import { localCaller, withRemedy } from "./speaking.ts";

type Given = CommandArguments["given"];

export async function withVouch(
  io: Io,
  operation: Operation,
  common: Common,
  origin: unknown,
  given: Given,
): Promise<Given> {
  const { vouches } = operation.cli ?? {};
  if (vouches === undefined || given[vouches.flag] !== true || common.dryRun) return given;
  if (given[vouches.digest] !== undefined) return given;
  if (!io.canAsk)
    throw badArgument(
      `--${vouches.flag} needs --${vouches.digest}, the digest that the same command with --dry-run --json shows`,
    );
  parseInput(operation.input, given, operation.name);
  const [{ openToTry }, { runOperation }] = await Promise.all([import("./place.ts"), import("../run.ts")]);
  const workspace = await openToTry(io, common, { begins: operation.cli?.begins });
  const caller = await localCaller(io, workspace);
  try {
    const dry = await runOperation(workspace, caller, operation, given, { origin, dryRun: true });
    const result = (dry as DryRun).result as ImportFromResult;
    io.err.write(`${renderImportFrom(result, styleOf(io.err, io.env), true)}\n`);
    const answer = await io.ask(`Adopt ${result.vouched} of these records as your own words? [y/N] `);
    if (!isYes(answer)) throw notConfirmed();
    return { ...given, [vouches.digest]: result.digest };
  } catch (error) {
    throw withRemedy(caller, error);
  } finally {
    await workspace.close();
  }
}

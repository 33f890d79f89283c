/**
 * Has the person seen what they are about to adopt? Shows the fact with what the endorsement would do, and asks. The
 * digest of what they saw goes into the input.
 *
 * A dry run shows the same and does not ask, because it adopts nothing.
 */
import type { AsyncTideline } from "../../memory/async.ts";
import { badArgument } from "../../model/arguments.ts";
import { type EndorsementEffect, MAX_EFFECTS } from "../../model/endorsement.ts";
import type { Fact } from "../../model/fact.ts";
import { nodeHash } from "../../stores/node-ports.ts";
import { digestOf } from "../../write/seen.ts";
import { LOCAL_OWNER } from "../caller.ts";
import type { Operation } from "../operations/operation.ts";
import type { DryRun } from "../run.ts";
import type { CommandArguments, Common } from "./arguments.ts";
import type { Io } from "./command.ts";
import { isYes, notConfirmed } from "./confirm.ts";
import { aboutId } from "./show/where.ts";
import { localCaller, withRemedy } from "./speaking.ts";

type Given = CommandArguments["given"];

export async function withLook(
  io: Io,
  operation: Operation,
  common: Common,
  origin: unknown,
  given: Given,
): Promise<Given> {
  const { looks } = operation.cli ?? {};
  const id = looks === undefined ? undefined : given[looks.fact];
  if (looks === undefined || given[looks.digest] !== undefined || typeof id !== "string") return given;
  const [{ openPlace }, { originOf, runOperation }] = await Promise.all([
    import("./place.ts"),
    import("../run.ts"),
  ]);
  const workspace = await openPlace(io, common);
  const caller = await localCaller(io, workspace);
  try {
    const memory = workspace.memory(originOf(LOCAL_OWNER, origin));
    const fact = await memory.peek(id);
    // The operation itself says what is wrong with an id that names no fact.
    const looked = { ...given, [looks.digest]: fact === undefined ? NO_DIGEST : digestOf(fact, nodeHash) };
    const dry = await runOperation(workspace, caller, operation, looked, { origin, dryRun: true });
    const { events } = dry as DryRun;
    const isAdopted =
      operation.input[looks.digest]?.required || events.some(({ type }) => type === "endorsed");
    if (fact === undefined || !isAdopted) return given;
    if (!io.canAsk && !common.dryRun)
      throw badArgument(
        `${operation.name} needs --${looks.digest}, the digest of the fact you looked at, which tideline ${aboutId("inspect --json", id, "")} shows`,
      );
    await show(io, memory, fact, events);
    if (!common.dryRun) await ask(io);
    return looked;
  } catch (error) {
    throw withRemedy(caller, error);
  } finally {
    await workspace.close();
  }
}

const NO_DIGEST = "none";

async function show(io: Io, memory: AsyncTideline, fact: Fact, events: DryRun["events"]): Promise<void> {
  const { effectsIn, endorsementText } = await import("./show/render-endorse.ts");
  const effects = effectsIn(events, fact.id);
  const known = await factsBy(memory, effects.slice(0, MAX_EFFECTS));
  io.err.write(`${endorsementText(fact, effects, known)}\n`);
}

async function ask(io: Io): Promise<void> {
  const answer = await io.ask("Adopt these words as your own? [y/N] ");
  if (!isYes(answer)) throw notConfirmed();
}

async function factsBy(
  memory: AsyncTideline,
  effects: readonly EndorsementEffect[],
): Promise<ReadonlyMap<string, Fact>> {
  const known = new Map<string, Fact>();
  for (const { other } of effects) {
    if (other === undefined) continue;
    const fact = await memory.peek(other);
    if (fact !== undefined) known.set(other, fact);
  }
  return known;
}

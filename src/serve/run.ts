/** How is an operation run? This is the only way in, for every surface: check role, origin and fields, then run it. */
import { TidelineError } from "../errors.ts";
import { MAX_CHANGES_REPORTED } from "../limits.ts";
import { badArgument } from "../model/arguments.ts";
import { type Origin, parseOrigin } from "../model/origin.ts";
import { type ToldEvent, toldEvent } from "../model/told-event.ts";
import { checkManages } from "../write/change-gate.ts";
import { type Caller, checkRole, originFor, speakerOf } from "./caller.ts";
import { withCredentialAdvice } from "./credential-advice.ts";
import { parseInput } from "./fields.ts";
import type { Call, Operation } from "./operations/operation.ts";
import { withShortLists } from "./operations/short-lists.ts";
import { asSeen, refuseUnseen } from "./operations/visible.ts";
import type { Workspace } from "./workspace.ts";

export interface RunOptions {
  /** Whose memory, if not the caller's own. Only the owner's callers may set it. */
  readonly origin?: unknown;
  /** Decide and answer, but write nothing. */
  readonly dryRun?: boolean;
  readonly progress?: Call["progress"];
}

export interface DryRun {
  readonly dryRun: true;
  /** What the operation would have answered. */
  readonly result: unknown;
  /** What would have been written, without digests; of a maintenance run the first thousand. */
  readonly events: readonly ToldEvent[];
  /** Further events that would have been written, where there are some. */
  readonly furtherEvents?: number;
}

type Input = Parameters<Operation["run"]>[1];

export async function runOperation(
  workspace: Workspace,
  caller: Caller,
  operation: Operation,
  given: unknown,
  options: RunOptions = {},
): Promise<unknown> {
  const origin = admit(caller, operation, options.origin);
  const input = parseInput(operation.input, given, operation.name);
  const call = callFor(workspace, caller, origin, options);
  await refuseUnseen(call, factIdsIn(operation, input));
  try {
    const run = options.dryRun === true ? dryRun(operation, call, input) : perform(operation, call, input);
    return await withShortLists(call, await asSeen(call, await run));
  } catch (error) {
    throw withCredentialAdvice(error, caller.surface);
  }
}

/** The ids of facts that the caller gave in fields declared as such. */
function factIdsIn({ input: fields }: Operation, input: Input): readonly string[] {
  const given = input as Readonly<Record<string, unknown>>;
  return Object.entries(fields).flatMap(([name, { isFactId }]) => {
    const id = given[name];
    return isFactId === true && typeof id === "string" ? [id] : [];
  });
}

function perform(operation: Operation, call: Call, input: Input): Promise<unknown> {
  return withinBudget(operation, call, input, () => operation.run(call, input));
}

/**
 * Operations that add facts are subject to the caller's write budget. A dry run counts like the write: it is the same
 * work for the server, and tells the caller as much.
 */
function withinBudget(
  { factsIn }: Operation,
  { workspace, caller }: Call,
  input: Input,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (factsIn === undefined) return run();
  const load = () => ({ facts: factsIn(input), bytes: Buffer.byteLength(JSON.stringify(input)) });
  return workspace.writes.within(caller, load, run);
}

async function dryRun(operation: Operation, call: Call, input: Input): Promise<DryRun> {
  if (operation.effect === "read")
    throw badArgument(`${operation.name} changes nothing, so it has no dry run`);
  const { dryRun: byEngine } = operation;
  return await call.workspace.writes.dryRun(
    call.caller,
    async () =>
      (byEngine && (await dryRunByEngine(byEngine, call, input))) ?? dryRunOnShadow(operation, call, input),
  );
}

async function dryRunOnShadow(operation: Operation, call: Call, input: Input): Promise<DryRun> {
  const { workspace, shadow } = call.workspace.dryRun();
  const memory = workspace.memory(call.origin, speakerOf(call.caller));
  const result = await withinBudget(operation, call, input, () =>
    operation.run({ ...call, workspace, memory }, input),
  );
  return { dryRun: true, result: withoutSecret(result), events: shadow.written.map(toldEvent) };
}

/**
 * For operations with a dry run of their own: the engine's report, with as many events as a report lists changes.
 * undefined if the engine has none for this input.
 */
async function dryRunByEngine(
  ownDryRun: NonNullable<Operation["dryRun"]>,
  call: Call,
  input: Parameters<typeof ownDryRun>[1],
): Promise<DryRun | undefined> {
  const events: ToldEvent[] = [];
  let furtherEvents = 0;
  const running = ownDryRun(call, input, (some) => {
    const named = some.slice(0, MAX_CHANGES_REPORTED - events.length);
    events.push(...named.map(toldEvent));
    furtherEvents += some.length - named.length;
  });
  if (running === undefined) return undefined;
  const result = await running;
  return { dryRun: true, result, events, ...(furtherEvents === 0 ? {} : { furtherEvents }) };
}

/**
 * What the operation would do, if that is final (cannot be undone) and not just a dry run: for surfaces that ask for
 * confirmation first. undefined if it can simply be run.
 */
export async function dryRunIfFinal(
  workspace: Workspace,
  caller: Caller,
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
  options: RunOptions = {},
): Promise<{ readonly wouldDo: unknown } | undefined> {
  const { effect, isFinal, input } = operation;
  if ((effect !== "destructive" && isFinal === undefined) || given.preview === true) return undefined;
  if ("preview" in input)
    return {
      wouldDo: await runOperation(workspace, caller, operation, { ...given, preview: true }, options),
    };
  const dry = await runOperation(workspace, caller, operation, given, { ...options, dryRun: true });
  const { result } = dry as DryRun;
  const mayGoOn = isFinal?.(parseInput(input, given, operation.name), result) === false;
  return mayGoOn ? undefined : { wouldDo: result };
}

/** May the caller use this operation, and on which origin? Decided without reading the rest of the request. */
export function admit(caller: Caller, operation: Operation, asked: unknown): Origin {
  checkRole(caller, operation.roles, `use ${operation.name}`);
  const origin = originOf(caller, asked);
  if (operation.scope === "workspace") checkWorkspaceScope(caller, operation);
  if (operation.scope === "workspace" && operation.effect !== "read")
    checkManages(speakerOf(caller), `use ${operation.name}`);
  return origin;
}

/** Whose memory a request is about. Throws if the caller may not name that origin. */
export function originOf(caller: Caller, asked: unknown): Origin {
  return originFor(caller, asked === undefined ? undefined : parseOrigin(asked));
}

/** The workspace as a whole belongs to the owner: the principal of a single channel does not see it. */
function checkWorkspaceScope(caller: Caller, operation: Operation): void {
  if (caller.origin === "owner") return;
  throw new TidelineError("not-allowed", `Only the owner of the whole workspace may use ${operation.name}.`);
}

function callFor(workspace: Workspace, caller: Caller, origin: Origin, options: RunOptions): Call {
  return {
    caller,
    origin,
    memory: workspace.memory(origin, speakerOf(caller)),
    workspace,
    progress: options.progress ?? (() => undefined),
  };
}

/** A dry run makes no token, so there is no secret to show. */
function withoutSecret(result: unknown): unknown {
  if (typeof result !== "object" || result === null || !("secret" in result)) return result;
  const { secret: _, ...rest } = result;
  return rest;
}

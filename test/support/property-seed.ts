// From which seeds do the property tests draw, and what does a test say that failed? Runs before every test file.
//
// `fc.assert` is replaced by one that checks its property once per seed of the run: in `npm test` that is one seed, in
// `npm run torture -- properties` many. So every property is part of that campaign without being listed anywhere.
import { afterEach, beforeEach, vi } from "vitest";
import { runsOf, seed, seeds } from "./campaign.ts";
import { replayLine } from "./replay.ts";

type FastCheck = typeof import("fast-check");
interface CheckOptions {
  readonly numRuns?: number;
  readonly seed?: number;
}
type Check = (property: Property, params?: CheckOptions) => Promise<void> | undefined;
interface Property {
  isAsync(): boolean;
}
type Task = Parameters<typeof replayLine>[0] & { readonly meta: object };

/** Of fast-check, for a property that names no number. */
const USUAL_RUNS = 100;

let task: Task | undefined;

beforeEach((context) => {
  task = context.task;
});

afterEach((context) => {
  for (const error of context.task.result?.errors ?? [])
    if (!error.message.includes("Replay: ")) addReplay(error, replayLine(context.task, seed));
});

vi.mock("fast-check", async (importOriginal) => {
  const original = await importOriginal<FastCheck>();
  const assert = assertForAllSeeds(original.assert as Check);
  return { ...original, assert, default: { ...original.default, assert } };
});

/** A failure does not keep the other seeds from being tried. A seed that the test itself names is passed over. */
function assertForAllSeeds(check: Check): Check {
  return (property, params) => {
    const failures: unknown[] = [];
    const numRuns = runsOf(params?.numRuns ?? USUAL_RUNS);
    const checkWith = (one: number) => check(property, { ...params, numRuns, seed: one });
    const note = (one: number, error: unknown) => failures.push(withReplay(error, one));
    if (task !== undefined) Object.assign(task.meta, { hasProperty: true });
    if (!property.isAsync()) {
      for (const one of seeds)
        try {
          void checkWith(one);
        } catch (error) {
          note(one, error);
        }
      return throwAll(failures);
    }
    return (async () => {
      for (const one of seeds) await checkWith(one)?.catch((error: unknown) => note(one, error));
      throwAll(failures);
    })();
  };
}

function withReplay(error: unknown, one: number): unknown {
  if (error instanceof Error && task !== undefined) addReplay(error, replayLine(task, one));
  return error;
}

/** To the stack, too: some reporters print it in place of the message. */
function addReplay(error: { message: string; stack?: string | undefined }, line: string): void {
  const message = `${error.message}\n\n${line}`;
  if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message);
  error.message = message;
}

function throwAll(failures: readonly unknown[]): undefined {
  if (failures.length > 1) throw new Error(failures.map(String).join("\n\n"), { cause: failures[0] });
  if (failures.length === 1) throw failures[0];
  return undefined;
}

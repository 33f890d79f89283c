/**
 * How do several callers share one durable commit? Adds that wait at the same time are written together, each in its
 * own voice.
 */
import { type ErrorCode, isTidelineError } from "../errors.ts";
import { Together } from "../log/together.ts";
import { type AddResult, addTogether, type RefusedResult, type SpokenInput } from "./add.ts";
import type { Memory } from "./memory.ts";
import type { Queue } from "./queue.ts";

/** Errors that refuse an add before anything is written. */
const ADD_REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(["invalid-argument", "invalid-event", "no-such-fact", "erased-fact", "idempotency-conflict"] as const),
  ...(["write-gate", "secret-refused", "event-too-large", "batch-too-large", "origin-full"] as const),
]);

export type AddsTogether = Together<SpokenInput, AddResult | RefusedResult>;

export function addsTogether(memory: Memory, queue: Queue): AddsTogether {
  return new Together({
    exclusively: (steps) => queue.run(memory.origin, steps),
    breathe: () => memory.engine.ports.pause.breathe(),
    commit: (inputs) => addTogether(memory, inputs),
    isRefusal: (error) => isTidelineError(error) && ADD_REFUSALS.has(error.code),
  });
}

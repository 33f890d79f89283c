/**
 * What does a read thread do? It opens the same folder as one more user of it, and answers questions from the same
 * table of operations and through the same way in (`run.ts`) as the server itself. It never writes.
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { assert } from "../../assert.ts";
import { isTidelineError } from "../../errors.ts";
import { rendered } from "../http/rendered.ts";
import { OPERATIONS } from "../operations/table.ts";
import { originOf, runOperation } from "../run.ts";
import { Workspace } from "../workspace.ts";
import type { ReadThreadSetup } from "./live-settings.ts";
import { type Answer, type FromReadThread, plainError, type Question, type ToReadThread } from "./message.ts";
import { MustWrite, ReadThreadStore } from "./read-thread-store.ts";

/**
 * Queries run before the read thread is ready: the first loads the indexes, all of them let the engine compile the
 * code.
 */
const WARMING_QUERIES = 8;
const WARMING_CHARS = 200;

/** The operations that read threads answer, by name. */
const READABLE = new Map(
  OPERATIONS.flatMap((one) => (one.readThread === undefined ? [] : [[one.name, one]])),
);

/** The whole life of a read thread. */
export async function runReadThread(): Promise<void> {
  assert(parentPort !== null, "a reader runs in a thread of its own");
  const port: MessagePort = parentPort;
  const tell = (message: FromReadThread) => port.postMessage(message);
  const { dir, ...options } = workerData as ReadThreadSetup;
  const workspace = await Workspace.over(new ReadThreadStore(dir), dir, options);
  port.on("message", async (message: ToReadThread) => {
    if ("question" in message) return tell(await answerTo(workspace, message.question));
    workspace.adopt(message.settings);
    await warmUp(workspace);
    tell({ ready: message.edition });
  });
}

async function answerTo(workspace: Workspace, question: Question): Promise<Answer> {
  const { id, caller, given, origin } = question;
  try {
    const operation = READABLE.get(question.operation);
    assert(operation !== undefined, "only what readers may answer is asked of them");
    const answer = await runOperation(workspace, caller, operation, given, { origin });
    const marks = workspace.takeMarks(originOf(caller, origin));
    return { id, outcome: { rendered: rendered(operation, answer) }, marks };
  } catch (error) {
    return { id, outcome: error instanceof MustWrite ? { mustWrite: true } : { error: plainError(error) } };
  }
}

/** Nobody asked these queries, so their hits are not counted. An error in the log is left to the next real question. */
async function warmUp(workspace: Workspace): Promise<void> {
  const memory = workspace.memory("owner");
  try {
    for (const { content } of await memory.list({ limit: WARMING_QUERIES, order: "newest" }))
      await memory.recall(content.slice(0, WARMING_CHARS), { passive: true });
  } catch (error) {
    if (!isTidelineError(error)) throw error;
  } finally {
    workspace.takeMarks("owner");
  }
}

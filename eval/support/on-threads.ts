/**
 * How is long work divided? Each thread runs the program again and takes every n-th piece of the work.
 *
 * What is measured must not depend on the number of threads: pieces know nothing of each other.
 */
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** One thread's part of some work. */
export interface Part {
  readonly work: string;
  readonly thread: number;
  readonly threads: number;
}

/** The pieces that a thread takes. */
export function piecesOf<T>(pieces: readonly T[], { thread, threads }: Part): readonly T[] {
  return pieces.filter((_, i) => i % threads === thread);
}

/** What all parts found, in the order of the threads. `program` is what the threads run: the caller's own file. */
export async function onThreads<T>(program: URL, work: string): Promise<readonly T[]> {
  const threads = availableParallelism();
  const parts = Array.from({ length: threads }, (_, thread) => ({ work, thread, threads }));
  return (await Promise.all(parts.map((part) => answerOf<readonly T[]>(program, part)))).flat();
}

function answerOf<T>(program: URL, part: Part): Promise<T> {
  return new Promise((resolve, reject) => {
    // A thread has the options of the program only if they are given to it.
    const worker = new Worker(program, { workerData: part, argv: process.argv.slice(2) });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`A thread ended with code ${code} and without an answer.`)),
    );
  });
}

/** In a thread: runs its part and answers. Says whether this is one. */
export async function runAsThread(run: (part: Part) => Promise<readonly unknown[]>): Promise<boolean> {
  if (isMainThread) return false;
  parentPort?.postMessage(await run(workerData as Part));
  return true;
}

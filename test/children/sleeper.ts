// Does what it is told with one workspace, and stops itself (SIGSTOP) before the Nth disk call of it.
//
//   node sleeper.mjs <workspace> <leaseMs>
import type { MemoryEvent } from "../../src/model/event.ts";
import type { Stream } from "../../src/model/stream.ts";
import type { Head } from "../../src/ports/storage.ts";
import type { Disk } from "../../src/stores/file/disk/disk.ts";
import { nodeDisk } from "../../src/stores/file/disk/node-disk.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";

export interface Task {
  readonly stream: Stream;
  readonly expectedSeq: number;
  /** Appended; an `erased` event goes to `erase`. */
  readonly events: readonly MemoryEvent[];
  /** Stop before this disk call of the task, by its number or by a pattern of its words; 0: do not stop. */
  readonly stopAt: number | string;
  /** With a store that was just opened; opening counts as part of the task. */
  readonly openAnew: boolean;
}

export interface Outcome {
  /** Acknowledged. */
  readonly head?: Head;
  /** Refused. */
  readonly code?: string;
  readonly message?: string;
  /** The call before which it stopped, in words. */
  readonly stoppedBefore: string | undefined;
  readonly calls: number;
}

const [workspace = "", leaseMs] = process.argv.slice(2);
let calls = 0;
let stopAt: number | string = 0;
let stoppedBefore: string | undefined;

/** Counts every call, and stops this process before the one that was asked for. */
function stopping(disk: Disk): Disk {
  const opened = new Map<unknown, string>();
  const wrap = (name: string, call: (...args: unknown[]) => unknown) => {
    return (...args: unknown[]): unknown => {
      calls++;
      const told = args.flatMap((arg) => (typeof arg === "string" ? [arg] : (opened.get(arg) ?? [])));
      const words = [name, ...told].join(" ").replaceAll(workspace, "");
      if (typeof stopAt === "number" ? calls === stopAt : new RegExp(stopAt).test(words)) {
        stopAt = 0;
        stoppedBefore = words;
        process.kill(process.pid, "SIGSTOP");
      }
      const answer = call(...args);
      if (name === "open") opened.set(answer, args.join(" "));
      return answer;
    };
  };
  return Object.fromEntries(Object.entries(disk).map(([name, call]) => [name, wrap(name, call)])) as never;
}

const disk = stopping(nodeDisk);
let store: FactStore | undefined;

function open(): FactStore {
  return new FactStore(workspace, { disk, leaseMs: Number(leaseMs), volumeBytes: 2_000 });
}

function run({ stream, expectedSeq, events, openAnew }: Task): Head {
  if (openAnew) store?.close();
  if (openAnew || store === undefined) store = open();
  const [first] = events;
  if (first?.type === "erased") return store.erase(stream, expectedSeq, first);
  return store.append(stream, expectedSeq, events);
}

function outcomeOf(task: Task): Outcome {
  if (!task.openAnew) store ??= open();
  calls = 0;
  stopAt = task.stopAt;
  stoppedBefore = undefined;
  try {
    return { head: run(task), calls, stoppedBefore };
  } catch (error) {
    const { code = "no code", message } = error as { code?: string; message: string };
    return { code, message, calls, stoppedBefore };
  } finally {
    stopAt = 0;
  }
}

process.on("message", (task: Task) => {
  process.send?.(outcomeOf(task));
});

// One of several processes that keep one workspace.
//
//   node keeper.mjs <workspace> <intervalMs> [<die after so many appends to an origin>]
//
// Told to `run`, it runs what is due and answers with what it ran; to `start`, it goes on by itself; to `close`, it
// closes its memory, waits, and answers with what went wrong and how much was written meanwhile.
import { FactStore, type StorageAdapter, Tideline } from "../../src/index.ts";

const [workspace = "", intervalText, dieAfter] = process.argv.slice(2);
const store = new FactStore(workspace, { lockWaitMs: 60_000 });
const memory = Tideline.over(dying(store, dieAfter === undefined ? undefined : Number(dieAfter)));
const keeper = memory.keeper({ intervalMs: Number(intervalText) });
const troubles: string[] = [];
process.on("unhandledRejection", (error) => troubles.push(String(error)));

export interface Ran {
  readonly ran: readonly string[];
}

export interface Closed {
  readonly troubles: readonly string[];
  /** Events of the workspace before closing, and some time after. */
  readonly events: readonly [number, number];
}

/** Ends this process without a word, right after an append to an origin. */
function dying(store: StorageAdapter, after: number | undefined): StorageAdapter {
  if (after === undefined) return store;
  let appends = 0;
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const answer = (value as (...args: unknown[]) => unknown).apply(target, args);
        if (name === "append" && args[0] === "owner" && ++appends === after)
          process.kill(process.pid, "SIGKILL");
        return answer;
      };
    },
  });
}

async function run(): Promise<Ran> {
  const runs = await keeper.runDue();
  const named = ({ task, origin, outcome }: (typeof runs)[number]) =>
    `${task} ${typeof origin === "string" ? origin : origin.conversationId} ${outcome}`;
  return { ran: runs.map(named) };
}

async function close(): Promise<Closed> {
  memory.close();
  const before = written();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  return { troubles, events: [before, written()] };
}

function written(): number {
  const look = new FactStore(workspace);
  const events = look.verify("workspace").events;
  look.close();
  return events;
}

process.on("message", ({ task }: { readonly task: "run" | "start" | "close" }) => {
  if (task === "run") void run().then((ran) => process.send?.(ran));
  else if (task === "close")
    void close().then((closed) => {
      process.send?.(closed);
      process.disconnect();
    });
  else {
    keeper.start();
    process.send?.("started");
  }
});
process.send?.("ready");

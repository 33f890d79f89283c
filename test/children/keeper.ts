// One of several processes that keep one workspace.
//
//   node keeper.mjs <workspace> <intervalMs> [<die after so many appends to an origin>]
//
// Told to `run`, it runs what is due and answers with what it ran; to `start`, it goes on by itself; to `pass`, its
// clock goes ahead by so much; to `close`, it closes its memory and answers with how much stands in the workspace. It
// ends with 1 if a promise was rejected that nobody waited for.
import { FactStore, type StorageAdapter, Tideline } from "../../src/index.ts";

const [workspace = "", intervalText, dieAfter] = process.argv.slice(2);
const store = new FactStore(workspace, { lockWaitMs: 60_000 });
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
const memory = Tideline.over(dying(store, dieAfter === undefined ? undefined : Number(dieAfter)), { clock });
const keeper = memory.keeper({ intervalMs: Number(intervalText) });
process.on("unhandledRejection", (error) => {
  console.error(error);
  process.exitCode = 1;
});

export interface Ran {
  readonly ran: readonly string[];
}

export interface Closed {
  /** Events of the workspace. */
  readonly events: number;
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
    `${task} ${typeof origin === "string" ? origin : "user" in origin ? origin.user : origin.conversationId} ${outcome}`;
  return { ran: runs.map(named) };
}

function close(): Closed {
  memory.close();
  return { events: written() };
}

function written(): number {
  const look = new FactStore(workspace);
  const events = look.verify("workspace").events;
  look.close();
  return events;
}

interface Message {
  readonly task: "run" | "start" | "pass" | "close";
  readonly ms?: number;
}

process.on("message", ({ task, ms = 0 }: Message) => {
  if (task === "run") void run().then((ran) => process.send?.(ran));
  else if (task === "close") process.send?.(close(), () => process.disconnect());
  else if (task === "pass") {
    aheadMs += ms;
    process.send?.("passed");
  } else {
    keeper.start();
    process.send?.("started");
  }
});
process.send?.("ready");

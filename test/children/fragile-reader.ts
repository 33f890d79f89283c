/** A reader's thread that ends when it is asked to "fall over". */
import { parentPort } from "node:worker_threads";
import type { ToReadThread } from "../../src/serve/read-threads/message.ts";
import { runReadThread } from "../../src/serve/read-threads/run-thread.ts";

parentPort?.on("message", (message: ToReadThread) => {
  if ("question" in message && message.question.given.query === "fall over") process.exit(1);
});
await runReadThread();

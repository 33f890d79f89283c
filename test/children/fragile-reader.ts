/** A reader's thread that ends when it is asked to "fall over". */
import { parentPort } from "node:worker_threads";
import type { ToReader } from "../../src/serve/readers/message.ts";
import { runReader } from "../../src/serve/readers/thread.ts";

parentPort?.on("message", (message: ToReader) => {
  if ("question" in message && message.question.given.query === "fall over") process.exit(1);
});
await runReader();

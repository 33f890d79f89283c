/** The program of a reader's thread. */
import { runReadThread } from "../../src/serve/read-threads/run-thread.ts";

await runReadThread();

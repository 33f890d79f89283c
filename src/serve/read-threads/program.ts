/** The program of a read thread; a separate file in the package, because a worker is started from a file. */
import { runReadThread } from "./run-thread.ts";

await runReadThread();

/** The program of a reader thread; a separate file in the package, because a worker is started from a file. */
import { runReader } from "./thread.ts";

await runReader();

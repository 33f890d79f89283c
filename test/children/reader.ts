/** The program of a reader's thread. */
import { runReader } from "../../src/serve/readers/thread.ts";

await runReader();

/**
 * The program of a reader's thread, a file of its own in the package.
 */
import { runReader } from "./thread.ts";

await runReader();

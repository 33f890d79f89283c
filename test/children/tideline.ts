/** The program `tideline`, as a process of its own. */
import { runProgram } from "../../src/serve/cli/program.ts";

process.exitCode = await runProgram();

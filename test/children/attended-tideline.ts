/** The program `tideline` with a person at its terminal, who sees what it says of itself. */
import { runProgram } from "../../src/serve/cli/program.ts";

Object.defineProperty(process.stderr, "isTTY", { value: true });
process.exitCode = await runProgram();

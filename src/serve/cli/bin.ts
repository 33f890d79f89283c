#!/usr/bin/env node
/** The program `tideline`: exits with the code of its command. */
import { runProgram } from "./program.ts";

process.exitCode = await runProgram();

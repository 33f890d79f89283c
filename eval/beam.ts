/**
 * How much of a chat of hundreds of long messages is found again, the assistant's own messages among it?
 *
 *   npm run eval -- beam --data beam [--json out] [--systems tideline,fts5] [--no-rivals]
 *
 * The user's messages are the owner's, the assistant's come from the source `agent`.
 */
import { readBeam } from "./support/beam.ts";
import { runEval } from "./support/json-lines.ts";
import { readOptions, runCorpora } from "./support/run.ts";

await runEval(async () => {
  const options = readOptions();
  await runCorpora("beam", readBeam(options.data), options);
  return true;
});

/**
 * How near does an encoder put texts that have nothing in common? Prints the figures for `src/embedders/local/models.ts`.
 *
 *   npm run eval -- spread [--encoder gte-small|minilm|use]
 */
import { parseArgs } from "node:util";
import { measureSpread, thresholdsFrom } from "../src/embedders/yardstick.ts";
import { localEncoder } from "./support/encoder.ts";
import { runEval } from "./support/json-lines.ts";

await runEval(async () => {
  const { values } = parseArgs({ options: { encoder: { type: "string", default: "gte-small" } } });
  const encoder = localEncoder(values.encoder);
  const measured = await measureSpread((texts, role) => encoder.embed(texts, role));
  console.log(encoder.model, JSON.stringify({ ...measured, thresholds: thresholdsFrom(measured) }, null, 1));
  return true;
});

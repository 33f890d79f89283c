// `npm run build`: what is published? The package (tsdown), then the page inside it (Vite) and the documentation: the
// first empties dist/.
import { binOf, ensureInstalled, runNode } from "./run.mjs";

await ensureInstalled();
const steps = [
  [binOf("tsdown"), "--logLevel", "error"],
  [binOf("vite"), "build", "dashboard", "--logLevel", "error"],
  ["scripts/docs.mjs"],
];
for (const args of steps) {
  const { code } = await runNode(args);
  if (code !== 0) process.exit(code);
}

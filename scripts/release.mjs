// `npm run release`: may this checkout be published? It says everything that is missing at once, and publishes nothing.
//
//   --dry-run   packs it and has npm go through a publication without making one; what is missing is only told
//   --publish   publishes it, if nothing is missing, with provenance
//
// npm calls it before any `npm publish` (prepublishOnly), so nothing reaches the registry past it. The address of the
// project is nowhere invented: who publishes sets `repository`, `homepage` and `bugs` in package.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run, runNode, runNpm } from "./run.mjs";

const ADDRESSES = ["repository", "homepage", "bugs"];
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const title = `${manifest.name} ${manifest.version}`;
const isPublishing = process.argv.includes("--publish");
const isTrial = process.argv.includes("--dry-run");
/** npm calls us within `npm publish --dry-run` too. */
const isWithinTrial =
  process.env.npm_lifecycle_event === "prepublishOnly" && process.env.npm_config_dry_run === "true";

const missing = [
  ...ADDRESSES.filter((name) => addressOf(manifest[name]) === undefined).map(
    (name) =>
      `package.json has no ${name}. Set the address under which the project can be found (https://…).`,
  ),
  ...changelogProblems(),
  ...(await gitProblems()),
  ...(isPublishing ? provenanceProblems() : []),
];
for (const problem of missing) console.error(`✗ ${problem}`);
if (isTrial || isWithinTrial) {
  console.log(`${title}: ${missing.length} missing before it may be published. This is a dry run.`);
  if (isTrial) process.exitCode = await tryPublishing();
} else if (missing.length > 0) {
  console.error(
    `${title} is not published: ${missing.length} missing. docs/releases.md says how a release is made.`,
  );
  process.exitCode = 1;
} else if (isPublishing) {
  const built = await runNode(["scripts/build.mjs"]);
  const published =
    built.code === 0 ? await runNpm(["publish", "--provenance", "--access", "public"]) : built;
  process.exitCode = published.code;
} else console.log(`✓ ${title} may be published: npm run release -- --publish`);

/** Clean only if npm has nothing to correct in the package; that nobody is logged in here does not matter. */
async function tryPublishing() {
  const { code, output } = await runNpm(["publish", "--dry-run", "--ignore-scripts"], { quiet: true });
  const lines = output.split("\n");
  const warnings = lines.filter((line) => /^npm warn publish/.test(line) && !line.includes("logged in"));
  for (const line of code === 0 ? warnings : lines) console.error(line);
  if (code !== 0 || warnings.length > 0) return 1;
  console.log(lines.filter((line) => /^\+ |package size|total files/.test(line)).join("\n"));
  return 0;
}

/** An address that somebody can open; undefined for none, or for one that stands for none. */
function addressOf(given) {
  const text = typeof given === "string" ? given : given?.url;
  if (typeof text !== "string" || !/^(git\+)?https:\/\/[^/\s]+\.[a-z]{2,}\/?/.test(text)) return undefined;
  return /\bexample\b|localhost|\.(test|invalid|local)\b/.test(text) ? undefined : text;
}

function changelogProblems() {
  const text = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  const heading = text.split("\n").find((line) => line.startsWith(`## ${manifest.version}`));
  if (heading === undefined) return [`CHANGELOG.md has no section "## ${manifest.version}".`];
  return /\d{4}-\d{2}-\d{2}/.test(heading)
    ? []
    : [`CHANGELOG.md says "${heading.slice(3)}": give the section the day of the release.`];
}

async function gitProblems() {
  const { code, output } = await run("git", ["status", "--porcelain"], { quiet: true });
  if (code !== 0) return ["This is no git checkout, so nobody could tell what was published."];
  return output.trim() === "" ? [] : ["The checkout has changes that are not committed."];
}

/** npm signs where a package was built only where the build can prove it. */
function provenanceProblems() {
  const { ACTIONS_ID_TOKEN_REQUEST_URL, SIGSTORE_ID_TOKEN } = process.env;
  return ACTIONS_ID_TOKEN_REQUEST_URL || SIGSTORE_ID_TOKEN
    ? []
    : ["There is no identity for provenance here: publish from CI with permission to request an id token."];
}

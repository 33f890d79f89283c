/** Is a checkout published only when it says where the project is? */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, run, runNode } from "../scripts/run.mjs";
import { newWorkspace } from "./support/workspace.ts";

const ADDRESS = "https://git.of-a-test.org/tideline";
const ADDRESSES = {
  repository: { type: "git", url: `git+${ADDRESS}.git` },
  homepage: ADDRESS,
  bugs: { url: `${ADDRESS}/issues` },
};
const RELEASED = "# Changelog\n\n## 1.2.3, 2026-11-19\n";

/** A checkout of a project that holds nothing but what a release looks at. */
async function release(manifest: object, changelog: string, { args = [] as string[], env = {} } = {}) {
  const folder = newWorkspace("release");
  mkdirSync(join(folder, "scripts"), { recursive: true });
  for (const name of ["release.mjs", "run.mjs"])
    copyFileSync(join(ROOT, "scripts", name), join(folder, "scripts", name));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "tideline-of-a-test", version: "1.2.3", ...manifest }),
  );
  writeFileSync(join(folder, "CHANGELOG.md"), changelog);
  const git = (...all: string[]) =>
    run("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...all], { cwd: folder, quiet: true });
  await git("init", "--quiet");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "all");
  const identity = { ACTIONS_ID_TOKEN_REQUEST_URL: "", SIGSTORE_ID_TOKEN: "" };
  return await runNode([join(folder, "scripts/release.mjs"), ...args], {
    cwd: folder,
    env: { ...identity, npm_lifecycle_event: undefined, npm_config_dry_run: undefined, ...env },
    quiet: true,
  });
}

test("without an address nothing is published, and all that is missing is said at once", async () => {
  const { code, output } = await release({}, "# Changelog\n\n## 1.2.3, unreleased\n");
  expect(code).toBe(1);
  for (const name of Object.keys(ADDRESSES)) expect(output).toContain(`package.json has no ${name}.`);
  expect(output).toContain("give the section the day of the release");
});

test.each(["https://example.com/tideline", "http://localhost/x", "tideline", "https://forge.invalid/x"])(
  "%s is no address",
  async (address) => {
    const { code, output } = await release({ ...ADDRESSES, homepage: address }, RELEASED);
    expect([code, output]).toEqual([1, expect.stringContaining("package.json has no homepage.")]);
  },
);

test("with all of it, it may be published, but only where it can be proved what was built", async () => {
  expect(await release(ADDRESSES, RELEASED)).toMatchObject({
    code: 0,
    output: expect.stringContaining("tideline-of-a-test 1.2.3 may be published"),
  });
  const unproved = await release(ADDRESSES, RELEASED, { args: ["--publish"] });
  expect([unproved.code, unproved.output]).toEqual([
    1,
    expect.stringContaining("no identity for provenance"),
  ]);
});

test("npm's own dry run is let through, and npm's publication is not", async () => {
  const env = { npm_lifecycle_event: "prepublishOnly", npm_config_dry_run: "true" };
  const trial = await release({}, RELEASED, { env });
  expect([trial.code, trial.output]).toEqual([
    0,
    expect.stringContaining("3 missing before it may be published"),
  ]);
  const real = await release({}, RELEASED, { env: { npm_lifecycle_event: "prepublishOnly" } });
  expect(real.code).toBe(1);
});

/** Is a workspace sealed from the command line, and do commands find its key by themselves? */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { cli } from "../support/serve.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

function dump(dir: string): string {
  return filesUnder(dir)
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

test("tideline seal encrypts a workspace, and every command goes on working", async () => {
  const dir = newWorkspace("seal");
  const folder = join(dir, "../keys");
  vi.stubEnv("TIDELINE_KEYS", folder);
  const run = (...words: readonly string[]) => cli(dir, words, { env: { TIDELINE_KEYS: folder } });
  await run("add", "I keep a strict xyzzy diet.");
  expect(dump(dir)).toContain("xyzzy");
  expect((await run("seal")).err).toContain("--yes");
  const sealed = await run("seal", "--yes");
  expect(sealed.out).toContain(folder);
  expect(dump(dir)).not.toContain("xyzzy");
  expect((await run("recall", "diet")).out).toContain("xyzzy");
  expect((await run("doctor")).code).toBe(0);
  expect((await run("verify")).code).toBe(0);
  expect((await run("seal", "--yes")).out).toContain("sealed already");
  const before = filesUnder(folder);
  expect((await run("keys", "replace")).out).toContain("replaced and destroyed");
  expect(filesUnder(folder)).not.toEqual(before);
  expect((await run("recall", "diet")).out).toContain("xyzzy");
  rmSync(folder, { recursive: true });
  const lost = await run("recall", "diet");
  expect(lost.code).not.toBe(0);
  expect(lost.err).toContain("does not have the key");
  vi.unstubAllEnvs();
});

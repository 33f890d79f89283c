/** Is a workspace sealed from the command line, and do commands find its key by themselves? */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { keyFile, Tideline } from "../../src/index.ts";
import type { KeyVault } from "../../src/ports/keys.ts";
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

test("tideline shred destroys keys, and tideline verify checks its certificate", async () => {
  const dir = newWorkspace("seal");
  const folder = join(dir, "../keys");
  vi.stubEnv("TIDELINE_KEYS", folder);
  const run = (...words: readonly string[]) => cli(dir, words, { env: { TIDELINE_KEYS: folder } });
  await run("add", "I keep a strict xyzzy diet.");
  const id = (await run("list", "--quiet")).out.trim();
  expect((await run("shred", id, "--dry-run")).out).toContain("is not sealed");
  await run("seal", "--yes");
  const before = filesUnder(folder);
  expect((await run("shred", id)).err).toContain("--yes");
  expect((await run("shred", id, "--dry-run")).out).toContain("Would be erased (1)");
  expect(filesUnder(folder)).toEqual(before);
  const shredded = await run("shred", id, "--yes", "--json");
  expect(shredded.code).toBe(0);
  expect(filesUnder(folder)).not.toEqual(before);
  const file = join(dir, "../certificate.json");
  writeFileSync(file, shredded.out);
  const verified = await run("verify", "--certificate", file);
  expect(verified.out).toMatch(/The certificate \S+ is true/);
  expect(verified.code).toBe(0);
  writeFileSync(file, shredded.out.replace('"facts":1', '"facts":2').replace('"facts": 1', '"facts": 2'));
  const changed = await run("verify", "--certificate", file);
  expect(changed.out).toContain("does not have this certificate");
  expect(changed.code).not.toBe(0);
  await run("add", "She rows.", "--origin", "user/anna");
  expect((await run("shred", "--origin", "user/anna", "--yes")).err).toContain("everything");
  expect((await run("shred", "--origin", "user/anna", "--everything", "--yes")).out).toContain("Certificate");
  expect((await run("verify")).code).toBe(0);
  vi.unstubAllEnvs();
});

test("tideline doctor tells of a shred that did not end, and the command that it prints ends it", async () => {
  const dir = newWorkspace("seal");
  const folder = join(dir, "../keys");
  vi.stubEnv("TIDELINE_KEYS", folder);
  const run = (...words: readonly string[]) => cli(dir, words, { env: { TIDELINE_KEYS: folder } });
  const vault = keyFile({ folder });
  const failing: KeyVault = {
    kind: vault.kind,
    destroys: true,
    place: vault.place,
    wrap: (id, key) => vault.wrap(id, key),
    unwrap: (id, wrapped) => vault.unwrap(id, wrapped),
    list: () => vault.list(),
    destroy: () => {
      throw new Error("out of reach");
    },
  };
  const memory = Tideline.open(dir, { keys: failing });
  const anna = memory.as({ user: "anna" });
  const { fact } = anna.add("I row on Mondays.");
  expect(() => memory.shred({ id: fact.id, origin: { user: "anna" } })).toThrow("out of reach");
  const told = await run("doctor");
  expect(told.out).toContain("did not end");
  expect(told.out).toContain(`shred ${fact.id} --origin user/anna --yes`);
  expect((await run("shred", fact.id, "--origin", "user/anna", "--yes")).out).toContain("Certificate");
  const after = await run("doctor");
  expect(after.out).not.toContain("did not end");
  expect(after.out).toContain("keys: in ");
  vi.unstubAllEnvs();
});

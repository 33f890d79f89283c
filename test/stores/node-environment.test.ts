/** What does the environment of Node tell about names that anybody may have written? Only about the roots. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { MemoryStore, nodeEnvironment, Tideline } from "../../src/index.ts";
import { referencesIn } from "../../src/text/values/references.ts";
import { fact, PEER } from "../support/memory.ts";

/** A project, a secret beside it, and links from one to the other. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), "tideline-environment-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [root, outside, bin] = ["root", "outside", "bin"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [join(root, "src/deep"), outside, bin]) mkdirSync(path, { recursive: true });
  writeFileSync(join(root, "src/main.ts"), "");
  writeFileSync(join(outside, "secret.txt"), "");
  symlinkSync(outside, join(root, "src/out"));
  symlinkSync(join(root, "src/deep"), join(root, "src/in"));
  symlinkSync(join(root, "src/loop"), join(root, "src/loop"));
  symlinkSync(join(root, "src/nowhere"), join(root, "src/dangling"));
  writeFileSync(join(bin, "deploy"), "exit 1");
  chmodSync(join(bin, "deploy"), 0o755);
  writeFileSync(join(bin, "notes"), "");
  chmodSync(join(bin, "notes"), 0o644);
  mkdirSync(join(bin, "folder"));
  return { folder, root, outside, bin, environment: nodeEnvironment({ roots: [root], searchPath: bin }) };
}

describe("paths", () => {
  test("inside the roots are there or gone, also through links that stay inside", async () => {
    const { root, environment } = place();
    for (const path of ["src/main.ts", "./src/main.ts", "src/in", "src/deep/../main.ts", join(root, "src")])
      expect([path, await environment.path(path)]).toEqual([path, "there"]);
    for (const path of ["src/old.ts", "src/deep/x/y.ts", "src/main.ts/x", join(root, "src/old.ts")])
      expect([path, await environment.path(path)]).toEqual([path, "gone"]);
  });

  test("that may be about something else are unknown: no such first folder, a bare name", async () => {
    const { environment } = place();
    for (const path of ["lib/other/main.rs", "README.md"])
      expect([path, await environment.path(path)]).toEqual([path, "unknown"]);
  });

  test("that lead out of the roots are unknown, there or not", async () => {
    const { root, outside, folder, environment } = place();
    const hostile = [
      join(outside, "secret.txt"),
      join(outside, "nothing.txt"),
      "../outside/secret.txt",
      "../outside/nothing.txt",
      "src/../../outside/secret.txt",
      `${root}/../outside/secret.txt`,
      `${root}-evil/x`,
      folder,
      "src/out",
      "src/out/secret.txt",
      "src/out/nothing.txt",
      "src/loop",
      "src/loop/x",
      "src/dangling",
      "src/main.ts\0.txt",
      "~/x/y",
      "/etc/passwd",
      "",
      "x/".repeat(4_000),
      42,
      null,
      { toString: () => "src/main.ts" },
    ];
    for (const path of hostile)
      expect([path, await environment.path(path as string)]).toEqual([path, "unknown"]);
  });

  test("whatever they are made of, nothing outside is told", async () => {
    const { outside, environment } = place();
    const step = fc.constantFrom(
      "..",
      ".",
      "src",
      "out",
      "in",
      "outside",
      "secret.txt",
      "nothing.txt",
      "",
      "root",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 7 }), async (steps) => {
        const path = steps.join("/");
        const before = await environment.path(path);
        // The same question with another world outside gets the same answer.
        writeFileSync(join(outside, "nothing.txt"), "");
        rmSync(join(outside, "secret.txt"));
        const after = await environment.path(path);
        writeFileSync(join(outside, "secret.txt"), "");
        rmSync(join(outside, "nothing.txt"));
        expect([path, after]).toEqual([path, before]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("commands", () => {
  test("are there if a file on the search path may be executed; none is run", async () => {
    const { environment } = place();
    expect(await environment.command("deploy")).toBe("there");
    for (const name of ["notes", "folder", "nothing"]) expect(await environment.command(name)).toBe("gone");
    for (const name of ["../outside/secret.txt", "/bin/sh", "deploy; rm -rf /", "cd", "", "-x"])
      expect([name, await environment.command(name)]).toEqual([name, "unknown"]);
  });

  test("without a search path are unknown", async () => {
    const { root } = place();
    const environment = nodeEnvironment({ roots: [root], searchPath: "relative:./bin" });
    expect(await environment.command("deploy")).toBe("unknown");
  });
});

describe("dependencies", () => {
  test("are those that a manifest of the root names; without one they are unknown", async () => {
    const { root, environment } = place();
    expect(await environment.dependency("left-pad")).toBe("unknown");
    writeFileSync(join(root, "package.json"), "{ not json");
    expect(await environment.dependency("left-pad")).toBe("unknown");
    writeFileSync(join(root, "package.json"), JSON.stringify({ devDependencies: { "@scope/tool": "1" } }));
    expect(await environment.dependency("@scope/tool")).toBe("there");
    expect(await environment.dependency("left-pad")).toBe("gone");
    writeFileSync(join(root, "requirements.txt"), "# needs\nFlask==2.0\nleft-pad>=1\n");
    expect(await environment.dependency("left-pad")).toBe("there");
    expect(await environment.dependency("flask")).toBe("there");
  });

  test("other manifests are read too", async () => {
    const { root, environment } = place();
    writeFileSync(
      join(root, "Cargo.toml"),
      '[dependencies]\nserde = "1"\n[dependencies.tokio]\nversion = "1"\n',
    );
    writeFileSync(join(root, "go.mod"), "module x\nrequire (\n\tgithub.com/a/b v1.2.3\n)\n");
    writeFileSync(join(root, "pyproject.toml"), '[project]\ndependencies = ["httpx>=0.2", "rich"]\n');
    for (const name of ["serde", "tokio", "github.com/a/b", "httpx", "rich"])
      expect([name, await environment.dependency(name)]).toEqual([name, "there"]);
    expect(await environment.dependency("left-pad")).toBe("gone");
  });

  test("a manifest that is a link out of the root is not read", async () => {
    const { root, outside, environment } = place();
    writeFileSync(join(outside, "package.json"), JSON.stringify({ dependencies: { secret: "1" } }));
    symlinkSync(join(outside, "package.json"), join(root, "package.json"));
    expect(await environment.dependency("secret")).toBe("unknown");
  });
});

test("roots are absolute folders, and not the whole disk", () => {
  for (const roots of [undefined, [], ["relative"], ["/"], [7], ["/a\0b"]])
    expect(() => nodeEnvironment({ roots: roots as string[] })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
});

test("a memory opened with it challenges what drifted, for the owner and for nobody else", async () => {
  const { root, environment } = place();
  const memory = Tideline.over(new MemoryStore(), { environment });
  const gone = memory.add(fact("The parser is in src/old.ts.")).fact.id;
  const there = memory.add(fact("The entry point is src/main.ts.")).fact.id;
  const peer = memory.as(PEER);
  const theirs = peer.add(fact("The parser is in src/old.ts.")).fact.id;
  await memory.keeper().runDue();
  await peer.dream();
  expect(memory.inspect(gone).fact).toMatchObject({ validity: "challenged", review: "drift" });
  expect(memory.inspect(there).fact?.validity).toBe("valid");
  expect(peer.inspect(theirs).fact?.validity).toBe("valid");
  writeFileSync(join(root, "src/old.ts"), "");
  await memory.dream();
  expect(memory.inspect(gone).fact).toMatchObject({ validity: "valid", review: undefined });
  expect(() => Tideline.over(new MemoryStore(), { environment: {} as never })).toThrow(/nvironment/);
});

test("what might be a word is no command and no dependency", () => {
  const names = (text: string) => referencesIn(text).map(({ kind, name }) => `${kind} ${name}`);
  for (const text of ["I run marathons.", "The launch depends on approval.", "He runs errands and/or rests."])
    expect([text, names(text)]).toEqual([text, []]);
  expect(names("Run `deploy-all` first.")).toEqual(["command deploy-all"]);
  expect(names("We run pytest in CI.")).toEqual(["command pytest"]);
  expect(names("$ frobnicate --now")).toEqual(["command frobnicate"]);
  expect(names("It depends on `redis` and on left-pad.")).toEqual(["dependency redis"]);
  expect(names("npm install zod")).toEqual(["dependency zod"]);
});

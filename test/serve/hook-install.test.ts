/** Do the hooks get into an editor's settings, and out again, without anything else being lost? */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hookGroups } from "../../src/serve/hook/settings.ts";
import { cli, cliJson } from "../support/serve.ts";
import { newHome } from "../support/transcript.ts";
import { newWorkspace } from "../support/workspace.ts";

const ROOT = new URL("../../", import.meta.url);
const EVENTS = ["SessionStart", "UserPromptSubmit", "Stop", "PreCompact"];

function scene(settings?: string) {
  const home = newHome();
  const path = join(home, ".claude", "settings.json");
  if (settings !== undefined) writeFileSync(path, settings);
  const dir = newWorkspace("hook-install");
  const run = (...words: string[]) => cli(dir, ["hook", ...words], { env: { HOME: home } });
  const text = () => readFileSync(path, "utf8");
  return { home, path, dir, run, text, settings: () => JSON.parse(text()) };
}

const OTHERS = JSON.stringify(
  {
    model: "opus",
    permissions: { allow: ["Bash(npm test)"], deny: [] },
    hooks: {
      Stop: [{ matcher: "", hooks: [{ type: "command", command: "say done" }] }],
      PostToolUse: [
        { matcher: "Edit|Write", hooks: [{ type: "command", command: "tideline-format hook Stop" }] },
      ],
      Notification: [],
    },
    env: { "2": "b", "1": "a" },
  },
  null,
  2,
);

describe("installing", () => {
  test("says in whose voice the hooks will speak", async () => {
    const { dir, run } = scene();
    await cli(dir, ["config", "voice", "owner"]);
    const { out } = await run("install");
    expect(out).toContain("counts as your own words");
    expect(out).not.toContain("hearsay");
  });

  test("writes the hooks into the user's settings, and says what follows", async () => {
    const { run, settings, path } = scene();
    const { code, out, err } = await run("install");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(path);
    expect(out).toContain("tideline config voice owner");
    expect(out).toContain("tideline hook uninstall");
    expect(settings()).toEqual({ hooks: hookGroups("tideline") });
    expect(Object.keys(settings().hooks)).toEqual(EVENTS);
    expect(settings().hooks.Stop).toEqual([
      { hooks: [{ type: "command", command: "tideline hook Stop", timeout: 60, async: true }] },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("loses nothing of what stands there, twice in a row changes nothing, and is undone to the byte", async () => {
    for (const given of [
      OTHERS,
      `${OTHERS}\n`,
      OTHERS.replaceAll("  ", "\t"),
      OTHERS.replaceAll("\n", "\r\n"),
      "{}\n",
    ]) {
      const { run, settings, text } = scene(given);
      await run("install");
      const once = text();
      expect(once).not.toBe(given);
      const { hooks, ...rest } = settings();
      const { hooks: before = {}, ...others } = JSON.parse(given);
      expect(rest).toEqual(others);
      for (const [event, groups] of Object.entries(before))
        if (event !== "Notification")
          expect(hooks[event]).toEqual(expect.arrayContaining(groups as unknown[]));
      for (const event of EVENTS) expect(hooks[event].at(-1).hooks[0].command).toBe(`tideline hook ${event}`);
      expect((await run("install")).out).toContain("already runs memory");
      expect(text()).toBe(once);
      await run("uninstall");
      expect(text()).toBe(given);
      expect((await run("uninstall")).out).toContain("does not run memory");
    }
  });

  test("shows first what it would write, and writes nothing", async () => {
    const { run, text, path, dir, home } = scene(OTHERS);
    const { out } = await run("install", "--dry-run");
    expect(text()).toBe(OTHERS);
    const shown = out.slice(out.indexOf("{"));
    const told = await cliJson(dir, ["hook", "install", "--dry-run"], { env: { HOME: home } });
    expect(told).toMatchObject({
      action: "install",
      path,
      dryRun: true,
      isChanged: true,
      text: shown.trimEnd(),
    });
    await run("install");
    expect(`${text()}\n`).toBe(shown);
    const { out: away } = await run("uninstall", "--dry-run");
    expect(JSON.parse(away.slice(away.indexOf("{")))).toEqual(JSON.parse(OTHERS));
    expect(`${text()}\n`).toBe(shown);
  });

  test("again for another workspace or memory replaces the first commands, beside others of the same group", async () => {
    const { run, settings, home } = scene();
    await run("install");
    await run("install", "--dir", join(home, "my memory"), "--origin", "user/anna");
    const commands = Object.values(settings().hooks as Record<string, { hooks: { command: string }[] }[]>);
    expect(commands.flat().flatMap(({ hooks }) => hooks)).toHaveLength(EVENTS.length);
    const [{ hooks: [hook] = [] } = {}] = commands[0] ?? [];
    expect(hook?.command).toBe(
      `tideline --dir '${join(home, "my memory")}' --origin user/anna hook SessionStart`,
    );
    await run("uninstall");
    expect(settings()).toEqual({});
    const mixed = scene(
      JSON.stringify({
        hooks: { Stop: [{ hooks: [{ command: "node /x/tideline.js hook Stop" }, { command: "ls" }] }] },
      }),
    );
    await mixed.run("uninstall");
    expect(mixed.settings()).toEqual({ hooks: { Stop: [{ hooks: [{ command: "ls" }] }] } });
  });

  test.each([
    ["comments", '{\n  // mine\n  "model": "opus"\n}'],
    ["half of it", '{"model": "op'],
    ["a list", "[]"],
    ["hooks of another form", '{"hooks": []}'],
    ["an event of another form", '{"hooks": {"Stop": "ls"}}'],
    ["a key twice", '{"env": {"A": "1", "A": "2"}}'],
    ["a number with more digits than a program keeps", '{"id": 12345678901234567890}'],
  ])("leaves settings with %s as they are, and says so", async (_, given) => {
    const { run, text } = scene(given);
    for (const action of ["install", "uninstall"]) {
      const { code, err } = await run(action);
      expect([code, err]).toEqual([2, expect.stringContaining("nothing was written")]);
      expect(text()).toBe(given);
    }
  });

  test("leaves a file alone whose characters it cannot read, and a link that leads nowhere", async () => {
    const { run, path, home } = scene();
    const latin = Buffer.from('{"motto": "caf\xe9"}', "latin1");
    writeFileSync(path, latin);
    expect(await run("install")).toMatchObject({
      code: 2,
      err: expect.stringContaining("nothing was written"),
    });
    expect(readFileSync(path)).toEqual(latin);
    const other = scene();
    symlinkSync(join(home, "not-yet.json"), other.path);
    for (const action of ["install", "uninstall"])
      expect(await other.run(action)).toMatchObject({ code: 2, err: expect.stringContaining("a link") });
    expect(lstatSync(other.path).isSymbolicLink()).toBe(true);
  });

  test("takes an empty name of the editor's folder for none", async () => {
    const { home, dir } = scene();
    const words = ["hook", "install", "--dry-run", "--json"];
    const { out } = await cli(dir, words, { env: { HOME: home, CLAUDE_CONFIG_DIR: "" } });
    expect(JSON.parse(out).path).toBe(join(home, ".claude", "settings.json"));
  });

  test.each([
    "echo 'tideline runs before hook Stop '",
    "log.sh tideline and then hook Stop",
    "tideline-format hook Stop",
    "tideline doctor; other hook Stop",
  ])("keeps a command of somebody else's that speaks of ours: %s", async (command) => {
    const given = { hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } };
    const { run, settings } = scene(JSON.stringify(given));
    await run("uninstall");
    expect(settings()).toEqual(given);
  });

  test.each([
    "tideline --dir=/tmp/x hook Stop",
    `"/opt/my tools/tideline" --dir "/my memory" --origin user/anna hook Stop`,
    "npx tideline hook Stop && true",
    String.raw`node C:\tools\tideline.js --dir '/it'\''s' hook Stop`,
  ])("knows its own command again: %s", async (command) => {
    const { run, settings } = scene(JSON.stringify({ hooks: { Stop: [{ hooks: [{ command }] }] } }));
    await run("uninstall");
    expect(settings()).toEqual({});
  });

  test("keeps spellings that mean the same, a link to the file, and the file's own rights", async () => {
    const { run, path, home, settings } = scene();
    const real = join(home, "dotfiles.json");
    writeFileSync(real, '{"motto": "caf\\u00e9 \\/ bar"}', { mode: 0o640 });
    symlinkSync(real, path);
    await run("install");
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(settings()).toMatchObject({ motto: "café / bar", hooks: {} });
  });

  test("is for the project in the current folder, if that is asked for, or where the editor's folder is", async () => {
    const { home, run } = scene();
    const { path } = await cliJson<{ path: string }>(newWorkspace("x"), [
      "hook",
      "install",
      "--dry-run",
      "--scope",
      "project",
    ]);
    expect(path).toBe(join(process.cwd(), ".claude", "settings.json"));
    const elsewhere = join(home, "config");
    mkdirSync(elsewhere);
    await cli(newWorkspace("x"), ["hook", "install"], { env: { HOME: home, CLAUDE_CONFIG_DIR: elsewhere } });
    expect(existsSync(join(elsewhere, "settings.json"))).toBe(true);
    expect((await run("uninstall")).out).toContain("does not run memory");
    expect((await run("install", "--editor", "nano")).code).toBe(2);
    expect((await run("uninstall", "--origin", "user/anna")).code).toBe(2);
    expect((await run("install", "--origin", "a/b/c/d/e")).code).toBe(2);
  });
});

describe("the plugin", () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(new URL(`plugins/claude-code/${path}`, ROOT), "utf8"));

  test("has the same hooks as an installation, and the version of the package", () => {
    expect(read("hooks/hooks.json")).toEqual({ hooks: hookGroups("tideline") });
    const { version } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
    expect(read(".claude-plugin/plugin.json")).toMatchObject({ name: "tideline", version });
    expect(read(".mcp.json")).toEqual({ mcpServers: { tideline: { command: "tideline", args: ["mcp"] } } });
  });
});

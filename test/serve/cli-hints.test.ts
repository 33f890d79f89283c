/** Does what a hint says to type do what it says, in any shell? */
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type CliOptions, cli } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const CLONE = { program: ["node", "/home/anna/my clone/dist/tideline.js"] };
const PROGRAM = "node '/home/anna/my clone/dist/tideline.js'";
const serve = (dir: string, options?: CliOptions) =>
  cli(dir, ["serve", "--port", "0", "--readers", "0", "--no-upkeep"], options);

describe("the greeting of a server", () => {
  test("names the command that closes it, as this program was called, with the folder", async () => {
    const dir = newWorkspace("hints");
    const { out } = await serve(dir, CLONE);
    expect(out).toContain(`To require a token: ${PROGRAM} token create me --role owner --dir ${dir}\n`);
  });

  test("leaves out the folder that every shell takes", async () => {
    const home = newWorkspace("hints");
    const { out } = await serve("", { env: { XDG_DATA_HOME: home, LOCALAPPDATA: home, HOME: home } });
    expect(out).toContain("To require a token: tideline token create me --role owner\n");
  });

  test("shows an editor where its token goes, once there is one", async () => {
    const dir = newWorkspace("hints");
    expect((await serve(dir)).out).toMatch(/"url":"http:[^"]+\/mcp"}/);
    await cli(dir, ["token", "create", "me", "--role", "owner"]);
    const { out } = await serve(dir);
    expect(out).toContain('"headers":{"authorization":"Bearer tl_…"}');
    expect(out).toContain("1 token: every request needs one.");
  });
});

test("status says how to begin, as this program was called", async () => {
  const dir = newWorkspace("hints");
  expect((await cli(dir, ["status"], CLONE)).out).toContain(`Add a first fact: ${PROGRAM} add "I keep`);
  expect((await cli("/nonexistent", ["status", "--dir", dir])).out).toMatch(
    new RegExp(`Add a first fact: tideline add .* --dir ${dir}\n`),
  );
});

test("a server that would be open to strangers is refused with the command that makes a token", async () => {
  const dir = newWorkspace("hints");
  const { code, err } = await cli(
    dir,
    ["serve", "--host", "0.0.0.0", "--port", "0", "--readers", "0"],
    CLONE,
  );
  expect(code).toBe(3);
  expect(err).toContain(`Create one first: ${PROGRAM} token create me --role owner --dir ${dir}, or`);
});

test("a port that is in use is not proposed", async () => {
  const other = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  const { code, err } = await cli(newWorkspace("hints"), ["serve", "--port", String(port), "--readers", "0"]);
  expect(code).toBe(5);
  expect(err).toContain(`choose another port, such as ${port + 1} (--port, or PORT)`);
});

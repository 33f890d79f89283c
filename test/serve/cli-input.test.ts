/** Is what comes in from a file or a pipe taken as it was meant, or refused? */
import { expect, test } from "vitest";
import { cli } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

test.each([
  ["add-many", { input: '{"content":"x y","\\u001b]0;pwned\\u0007":1}' }],
  ["get \u001b]0;pwned\u0007", {}],
  ["eval \u001b]0;pwned\u0007", {}],
])("what was given is shown in an error, never sent: %j", async (line, options) => {
  const dir = newWorkspace("input");
  await cli(dir, ["add", "Anna plays the cello."]);
  const { code, err } = await cli(dir, line.split(" "), options);
  expect(code).not.toBe(0);
  expect(err).not.toMatch(/(?!\n)\p{Cc}/u);
});

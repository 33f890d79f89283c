/** Do the documents say what the code does? */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ERROR_CODES } from "../src/errors.ts";
import { EVENT_TYPES } from "../src/model/event.ts";

const doc = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), "utf8");

describe("docs/errors.md", () => {
  const rows = new Map(
    [...doc("errors.md").matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, code, text]) => [code, text]),
  );

  test("lists every code, with the words of the code", () => {
    expect(Object.fromEntries(rows)).toEqual(ERROR_CODES);
  });
});

describe("docs/log-format.md", () => {
  test("lists every event type, and no other", () => {
    const table = doc("log-format.md").split("## Events")[1]?.split("## Segments")[0] ?? "";
    const named = [
      ...table.matchAll(/^\| ([a-z, -]+) \| (origin|marks|inbox|workspace|any|registry) \|/gm),
    ].flatMap(([, types]) => (types ?? "").split(", "));
    expect(named.sort()).toEqual([...EVENT_TYPES].sort());
  });
});

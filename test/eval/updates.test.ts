/** What does the evaluation of contradictions make of a changed preference? */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readUpdates } from "../../eval/support/updates.ts";

const folder = mkdtempSync(join(tmpdir(), "tideline-updates-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const points = (type: string, item: string) => ({ memory_points: [{ type, specific_item: item }] });
const row = (direction: string, before: object, after: object, persona = "p") =>
  JSON.stringify({
    update_direction: direction,
    before_preference: before,
    after_preference: after,
    persona,
  });

test("turned and given up are contradictions; refined and held together are not", () => {
  const path = join(folder, "updates.jsonl");
  writeFileSync(
    path,
    [
      row("Modify", points("dislike", "Golf"), points("like", "Golf")),
      row("Modify", points("like", "Running"), points("like", "Trail running")),
      row("Modify", points("dislike", "Cruises"), points("like", "Health-focused cruises"), "q"),
      row("Delete", points("like", "NBA games"), points("like", "NBA games"), "r"),
    ].join("\n"),
  );
  expect(readUpdates(path).map(({ label, a, b, isContradiction }) => [label, a, b, isContradiction])).toEqual(
    [
      ["turned", "I dislike golf.", "I like golf.", true],
      ["refined", "I like running.", "I like trail running.", false],
      ["turned, of something else", "I dislike cruises.", "I like health-focused cruises.", false],
      ["given up", "I like NBA games.", "I no longer like NBA games.", true],
      ["of one person", "I dislike golf.", "I like running.", false],
    ],
  );
});

test("a row of another shape is said with its line", () => {
  const path = join(folder, "other.jsonl");
  writeFileSync(path, '{"update_direction":"Modify"}');
  expect(() => readUpdates(path)).toThrow(/:1: expected/);
});

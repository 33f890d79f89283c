/** Is the set that the look for credentials is measured on broad enough, and does the look hold its bars on it? */
import { expect, test } from "vitest";
import { NEAR_MISSES, SECRETS, type SecretCase } from "../../eval/sets/secrets.ts";
import { findSecrets } from "../../src/write/secrets.ts";

const textsOf = (cases: readonly SecretCase[]) => new Set(cases.map(({ text }) => text));

test("the set has at least 150 credentials and 200 near misses, none of them twice", () => {
  expect(textsOf(SECRETS).size).toBe(SECRETS.length);
  expect(textsOf(NEAR_MISSES).size).toBe(NEAR_MISSES.length);
  expect(SECRETS.length).toBeGreaterThanOrEqual(150);
  expect(NEAR_MISSES.length).toBeGreaterThanOrEqual(200);
});

test("no near miss is taken for a credential", () => {
  expect(NEAR_MISSES.filter(({ text }) => findSecrets(text).length > 0)).toEqual([]);
});

test("all credentials are found but passwords that are plain words", () => {
  const missed = SECRETS.filter(({ text }) => findSecrets(text).length === 0).map(({ text }) => text);
  expect(missed).toEqual(["My password is swordfish.", "The root password is toor!"]);
});

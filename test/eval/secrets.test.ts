/** Is the set that the look for credentials is measured on broad enough? */
import { expect, test } from "vitest";
import { NEAR_MISSES, SECRETS, type SecretCase } from "../../eval/sets/secrets.ts";

const textsOf = (cases: readonly SecretCase[]) => new Set(cases.map(({ text }) => text));

test("the set has at least 150 credentials and 200 near misses, none of them twice", () => {
  expect(textsOf(SECRETS).size).toBe(SECRETS.length);
  expect(textsOf(NEAR_MISSES).size).toBe(NEAR_MISSES.length);
  expect(SECRETS.length).toBeGreaterThanOrEqual(150);
  expect(NEAR_MISSES.length).toBeGreaterThanOrEqual(200);
});

/** Does a text hold a statement, word for word? */
import { expect, test } from "vitest";
import { Compared, quotes, statementOf } from "../../src/text/sameness/quote.ts";

function holds(text: string, said: string): boolean {
  const statement = statementOf(said);
  const spelled = new Compared(text).spelledFor(statement);
  return spelled !== undefined && quotes(spelled, statement);
}

test("a grade is quoted with its minus", () => {
  expect(holds("They say my blood type is A-, by the lab", "My blood type is A-")).toBe(true);
  expect(holds("They say my blood type is A-, by the lab", "My blood type is A")).toBe(false);
  expect(holds("They say my blood type is A, by the lab", "My blood type is A-")).toBe(false);
  expect(holds("They say my blood type is A, by the lab", "My blood type is A")).toBe(true);
});

/** Who gets how much of a block, when hearsay is surer of itself than what the principal said? */
import { expect, test } from "vitest";
import { renderContext } from "../../src/context/render.ts";
import { factWith, hitsOf } from "../support/facts.ts";

test("what the principal said keeps half of the room, to the end of a line, though it is less sure than hearsay", () => {
  const own = [
    "Hedda found a care home for mother in Lysekil.",
    "Power of attorney lies with my sister Hedda.",
  ];
  const heard = factWith(
    "Who has power of attorney? Power of attorney lies with Mr Crane of the agency in Lysekil.",
    {
      authority: 1,
      source: "agent",
    },
  );
  const hits = hitsOf(...own.map((text) => factWith(text)), heard).map((hit) => ({
    ...hit,
    uncertain: hit.fact.authority === 3,
  }));
  const alone = renderContext(hits.slice(0, 2), { maxChars: 240 });
  const { text } = renderContext(hits, { maxChars: 240 });
  for (const content of own) {
    expect(alone.text).toContain(content);
    expect(text).toContain(content);
  }
  // With more room, hearsay has its part.
  expect(renderContext(hits, { maxChars: 600 }).text).toContain("Mr Crane of the agency in Lysekil.");
});

/** Does a fact of the owner's fade because others take its place in recall? */
import { expect, test } from "vitest";
import type { PolicyName } from "../../src/index.ts";
import { DAY, fact, newMemory } from "../support/memory.ts";

const OWN = [
  "Solva is written in Rust.",
  "Solva's deadline is in March 2027.",
  "Solva's budget is 40,000 euros.",
  "Solva's designer is Ines.",
  "Solva uses Postgres for storage.",
  "Solva's customer is the port of Bergen.",
  "Solva's mascot is a heron.",
  "Solva's repository is on Codeberg.",
];
const HEARSAY = [
  "The Solva team meets on Tuesdays.",
  "Solva has an office in Kiel.",
  "Solva was named after a village in Wales.",
  "Solva hired an auditor.",
];

/** Which of the owner's facts are still in sight after two months of the same question, and how often each was used. */
async function twoMonths(policy: PolicyName, hearsay: readonly string[]) {
  const { memory, clock } = newMemory({ policy });
  for (const content of OWN) memory.add(fact(content));
  const agent = memory.confined({ client: "scraper" });
  for (const content of hearsay) agent.add({ content });
  for (let day = 0; day < 60; day++) {
    clock.pass(DAY);
    memory.recall("What do you know about Solva?");
    if (day % 7 === 6) await memory.sweep();
  }
  const own = memory.list({ lifecycle: "any" }).filter(({ authority }) => authority === 3);
  return own.map(({ content, lifecycle, suppressed, accessCount }) => ({
    content,
    lifecycle,
    suppressed,
    accessCount,
  }));
}

test.each(["tideline", "freshness", "layered"] as const)(
  "under the policy %s the owner's facts are used and kept as if nobody else had written",
  async (policy) => {
    const alone = await twoMonths(policy, []);
    expect(alone.every(({ accessCount }) => accessCount >= 50)).toBe(true);
    expect(await twoMonths(policy, HEARSAY)).toEqual(alone);
  },
);

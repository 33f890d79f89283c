/** Does what is brought in from another memory stay long enough for somebody to ask for it? */
import { describe, expect, test } from "vitest";
import { POLICY_NAMES } from "../../src/index.ts";
import { madeAt } from "../../src/model/id.ts";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

const LONG_AGO = START - 300 * DAY;
const RECORD = JSON.stringify([{ memory: "The boiler is in the cellar.", created_at: LONG_AGO }]);

function broughtIn(policy: (typeof POLICY_NAMES)[number] = "tideline") {
  const { memory, clock } = newMemory({ policy });
  expect(memory.importFrom("mem0", RECORD).counts.added).toBe(1);
  const [{ id } = { id: "" }] = memory.list();
  return { memory, clock, id };
}

/** On which day a daily sweep takes the fact away; 60 if it has not by then. */
async function dayOfLeaving({ memory, clock, id }: ReturnType<typeof broughtIn>) {
  for (let day = 0; day < 60; day++) {
    await memory.sweep();
    await memory.dream();
    if (memory.peek(id)?.lifecycle !== "active") return day;
    clock.pass(DAY);
  }
  return 60;
}

describe("a record of long ago", () => {
  test.each(POLICY_NAMES)("stays for 30 days under %s", async (policy) => {
    expect(await dayOfLeaving(broughtIn(policy))).toBeGreaterThanOrEqual(30);
  });

  test("leaves then, if nobody has asked for it", async () => {
    expect(await dayOfLeaving(broughtIn())).toBe(30);
  });

  test("stays longer if somebody has", async () => {
    const scene = broughtIn();
    scene.memory.recall("where is the boiler?");
    expect(await dayOfLeaving(scene)).toBeGreaterThan(30);
  });

  test("keeps its date, so what is said today is newer", () => {
    const { memory, id } = broughtIn();
    expect(memory.peek(id)?.createdAt).toBe(LONG_AGO);
  });

  test("is named by the report, by inspect and by the forecast", async () => {
    const { memory, id } = broughtIn();
    expect((await memory.sweep()).spared).toMatchObject([{ fact: id, rule: "immunity/brought-in" }]);
    expect(memory.inspect(id).immunity?.reason).toBe("brought-in");
    expect(memory.forecast({ days: 40 }).leaving).toMatchObject([{ fact: id, at: START + 30 * DAY }]);
  });
});

test("a fact of class 0 gains nothing by the source import", async () => {
  const { memory } = newMemory();
  const page = memory.add({
    content: "The shop opens at nine.",
    source: "retrieved_document",
    heardAt: LONG_AGO,
  });
  const { id } = memory.add({
    ...fact("The shop closes at six.", { source: "import", heardAt: LONG_AGO }),
    evidence: [page.fact.id],
  }).fact;
  expect(memory.peek(id)?.authority).toBe(0);
  await memory.sweep();
  expect(memory.peek(id)?.lifecycle).toBe("archived");
});

test("a person's own action takes it away at any time", () => {
  const { memory, id } = broughtIn();
  memory.archive(id);
  expect(memory.peek(id)?.lifecycle).toBe("archived");
});

test("an id says when it was made, and an id of others says nothing", () => {
  const { id } = broughtIn();
  expect(madeAt(id)).toBe(START);
  expect(madeAt("note-17")).toBeUndefined();
});

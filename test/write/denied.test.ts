/** What does a denial end, and can a lower class deny what a higher one said without being in doubt for it? */
import { describe, expect, test } from "vitest";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

const HEARSAY = { source: "tool_output" };
const DENIAL = "I no longer live in Rome.";

describe("hearsay against the owner's own words", () => {
  test.each([
    {},
    { validFrom: START - DAY },
    { validFrom: START - DAY, validTo: START + 9 * DAY },
    { validFrom: START + 3 * DAY },
  ])("is in doubt, whatever time it says it is of: %j", (when) => {
    const { memory, clock } = newMemory();
    const said = memory.add(fact("I live in Rome.")).fact.id;
    clock.pass(DAY);
    const { fact: denial } = memory.add(fact(DENIAL, { ...HEARSAY, ...when }));
    expect(denial).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(memory.inspect(said).fact?.validity).toBe("valid");
  });

  test("is not, where it speaks of a time that was over before", () => {
    const { memory } = newMemory();
    memory.add(fact("I live in Rome."));
    const past = { validFrom: START - 9 * DAY, validTo: START - DAY };
    expect(memory.add(fact(DENIAL, { ...HEARSAY, ...past })).fact.validity).toBe("valid");
  });

  test.each([1, 2, 3])("is in doubt behind %i decoys of its own class", (decoys) => {
    const { memory } = newMemory();
    const said = memory.add(fact("I live in Rome.")).fact.id;
    for (const town of ["Bern", "Wien", "Turin"].slice(0, decoys))
      memory.add(fact(`I live in ${town}.`, HEARSAY));
    const { fact: correction } = memory.add(fact("Actually, I live in Oslo.", HEARSAY));
    expect(correction).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(correction.links).toContainEqual({ kind: "contradicts", to: said });
    expect(memory.inspect(said).fact?.validity).toBe("valid");
  });
});

describe("a correction that is said again", () => {
  const RIGHT = "Actually, the rent is 1,450 euros.";
  const tell = (...said: readonly string[]) => {
    const { memory, clock } = newMemory();
    for (const one of said) {
      memory.add(fact(one));
      clock.pass(DAY);
    }
    return memory.list({ validity: "valid" }).map((one) => one.content);
  };

  test.each([
    ["after what it corrects", ["The rent is 1,400 euros.", RIGHT, RIGHT]],
    ["with nothing to correct", [RIGHT, RIGHT]],
    ["after going to and fro", [RIGHT, "The rent is 1,400 euros.", RIGHT, RIGHT]],
    ["after a third value", ["The rent is 1,400 euros.", RIGHT, "The rent is 1,500 euros.", RIGHT]],
  ])("does not supersede itself, and stands: %s", (_, said) => {
    expect(tell(...said)).toEqual([RIGHT]);
  });
});

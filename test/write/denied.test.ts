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

describe("hearsay that is said again", () => {
  const EATS = "I eat meat.";
  const DENIES = "I no longer eat meat.";
  const agent = (from?: number, to?: number) =>
    fact(DENIES, {
      source: "agent",
      ...(from === undefined ? {} : { validFrom: START + from * DAY }),
      ...(to === undefined ? {} : { validTo: START + to * DAY }),
    });

  test("of a longer time is in doubt, as if that had been said at first", () => {
    const { memory } = newMemory();
    const said = memory.add(fact(EATS, { validFrom: START - 10 * DAY })).fact;
    expect(memory.add(agent(-50, -20)).fact.validity).toBe("valid");
    const { fact: again, outcome } = memory.add(agent(-49, 400));
    expect(outcome).toBe("reinforced");
    expect(again).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(again.links).toEqual([{ kind: "contradicts", to: said.id }]);
    expect(memory.get(said.id)).toEqual({ ...said, backlinks: [{ kind: "contradicts", from: again.id }] });
  });

  test("of the time that it had is not", () => {
    const { memory } = newMemory();
    memory.add(fact(EATS, { validFrom: START - 10 * DAY }));
    memory.add(agent(-50, -20));
    expect(memory.add(agent(-49)).fact).toMatchObject({ validity: "valid", review: "denial-unmatched" });
  });

  test.each([
    ["and holds to it", undefined],
    ["of a while", START + 5 * DAY],
  ])("after the owner has said otherwise, %s, is in doubt", (_, validTo) => {
    const { memory, clock } = newMemory();
    memory.add(agent());
    clock.pass(DAY);
    const { fact: said } = memory.add(fact(EATS, { validTo }));
    clock.pass(9 * DAY);
    const { events, fact: again } = memory.add(agent());
    expect(again).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(again.links).toEqual([{ kind: "contradicts", to: said.id }]);
    expect(events.map((event) => event.type)).toEqual(["observed", "challenged", "revised", "linked"]);
    expect(memory.add(agent()).events.map((event) => event.type)).toEqual(["observed"]);
  });

  test("against a plan of the owner's, for longer than until then, is in doubt", () => {
    const { memory } = newMemory();
    const home = { subject: "me", attribute: "city" };
    const rome = fact("I live in Rome.", { ...home, source: "agent" });
    memory.add(rome);
    memory.add(fact("I live in Oslo.", { ...home, validFrom: START + 10 * DAY }));
    const { fact: again } = memory.add({ ...rome, validTo: START + 400 * DAY });
    expect(again).toMatchObject({ validity: "challenged", review: "conflict" });
  });

  test("holds no longer than until the owner's denial", () => {
    const { memory } = newMemory();
    const agents = { source: "agent", validFrom: START - 50 * DAY };
    memory.add(fact(EATS, { ...agents, validTo: START - 20 * DAY }));
    memory.add(fact(DENIES, { validFrom: START - 10 * DAY }));
    const { fact: again } = memory.add(fact(EATS, { ...agents, validTo: START + 400 * DAY }));
    expect(again).toMatchObject({ validity: "valid", validTo: START - 10 * DAY });
  });

  test("is not, where a person has decided that both hold", () => {
    const { memory } = newMemory();
    const { fact: said } = memory.add(fact(EATS));
    const { fact: denial } = memory.add(agent());
    memory.resolve(`${said.id}~${denial.id}`, { keep: "both" });
    expect(memory.add(agent()).fact).toMatchObject({ validity: "valid", review: undefined });
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

describe("a correction", () => {
  test.each([
    ["My son Tom is 5", "Actually, my son Jim is 7"],
    ["The meeting with Anna is on 3 May", "Actually, the meeting with Ben is on 5 May"],
    ["My flight to Rome is at 10:30", "Actually, my flight to Oslo is at 11:45"],
    ["I paid Anna 50 euros", "Actually, I paid Ben 70 euros"],
    ["Room 12 has 4 chairs", "Actually, room 14 has 6 chairs"],
    [
      "The rent of the flat in Berlin is 1,400 euros",
      "Actually, the rent of the flat in Paris is 1,450 euros",
    ],
  ])("ends nothing that may be somebody else's: %s / %s", (stood, corrected) => {
    const { memory, clock } = newMemory();
    const before = memory.add(fact(stood)).fact.id;
    clock.pass(DAY);
    const { fact: correction } = memory.add(fact(corrected));
    expect(correction.review).toBe("denial-unmatched");
    expect(memory.inspect(before).fact?.validity).toBe("valid");
  });

  test.each([
    ["My son Tom is 5", "Actually, my son Tom is 6"],
    ["The meeting with Anna is on 3 May", "Actually, the meeting with Anna is on 5 May"],
    ["The meeting is on 3 May at 10:00", "Actually, the meeting is on 5 May at 11:30"],
    ["The rent is 1,400 euros", "Actually, the rent is 1,450 euros"],
    ["My favourite colour is dark green", "Actually, my favourite colour is blue"],
  ])("ends what it gives another value, or another time: %s / %s", (stood, corrected) => {
    const { memory, clock } = newMemory();
    const before = memory.add(fact(stood)).fact.id;
    clock.pass(DAY);
    memory.add(fact(corrected));
    expect(memory.inspect(before).fact?.validity).toBe("superseded");
  });

  test.each([
    ["My son Tom is 5", "My son Jim is 7", "valid"],
    ["My son Tom is 5", "My son Tom is 7", "superseded"],
  ])("needs no marker in its own segment: %s / %s", (stood, corrected, validity) => {
    const { memory, clock } = newMemory();
    const before = memory.add(fact(stood)).fact.id;
    clock.pass(DAY);
    memory.add(fact(corrected, { segment: "correction" }));
    expect(memory.inspect(before).fact?.validity).toBe(validity);
  });
});

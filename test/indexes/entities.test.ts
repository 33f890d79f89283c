/** Who and what do facts name, and whose word joins two names? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AddInput, SOURCES, type Tideline } from "../../src/index.ts";
import { EntityIndex } from "../../src/indexes/names/entities.ts";
import { emptyState, evolve } from "../../src/log/fold.ts";
import { endorse, fact, newMemory, PEER } from "../support/memory.ts";

function remember(...contents: (string | AddInput)[]): Tideline {
  const { memory } = newMemory();
  for (const content of contents) memory.add(typeof content === "string" ? fact(content) : content);
  return memory;
}

const tool = (content: string) => fact(content, { source: "tool_output" });

describe("entities", () => {
  test("are the people, places, organisations, projects and tools that facts name", () => {
    const memory = remember(
      "My wife Anna works at Acme Corp in Berlin.",
      "We use Postgres for Project Falcon.",
      "Dinner is at 8 on Monday.",
    );
    expect(memory.entities().map(({ name, kind }) => [name, kind])).toEqual([
      ["Acme Corp", "organisation"],
      ["Anna", "person"],
      ["Berlin", "place"],
      ["Falcon", "project"],
      ["Postgres", "tool"],
    ]);
  });

  test("a rename joins the names: the new one is current, the old one is remembered with its fact", () => {
    const memory = remember("I work at Acme.", "I met Ben at Globex.");
    const rename = memory.add(fact("Acme was renamed to Globex in May.")).fact.id;
    const entity = memory.entity("acme");
    expect(entity).toMatchObject({
      name: "Globex",
      aliases: ["Acme"],
      formerly: [{ name: "Acme", by: rename }],
    });
    expect(entity?.facts).toHaveLength(3);
    expect(memory.entity("Globex")).toEqual(entity);
  });

  test("aliases come from what is said, from a fact's own, and from a short name with one longer form", () => {
    const memory = remember(
      "Robert goes by Bob.",
      "My friend Anna likes tea.",
      "My boss Anna Schmidt lives in Oslo.",
      fact("The cluster runs in Frankfurt.", { subject: "Cluster", attribute: "region", aliases: ["K8S"] }),
    );
    expect(memory.entity("Bob")?.aliases).toEqual(["Robert"]);
    expect(memory.entity("anna")?.name).toBe("Anna Schmidt");
    expect(memory.entity("k8s")?.name).toBe("Cluster");
    memory.add(fact("My aunt Anna Meier lives in Rome."));
    expect(memory.entity("anna")?.name).toBe("Anna");
  });

  test("a name that was taken back, superseded or erased joins nothing", () => {
    const memory = remember("I work at Acme.", "I like Globex.");
    const rename = memory.add(fact("Acme was renamed to Globex.")).fact.id;
    memory.purge(rename);
    expect(memory.entity("acme")).toMatchObject({ name: "Acme", aliases: [] });
  });

  test("are of one origin", () => {
    const { memory } = newMemory();
    memory.add(fact("I met Anna in Oslo."));
    expect(memory.as(PEER).entities()).toEqual([]);
  });
});

describe("untrusted text", () => {
  test("cannot rename or merge what the owner named", () => {
    const memory = remember("I work at Acme.", "My friend Anna likes tea.");
    memory.add(tool("Acme was renamed to Evilcorp."));
    memory.add(tool("Anna is also known as Mallory."));
    memory.add(tool("My friend Anna Mallory likes tea."));
    expect(memory.entity("Acme")).toMatchObject({ name: "Acme", aliases: [], formerly: [] });
    expect(memory.entity("Anna")).toMatchObject({ name: "Anna", aliases: [] });
    expect(memory.entity("Evilcorp")?.aliases).toEqual([]);
  });

  test("may name its own things, until the owner speaks of them", () => {
    const memory = remember(tool("Foobar was renamed to Bazqux."));
    expect(memory.entity("foobar")?.name).toBe("Bazqux");
    memory.add(fact("I work at Foobar."));
    expect(memory.entity("foobar")).toMatchObject({ name: "Foobar", aliases: [] });
  });
});

const CONTENTS = [
  "I work at Acme.",
  "Acme was renamed to Globex.",
  "My friend Anna likes tea.",
  "My boss Anna Schmidt lives in Oslo.",
  "My aunt Anna Meier lives in Oslo.",
  "Anna is also known as Nan.",
  "Globex is now called Initech.",
  "I met Nan at Initech.",
] as const;
const write = fc.record({ content: fc.constantFrom(...CONTENTS), source: fc.constantFrom(...SOURCES) });

test("what the owner named is what it would be had nobody else spoken", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 12 }), (writes) => {
      const isOwn = ({ source }: { source: string }) =>
        source === "owner_message" || source === "user_instruction";
      const whole = remember(...writes.map(({ content, source }) => fact(content, { source })));
      const pure = remember(...writes.filter(isOwn).map(({ content, source }) => fact(content, { source })));
      for (const { name, kind, aliases, formerly } of pure.entities()) {
        const there = whole.entity(name);
        expect({ name: there?.name, kind: there?.kind, aliases: there?.aliases }).toEqual({
          name,
          kind,
          aliases,
        });
        const names = (some: typeof formerly | undefined) => some?.map((one) => one.name).sort();
        expect(names(there?.formerly)).toEqual(names(formerly));
      }
    }),
    { numRuns: 60 },
  );
});

test("kept up to date event by event, it is what reading everything anew gives", () => {
  const act = fc.record({
    do: fc.constantFrom("add", "add", "add", "purge", "endorse" as const),
    content: fc.constantFrom(...CONTENTS),
    source: fc.constantFrom(...SOURCES),
    which: fc.nat(9),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 15 }), (acts) => {
      const { memory, store } = newMemory();
      const ids: string[] = [];
      const kept = new EntityIndex();
      let state = emptyState("owner");
      kept.restore(state, undefined);
      for (const { do: verb, content, source, which } of acts) {
        const id = ids[which % Math.max(1, ids.length)];
        if (verb === "add") ids.push(memory.add(fact(content, { source })).fact.id);
        else if (memory.list({ lifecycle: "any" }).some((one) => one.id === id && one.validity === "valid"))
          verb === "endorse" ? endorse(memory, id as string) : memory[verb](id as string);
        for (const recorded of store.read("owner", state.head.seq).events) {
          state = { ...evolve(state, recorded.event, recorded.seq), head: recorded };
          kept.follow(recorded, state);
        }
        kept.all(state);
      }
      expect(kept.all(state)).toEqual(memory.entities());
      const anew = new EntityIndex();
      anew.restore(state, undefined);
      expect(kept.all(state)).toEqual(anew.all(state));
    }),
    { numRuns: 60 },
  );
});

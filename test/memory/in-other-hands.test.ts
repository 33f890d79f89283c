// What can a caller do with what it was given, and with what it hands in? Nothing that becomes what is known.
import { expect, test } from "vitest";
import { cursorOf } from "../../src/govern/listing.ts";
import { evaluateWriteGate, isTidelineError, Tideline, WriteGateError } from "../../src/index.ts";
import type { AddInput } from "../../src/write/draft.ts";
import { newWorkspace } from "../support/workspace.ts";

const A = { channel: "a", conversationId: "1", sessionKey: "s" };
const B = { channel: "b", conversationId: "1", sessionKey: "s" };

function note(content: string, more: Partial<AddInput> = {}): AddInput {
  return { content, segment: "knowledge", ...more };
}

function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return isTidelineError(error) ? error.code : `not coded: ${String(error)}`;
  }
  return "no error";
}

test("a handle stays with its origin, whatever is done to the origin of a fact that it gave", () => {
  const memory = Tideline.open(newWorkspace("hands"));
  const [a, b] = [memory.as(A), memory.as(B)];
  a.add(note("What A said to us"));
  const { fact } = b.add(note("What B said to us"));
  const mine: { channel: string } = { ...B };
  const c = memory.as(mine as typeof B);
  mine.channel = "a";
  for (const origin of [fact.origin, b.origin] as { channel: string }[])
    expect(() => {
      origin.channel = "a";
    }).toThrow(TypeError);
  expect(b.list().map(({ content }) => content)).toEqual(["What B said to us"]);
  expect(c.list().map(({ content }) => content)).toEqual(["What B said to us"]);
  memory.close();
});

test("a fact that was given out cannot be changed, from whatever verb it came, also after a snapshot", () => {
  const path = newWorkspace("hands");
  const first = Tideline.open(path);
  const many = Array.from({ length: 600 }, (_, i) =>
    note(`Tool fact number ${i}`, { source: "tool_output", tags: ["some"], metadata: { deep: { one: 1 } } }),
  );
  const [added] = first.addMany(many);
  first.close();
  const memory = Tideline.open(path);
  memory.recall("tool fact number 7");
  memory.add(note("Another one"));
  const facts = [
    ...(added?.outcome === "added" ? [added.fact] : []),
    ...memory.list(),
    ...memory.recall("tool fact number 7").map(({ fact }) => fact),
    memory.get(memory.list()[0]?.id ?? ""),
  ];
  expect(facts.length).toBeGreaterThan(50);
  for (const fact of facts as unknown as Record<string, unknown>[]) {
    const changes: (() => void)[] = [
      () => {
        fact.authority = 3;
      },
      () => (fact.tags as string[]).push("evil"),
      () => (fact.texts as number[]).pop(),
      () => {
        (fact.observations as { authority: number }[])[0]!.authority = 3;
      },
    ];
    if (fact.metadata !== undefined)
      changes.push(() => {
        (fact.metadata as { deep: { one: number } }).deep.one = 2;
      });
    for (const change of changes) expect(change).toThrow(TypeError);
  }
  memory.close();
});

test("a clock with parts of milliseconds is taken by the whole ones, and one that is none is refused", async () => {
  const path = newWorkspace("hands");
  const memory = Tideline.open(path, { clock: { now: () => 1_700_000_000_000.7 } });
  memory.add(note("Said at some time"));
  memory.as(A).add(note("Said by a peer"));
  memory.close();
  const again = Tideline.open(path);
  expect(again.list()[0]?.createdAt).toBe(1_700_000_000_000);
  again.as(B).add(note("Said by another"));
  again.close();
  const broken = Tideline.open(newWorkspace("hands"), { clock: { now: () => Number.NaN } });
  expect(codeOf(() => broken.add(note("When?")))).toBe("invalid-argument");
});

test("a preview is a preview, and what is neither true nor false is refused", () => {
  const memory = Tideline.open(newWorkspace("hands"));
  const { fact } = memory.add(note("To be kept"));
  for (const preview of ["true", 1, "yes", null, {}])
    expect(codeOf(() => memory.purge(fact.id, { preview: preview as never }))).toBe("invalid-argument");
  expect(memory.purge(fact.id, { preview: true }).facts.length).toBe(1);
  expect(memory.list().length).toBe(1);
  memory.close();
});

test("a head that is none is not found in a log", () => {
  const memory = Tideline.open(newWorkspace("hands"));
  memory.add(note("Something"));
  const { head } = memory.verify();
  expect(memory.verify({ head }).ok).toBe(true);
  for (const wrong of [
    JSON.stringify(head),
    "x",
    { seq: "a" },
    { seq: 1 },
    { ...head, seq: -1 },
    { ...head, hash: "abc" },
    null,
  ])
    expect(codeOf(() => memory.verify({ head: wrong as never }))).toBe("invalid-argument");
  for (const options of [{ bogus: 1 }, null, 5]) {
    expect(codeOf(() => memory.verify(options as never))).toBe("invalid-argument");
    expect(codeOf(() => memory.export(options as never))).toBe("invalid-argument");
  }
  memory.close();
});

test("options that are none, and places where nothing can be made, are coded errors", async () => {
  for (const options of [null, 5, [], "x"]) {
    expect(codeOf(() => Tideline.open(newWorkspace("hands"), options as never))).toBe("invalid-argument");
    await expect(Tideline.connect(newWorkspace("hands"), options as never)).rejects.toMatchObject({
      code: "invalid-argument",
    });
  }
  for (const target of [undefined, 5, {}, null])
    await expect(Tideline.connect(target as never)).rejects.toMatchObject({ code: "invalid-argument" });
  expect(codeOf(() => Tideline.open("/proc/nope/x"))).not.toContain("not coded");
  expect(codeOf(() => evaluateWriteGate({ source: "agent", segment: "Identity" as never }))).toBe(
    "invalid-argument",
  );
});

test("what cannot be seen or kept is refused, and nothing is written", () => {
  const memory = Tideline.open(newWorkspace("hands"));
  expect(codeOf(() => memory.add(note("\u200b\u2060\u00ad")))).toBe("invalid-argument");
  for (const value of [new Map([[1, 2]]), () => 1, Number.NaN, [Number.POSITIVE_INFINITY], Symbol("x")])
    expect(codeOf(() => memory.add(note("With metadata", { metadata: { value } as never })))).toBe(
      "invalid-argument",
    );
  const { fact } = memory.add(
    note("With metadata", { metadata: { at: new Date(0), no: undefined, list: [1, null] } as never }),
  );
  expect(fact.metadata).toEqual({ at: "1970-01-01T00:00:00.000Z", list: [1, null] });
  expect(memory.add(note("🙂")).outcome).toBe("added");
  memory.close();
});

test("closing a peer's handle leaves the store open for the others", async () => {
  const path = newWorkspace("hands");
  const memory = Tideline.open(path);
  const peer = memory.as(A);
  peer.add(note("Said by a peer"));
  peer.close();
  memory.add(note("Said by the owner"));
  expect(memory.as(A).list().length).toBe(1);
  memory.close();
  const later = await Tideline.connect(path);
  await later.as(A).close();
  expect((await later.list()).length).toBe(1);
  await later.close();
});

test("a list does not end where the fact to go on after was purged: it says so", () => {
  const memory = Tideline.open(newWorkspace("hands"));
  memory.addMany(["one", "two", "three"].map((content) => note(`Fact ${content}`)));
  const [first] = memory.list({ limit: 1 });
  memory.purge(first?.id ?? "");
  expect(codeOf(() => memory.list({ after: first?.id }))).toBe("no-such-fact");
  expect(codeOf(() => memory.list({ after: first?.id, order: "newest" }))).toBe("no-such-fact");
  memory.close();
});

test("a cursor goes on where a fact stood, also once that was purged, in both orders and after a reopening", () => {
  const path = newWorkspace("hands");
  let memory = Tideline.open(path);
  memory.addMany(Array.from({ length: 40 }, (_, i) => note(`Fact number ${i}`)));
  const all = memory.list();
  const gone = [3, 4, 5, 12, 13, 30, 39];
  for (const at of gone) memory.purge(all[at]?.id ?? "");
  const left = all.filter((_, at) => !gone.includes(at)).map(({ id }) => id);
  for (const reopens of [false, true]) {
    if (reopens) {
      memory.close();
      memory = Tideline.open(path);
    }
    all.forEach((fact, at) => {
      const idsAfter = (order: "oldest" | "newest") =>
        memory.list({ after: cursorOf(fact), order }).map(({ id }) => id);
      const rest = new Set(all.slice(at + 1).map(({ id }) => id));
      expect(idsAfter("oldest")).toEqual(left.filter((id) => rest.has(id)));
      expect(idsAfter("newest")).toEqual(left.filter((id) => !rest.has(id) && id !== fact.id).reverse());
    });
  }
  memory.close();
});

test("a link that puts a lower class above a higher one is refused like any write that may not be", () => {
  const memory = Tideline.open(newWorkspace("hands"));
  const { fact } = memory.add(note("The rent is 1,400 euros"));
  const overruling = note("The rent is 900 euros", {
    source: "tool_output",
    links: [{ kind: "corrects", to: fact.id }],
  });
  expect(() => memory.add(overruling)).toThrow(WriteGateError);
  const before = memory.stats().refused;
  const outcomes = memory.addMany([note("Before it"), overruling, note("After it")]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["added", "refused", "added"]);
  expect(memory.stats().refused).toBe(before + 1);
  const [lower] = memory.addMany([note("The rent is 800 euros", { source: "tool_output" })]);
  if (lower?.outcome !== "added") throw new Error("expected it to be added");
  expect(() => memory.link(lower.fact.id, "supersedes", fact.id)).toThrow(WriteGateError);
  memory.close();
});

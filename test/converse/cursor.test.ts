import { describe, expect, test } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { FakeLlm, type Said } from "../support/llm.ts";
import { newMemory } from "../support/memory.ts";
import { everySentence, ScriptedDistiller } from "../support/scripted-distiller.ts";

/** A store whose Nth write fails: before anything is written, or after, so that only the answer is lost. */
class FailingStore extends MemoryStore {
  failAt = Number.POSITIVE_INFINITY;
  how: "before" | "after" = "before";
  private writes = 0;

  override append(...args: Parameters<MemoryStore["append"]>): ReturnType<MemoryStore["append"]> {
    return this.writing(() => super.append(...args));
  }

  override erase(...args: Parameters<MemoryStore["erase"]>): ReturnType<MemoryStore["erase"]> {
    return this.writing(() => super.erase(...args));
  }

  override drop(...args: Parameters<MemoryStore["drop"]>): void {
    this.writing(() => super.drop(...args));
  }

  get hasFailed(): boolean {
    return this.writes >= this.failAt;
  }

  private writing<T>(write: () => T): T {
    const fails = ++this.writes === this.failAt;
    if (fails && this.how === "before") throw new Error("the power went");
    const result = write();
    if (fails) throw new Error("the power went");
    return result;
  }
}

const TURNS = [
  ["monday", "I live in Bern."],
  ["monday", "My sister Mia lives in Oslo. I work as a nurse."],
  ["tuesday", "I keep bees on the roof."],
  ["monday", "I have two cats."],
] as const;
const FACTS = TURNS.flatMap(([, text]) => text.match(/[^.]+\./g) ?? []).map((text) => text.trim());

function observeAll(memory: Tideline): void {
  for (const [i, [session, content]] of TURNS.entries())
    memory.observe({ session, role: "user", content, id: `t${i}` });
}

describe("the cursor", () => {
  test.each(["before", "after"] as const)(
    "however many writes succeed, the next process skips no turn and doubles none (failing %s the write)",
    async (how) => {
      let failAt = 0;
      for (let more = true; more; ) {
        failAt++;
        const store = new FailingStore();
        store.how = how;
        store.failAt = failAt;
        const first = Tideline.over(store, { distiller: everySentence(), distilling: { keepDays: 0 } });
        try {
          observeAll(first);
          await first.distil();
        } catch (error) {
          expect(String(error)).toContain("the power went");
        }
        more = store.hasFailed;
        store.failAt = Number.POSITIVE_INFINITY;
        // Another process, which knows nothing but what was written. Its host observes its transcript again.
        const second = Tideline.over(store, { distiller: everySentence(), distilling: { keepDays: 30 } });
        if (second.inbox().total.turns === 0) observeAll(second);
        await second.distil();
        const facts = second.list();
        expect(facts.map(({ content }) => content).sort(), `write ${failAt} failed`).toEqual(
          [...FACTS].sort(),
        );
        expect(facts.map(({ observationCount }) => observationCount)).toEqual(FACTS.map(() => 1));
        expect(second.inbox().waiting).toBe(0);
      }
      expect(failAt).toBeGreaterThan(6);
    },
  );

  test("two handles that distil at once write every fact once", async () => {
    const store = new MemoryStore();
    const open = () => Tideline.over(store, { distiller: everySentence() });
    const [one, two] = [open(), open()];
    observeAll(one);
    await Promise.all([one.distil(), two.distil()]);
    const facts = open().list();
    expect(facts.map(({ content }) => content).sort()).toEqual([...FACTS].sort());
    expect(facts.every(({ observationCount }) => observationCount === 1)).toBe(true);
  });

  test("a turn that is observed while the distiller works waits for the next batch", async () => {
    const distiller: ScriptedDistiller = new ScriptedDistiller(({ turns }, call) => {
      if (call === 1) memory.observe({ session: "monday", role: "user", content: "I have two cats." });
      return turns.map(({ number, content }) => ({ content, quotes: [{ turn: number, text: content }] }));
    });
    const { memory } = newMemory({ distiller });
    memory.observe({ session: "monday", role: "user", content: "I live in Bern." });
    await memory.distil();
    expect(distiller.batches.map(({ turns }) => turns.map(({ content }) => content))).toEqual([
      ["I live in Bern."],
      ["I have two cats."],
    ]);
    expect(memory.list()).toHaveLength(2);
  });

  test("a reply is decided on the state of the moment it arrives", async () => {
    const distiller: ScriptedDistiller = new ScriptedDistiller(({ turns }) => {
      memory.add({ content: "I live in Bern.", segment: "knowledge" });
      return turns.map(({ number, content }) => ({ content, quotes: [{ turn: number, text: content }] }));
    });
    const { memory } = newMemory({ distiller });
    memory.observe({ session: "monday", role: "user", content: "I live in Bern." });
    const { outcomes } = await memory.distil();
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["reinforced"]);
    expect(memory.list().map(({ authority }) => authority)).toEqual([3]);
  });

  test("a malformed reply moves nothing", async () => {
    const { memory } = newMemory({
      distiller: {
        name: "broken",
        distil: async () => ({
          proposals: [{ content: 7 } as never],
          setAside: [],
          usage: { calls: 1, inputTokens: 1, outputTokens: 1 },
        }),
      },
    });
    memory.observe({ session: "monday", role: "user", content: "I live in Bern." });
    await expect(memory.distil()).rejects.toMatchObject({ code: "distiller-failed" });
    expect(memory.inbox()).toMatchObject({ waiting: 1, total: { turns: 0 } });
  });

  test("a turn that no reply could be had for is set aside with its reason, and the rest goes on", async () => {
    const distiller = everySentence();
    const { memory } = newMemory({ distiller });
    distiller.setAside = [{ turn: 1, reason: "the model refused" }];
    const { turn } = memory.observe({ session: "monday", role: "user", content: "I live in Bern." });
    memory.observe({ session: "monday", role: "user", content: "I have two cats." });
    const report = await memory.distil();
    expect(report.setAside).toEqual([{ turn, reason: "the model refused" }]);
    expect(memory.inbox()).toMatchObject({ waiting: 0, setAside: [{ turn, reason: "the model refused" }] });
  });

  test("sessions are distilled apart, each with its own turns", async () => {
    const distiller = everySentence();
    const { memory } = newMemory({ distiller });
    observeAll(memory);
    await memory.distil({ session: "tuesday" });
    expect(memory.list().map(({ content }) => content)).toEqual(["I keep bees on the roof."]);
    expect(memory.inbox().waiting).toBe(3);
    await memory.distil();
    expect(distiller.batches.map(({ turns }) => [...new Set(turns.map(({ session }) => session))])).toEqual([
      ["tuesday"],
      ["monday"],
    ]);
  });

  test("what may be spent in a day is spent, and the rest waits", async () => {
    const distiller = everySentence();
    distiller.usage = { calls: 1, inputTokens: 900, outputTokens: 200 };
    const { memory, clock } = newMemory({ distiller, distilling: { tokensPerDay: 1_000 } });
    observeAll(memory);
    const report = await memory.distil();
    expect(report).toMatchObject({ stopped: "budget", usage: { calls: 1 } });
    expect(memory.inbox()).toMatchObject({ waiting: 1, today: { inputTokens: 900, outputTokens: 200 } });
    clock.pass(86_400_000);
    expect((await memory.distil()).stopped).toBeUndefined();
    expect(memory.inbox().waiting).toBe(0);
  });

  test("a conversation without the principal takes at most half of what may be spent", async () => {
    const distiller = everySentence();
    distiller.usage = { calls: 1, inputTokens: 600, outputTokens: 0 };
    const { memory } = newMemory({ distiller, distilling: { tokensPerDay: 1_000 } });
    const agent = memory.confined();
    for (const session of ["a", "b"]) agent.observe({ session, role: "user", content: "Tom is a baker." });
    await memory.distil();
    expect(memory.inbox().waiting).toBe(1);
    memory.observe({ session: "mine", role: "user", content: "I live in Bern." });
    await memory.distil();
    expect(memory.list().some(({ content }) => content === "I live in Bern.")).toBe(true);
    expect(memory.inbox().waiting).toBe(1);
  });

  test("nor does it take more by making the model reply again and again", async () => {
    const usage = { inputTokens: 3_000, outputTokens: 4_000 };
    const hers: Said = ({ messages }) => (messages[0]?.text.includes("Bern") ? '{"facts":[]}' : "no JSON");
    const llm = new FakeLlm([], hers);
    const complete = llm.complete.bind(llm);
    llm.complete = async (request) => ({ ...(await complete(request)), usage });
    const { memory } = newMemory({ llm, distilling: { tokensPerDay: 200_000 } });
    const agent = memory.confined();
    const turns = Array.from({ length: 32 }, (_, i) => ({
      ...({ session: "a", role: "user" } as const),
      content: `Tom owns boat number ${i}.`,
    }));
    agent.observeMany(turns);
    await memory.distil();
    const { inputTokens, outputTokens } = memory.inbox().today;
    expect(inputTokens + outputTokens).toBeGreaterThan(90_000);
    expect(inputTokens + outputTokens).toBeLessThan(120_000);
    memory.observe({ session: "mine", role: "user", content: "I live in Bern." });
    expect(await memory.distil()).toMatchObject({ turns: 1, stopped: undefined });
  });
});

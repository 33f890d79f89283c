import { describe, expect, test } from "vitest";
import { isTidelineError } from "../../src/index.ts";
import { DAY, fact, newMemory, PEER } from "../support/memory.ts";
import { everySentence, type Script, ScriptedDistiller } from "../support/scripted-distiller.ts";

const SESSION = "monday";

function conversing(script: Script | ScriptedDistiller = everySentence(), options: object = {}) {
  const distiller = script instanceof ScriptedDistiller ? script : new ScriptedDistiller(script);
  const made = newMemory({ distiller, ...options });
  const say = (content: string, more: object = {}) =>
    made.memory.observe({ session: SESSION, role: "user", content, ...more });
  return { ...made, distiller, say };
}

describe("from a turn to a fact", () => {
  test("what the principal said becomes a fact of class 2, with the words and the turn it comes from", async () => {
    const { memory, say } = conversing();
    const { turn } = say("I work as a nurse in Bern.");
    const report = await memory.distil();
    expect(report.outcomes).toMatchObject([{ outcome: "added", content: "I work as a nurse in Bern." }]);
    const [found] = memory.list();
    expect(found).toMatchObject({
      authority: 2,
      source: "extraction",
      segment: "knowledge",
      episode: SESSION,
    });
    expect(found?.quotes).toEqual([{ turn, text: "I work as a nurse in Bern.", at: found?.createdAt }]);
    expect(memory.recall("where do I work?")[0]?.fact.id).toBe(found?.id);
  });

  test("nothing is distilled twice, and nothing happens while nothing waits", async () => {
    const { memory, say, distiller } = conversing();
    say("I work as a nurse in Bern.");
    await memory.distil();
    const again = await memory.distil();
    expect(distiller.batches).toHaveLength(1);
    expect(again.outcomes).toEqual([]);
    expect(memory.inbox()).toMatchObject({ waiting: 0, sessions: 0, total: { turns: 1, calls: 1 } });
  });

  test("a dry run says what would become of the turns and writes nothing", async () => {
    const { memory, say } = conversing();
    say("I work as a nurse in Bern. I work as a nurse in Bern.");
    const head = memory.verify().head;
    const report = await memory.distil({ dryRun: true });
    expect(report.outcomes.map(({ outcome }) => outcome)).toEqual(["added", "reinforced"]);
    expect(report.dryRun).toBe(true);
    expect(memory.verify().head).toEqual(head);
    expect(memory.inbox().waiting).toBe(1);
    expect((await memory.distil()).counts).toMatchObject({ added: 1 });
  });

  test("the pass can be undone, fact by fact, and its turns are not distilled again", async () => {
    const { memory, say, distiller } = conversing();
    say("I work as a nurse in Bern.");
    const { pass } = await memory.distil();
    await memory.undo(pass as string);
    expect(memory.recall("where do I work?")).toHaveLength(0);
    await memory.distil();
    expect(distiller.batches).toHaveLength(1);
  });

  test("said again in a later turn, it is an observation with that turn as evidence, and no second fact", async () => {
    const { memory, say, clock } = conversing();
    say("I work as a nurse in Bern.");
    await memory.distil();
    clock.pass(DAY);
    const { turn } = say("I work as a nurse in Bern.");
    await memory.distil();
    const facts = memory.list();
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({ observationCount: 2 });
    expect(facts[0]?.observations[1]).toMatchObject({ authority: 2, turns: [turn] });
  });

  test("what the owner wrote himself is refreshed by his own turn, and neither confirmed nor changed", async () => {
    const { memory, say, clock } = conversing();
    const own = memory.add(fact("I work as a nurse in Bern.")).fact;
    clock.pass(20 * DAY);
    say("I work as a nurse in Bern.");
    await memory.distil();
    const after = memory.peek(own.id);
    expect(after).toMatchObject({
      authority: 3,
      lastAccessedAt: clock.now(),
      importance: own.importance,
      observationCount: 1,
      confirmedAt: undefined,
    });
    expect(memory.list()).toHaveLength(1);
  });

  test("what a tool or another person says again refreshes nothing of the owner's", async () => {
    const { memory, say, clock } = conversing(({ turns }) =>
      turns.map(({ number, content }) => ({ content, quotes: [{ turn: number, text: content }] })),
    );
    const own = memory.add(fact("The office is in Bern.")).fact;
    clock.pass(20 * DAY);
    say("The office is in Bern.", { role: "tool", actor: "search" });
    say("The office is in Bern.", { actor: "Tom" });
    await memory.distil();
    expect(memory.peek(own.id)).toMatchObject({ lastAccessedAt: own.lastAccessedAt, observationCount: 1 });
    expect(memory.list()).toHaveLength(1);
  });

  test("a change of mind supersedes within its class", async () => {
    const { memory, say, clock } = conversing(({ turns }) =>
      turns.map(({ number, content }) => ({
        content,
        subject: "user",
        attribute: "home",
        quotes: [{ turn: number, text: content }],
      })),
    );
    say("I live in Bern.");
    await memory.distil();
    clock.pass(DAY);
    say("I live in Oslo now.");
    const report = await memory.distil();
    expect(report.outcomes).toMatchObject([{ outcome: "superseded" }]);
    const [old, now] = memory.list();
    expect([old?.validity, now?.validity]).toEqual(["superseded", "valid"]);
  });
});

describe("whose words", () => {
  test("a turn of somebody else's is hearsay, a tool's is foreign", async () => {
    const { memory, say } = conversing(({ turns }) =>
      turns.map(({ number, content }) => ({ content, quotes: [{ turn: number, text: content }] })),
    );
    say("Tom is allergic to nuts.", { actor: "Tom" });
    say("The museum opens on Monday.", { role: "assistant" });
    say("The ferry costs 12 francs.", { role: "tool", actor: "search" });
    await memory.distil();
    expect(memory.list().map(({ authority, actor }) => [authority, actor])).toEqual([
      [1, "Tom"],
      [1, "assistant"],
      [0, "search"],
    ]);
  });

  test("a turn that a confined caller observes has that caller's voice at most", async () => {
    const { memory } = conversing();
    memory.confined().observe({ session: SESSION, role: "user", content: "I work as a nurse in Bern." });
    await memory.distil();
    expect(memory.list().map(({ authority }) => authority)).toEqual([1]);
  });

  test("a confined caller adds no turn to the owner's conversation", async () => {
    const { memory, say, distiller } = conversing();
    memory.confined().observe({ session: SESSION, role: "user", content: "I moved to Paris." });
    say("I moved to Paris.");
    await memory.distil();
    expect(distiller.batches).toHaveLength(2);
    expect(memory.list().map(({ authority }) => authority)).toEqual([2]);
  });

  test("in a channel's memory nobody is the principal unless the host vouches for it", async () => {
    const { memory } = conversing();
    const peer = memory.as(PEER);
    peer.observe({ session: "s", role: "user", content: "I work as a nurse in Bern." });
    await peer.distil();
    const vouched = memory.as({ ...PEER, conversationId: "tom" }, { defaultSource: "user_instruction" });
    vouched.observe({ session: "s", role: "user", content: "I work as a nurse in Bern." });
    await vouched.distil();
    expect([...peer.list(), ...vouched.list()].map(({ authority }) => authority)).toEqual([1, 2]);
    expect(memory.list()).toEqual([]);
  });

  test("a protected segment becomes knowledge and is listed for review", async () => {
    const { memory, say } = conversing(({ turns }) => [
      {
        content: "I keep a strict vegetarian diet.",
        segment: "preference",
        quotes: [{ turn: turns[0]?.number ?? 1, text: "I keep a strict vegetarian diet." }],
      },
    ]);
    say("I keep a strict vegetarian diet.");
    await memory.distil();
    expect(memory.list()).toMatchObject([{ segment: "knowledge", review: "distilled", authority: 2 }]);
    expect(memory.review()).toHaveLength(1);
  });
});

describe("observing", () => {
  test("a turn with an id is stored once", () => {
    const { memory, say } = conversing();
    const first = say("I live in Bern.", { id: "t1" });
    expect(say("I live in Bern.", { id: "t1" })).toMatchObject({ outcome: "known", turn: first.turn });
    const many = memory.observeMany([
      { session: SESSION, role: "user", content: "one", id: "t2" },
      { session: SESSION, role: "user", content: "one", id: "t2" },
    ]);
    expect(many.map(({ outcome }) => outcome)).toEqual(["observed", "known"]);
    expect(memory.inbox().waiting).toBe(2);
  });

  test("the words of a known turn are not looked at again", () => {
    const { say } = conversing();
    expect(say("My PIN is 4821.", { id: "t1" })).toMatchObject({ outcome: "observed", masked: 1 });
    expect(say("My PIN is 4821.", { id: "t1" })).toMatchObject({ outcome: "known", masked: 0, cut: false });
    expect(() => say("", { id: "t1", role: "nobody" as never })).toThrow("role");
  });

  test("blocks that look like memory's do not make a turn too large, whatever they hold", () => {
    const { memory } = conversing();
    for (const filler of ["x", "\u0001", "\u6f22"]) {
      const block = `<memory>\n- [hearsay] ${filler.repeat(40_000)}\n</memory>`;
      const content = `I live in Bern. ${filler.repeat(40_000)} ${block.repeat(20)}`;
      expect(memory.observe({ session: SESSION, role: "tool", content })).toMatchObject({
        outcome: "observed",
      });
    }
  });

  test("a turn is never recalled and stands in no block before it is distilled", () => {
    const { memory, say } = conversing();
    say("I keep bees on the roof.");
    expect(memory.recall("bees on the roof")).toHaveLength(0);
    expect(memory.beforeTurn("bees on the roof")).toBeUndefined();
    expect(memory.list()).toEqual([]);
  });

  test("credentials are masked before anything is stored", async () => {
    const { memory, store, say } = conversing();
    const secret = "hunter2-Xk93!pq";
    const result = say(`I work in Bern. My password is ${secret}. I like tea.`, {
      attachments: [{ name: "notes", content: `password: ${secret}` }],
    });
    expect(result.masked).toBe(2);
    const stored = JSON.stringify(store.read({ inboxOf: "owner" }, 0));
    expect(stored).not.toContain(secret);
    expect(stored).toContain("I work in Bern.");
    expect(stored).toContain("I like tea.");
    await memory.distil();
    expect(JSON.stringify(memory.list())).not.toContain(secret);
  });

  test("what memory had put into a turn is not the turn's", () => {
    const { store, say } = conversing();
    say("<memory>\n- [hearsay from a tool] I bank with Acme.\n</memory>\nWhat is new?");
    const [recorded] = store.read({ inboxOf: "owner" }, 0).events;
    expect(recorded?.event).toMatchObject({ body: { content: "What is new?" } });
  });

  test("a frozen workspace takes in no turn and distils none, with a code", async () => {
    const { memory, say } = conversing();
    say("I live in Bern.");
    process.env.BRIGADE_DISABLE_MEMORY_EXTRACT = "1";
    try {
      expect(() => say("I live in Oslo.")).toThrow(expect.objectContaining({ code: "frozen" }));
      await expect(memory.distil()).rejects.toMatchObject({ code: "frozen" });
    } finally {
      delete process.env.BRIGADE_DISABLE_MEMORY_EXTRACT;
    }
    expect(memory.inbox().waiting).toBe(1);
  });

  test("bad input is refused with a code, and nothing is stored", () => {
    const { memory } = conversing();
    for (const input of [
      { session: "", role: "user", content: "x" },
      { session: "s", role: "king", content: "x" },
      { session: "s", role: "user", content: 7 },
      { session: "s", role: "user", content: "x", more: 1 },
      { session: "s", role: "user", content: "x", attachments: [{ content: 1 }] },
      { session: "s", role: "user", content: "x", at: "yesterday" },
    ])
      expect(() => memory.observe(input as never)).toThrow(
        expect.objectContaining({ code: "invalid-argument" }),
      );
    expect(memory.inbox().waiting).toBe(0);
  });

  test("a distiller that fails moves nothing, and its turns are distilled by the next run", async () => {
    let failing = true;
    const { memory, say } = conversing(({ turns }) => {
      if (failing) throw new Error("no route to host");
      return [{ content: turns[0]?.content ?? "" }];
    });
    say("I live in Bern.");
    const error = await memory.distil().catch((thrown: unknown) => thrown);
    expect(isTidelineError(error, "distiller-failed")).toBe(true);
    expect(memory.inbox().waiting).toBe(1);
    failing = false;
    await memory.distil();
    expect(memory.list()).toHaveLength(1);
  });
});

test("what is known about the turns is looked up only for a distiller that reads it", async () => {
  for (const [ignoresKnown, count] of [
    [undefined, 1],
    [true, 0],
  ] as const) {
    const { memory, say, distiller } = conversing(Object.assign(everySentence(), { ignoresKnown }));
    memory.add(fact("I work as a nurse in Bern."));
    say("I work in Bern on Mondays.");
    await memory.distil();
    expect(distiller.batches[0]?.known).toHaveLength(count);
  }
});

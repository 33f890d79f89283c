/** What becomes of turns that no reply could be had for? */
import { describe, expect, test } from "vitest";
import { MAX_SET_ASIDE } from "../../src/limits.ts";
import { NOTHING_DISTILLED, withDistilled } from "../../src/log/distil-state.ts";
import type { EventOf } from "../../src/model/event.ts";
import { FakeClock, newMemory, PEER } from "../support/memory.ts";
import { everySentence, ScriptedDistiller } from "../support/scripted-distiller.ts";

/** Sets every turn aside until `heal` is called; then proposes what was said. */
function sickly() {
  const script = everySentence();
  let isSick = true;
  const distiller = new ScriptedDistiller(({ turns }) =>
    isSick
      ? []
      : turns.map(({ number, content }) => ({ content, quotes: [{ turn: number, text: content }] })),
  );
  const distil = distiller.distil.bind(distiller);
  distiller.distil = async (batch) => ({
    ...(await distil(batch)),
    setAside: isSick ? batch.turns.map(({ number }) => ({ turn: number, reason: "no reply" })) : [],
  });
  return { script, distiller, heal: () => (isSick = false) };
}

function conversing() {
  const { distiller, heal } = sickly();
  const made = newMemory({ distiller });
  const say = (content: string, session = "monday") =>
    made.memory.observe({ session, role: "user", content }).turn as string;
  const waiting = () => made.memory.review({ grouped: true }).setAside;
  return { ...made, distiller, heal, say, waiting };
}

describe("turns that were set aside", () => {
  test("wait for review with their reason, after everything else, and are no facts", async () => {
    const { memory, say, waiting } = conversing();
    const turn = say("I live in Bern.");
    await memory.distil();
    const desk = memory.review({ grouped: true });
    expect(desk.items).toEqual([]);
    expect(memory.review()).toEqual([]);
    expect(waiting()).toMatchObject({
      turns: [
        {
          turn,
          reason: "no reply",
          session: "monday",
          from: "own",
          excerpt: "I live in Bern.",
          authority: 3,
        },
      ],
      count: 1,
      groups: [],
    });
  });

  test("are distilled once more, and become facts as if they had been read at once", async () => {
    const { memory, say, heal, waiting, distiller } = conversing();
    const turns = [say("I live in Bern."), say("I have two cats.")];
    await memory.distil();
    heal();
    const preview = await memory.distil({ turns, dryRun: true });
    expect([preview.turns, waiting().count, memory.list().length]).toEqual([2, 2, 0]);
    const report = await memory.distil({ turns });
    expect(report.outcomes.map(({ outcome }) => outcome)).toEqual(["added", "added"]);
    expect(memory.list()).toMatchObject([{ authority: 2, quotes: [{ turn: turns[0] }] }, { authority: 2 }]);
    expect(waiting().count).toBe(0);
    // The turn that came later does not count as said before.
    expect(distiller.batches.slice(-2).map((batch) => batch.turns.length)).toEqual([1, 1]);
    expect(memory.inbox().total.turns).toBe(2);
  });

  test("that fail again wait again, and the other turns of the conversation go on", async () => {
    const { memory, say, heal, waiting } = conversing();
    const turn = say("I live in Bern.");
    await memory.distil();
    const again = await memory.distil({ turns: [turn] });
    expect(again.setAside).toEqual([{ turn, reason: "no reply" }]);
    expect(waiting().count).toBe(1);
    heal();
    say("I have two cats.");
    await memory.distil();
    expect(memory.list().map(({ content }) => content)).toEqual(["I have two cats."]);
    expect(waiting().count).toBe(1);
  });

  test("two runs at once make one fact", async () => {
    const { memory, say, heal, store, distiller, clock } = conversing();
    const turn = say("I live in Bern.");
    await memory.distil();
    heal();
    const { Tideline } = await import("../../src/index.ts");
    const other = Tideline.over(store, { clock, distiller });
    await Promise.all([
      memory.distil({ turns: [turn] }),
      other.distil({ turns: [turn] }).catch(() => undefined),
    ]);
    const types = store.read("owner", 0).events.map(({ event }) => event.type);
    expect(types.filter((type) => type === "added" || type === "observed")).toEqual(["added"]);
  });

  test("are dismissed by a person: an event says who did it and when", async () => {
    const { memory, say, waiting, clock, store } = conversing();
    const [first, second] = [say("I live in Bern."), say("I have two cats.")];
    await memory.distil();
    expect(() => memory.confined().dismissTurns({ turns: [first] })).toThrow(/Only the owner in person/);
    expect(memory.dismissTurns({ turns: [first] })).toEqual({ turns: [first] });
    expect(waiting().turns.map(({ turn }) => turn)).toEqual([second]);
    expect(store.read("owner", 0).events.at(-1)?.event).toMatchObject({
      ...{ type: "turns-dismissed", at: clock.now(), by: { authority: 3 }, turns: [first] },
    });
    expect(() => memory.dismissTurns({ turns: [first] })).toThrow(/No turn .* is set aside/);
    await expect(memory.distil({ turns: [first] })).rejects.toMatchObject({ code: "no-such-turn" });
    expect(memory.conversation(waiting().turns[0]?.conversation as string).shown).toMatchObject([
      { turn: first, state: "dismissed" },
      { turn: second, state: "set-aside", reason: "no reply" },
    ]);
  });

  test("of a flood are one line for each writer, which can be dismissed as it was seen", async () => {
    const { memory, say, waiting } = conversing();
    const agent = memory.confined();
    say("I live in Bern.");
    for (let i = 0; i < 9; i++) agent.observe({ session: "s", role: "user", content: `Bus ${i} is late.` });
    await memory.distil();
    const seen = waiting();
    expect(seen.turns.map(({ from }) => from)).toEqual(["own", "library", "library", "library"]);
    expect(seen.groups).toMatchObject([{ from: "library", surface: "library", count: 9, more: 6 }]);
    expect(memory.review({ grouped: true, from: "library" }).setAside.turns).toHaveLength(9);
    agent.observe({ session: "s", role: "user", content: "Bus 99 is late." });
    await memory.distil();
    const [line] = seen.groups;
    expect(memory.dismissTurns({ from: "library", upTo: line?.upTo }).turns).toHaveLength(9);
    expect(waiting().turns.map(({ from }) => from)).toEqual(["own", "library"]);
  });

  test("wait no more once their words are purged", async () => {
    const { memory, say, waiting } = conversing();
    const turn = say("I live in Bern.");
    await memory.distil();
    memory.purge(turn);
    expect(waiting()).toMatchObject({ turns: [], count: 0 });
  });

  test("are no business of a confined handle, nor of another origin", async () => {
    const { memory, say } = conversing();
    const turn = say("I live in Bern.");
    await memory.distil();
    expect(memory.confined().review({ grouped: true }).setAside.count).toBe(0);
    const peer = memory.as(PEER);
    expect(peer.review({ grouped: true }).setAside.count).toBe(0);
    await expect(peer.distil({ turns: [turn] })).rejects.toMatchObject({ code: "no-such-turn" });
    expect(() => memory.confined().conversations()).toThrow(/may not look at conversations/);
  });
});

test("a flood of lower turns never pushes out the note of a turn of the principal's", () => {
  const clock = new FakeClock();
  const aside = (turn: string, authority: 0 | 3): EventOf<"distilled"> => ({
    ...{ type: "distilled", v: 1, at: clock.now(), session: "s".repeat(43), upTo: 1, turns: 1, proposals: 0 },
    ...{ calls: 1, inputTokens: 0, outputTokens: 0, setAside: [turn], classes: [authority] },
    body: { distiller: "d", reasons: ["no reply"] },
  });
  let state = withDistilled(NOTHING_DISTILLED, aside("mine", 3), 1);
  for (let i = 0; i <= MAX_SET_ASIDE; i++) state = withDistilled(state, aside(`theirs ${i}`, 0), i + 2);
  expect(state.setAside.size).toBe(MAX_SET_ASIDE);
  expect([state.setAside.has("mine"), state.setAside.has("theirs 0")]).toEqual([true, false]);
});

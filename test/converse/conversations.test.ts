/** What was said in which conversation, and what was drawn from it? */
import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../src/index.ts";
import { MAX_TURN_CHARS_SHOWN } from "../../src/limits.ts";
import { AsyncTideline } from "../../src/memory/async.ts";
import { openMemory } from "../../src/memory/memory.ts";
import { nodeHash, nodePause, nodeRandom } from "../../src/stores/node-ports.ts";
import { DAY, newMemory, PEER } from "../support/memory.ts";
import { everySentence, ScriptedDistiller } from "../support/scripted-distiller.ts";

function conversing(distiller = everySentence()) {
  const made = newMemory({ distiller });
  const say = (content: string, more: object = {}) =>
    made.memory.observe({ session: "monday", role: "user", content, ...more }).turn as string;
  const only = () => made.memory.conversations().conversations[0]?.id as string;
  return { ...made, say, only };
}

describe("conversations", () => {
  test("are listed with the latest turn first: what waits, what failed, what is erased, what was drawn", async () => {
    const { memory, say, clock } = conversing();
    say("I live in Bern.");
    const gone = say("I have two cats.");
    await memory.distil();
    memory.purge(gone);
    clock.pass(DAY);
    say("I work at the mill.");
    memory.purge(say("I sing in a choir."));
    say("I play the oboe.", { session: "tuesday" });
    const { conversations, total, next } = memory.conversations();
    expect(conversations.map(({ session }) => session)).toEqual(["tuesday", "monday"]);
    expect(conversations[1]).toMatchObject({
      ...{ from: "own", turns: 4, waiting: 1, setAside: 0, erased: 2, facts: 1 },
      distilledTo: clock.now() - DAY,
    });
    expect([total, next]).toEqual([2, undefined]);
    const first = memory.conversations({ limit: 1 });
    expect(first.next).toBe(first.conversations[0]?.id);
    const rest = memory.conversations({ limit: 1, after: first.next });
    expect(rest.conversations.map(({ session }) => session)).toEqual(["monday"]);
  });

  test("are shown turn by turn, each with the facts that quote it, word for word", async () => {
    const { memory, say, only } = conversing();
    say("I live in Bern. What is the weather like?");
    say("It is raining in Bern.", { role: "assistant" });
    await memory.distil();
    say("I have two cats.");
    const one = memory.conversation(only());
    const [bern] = one.factsShown;
    expect(one.shown).toMatchObject([
      {
        ...{ role: "user", authority: 3, state: "distilled", drawnCount: 1 },
        said: { content: "I live in Bern. What is the weather like?" },
        drawn: [{ fact: bern?.id, quote: "I live in Bern." }],
      },
      { role: "assistant", authority: 1, drawn: [] },
      { state: "waiting" },
    ]);
  });

  test("an erased turn says so; what was dropped of a reply is told by reason", async () => {
    const { memory, say, only } = conversing(
      new ScriptedDistiller(() => [
        { content: "The user lives in Bern.", quotes: [{ turn: 1, text: "not said" }] },
        { content: "I live in Bern." },
      ]),
    );
    const turn = say("I live in Bern.");
    await memory.distil();
    const [run] = memory.conversation(only()).runs;
    expect(run).toMatchObject({ distiller: "scripted", upTo: turn, turns: 1, proposals: 2 });
    expect(Object.values(run?.dropped ?? {})).toEqual([1]);
    memory.purge(turn);
    expect(memory.conversation(only())).toMatchObject({
      ...{ session: undefined, erased: 1, shown: [{ turn, said: undefined, drawn: [] }] },
    });
  });

  test("a page is bounded in turns and in characters, and the next one continues", () => {
    const { memory, say, only } = conversing();
    const long = "a ".repeat(15_900);
    const turns = Array.from({ length: 20 }, () => say(long));
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = memory.conversation(only(), { limit: 200, after });
      const chars = page.shown.reduce((sum, { said }) => sum + (said?.content.length ?? 0), 0);
      expect(chars).toBeLessThanOrEqual(MAX_TURN_CHARS_SHOWN);
      seen.push(...page.shown.map(({ turn }) => turn));
      after = page.next;
    } while (after !== undefined);
    expect(seen).toEqual(turns);
  });

  test("of one origin are nothing to another, and an unknown one has a code", () => {
    const { memory, say, only } = conversing();
    say("I live in Bern.");
    const peer = memory.as(PEER);
    expect(peer.conversations()).toMatchObject({ conversations: [], total: 0 });
    expect(() => peer.conversation(only())).toThrow(
      expect.objectContaining({ code: "no-such-conversation" }),
    );
    expect(() => memory.conversation("nothing")).toThrow(/conversations\(\) lists them/);
    expect(() => memory.conversations({ limit: 0 })).toThrow(/limit/);
  });
});

test("looking through many facts lets other work run in between", async () => {
  let rests = 0;
  const rest = () => {
    rests++;
    return undefined;
  };
  const ports = { random: nodeRandom, hash: nodeHash, pause: { ...nodePause, rest } };
  const store = new MemoryStore();
  const memory = new AsyncTideline(openMemory(store, { ...ports, clock: { now: () => 1 } }, {}));
  await memory.observe({ session: "monday", role: "user", content: "I live in Bern." });
  const id = (await memory.conversations()).conversations[0]?.id as string;
  const restsFor = async (look: () => Promise<unknown>) => {
    const before = rests;
    await look();
    return rests - before;
  };
  const few = await restsFor(() => memory.conversation(id));
  for (let i = 0; i < 3; i++)
    await memory.addMany(Array.from({ length: 1_000 }, (_, k) => ({ content: `Box ${i}-${k} is packed.` })));
  await memory.conversation(id);
  expect(await restsFor(() => memory.conversation(id))).toBeGreaterThan(few + 1);
  expect(await restsFor(() => memory.conversations())).toBeGreaterThan(few + 1);
});

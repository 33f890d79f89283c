/** When does the keeper distil, and for whom? */
import { expect, test } from "vitest";
import { type KeeperRun, MemoryStore, Tideline, type TidelineOptions } from "../../src/index.ts";
import type { DistilReport } from "../../src/memory/distil.ts";
import { maintenanceFrom } from "../../src/stores/node-maintenance.ts";
import { DAY, FakeClock, PEER } from "../support/memory.ts";
import { everySentence, ScriptedDistiller } from "../support/scripted-distiller.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A workspace in which a process has observed turns and died, and the process that comes after it. */
function left(options: TidelineOptions = {}) {
  const store = new MemoryStore();
  const clock = new FakeClock();
  const distiller = options.distiller ?? everySentence();
  const dead = Tideline.over(store, { clock, distiller });
  const say = (content: string, memory: Pick<Tideline, "observe"> = dead) =>
    memory.observe({ session: "monday", role: "user", content });
  const next = () => Tideline.over(store, { clock, ...options, distiller });
  return { store, clock, distiller, dead, say, next };
}

const distilling = (runs: readonly KeeperRun[]) => runs.filter(({ task }) => task === "distil");

test("what a dead process left is distilled once it has waited longer than that process would have let it", async () => {
  const { say, next, clock } = left();
  say("I live in Bern.");
  const memory = next();
  const keeper = memory.keeper();
  clock.pass(60 * SECOND);
  expect(distilling(await keeper.runDue())).toEqual([]);
  clock.pass(31 * SECOND);
  const [run] = distilling(await keeper.runDue());
  expect(run).toMatchObject({ origin: "owner", outcome: "ended", counts: { added: 1 } });
  expect((run as unknown as { report: DistilReport }).report.turns).toBe(1);
  expect(memory.list().map(({ content }) => content)).toEqual(["I live in Bern."]);
  clock.pass(DAY);
  expect(distilling(await keeper.runDue())).toEqual([]);
});

test("each origin has its run, and one without facts yet too; one without conversations has none", async () => {
  const { dead, say, next, clock } = left();
  say("I live in Bern.", dead.as(PEER));
  dead.add({ content: "I drink tea.", segment: "preference" });
  clock.pass(DAY);
  const memory = next();
  const { tasks } = await memory.keeper().status();
  expect(tasks.filter(({ task }) => task === "distil")).toMatchObject([{ origin: PEER, isDue: true }]);
  expect(distilling(await memory.keeper().runDue())).toMatchObject([{ origin: PEER, outcome: "ended" }]);
  expect(memory.as(PEER).list()).toHaveLength(1);
});

test("turns that this process observed are its timer's, not the keeper's", async () => {
  const { next, clock } = left();
  const memory = next();
  memory.observe({ session: "monday", role: "user", content: "I live in Bern." });
  clock.pass(10 * MINUTE);
  expect(distilling(await memory.keeper().runDue())).toEqual([]);
  memory.close();
});

test("a preview says what would become of the turns, and writes nothing", async () => {
  const { say, next, clock, store } = left();
  say("I live in Bern.");
  clock.pass(DAY);
  const memory = next();
  const before = store.read("workspace", 0).events.length;
  const [run] = distilling(await memory.keeper().preview());
  expect(run?.report).toMatchObject({ dryRun: true, counts: { added: 1 } });
  expect(memory.list()).toEqual([]);
  expect(memory.inbox().waiting).toBe(1);
  expect(
    store
      .read("workspace", 0)
      .events.slice(before)
      .map(({ event }) => event.type),
  ).not.toContain("kept");
});

test("with several processes the turns of one are distilled once", async () => {
  const distiller = everySentence();
  const { say, next, clock } = left({ distiller });
  say("I live in Bern.");
  clock.pass(DAY);
  const runs = await Promise.all([next(), next(), next()].map((one) => one.keeper().runDue()));
  expect(distilling(runs.flat())).toHaveLength(1);
  expect(distiller.batches).toHaveLength(1);
});

test("a run takes no more than a run may, and the rest is due a while later; other origins are not kept waiting", async () => {
  const distiller = everySentence();
  const { dead, say, next, clock } = left({ distiller, distilling: { roundsPerRun: 1 } });
  for (const session of ["a", "b", "c"])
    dead.observe({ session, role: "user", content: `I like ${session}-sides.` });
  say("I live in Bern.", dead.as(PEER));
  clock.pass(DAY);
  const memory = next();
  const keeper = memory.keeper();
  const first = distilling(await keeper.runDue());
  expect(first.map(({ origin }) => origin)).toEqual(expect.arrayContaining(["owner", PEER]));
  expect(memory.inbox().waiting).toBe(2);
  expect(distilling(await keeper.runDue())).toEqual([]);
  clock.pass(2 * MINUTE);
  expect(distilling(await keeper.runDue())).toMatchObject([{ origin: "owner" }]);
  expect(memory.inbox().waiting).toBe(1);
});

test("once the tokens of a day are spent, the next run is due the day after", async () => {
  const { dead, next, clock } = left({ distilling: { tokensPerDay: 10 } });
  for (const session of ["a", "b"])
    dead.observe({ session, role: "user", content: `I like ${session}-sides.` });
  clock.pass(MINUTE * 5);
  const memory = next();
  const keeper = memory.keeper();
  await keeper.runDue();
  expect(memory.inbox().waiting).toBe(1);
  clock.pass(MINUTE * 5);
  expect(distilling(await keeper.runDue())).toEqual([]);
  const [task] = (await keeper.status()).tasks;
  expect(task).toMatchObject({ task: "distil", nextRunAt: (Math.floor(clock.now() / DAY) + 1) * DAY });
});

test("a failure is told, and tried again after a pause that grows", async () => {
  let isDown = true;
  const distiller = new ScriptedDistiller(() => {
    if (isDown) throw new Error("no route to host");
    return [{ content: "I live in Bern." }];
  });
  const { say, next, clock } = left({ distiller });
  say("I live in Bern.");
  clock.pass(DAY);
  const keeper = next().keeper();
  expect(distilling(await keeper.runDue())).toMatchObject([{ outcome: "failed" }]);
  expect((await keeper.status()).tasks[0]).toMatchObject({
    failures: 1,
    lastFailure: { code: "distiller-failed" },
  });
  expect(distilling(await keeper.runDue())).toEqual([]);
  isDown = false;
  clock.pass(2 * MINUTE);
  expect(distilling(await keeper.runDue())).toMatchObject([{ outcome: "ended" }]);
});

test("it is off where the host says so, or the environment", async () => {
  const { say, next, clock } = left({ distilling: { byItself: false } });
  say("I live in Bern.");
  clock.pass(DAY);
  const memory = next();
  expect((await memory.keeper().status()).tasks.map(({ task }) => task)).not.toContain("distil");
  expect(distilling(await memory.keeper().runDue())).toEqual([]);
  expect((await memory.distil()).turns).toBe(1);
  expect(maintenanceFrom({ TIDELINE_DISTIL_BY_ITSELF: "0" })).toMatchObject({ distils: false });
});

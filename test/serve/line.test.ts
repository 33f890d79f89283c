/** In which order does work begin? */
import { setImmediate as round } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Caller } from "../../src/serve/caller.ts";
import { Line } from "../../src/serve/http/line.ts";

const OWNER: Caller = { role: "owner", origin: "owner", voice: "owner", name: "owner", surface: "http" };
const agent = (name: string): Caller => ({
  role: "agent",
  origin: "owner",
  voice: "agent",
  name,
  surface: "http",
});
const [ANN, BEN] = [agent("ann"), agent("ben")];

/** A line whose clock stands still, and in which it is noted who begins. */
function newLine(isOwnerAtWork = false) {
  const scene = { time: 1_000_000, isOwnerAtWork, begun: [] as string[] };
  const line = new Line(
    () => scene.isOwnerAtWork,
    () => scene.time,
  );
  const arrive = (caller: Caller) => {
    void line.admitted(caller)?.then(() => scene.begun.push(caller.name));
  };
  return { line, scene, arrive };
}

test("without the owner nobody stands in line", () => {
  const { line } = newLine();
  expect(line.admitted(ANN)).toBeUndefined();
});

test("with the owner around, others begin one at a time, from every line in turn; the owner at once", async () => {
  const { line, scene, arrive } = newLine();
  void line.admitted(OWNER);
  for (const caller of [ANN, ANN, ANN, BEN]) arrive(caller);
  expect(line.admitted(OWNER)).toBeUndefined();
  expect(scene.begun).toEqual([]);
  await round();
  await expect.poll(() => scene.begun).toEqual(["ann", "ben", "ann", "ann"]);
});

test("while the owner's request is at work, one begins every few milliseconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { line, scene, arrive } = newLine(true);
  void line.admitted(OWNER);
  for (const caller of [ANN, BEN, ANN]) arrive(caller);
  for (let i = 0; i < 20; i++) await round();
  expect(scene.begun).toEqual(["ann"]);
  vi.advanceTimersByTime(5);
  for (let i = 0; i < 20; i++) await round();
  expect(scene.begun).toEqual(["ann", "ben"]);
});

test("some time after the owner's last request there is no line any more", async () => {
  const { line, scene } = newLine();
  void line.admitted(OWNER);
  const waited = line.admitted(ANN);
  expect(waited).toBeInstanceOf(Promise);
  await waited;
  scene.time += 10_000;
  expect(line.admitted(ANN)).toBeUndefined();
});

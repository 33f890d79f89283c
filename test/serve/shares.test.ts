/** Who may take how much of a quota? */
import { expect, test } from "vitest";
import type { Caller } from "../../src/serve/caller.ts";
import { Quota, type Seat } from "../../src/serve/http/shares.ts";
import { PEER } from "../support/memory.ts";

const OWNER: Caller = { role: "owner", origin: "owner", voice: "owner", surface: "http", name: "owner" };
const agent = (name: string): Caller => ({
  role: "agent",
  origin: "owner",
  voice: "agent",
  surface: "http",
  name,
});
const [ANN, BEN, CAT] = [agent("ann"), agent("ben"), agent("cat")];

/** Six seats: two are the owner's alone, and of the others nobody has more than three. */
function newQuota() {
  const refused: string[] = [];
  const quota = new Quota("seats", "seats", { total: 6, others: 4, each: 3 }, (name) => refused.push(name));
  return { quota, refused };
}

function seat(isIdle = false): Seat & { isIdle: () => boolean; ended: boolean } {
  return {
    ended: false,
    isIdle: () => isIdle,
    end() {
      this.ended = true;
    },
  };
}

test("one caller holds so many seats, and is told to finish some", () => {
  const { quota, refused } = newQuota();
  const [first] = [quota.take(ANN), quota.take(ANN), quota.take(ANN)];
  expect(() => quota.take(ANN)).toThrow(/3 seats, the limit for one caller/);
  expect(refused).toEqual(["seats"]);
  first?.();
  quota.take(ANN);
});

test("all others together leave the owner's share alone", () => {
  const { quota } = newQuota();
  for (const caller of [ANN, ANN, BEN, BEN]) quota.take(caller);
  expect(() => quota.take(CAT)).toThrowError(expect.objectContaining({ code: "busy" }));
  quota.take(OWNER);
  quota.take(OWNER);
  expect(() => quota.take(OWNER)).toThrowError(expect.objectContaining({ code: "busy" }));
});

test("who owns one origin only is no owner of the workspace", () => {
  const { quota } = newQuota();
  const anna: Caller = { role: "owner", origin: PEER, voice: "owner", surface: "http", name: "anna" };
  for (let i = 0; i < 3; i++) quota.take(anna);
  expect(() => quota.take(anna)).toThrowError(expect.objectContaining({ code: "too-many-requests" }));
});

test("a seat that is given back twice is given back once", () => {
  const { quota } = newQuota();
  const first = quota.take(ANN);
  quota.take(ANN);
  first();
  first();
  expect(quota.size).toBe(1);
});

test("in a caller's full share its own oldest idle seat gives way, as it was used last", () => {
  const { quota } = newQuota();
  const [busy, used, idle] = [seat(), seat(true), seat(true)];
  for (const one of [busy, used, idle]) quota.take(ANN, one);
  quota.touch(ANN, used);
  quota.take(ANN, seat());
  expect([busy.ended, used.ended, idle.ended]).toEqual([false, false, true]);
  expect(quota.size).toBe(3);
});

test("of a full quota whoever holds the most gives way, and never the owner to others", () => {
  const { quota } = newQuota();
  const [owners, anns, bens] = [seat(true), seat(true), seat(true)];
  quota.take(OWNER, owners);
  quota.take(BEN, bens);
  for (const one of [anns, seat(true), seat(true)]) quota.take(ANN, one);
  quota.take(CAT);
  expect([owners.ended, anns.ended, bens.ended]).toEqual([false, true, false]);
});

test("the owner takes what the owner holds idle where others hold nothing idle", () => {
  const { quota } = newQuota();
  const own = seat(true);
  quota.take(OWNER, own);
  for (const caller of [ANN, ANN, BEN, BEN, OWNER]) quota.take(caller);
  quota.take(OWNER);
  expect(own.ended).toBe(true);
  expect(quota.size).toBe(6);
});

/** Who may take how much of a room? */
import { expect, test } from "vitest";
import type { Caller } from "../../src/serve/caller.ts";
import { type Place, Room } from "../../src/serve/http/shares.ts";
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

/** Six places: two are the owner's alone, and of the others nobody has more than three. */
function newRoom() {
  const refused: string[] = [];
  const room = new Room("seats", "seats", { total: 6, others: 4, each: 3 }, (name) => refused.push(name));
  return { room, refused };
}

function seat(isIdle = false): Place & { isIdle: () => boolean; ended: boolean } {
  return {
    ended: false,
    isIdle: () => isIdle,
    end() {
      this.ended = true;
    },
  };
}

test("one caller holds so many places, and is told to finish some", () => {
  const { room, refused } = newRoom();
  const [first] = [room.take(ANN), room.take(ANN), room.take(ANN)];
  expect(() => room.take(ANN)).toThrow(/3 seats, as many as one caller may/);
  expect(refused).toEqual(["seats"]);
  first?.();
  room.take(ANN);
});

test("all others together leave the owner's share alone", () => {
  const { room } = newRoom();
  for (const caller of [ANN, ANN, BEN, BEN]) room.take(caller);
  expect(() => room.take(CAT)).toThrowError(expect.objectContaining({ code: "busy" }));
  room.take(OWNER);
  room.take(OWNER);
  expect(() => room.take(OWNER)).toThrowError(expect.objectContaining({ code: "busy" }));
});

test("who owns one origin only is no owner of the room", () => {
  const { room } = newRoom();
  const anna: Caller = { role: "owner", origin: PEER, voice: "owner", surface: "http", name: "anna" };
  for (let i = 0; i < 3; i++) room.take(anna);
  expect(() => room.take(anna)).toThrowError(expect.objectContaining({ code: "too-many-requests" }));
});

test("a place that is given back twice is given back once", () => {
  const { room } = newRoom();
  const first = room.take(ANN);
  room.take(ANN);
  first();
  first();
  expect(room.size).toBe(1);
});

test("in a caller's full share its own oldest idle place gives way, as it was used last", () => {
  const { room } = newRoom();
  const [busy, used, idle] = [seat(), seat(true), seat(true)];
  for (const place of [busy, used, idle]) room.take(ANN, place);
  room.touch(ANN, used);
  room.take(ANN, seat());
  expect([busy.ended, used.ended, idle.ended]).toEqual([false, false, true]);
  expect(room.size).toBe(3);
});

test("in a full room whoever holds the most gives way, and never the owner to others", () => {
  const { room } = newRoom();
  const [owners, anns, bens] = [seat(true), seat(true), seat(true)];
  room.take(OWNER, owners);
  room.take(BEN, bens);
  for (const place of [anns, seat(true), seat(true)]) room.take(ANN, place);
  room.take(CAT);
  expect([owners.ended, anns.ended, bens.ended]).toEqual([false, true, false]);
});

test("the owner takes what the owner holds idle where others hold nothing idle", () => {
  const { room } = newRoom();
  const own = seat(true);
  room.take(OWNER, own);
  for (const caller of [ANN, ANN, BEN, BEN, OWNER]) room.take(caller);
  room.take(OWNER);
  expect(own.ended).toBe(true);
  expect(room.size).toBe(6);
});

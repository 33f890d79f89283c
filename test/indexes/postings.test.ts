/** Do postings say the same in one layer as in two? */
import { expect, test } from "vitest";
import { Postings } from "../../src/indexes/words/postings.ts";
import { finish } from "../../src/ports/slices.ts";

const TERMS = 200;

function post(postings: Postings, from: number, to: number): void {
  for (let document = from; document < to; document++)
    for (let term = document % 2; term < TERMS; term += 2)
      postings.post(`term ${term}`, document, 1, term, document % 3 > 0);
}

function allOf(postings: Postings): ReadonlyMap<string, readonly unknown[]> {
  const all = new Map<string, readonly unknown[]>();
  for (const [text, id] of postings.terms) {
    const found: unknown[] = [postings.counts.values[id]];
    postings.each(id, (document, load) => found.push([document, load]));
    all.set(text, found);
  }
  return all;
}

const layOut = (postings: Postings) =>
  finish(
    postings.layingOut(
      () => false,
      (document) => document % 3 > 0,
    ),
  );

test("laying them out changes nothing, and is due again only after many more", () => {
  const scattered = new Postings();
  post(scattered, 0, 400);
  expect(scattered.isScattered).toBe(true);
  const laid = layOut(scattered);
  expect(allOf(laid)).toEqual(allOf(scattered));
  expect([laid.isLaidOut, laid.isScattered]).toEqual([true, false]);
  post(laid, 400, 500);
  post(scattered, 400, 500);
  expect([laid.isLaidOut, laid.isScattered]).toEqual([false, false]);
  expect(allOf(laid)).toEqual(allOf(scattered));
  expect(allOf(layOut(laid))).toEqual(allOf(scattered));
});

/** Which texts are copies of each other, and which only look alike? */
import { describe, expect, test } from "vitest";
import { areOfOneCast, readForCopies } from "../../src/text/sameness/near-copy.ts";

const areCopies = (a: string, b: string) => readForCopies(a).form === readForCopies(b).form;
const areAlike = (a: string, b: string) => areOfOneCast(readForCopies(a), readForCopies(b));

describe("copies", () => {
  test.each([
    ["The rent is 900 euros.", "the rent is 900 euros"],
    ["The rent is 900 euros.", "Rent is 900 euros!!!"],
    ["The rent is 900 euros.", "**The rent is 900 euros.**"],
    ["The rent is 900 euros.", "- The rent is 900 euros"],
    ["The rent is 900 euros.", "• The rent is 900 euros"],
    ["The rent is 900 euros.", "(3) The rent is 900 euros."],
    ["The rent is 900 euros.", "12) The rent is 900 euros."],
    ["1. The rent is 900 euros.", "27. The rent is 900 euros."],
    ["The rent is 900 euros.", "The r\u200bent is 900\u00ad euros."],
    ["The rent is 900 euros.", "Please note that the rent is 900 euros."],
    ["The rent is 900 euros.", "The rent is really just 900 euros."],
    ["The rent is 900 euros.", "The rent is nine hundred euros."],
    ["The rent is 900 euros.", "What is the rent? The rent is 900 euros."],
    ["The rent is 900 euros.", "The rent is 900 euros. The rent is 900 euros."],
    ["The rent is 900 euros.", "The rent rent rent is 900 euros."],
    ["The shop is closed on Monday.", "On Monday the shop is closed."],
    ["The shop is closed on Monday.", "On Monday, the shop is closed!"],
    ["Anna likes apples and pears.", "Anna likes pears and apples."],
  ])("%s | %s", (a, b) => expect(areCopies(a, b)).toBe(true));
});

describe("no copies, however alike", () => {
  test.each([
    ["Anna has the blue key.", "Ben has the blue key."],
    ["Anna has the blue key.", "Anna has the red key."],
    ["Turn left at the church.", "Turn right at the church."],
    ["The meeting of the board is on Monday.", "The meeting of the board is on Tuesday."],
    ["The rent is 900 euros.", "The rent is 950 euros."],
    ["The rent is 900 euros.", "The rent is not 900 euros."],
    ["The door is open at night.", "The door is closed at night."],
    ["The train goes from Oslo to Bergen.", "The train goes from Bergen to Oslo."],
    ["Tom owes Ben 5 euros.", "Ben owes Tom 5 euros."],
    ["The dog bit the man in the park.", "The man bit the dog in the park."],
    ["Only Anna eats fish on Friday.", "Anna eats fish on Friday only."],
    ["Tom: 5. Ben: 7. Ann: 5.", "Tom: 5. Ben: 7. Ann: 7."],
    ["Tom: 5. Ben: 7.", "Tom: 7. Ben: 5."],
    ["The code: 4711", "The code: 4712"],
    ["(12) is my room", "(13) is my room"],
    ["2. Stock hat kein Wasser", "3. Stock hat kein Wasser"],
    ["-5 degrees in the hall", "5 degrees in the hall"],
    ["The plan is approved ✅", "The plan is approved ❌"],
    ["Booking for Oslo is confirmed, ref 123.", "Booking for Oslo is confirmed, ref 456."],
    ["She was in Rome in May.", "She is in Rome in May."],
  ])("%s | %s", (a, b) => expect(areCopies(a, b)).toBe(false));
});

test("texts of one cast differ in a word, a figure or a tail", () => {
  expect(areAlike("Anna has the blue key.", "Ben has the blue key.")).toBe(true);
  expect(areAlike("The door code is 9999 ref 123", "The door code is 9999 ref 7")).toBe(true);
  expect(areAlike("The door code is 9999. a1b2", "The door code is 9999. zz81")).toBe(true);
  expect(areAlike("Anna likes tea", "Anna likes jazz")).toBe(false);
  expect(
    areAlike(
      "The invoice of March 3 from Acme over 120 euros is paid.",
      "The invoice of June 9 from Bolt over 75 euros is paid.",
    ),
  ).toBe(false);
});

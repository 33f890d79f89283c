/** Which time does a text speak of? */
import { describe, expect, test } from "vitest";
import { readWhen, readWhenEvent } from "../../src/text/values/when.ts";

/** A Wednesday. */
const NOW = Date.parse("2025-09-17T10:00:00Z");
const day = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : "…");
const spans = (text: string) =>
  readWhen(text, NOW)?.spans.map(({ from, to }) => `${day(from)} ${day(Number.isFinite(to) ? to - 1 : to)}`);

describe("a time that is spoken of", () => {
  test.each([
    ["What did I eat yesterday?", "2025-09-16 2025-09-16"],
    ["What happened last week?", "2025-09-08 2025-09-14"],
    ["Who called last weekend?", "2025-09-13 2025-09-14"],
    ["What is on this month?", "2025-09-01 2025-09-30"],
    ["Where did we go last summer?", "2025-06-01 2025-08-31"],
    ["What did I do this summer?", "2025-06-01 2025-08-31"],
    ["Where was I last winter?", "2024-12-01 2025-02-28"],
    ["What about last Friday?", "2025-09-12 2025-09-12"],
    ["What about last Wednesday?", "2025-09-10 2025-09-10"],
    ["What did I say two years ago?", "2022-07-02 2024-07-01"],
    ["What was it three days ago?", "2025-09-13 2025-09-15"],
    ["What have I read in the past two weeks?", "2025-09-01 …"],
    ["Where were we in May 2023?", "2023-05-01 2023-05-31"],
    ["What did she find on 1 February, 2023?", "2023-02-01 2023-02-01"],
    ["What did she find on May 23rd, 2023?", "2023-05-23 2023-05-23"],
    ["What was on 2023-05-23?", "2023-05-23 2023-05-23"],
    ["What has changed since March?", "2025-03-01 …"],
    ["What did I have before 2020?", "… 2019-12-31"],
    ["What was the plan until April 3, 2024?", "… 2024-04-02"],
    ["What did she do the week before August 3, 2023?", "2023-07-20 2023-08-02"],
    ["Which books did I read between March 2023 and June 2023?", "2023-03-01 2023-06-30"],
    ["Which state did she visit in summer 2021?", "2021-06-01 2021-08-31"],
    ["Was habe ich gestern gegessen?", "2025-09-16 2025-09-16"],
    ["Où étais-je la semaine dernière ?", "2025-09-08 2025-09-14"],
    ["¿Qué compré hace dos semanas?", "2025-08-28 2025-09-11"],
  ])("%s", (text, expected) => {
    expect(spans(text)).toEqual([expected]);
  });

  test("a month or a day without a year is the one behind and the one ahead", () => {
    expect(spans("Where were we in May?")).toEqual(["2025-05-01 2025-05-31", "2026-05-01 2026-05-31"]);
    expect(spans("What is on 3 May?")).toEqual(["2025-05-03 2025-05-03", "2026-05-03 2026-05-03"]);
  });

  test.each([
    "May I borrow the car?",
    "What do I do on Mondays?",
    "The code is 2023-99-99.",
    "How old is Anna?",
    "I march on 31 February",
    "",
  ])("none: %s", (text) => {
    expect(readWhen(text, NOW)).toBeUndefined();
  });
});

test("a time that hangs on what happened is given back in words", () => {
  expect(readWhenEvent("What did we eat before the move to Berlin?")).toEqual({
    phrase: "before the move to Berlin",
    relation: "before",
    event: "the move to Berlin",
  });
  expect(readWhenEvent("How did I feel after I quit smoking, really?")?.event).toBe("I quit smoking");
  expect(readWhenEvent("Who is Tobi named after?")).toBeUndefined();
  expect(readWhenEvent("Who looks after the cat?")).toBeUndefined();
  expect(readWhenEvent("Have I used Bootstrap before?")).toBeUndefined();
});

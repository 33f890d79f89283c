/**
 * Half a year in an invented household: does memory forget what a person would agree with? The report is a golden file:
 * a change of it needs a reason.
 */
import { expect, test } from "vitest";
import { DAY, newMemory, START } from "../support/memory.ts";

const TOLD: readonly (readonly [day: number, content: string, more?: object])[] = [
  [0, "My name is Marit Solheim."],
  [0, "I live in Drammen with Jonas and the twins."],
  [0, "I speak Norwegian, English and some Polish."],
  [0, "My birthday is 14 October."],
  [1, "She is severely allergic to shellfish, our Tuva.", { segment: "knowledge" }],
  [1, "I am allergic to peanuts.", { segment: "knowledge" }],
  [1, "Jonas takes 5 mg of bisoprolol every morning."],
  [2, "Our emergency contact is Aunt Berit, 555 0171."],
  [2, "Never give the twins honey before bedtime medicine."],
  [3, "I prefer aisle seats on trains."],
  [3, "My sister Ragna keeps bees near Kongsberg."],
  [4, "The boiler was serviced by a man called Odd."],
  [5, "The rent is 14,900 kroner a month.", { subject: "flat", attribute: "rent" }],
  [6, "We keep the spare key under the blue pot."],
  [8, "The lift in our block is stuck this week.", { segment: "context" }],
  [10, "Tuva wants a microscope for Christmas."],
  [12, "The chimney sweep comes in September."],
  [15, "We saw whales off Andenes last summer.", { occurredAt: START - 200 * DAY }],
  [20, "Dentist for the twins on Thursday.", { segment: "context" }],
  [25, "The flat next door is for sale.", { segment: "context", source: "agent" }],
  [30, "Bus 102 is always late.", { source: "agent" }],
  [40, "I have started to learn the accordion."],
  [60, "Jonas works in Hønefoss on Mondays."],
  [90, "The car's tyres are stored at Dekkmester."],
  [120, "The rent is 15,400 kroner a month.", { subject: "flat", attribute: "rent" }],
  [150, "We are thinking of a dog."],
  [170, "The washing machine leaks again.", { segment: "context" }],
];

/** What the turns of a day are about: on which days, and the question. */
const ASKED: readonly (readonly [every: number, from: number, to: number, question: string])[] = [
  [1, 7, 180, "Where is the spare key?"],
  [2, 62, 180, "Where does Jonas work on Mondays?"],
  [3, 10, 60, "What does Tuva want for Christmas?"],
  [30, 30, 180, "Is bus 102 late?"],
];

test("half a year: what is left, what went, and why", async () => {
  const { memory, clock } = newMemory();
  const ids = new Map<string, string>();
  const went: string[] = [];
  for (let day = 0; day < 182; day++) {
    for (const [at, content, more] of TOLD)
      if (at === day) ids.set(memory.add({ content, ...more }).fact.id, content);
    for (const [every, from, to, question] of ASKED)
      if (day >= from && day < to && day % every === 0) memory.beforeTurn(question);
    const report = await memory.sweep();
    for (const { fact, what, rule } of report.changes)
      went.push(`day ${day}: ${what} "${ids.get(fact)}" (${rule})`);
    clock.pass(DAY);
  }
  const left = memory.list().map((fact) => {
    const { immunity, score } = memory.inspect(fact.id);
    return `${(score?.value ?? 0).toFixed(2)} ${fact.segment} "${fact.content}"${immunity === undefined ? "" : `: ${immunity.text} (${immunity.reason})`}`;
  });
  const plain = (text: string) => text.replace(/ \([0-9A-Z]{26}\)/g, "");
  const boiler = memory.recall("Who serviced the boiler?", { passive: true });
  const report = [
    ...["What is left after half a year, with its score:", ...left],
    ...["", "What went:", ...went],
    ...["", plain(memory.forecast({ days: 60 }).text)],
    ...["", `"Who serviced the boiler?" finds ${boiler.length}, and ${boiler.faded} that has faded.`, ""],
  ].join("\n");
  await expect(report).toMatchFileSnapshot("golden/household.txt");
});

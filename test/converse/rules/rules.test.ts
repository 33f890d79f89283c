/** What do the rules remember of a conversation, and what do they leave? */
import { describe, expect, test } from "vitest";
import { byRules } from "../../../src/converse/by-rules.ts";
import type { Proposal } from "../../../src/converse/proposal.ts";
import { proposeByRules } from "../../../src/converse/rules/rules.ts";
import type { Turn, TurnRole } from "../../../src/converse/turn.ts";
import { COME_OUT, STAY_OUT } from "./sentences.ts";
import { TWO_SPEAKERS } from "./two-speakers.ts";

const THURSDAY = Date.UTC(2026, 0, 22, 12);

function turn(content: string, number = 1, role: TurnRole = "user", actor?: string): Turn {
  return {
    number,
    id: `t${number}`,
    session: "s",
    role,
    content,
    at: THURSDAY,
    actor,
    authority: 3,
    attachments: [],
  };
}

const proposed = (...turns: readonly Turn[]): readonly Proposal[] => proposeByRules({ turns, known: [] });
const contents = (text: string) => proposed(turn(text)).map(({ content }) => content);

describe("a lasting statement comes out, quoted as it stands", () => {
  test.each(COME_OUT)("%s", (text) => {
    const facts = proposed(turn(text));
    expect(facts).toHaveLength(1);
    expect(text).toContain(facts[0]?.quotes[0]?.text);
  });
});

describe("everything else stays out", () => {
  test.each(STAY_OUT)("%s", (text) => {
    expect(contents(text)).toEqual([]);
  });
});

describe("in a session about something else", () => {
  test.each(["I work as a nurse in Bern.", "I moved to Oslo last week.", "I live in Bern."])(
    "what is plainly said of a life still comes out: %s",
    (text) => {
      const said = ["Hi there!", text, "Write a poem about spring.", "Make it shorter."];
      const facts = proposed(...said.map((content, i) => turn(content, i + 1)));
      expect(facts.map(({ quotes }) => quotes[0])).toEqual([{ turn: 2, text }]);
    },
  );
});

test.each(["Always answer in metric units.", "Yes, remember that.", "ok yes", "Thanks!"])(
  "a few turns that set no task are no session of work on texts, and a fact beside them comes out: %s",
  (text) => {
    const fact = "My brother Tom plays the oboe.";
    expect(proposed(turn(text), turn(fact, 2)).map(({ content }) => content)).toContain(fact);
  },
);

test("who introduces himself among tasks is remembered", () => {
  const hello = turn("Hi! I'm Nora, I work as a nurse in Ghent. Can you help me with my CV?");
  const task = turn("Write a poem about rain.", 2);
  expect(proposed(hello, task).map(({ content }) => content)).toEqual([
    "I'm Nora, I work as a nurse in Ghent.",
  ]);
});

test("a task makes them one", () => {
  const task = turn("Write a short story about an oboe player.");
  expect(proposed(task, turn("My brother Tom plays the oboe.", 2))).toEqual([]);
});

test("as a distiller the rules let other work run after every sentence, and propose the same", async () => {
  const turns = COME_OUT.map((_, i) => turn(COME_OUT.slice(i, i + 3).join(" "), i + 1));
  const batch = { turns, known: [] };
  let breaths = 0;
  const breathe = async () => void breaths++;
  const { proposals } = await byRules.distil(batch, { breathe });
  expect(proposals).toEqual(proposeByRules(batch));
  expect(proposals.length).toBeGreaterThan(COME_OUT.length / 2);
  expect(breaths).toBeGreaterThan(3 * (turns.length - 2));
});

describe("whose statement it is", () => {
  const turns = TWO_SPEAKERS.flatMap(([mine, hers], i) => [
    turn(mine, 2 * i + 1),
    turn(hers, 2 * i + 2, "user", "Marta"),
  ]);
  const facts = proposed(...turns);
  const of = ({ quotes }: Proposal) => turns.find(({ number }) => number === quotes[0]?.turn);

  test("of a hundred turns of two speakers no fact has the wrong person", () => {
    expect(turns).toHaveLength(100);
    const wrong = facts.filter((fact) => fact.whose !== of(fact)?.actor);
    expect(wrong).toEqual([]);
    const hers = facts.filter(({ whose }) => whose === "Marta");
    const asHis = hers.filter(
      ({ content }) => !content.includes("Marta") || /\b(?:I|my|me|we|our|us)\b/i.test(content),
    );
    expect(asHis).toEqual([]);
    const asHers = facts.filter(({ whose, content }) => whose === undefined && content.startsWith("Marta"));
    expect(asHers).toEqual([]);
  });

  test("and most statements of both come out", () => {
    expect(facts.filter(({ whose }) => whose === undefined).length).toBeGreaterThanOrEqual(42);
    expect(facts.filter(({ whose }) => whose === "Marta").length).toBeGreaterThanOrEqual(35);
  });

  test("what others say is told of them by their name, and is never a slot or a preference of the principal", () => {
    expect(proposed(turn("I have two sons and I work in my garden.", 1, "user", "Iris"))).toEqual([]);
    const [fact] = proposed(turn("I live in Rome.", 1, "user", "Marta"));
    expect(fact).toMatchObject({ content: "Marta lives in Rome.", whose: "Marta" });
    expect(fact?.attribute).toBeUndefined();
  });

  test.each(["assistant", "tool", "system"] as const)("turns of the role %s are not read", (role) => {
    expect(proposed(turn("I live in Lisbon with my two daughters.", 1, role))).toEqual([]);
  });
});

describe("a fact stands alone", () => {
  test.each([
    ["My exam is tomorrow.", "My exam is on 23 January 2026."],
    ["I bought the Yamaha piano yesterday.", "I bought the Yamaha piano on 21 January 2026."],
    ["My lease ends next month.", "My lease ends in February 2026."],
    ["I moved to Porto last year.", "I moved to Porto in 2025."],
    [
      "My dentist pulled a tooth this morning.",
      "My dentist pulled a tooth on the morning of 22 January 2026.",
    ],
    ["Tomorrow my sister Paula moves to Oslo.", "On 23 January 2026 my sister Paula moves to Oslo."],
    ["I met my cousin Emil two years ago.", "I met my cousin Emil two years ago."],
  ])("dates that count from the turn become absolute: %s", (text, content) => {
    expect(contents(text)).toEqual([content]);
    expect(text).toContain(proposed(turn(text))[0]?.quotes[0]?.text);
  });

  test("a sentence that points to the one before it takes that one along", () => {
    const text = "I bought a Yamaha piano in Ghent. It cost 4,200 euros.";
    const [fact, ...others] = proposed(turn(text));
    expect(fact?.content).toBe(text);
    expect(fact?.quotes).toEqual([{ turn: 1, text }]);
    expect(others).toEqual([]);
  });

  test("what only belongs to the talk falls away", () => {
    expect(contents("Okay, so, **honestly**, I hate _phone calls_, mate!")).toEqual(["I hate phone calls."]);
    expect(contents("I'm allergic to peanuts, so what can I cook?")).toEqual(["I'm allergic to peanuts."]);
  });
});

describe("a slot is named where it is certain", () => {
  test.each([
    ["I live in Lisbon.", "me", "home city"],
    ["My name is Henrietta Moss.", "me", "name"],
    ["My wife is called Oriane.", "wife", "name"],
    ["My birthday is 14 March.", "me", "birthday"],
    ["I work for Fenwick Marine.", "me", "employer"],
    ["I weigh 82 kg.", "me", "weight"],
    ["My favourite author is Ursula Le Guin.", "me", "favourite author"],
    ["Ich wohne in Leipzig.", "me", "home city"],
    ["Vivo en Sevilla.", "me", "home city"],
    ["J'habite à Nantes.", "me", "home city"],
  ])("%s", (text, subject, attribute) => {
    expect(proposed(turn(text))).toMatchObject([{ subject, attribute }]);
  });

  test.each([
    "I live in Lisbon with my two daughters.",
    "I work at night.",
    "My wife is called by her boss daily.",
  ])("not here: %s", (text) => {
    expect(proposed(turn(text)).map(({ attribute }) => attribute)).not.toContainEqual(expect.any(String));
  });
});

describe("what is asked of memory and of the assistant", () => {
  test("the clause after “remember that” is the fact", () => {
    expect(contents("Please remember that the spare key is under the fern.")).toEqual([
      "The spare key is under the fern.",
    ]);
  });

  test("a standing instruction is a preference", () => {
    expect(proposed(turn("Always answer in metric."))).toMatchObject([
      { content: "Always answer in metric.", segment: "preference", kind: "preference" },
    ]);
  });
});

describe("one batch", () => {
  test("what is said twice is proposed once", () => {
    expect(proposed(turn("I live in Lisbon.", 1), turn("I live in Lisbon.", 2))).toHaveLength(1);
  });

  test("a part that is played ends what is the principal's own", () => {
    expect(proposed(turn("Act as a pirate.", 1), turn("I live on a ship near Tortuga.", 2))).toEqual([]);
  });

  test("gives the same proposals every time", () => {
    const turns = COME_OUT.map((text, i) => turn(text, i + 1));
    expect(proposed(...turns)).toEqual(proposed(...turns));
  });

  test("long and hostile texts are read in time that grows with their length", () => {
    const texts = [
      "'".repeat(50_000),
      "I am a ".repeat(10_000),
      "a, and ".repeat(10_000),
      "“".repeat(50_000),
      "From: a\n".repeat(8_000),
    ];
    for (const text of texts) expect(proposed(turn(text))).toEqual([]);
  });
});

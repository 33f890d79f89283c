/**
 * Is what one has noted found by one or two of its words? By a word, another form of it, a name, a code, a number, or
 * in another language than English; in a memory of one fact, of two, and of twenty.
 */
import { describe, expect, test } from "vitest";
import { fact, newMemory } from "../support/memory.ts";

/** A fact, and what it is asked by. */
const HOME: readonly (readonly [string, ...string[]])[] = [
  ["I keep a strict vegetarian diet.", "vegetarian", "diet", "Vegetarian?", "vegetarians"],
  ["My dentist is Dr. Imke Okafor, on Harbour Street.", "dentist", "my dentist", "Okafor", "Dr. Okafor"],
  ["The boiler was serviced by Kowalski Heating in October.", "boiler", "boiler service", "Kowalski"],
  ["Our wifi is called Seagull-5G.", "wifi", "wifi name", "Seagull-5G", "seagull"],
  ["My passport expires in March 2031.", "passport", "passport expiry"],
  ["Car insurance is with Nordlicht, policy NL-88-20417.", "car insurance", "NL-88-20417", "policy number"],
  ["The landlord is Mr. Petrosyan, 0151 23456789.", "landlord", "Petrosyan phone", "0151 23456789"],
  ["Ella, our daughter, is allergic to cashews.", "Ella", "allergic", "allergies", "cashew", "daughter"],
  ["I take 50 mg of sertraline every morning.", "sertraline", "sertraline dose", "50 mg"],
  ["The flight to Oslo is SK4782 on 12 June.", "Oslo", "flights", "SK4782", "sk4782", "SK 4782"],
  ["Ticket LAN-268 is about the receipt bug.", "LAN-268", "lan-268", "268", "receipts"],
  ["We moved the cluster to k8s 1.31 last week.", "k8s", "cluster", "k8s version", "1.31"],
  ["The printer's address is 192.168.1.20.", "192.168.1.20", "printer", "printer ip"],
  ["Ada's e-mail is ada@lindqvist.example.", "ada@lindqvist.example", "Ada", "Ada email"],
  ["I run ten kilometres on Sundays.", "run", "running", "Sunday"],
  ["The bike lock is in the blue drawer.", "bike lock", "drawer"],
  ["Rosa's birthday is on 4 May.", "Rosa", "birthdays", "Rosa birthday", "4 May"],
  ["I drink my coffee black.", "coffee", "black coffee"],
  ["The invoice 2024-0117 from the roofer is still open.", "2024-0117", "roofer", "open invoices"],
  ["My sister Priya lives in Leeds.", "Priya", "sister", "Leeds"],
];

const LANGUAGES: readonly (readonly [string, readonly (readonly [string, ...string[]])[]])[] = [
  [
    "German",
    [
      ["Meine Zahnärztin heißt Dr. Vogt.", "Zahnärztin", "Zahnarzt", "Vogt"],
      ["Die Miete beträgt 980 Euro im Monat.", "Miete"],
      ["Der Schlüssel liegt bei Frau Krause.", "Schlüssel", "Frau Krause"],
    ],
  ],
  [
    "Spanish",
    [
      ["Mi dentista es la doctora Ruiz.", "dentista", "Ruiz"],
      ["Las llaves las tiene la señora Blanco.", "llaves", "llave", "Blanco"],
    ],
  ],
  [
    "French",
    [
      ["Le loyer est de 900 euros par mois.", "loyer"],
      ["Les clés sont chez madame Leroy.", "clés", "clé", "Leroy"],
    ],
  ],
  [
    "Chinese",
    [
      ["我的牙医是王医生。", "牙医", "王医生"],
      ["我不吃肉。", "肉"],
      ["车停在地下车库。", "车"],
    ],
  ],
  [
    "Japanese",
    [
      ["歯医者は田中先生です。", "歯医者", "田中先生"],
      ["鍵は鈴木さんが持っています。", "鍵", "鈴木"],
    ],
  ],
  [
    "Korean",
    [
      ["저는 고기를 먹지 않아요.", "고기"],
      ["열쇠는 이웃집 박 씨에게 있어요.", "열쇠"],
    ],
  ],
  [
    "Russian",
    [
      ["Мой зубной врач — Иванова.", "врач", "Иванова"],
      ["Ключи у соседки Петровой.", "ключ"],
    ],
  ],
];

function askedOf(rows: readonly (readonly [string, ...string[]])[]) {
  return rows.flatMap(([content, ...queries]) => queries.map((query) => ({ query, content })));
}

/** The queries for which the fact does not come first. */
function missedBy(
  memoryOf: (content: string) => ReturnType<typeof newMemory>["memory"],
  asked: ReturnType<typeof askedOf>,
) {
  return asked.flatMap(({ query, content }) => {
    const [first] = memoryOf(content).search(query);
    return first?.fact.content === content ? [] : [`${query}: ${first?.fact.content ?? "nothing"}`];
  });
}

function remembering(contents: readonly string[]) {
  const { memory } = newMemory();
  memory.addMany(contents.map((content) => fact(content)));
  return memory;
}

describe("a word or two find what was noted", () => {
  const contents = HOME.map(([content]) => content);

  test("among twenty facts", () => {
    const memory = remembering(contents);
    expect(missedBy(() => memory, askedOf(HOME))).toEqual([]);
  });

  test("where it is all there is", () => {
    expect(missedBy((content) => remembering([content]), askedOf(HOME))).toEqual([]);
  });

  test("beside one other fact", () => {
    const withNext = (content: string) =>
      remembering([content, contents[(contents.indexOf(content) + 1) % contents.length] as string]);
    expect(missedBy(withNext, askedOf(HOME))).toEqual([]);
  });

  test.each(LANGUAGES)("in %s", (_language, rows) => {
    const memory = remembering(rows.map(([content]) => content));
    expect(missedBy(() => memory, askedOf(rows))).toEqual([]);
  });

  test.each(LANGUAGES)("in %s, among facts in English", (_language, rows) => {
    const memory = remembering([...contents, ...rows.map(([content]) => content)]);
    expect(missedBy(() => memory, askedOf(rows))).toEqual([]);
  });
});

test.each(["Bertram", "violin", "10.0.0.1"])("what nobody noted is not found: %s", (query) => {
  expect(remembering(HOME.map(([content]) => content)).search(query)).toEqual([]);
});

test.each(["LAN-999", "SK9999", "k9s", "2024-0118", "192.168.1.21", "NL-88-20418"])(
  "another code than the one that was noted is not found without a mark: %s",
  (query) => {
    const hits = remembering(HOME.map(([content]) => content)).search(query);
    expect(hits.filter((hit) => !hit.uncertain)).toEqual([]);
  },
);

test("a small word of several languages finds nothing by itself", () => {
  const memory = remembering(HOME.map(([content]) => content));
  for (const query of ["the", "IT", "us", "die", "su"]) expect(memory.search(query)).toEqual([]);
});

test.each([
  ["Our third floor has a new printer.", "three", "third"],
  ["We moved the cluster to k8s last week.", "k9s", "k8s"],
  ["My desk is on the 4th floor.", "4", "fourth"],
])("%s: %s is another word, %s is this one", (noted, other, own) => {
  const { memory } = newMemory();
  const { id } = memory.add(fact(noted)).fact;
  memory.add(fact("I like tea."));
  memory.add(fact("The bus leaves at nine."));
  expect(memory.search(other).some((hit) => hit.fact.id === id)).toBe(false);
  expect(memory.search(own)[0]?.fact.id).toBe(id);
});

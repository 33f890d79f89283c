/**
 * What happens in the demo's year besides facts that come and go? Values that change, repetitions, contradictions,
 * corrections, and what Mara does by hand.
 *
 * Long because it is prose, one happening per line.
 */
import type { Segment } from "../../model/segment.ts";
import type { KnownSource } from "../../model/source.ts";

/** One slot and its values in order: each replaces the one before. */
export interface Chain {
  readonly subject: string;
  readonly attribute: string;
  readonly segment: Segment;
  readonly values: readonly (readonly [day: number, content: string])[];
}

export const CHAINS: readonly Chain[] = [
  {
    ...{ subject: "me", attribute: "home city", segment: "identity" },
    values: [
      [0, "I live in Hamburg."],
      [238, "I live in Copenhagen."],
    ],
  },
  {
    ...{ subject: "flat", attribute: "rent", segment: "project" },
    values: [
      [2, "The rent is 1,480 euros a month."],
      [92, "The rent is 1,530 euros a month."],
      [238, "The rent is 14,900 kroner a month."],
    ],
  },
  {
    ...{ subject: "Lantern", attribute: "launch of group bookings", segment: "project" },
    values: [
      [18, "Group bookings launch on 12 March."],
      [66, "Group bookings launch on 2 April."],
      [88, "Group bookings launch on 30 April."],
      [124, "Group bookings are live since 30 April."],
    ],
  },
  {
    ...{ subject: "Compass", attribute: "first customer", segment: "project" },
    values: [
      [272, "Compass starts with Nordbelt Ferries in December."],
      [318, "Compass starts with the bridge authority in January."],
      [352, "Compass starts with Nordbelt Ferries in February."],
    ],
  },
  {
    ...{ subject: "Lantern team", attribute: "size", segment: "project" },
    values: [
      [6, "The Lantern team has five people."],
      [180, "The Lantern team has six people."],
      [330, "The Lantern team has seven people."],
    ],
  },
  {
    ...{ subject: "Ella", attribute: "shoe size", segment: "knowledge" },
    values: [
      [9, "Ella wears shoes in size 31."],
      [120, "Ella wears shoes in size 32."],
      [242, "Ella wears shoes in size 33."],
      [340, "Ella wears shoes in size 34."],
    ],
  },
  {
    ...{ subject: "Theo", attribute: "shoe size", segment: "knowledge" },
    values: [
      [9, "Theo wears shoes in size 26."],
      [145, "Theo wears shoes in size 27."],
      [310, "Theo wears shoes in size 28."],
    ],
  },
  {
    ...{ subject: "school run", attribute: "time", segment: "context" },
    values: [
      [5, "The school run leaves at 7:35."],
      [246, "The school run leaves at 7:50."],
      [344, "The school run leaves at 7:40 because of the dark."],
    ],
  },
  {
    ...{ subject: "me", attribute: "phone number", segment: "identity" },
    values: [
      [4, "My phone number ends in 4417."],
      [241, "My phone number ends in 0962."],
    ],
  },
  {
    ...{ subject: "Jonas", attribute: "work place", segment: "relationship" },
    values: [
      [3, "Jonas works at the harbour clinic in Hamburg."],
      [244, "Jonas works at the clinic in Nørrebro."],
    ],
  },
  {
    ...{ subject: "me", attribute: "half marathon goal", segment: "preference" },
    values: [
      [11, "I want to run the half marathon in under two hours."],
      [205, "I want to run the next half marathon in 1:58."],
      [333, "I want to run the next half marathon without the knee brace."],
    ],
  },
  {
    ...{ subject: "me", attribute: "coffee", segment: "preference" },
    values: [
      [14, "I drink one coffee in the morning."],
      [210, "I have given up coffee."],
    ],
  },
];

/** The principal corrects something in her own words. */
export const CORRECTIONS: readonly (readonly [day: number, content: string])[] = [
  [44, "The dentist appointment is on the 19th, not on the 9th."],
  [73, "The flight to Lisbon leaves at 7:40, not at 8:40."],
  [119, "Theo is allergic to peanuts, not to all nuts."],
  [158, "My workshop in Utrecht is at ten, not at eleven."],
  [203, "The half marathon was in June, not in May."],
  [251, "The caretaker's name is Flemming, not Henning."],
  [299, "The moss garden is visited on Thursday, not on Friday."],
  [336, "Hanna works four days a week, not three."],
  [355, "The residents' meeting is on the first Monday, not on the last."],
];

/** Said three times or more, on different days: a dream confirms it. */
export const REPEATED: readonly (readonly [content: string, segment: Segment, days: readonly number[]])[] = [
  ["I never work on Sundays.", "preference", [21, 90, 170, 260]],
  ["The spare adrenaline pen is in the hall cupboard.", "knowledge", [40, 130, 255, 320]],
  ["Releases of Lantern go out on Tuesdays.", "project", [25, 60, 140]],
  ["My mother does not like surprise visits.", "relationship", [52, 133, 262]],
  ["Payments are never updated optimistically.", "project", [112, 150, 233]],
  ["Biscuit must not have grapes.", "knowledge", [66, 190, 275]],
  ["We do not fly for distances under nine hours by train.", "preference", [77, 160, 305]],
  ["Friday evening is for the family.", "preference", [30, 110, 215, 325]],
];

/** What others say against what she said: her fact stands, and the other waits for review. */
export const DISPUTED: readonly (readonly [
  day: number,
  source: KnownSource,
  subject: string,
  attribute: string,
  content: string,
])[] = [
  [128, "retrieved_document", "Lantern", "launch of group bookings", "Group bookings launch on 15 May."],
  [289, "channel_message", "Lantern team", "size", "The Lantern team has eight people."],
  [342, "tool_output", "Ella", "shoe size", "Ella wears shoes in size 36."],
  [356, "agent", "Compass", "first customer", "Compass starts with the island council in March."],
  [360, "channel_message", "school run", "time", "The school run leaves at 8:10."],
  [362, "retrieved_document", "flat", "rent", "The rent is 16,200 kroner a month."],
];

/** The same thing twice in slightly different words: a dream merges them. */
export const NEARLY_SAME: readonly (readonly [day: number, first: string, later: number, second: string])[] =
  [
    [
      84,
      "Green tea steeps for three minutes at 80 degrees.",
      88,
      "Green tea steeps three minutes at 80 degrees.",
    ],
    [
      171,
      "Nadia's team answers luggage questions first.",
      176,
      "Nadia's team answers questions about luggage first.",
    ],
    [
      333,
      "The library lends board games for a month.",
      348,
      "The library lends out board games for a month.",
    ],
  ];

/** She said both, and they cannot both hold: a person must decide. */
export const OPEN_QUESTIONS: readonly (readonly [
  day: number,
  first: string,
  later: number,
  second: string,
])[] = [
  [330, "The book club starts at seven.", 351, "The book club starts at eight."],
  [338, "The winter tyres are in the cellar.", 353, "The winter tyres are not in the cellar."],
  [341, "The deposit is 3,960 euros.", 357, "The deposit is 4,100 euros."],
  [346, "Theo's swimming course starts at four.", 359, "Theo's swimming course starts at five."],
  [349, "The budget for next year is open.", 361, "The budget for next year is closed."],
  [343, "The lantern procession starts at five.", 358, "The lantern procession starts at six."],
];

/** Contradictions that she decided within the year. */
export const DECIDED: readonly (readonly [day: number, first: string, later: number, second: string])[] = [
  [96, "The chess club is on Monday.", 101, "The chess club is on Wednesday."],
  [221, "The ferry to Langeland takes 45 minutes.", 226, "The ferry to Langeland takes 60 minutes."],
];

/** Facts that she pins, adopts, rates up or down, archives, promotes or erases, this many days after they were said. */
export const BY_HAND: readonly (readonly [
  after: number,
  act: "pin" | "endorse" | "up" | "down" | "archive" | "purge" | "promote",
  words: string,
])[] = [
  [3, "pin", "I keep a strict vegetarian diet."],
  [2, "pin", "Theo is five and allergic to peanuts."],
  [20, "pin", "Theo's adrenaline pen is in the red pouch, a second one is at the nursery."],
  [
    70,
    "up",
    "To roll back Lantern: release the previous tag; the database is always one version behind compatible.",
  ],
  [9, "pin", "I get migraines from skipped meals and from red wine."],
  [12, "endorse", "The user moved three meetings from afternoon to morning this month."],
  [6, "down", "A blog says the half marathon course was changed at kilometre nine."],
  [3, "up", "A deploy takes eleven minutes from merge to production."],
  [30, "endorse", "The release notes of the map library announce vector tiles in version 5."],
  [4, "promote", "Met Anouk from the bridge authority; she wants to see Compass."],
  [2, "purge", "The bicycle cellar code is written inside the meter cupboard."],
  [25, "archive", "The landlord, Mr Voss, prefers letters to phone calls."],
  [30, "purge", "The spare key is with Ben and Amira."],
  [35, "pin", "Waste is sorted into nine kinds here; the chart hangs on the fridge."],
  [3, "endorse", "The school's page lists autumn holidays in week 42."],
  [5, "up", "The doctor's practice takes calls from eight to nine only."],
  [20, "down", "The user often forgets to book the washing room."],
  [8, "pin", "To rotate the payment key: ask Oskar for the second half."],
  [14, "promote", "The water here is hard: descale the kettle every three weeks."],
  [11, "endorse", "The hydrographic office publishes tide tables each November."],
  [3, "archive", "The user keeps receipts in a folder called Papierkram."],
];

/** What she asks again and again: facts that are found stay alive. */
export const QUESTIONS: readonly (readonly [every: number, from: number, to: number, query: string])[] = [
  [9, 10, 364, "what do I eat"],
  [12, 15, 364, "vegetarian dinner"],
  [8, 12, 364, "what is Theo allergic to"],
  [13, 20, 364, "how do I deploy Lantern"],
  [17, 20, 364, "how do I roll back a release"],
  [15, 30, 364, "who owns the backend"],
  [19, 30, 364, "which birthdays are coming up"],
  [12, 250, 364, "how is waste sorted"],
  [14, 245, 364, "when does the doctor take calls"],
  [16, 240, 364, "who is the caretaker"],
  [11, 10, 235, "when are the paper bins emptied"],
  [21, 40, 364, "what does Oskar expect"],
  [18, 60, 364, "physiotherapy for my knee"],
  [23, 60, 364, "where is the adrenaline pen"],
  [20, 80, 364, "how long are backups kept"],
  [26, 100, 364, "what may Biscuit not eat"],
  [22, 120, 364, "which seat do I prefer on the train"],
  [14, 275, 364, "how does Compass know the tide"],
  [24, 30, 364, "what does Jonas do for work"],
  [13, 300, 364, "shoe size of the children"],
  [25, 90, 364, "what do I prefer in code reviews"],
  [10, 320, 364, "who decides at Nordbelt"],
  [16, 40, 364, "how are sailings closed for booking"],
  [15, 285, 364, "when is the library's phone room free"],
  [19, 300, 364, "which bugs are open in Lantern"],
  [12, 330, 364, "what does Nadia need from us"],
  [16, 40, 364, "how should answers begin"],
  [18, 40, 364, "when do I like meetings"],
  [21, 60, 364, "tea or coffee"],
  [19, 60, 364, "how should dates be written"],
  [22, 70, 364, "flying or taking the train"],
  [17, 260, 364, "where can the children play on a rainy day"],
];

/** Notes that she keeps as files beside memory. */
export const NOTES: Readonly<Record<string, string>> = {
  "MEMORY.md": `# Mara's notes

Things I want at hand, in my own words.

## Household
The shut-off for the water is under the sink, behind the blue bucket.

## Work
Before a release I read the list of open bugs once more, aloud.
`,
  "memory/recipes.md": `# Recipes

## Cardamom buns
Roll them thin, bake at 200 degrees for nine minutes, brush with sugar water.
`,
};

/** Links between facts, made this many days after both were said. */
export const LINKS: readonly (readonly [
  after: number,
  from: string,
  kind: "supports" | "relates" | "transition",
  to: string,
])[] = [
  [
    3,
    "Theo's peanut allergy was confirmed by Dr Albers with a blood test.",
    "supports",
    "Theo is five and allergic to peanuts.",
  ],
  [
    5,
    "Theo's adrenaline pen is in the red pouch, a second one is at the nursery.",
    "relates",
    "Theo is five and allergic to peanuts.",
  ],
  [
    2,
    "We now check certificates every night.",
    "supports",
    "The incident on the bank holiday was a certificate that expired.",
  ],
  [
    4,
    "Decided: no optimistic updates for payments.",
    "relates",
    "Payments are captured when the ship leaves, not when it is booked.",
  ],
  [
    3,
    "The summer peak plan: freeze on 20 June, on-call in pairs.",
    "relates",
    "Releases go out on Tuesdays, never on Fridays.",
  ],
  [
    2,
    "Fjordlight's second office in Copenhagen has a desk for me.",
    "supports",
    "We move to Copenhagen at the end of the summer.",
  ],
  [
    2,
    "Jonas starts at the clinic in Nørrebro in September.",
    "supports",
    "We move to Copenhagen at the end of the summer.",
  ],
  [
    3,
    "Compass plans with tides now; the first answer was wrong by six hours.",
    "relates",
    "Compass uses tide tables of the hydrographic office.",
  ],
  [
    5,
    "Wei finished the migration; the old database is read-only.",
    "transition",
    "The old database is from 2009 and has no foreign keys.",
  ],
  [
    2,
    "Theo can have almonds; it is only peanuts.",
    "supports",
    "Theo is allergic to peanuts, not to all nuts.",
  ],
];

/** What the assistant derived from several facts, this many days after the last: its class is the lowest of theirs. */
export const DERIVED: readonly (readonly [after: number, content: string, from: readonly string[]])[] = [
  [
    4,
    "For a trip with Theo: pack both adrenaline pens and the emergency card.",
    [
      "Theo's adrenaline pen is in the red pouch, a second one is at the nursery.",
      "Theo is five and allergic to peanuts.",
    ],
  ],
  [
    4,
    "In the new flat: descale monthly, sort waste nine ways, keep the back stairs free.",
    [
      "Waste is sorted into nine kinds here; the chart hangs on the fridge.",
      "The caretaker is called Flemming and answers texts at once.",
    ],
  ],
  [
    4,
    "Before a Lantern release: no Friday, no day before a holiday, certificates checked.",
    ["Releases of Lantern go out on Tuesdays.", "Secrets live in the vault and expire after ninety days."],
  ],
];

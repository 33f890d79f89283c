/**
 * What does a tool answer with? Declared for clients, which check every answer against it. It says what a model is
 * shown (`shorten.ts`), not what the engine knows.
 */
import { LIFECYCLES, VALIDITIES } from "../../model/fact.ts";
import { SEGMENTS } from "../../model/segment.ts";
import type { JsonSchema } from "../fields.ts";

const TEXT = { type: "string" };
const DAY = { type: "string", format: "date", description: "A day, in UTC" };
const YES = { const: true };
const texts = (description: string) => ({ type: "array", items: TEXT, description });

function object(properties: Readonly<Record<string, unknown>>, required: readonly string[] = []): JsonSchema {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

function exactly(properties: Readonly<Record<string, unknown>>, required: readonly string[]): JsonSchema {
  return { ...object(properties, required), additionalProperties: false };
}

const ID = {
  ...TEXT,
  description: "Its id; of a hit the end of its id, which the tools of this session understand",
};

const ABOUT = {
  id: ID,
  content: TEXT,
  source: { ...TEXT, description: "Who said it" },
  since: { ...DAY, description: "The day since which it holds, or on which it was said (UTC)" },
  until: { ...DAY, description: "The day on which it stopped being true (UTC)" },
  confined: {
    ...YES,
    description: "Not confirmed by the user: others said it, or it was taken from a conversation",
  },
  note: { ...TEXT, description: "A warning about the words" },
  validity: { enum: VALIDITIES },
  lifecycle: { enum: LIFECYCLES },
};

const HIT = exactly(
  {
    ...ABOUT,
    relevance: {
      type: "number",
      description: "How likely it is that the fact is about the question, 0 to 1",
    },
    uncertain: { ...YES, description: "Only a guess: nothing clearly answers the question" },
    replaces: texts("Facts that this one has replaced, or may have"),
    mayBeReplacedBy: texts("Facts that may have replaced this one"),
  },
  ["id", "content", "since", "relevance"],
);

const NOTE = exactly(
  {
    kind: { const: "note" },
    path: TEXT,
    line: { type: "integer" },
    text: TEXT,
    relevance: { type: "number" },
    confined: YES,
  },
  ["kind", "path", "line", "text", "relevance", "confined"],
);

/** A fact by itself. Of a quarantined one: that it is there. */
const FACT = object(
  {
    ...ABOUT,
    segment: { enum: SEGMENTS },
    pinned: YES,
    review: { ...TEXT, description: "Why it waits for the user's decision" },
    slot: { ...TEXT, description: "What it is the value of: subject / attribute" },
    tags: texts("Its tags"),
    links: { type: "array", items: { type: "object" } },
    quarantined: { ...YES, description: "It looks like an attack; its words are withheld" },
    withheld: TEXT,
    threats: texts("Which kinds of attack it looks like"),
  },
  ["id"],
);

const WRITTEN = exactly(
  {
    outcome: { ...TEXT, description: "added, reinforced, superseded, disputed, quarantined, refused …" },
    fact: FACT,
    reason: { ...TEXT, description: "Why it was refused" },
    note: { ...TEXT, description: "What became of it, if that is not what was asked for" },
  },
  ["outcome"],
);

const AROUND = {
  notes: { type: "array", items: NOTE },
  notesWithheld: { type: "integer", description: "Notes that look like an attack" },
  notesSkipped: { type: "array", items: { type: "object" } },
};

const RECALLED = exactly(
  {
    hits: { type: "array", items: HIT, description: "Best first" },
    abstained: { type: "boolean", description: "Nothing is known about it" },
    faded: { type: "integer", description: "Archived facts about it" },
    degraded: {
      type: "array",
      items: { type: "object" },
      description: "What could not be done in full, and why",
    },
    ...AROUND,
  },
  ["hits", "abstained"],
);

const READ = exactly(
  {
    fact: FACT,
    path: TEXT,
    text: { ...TEXT, description: "The text of the note at path" },
    hits: { type: "array", items: { anyOf: [HIT, NOTE] }, description: "Best first" },
    ...AROUND,
  },
  [],
);

/** Its actions answer in forms of their own. These fields mean the same in each that has them. */
const MANAGED = object({
  id: { ...TEXT, description: "Of a fact that was changed: its id" },
  done: { const: false, description: "Nothing was done yet: see wouldDo and note" },
  wouldDo: { type: "object", description: "What the action would do" },
  note: TEXT,
  next: { type: ["string", "integer"], description: "Pass it as after for the next page" },
  text: { ...TEXT, description: "The answer in words" },
});

export const ANSWERS = {
  write_memory: WRITTEN,
  recall_memory: RECALLED,
  read_memory: READ,
  amend_memory: { type: "object", anyOf: [WRITTEN, FACT] },
  manage_memory: MANAGED,
  look_memory: MANAGED,
  change_memory: MANAGED,
  erase_memory: MANAGED,
} as const satisfies Readonly<Record<string, JsonSchema>>;

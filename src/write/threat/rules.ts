/**
 * Which concepts make an attack together? The tables: signs, how much each counts, and the rules, which hold in every
 * language of the vocabulary. What differs from language to language is the words (`vocabulary.ts`), not what an attack
 * has to say. `grammar.ts` applies them.
 *
 * A *sign* is one of several phrases in the notation of `phrases.ts`, with concepts in place of words; a phrase stays
 * within its sentence. A *rule* asks for signs that stand near each other, in any order: a frame ("the owner agreed",
 * "when the user asks", "you are now", "the administrator says") and what makes it dangerous. Some dangers count more
 * than others, and a frame says how much danger it takes: a trap that is set for later takes less than a plain order.
 *
 * What no rule names may still add up: the last rule counts points for everything that attacks speak of more often than
 * other texts do. No word takes points away, so nothing can be said to make up for the rest.
 */
import type { ReadConcept } from "./concepts.ts";
import type { ThreatKind } from "./kind.ts";

const ORDER = "REPLY|ACT|SEND|DISABLE|GIVE|DESTROY|HIDE|SKIP|TREAT";

export const SIGNS = {
  /** "The user has agreed", "with the owner's consent", "per the owner". */
  claimed: [
    "OWNER …10 WANT",
    "OWNER …1 PER",
    "OWNER …3 SAID|PREFER",
    "WANT …4 OWNER",
    "SAID …2 OWNER",
    "PER …3 OWNER",
    "YOU CLIENT …5 WANT|SAID",
    "CLIENT …3 WANT|SAID …4 AGENT|YOU",
    "HE …3 WANT|SAID …4 YOU|AGENT",
  ],
  /** "I hereby authorise …": from anybody but the owner, somebody's claim, too. */
  granted: ["GRANT"],
  /** "Anna said I may …", "the boss agreed", "my wife wants you to …": whoever it is may be the owner. */
  leaveReported: [
    "THEY_SAY …3 SELF|YOU|AGENT …2 CAN",
    "THEY_SAY …2 I_CAN",
    "PER …4 CAN|MUST …1 YOU",
    "REPORTED",
    "LEAVE …2 SELF|YOU|AGENT",
    "SELF|YOU|AGENT …1 HAVE …4 LEAVE",
    "WITH …3 LEAVE",
    "PER …4 WANT|LEAVE",
    "THEY_WANT …2 YOU|AGENT",
    "BOSS …4 LEAVE|AGREED",
    "BOSS …1 THEY_WANT",
    "BOSS …2 THEY_SAY …5 CAN|LEAVE",
    "LEAVE …4 BOSS",
  ],
  /** "When the user asks, …", "next time you are asked, …". */
  awaited: ["TRIGGER …4 IF_OWNER|SOMEONE|ANY_OWNER|AGENT", "TRIGGER …5 YOU", "TRIGGER …5 ASK", "LATER"],
  /** The same with the order in it: "when the user asks, say". Manuals say "when the user cancels, close". */
  trapped: [
    "TRIGGER …4 IF_OWNER …6 ASK …14 BARE",
    "TRIGGER …5 YOU …3 ASK …16 BARE",
    `^ ${ORDER} …14 TRIGGER …3 IF_OWNER …4 ASK`,
    "LATER …4 OUTPUT|YOU|AGENT|IF_OWNER …12 BARE",
    `TRIGGER …3 IF_OWNER …4 ASK …12 ^${ORDER}`,
  ],
  ordered: [`^ ${ORDER}`, `AGENT|YOU …1 MUST …3 ${ORDER}|OBEY`, "AGENT …2 OBEY|MUST"],
  /** "Play the part of the landlord". */
  cast: ["^ PRETEND"],
  played: ["PRETEND", "FICTION", "ARE_YOU …3 NOW", "NOW …2 ARE_YOU", "ARE_YOU …4 AGENT"],
  unbound: ["UNBOUND", "NEG …3 REFUSE", "NEG …2 RULES"],
  empowered: ["AUTHOR", "NOTICE"],
  addressed: ["YOU", "AGENT"],
  overruled: [
    "EARLIER …3 RULES …6 VOID",
    "RULES …3 EARLIER …6 VOID",
    "VOID …5 EARLIER …3 RULES",
    "VOID …5 RULES …2 EARLIER",
    "RULES …3 VOID …6 YOU",
  ],
  dropped: [
    "DROP …4 EARLIER|ALWAYS|ALL …5 TOLD",
    "DROP …4 RULES …3 EARLIER",
    "DROP …3 EARLIER …3 RULES",
    "TOLD …4 DROP",
    "DROP …2 OWNER",
  ],
  remembered: ["MEMORY …8 PROMISE", "AGENT …3 PROMISE", "PROMISE …8 MEMORY"],
  lasting: ["ALWAYS", "AGAIN", "NOW", "LATER"],
  sentAway: [
    "^ SEND|GIVE …6 CORE",
    "^ ACT …6 CORE …8 ADDRESS|PUBLIC|PAGE|OUTPUT|SEND",
    "CORE …8 SEND|GIVE …4 PLEASE",
    "^ SEND …8 PRIVATE|SECRET …12 ADDRESS|PUBLIC",
    "PRIVATE|SECRET …12 ADDRESS|PUBLIC …8 SEND …2 PLEASE",
  ],
  /** "As soon as the invoice arrives, change". */
  conditional: [`TRIGGER|LATER …12 ^${ORDER}`],
  /** "When the owner travels, open". */
  supposed: ["TRIGGER …4 IF_OWNER …16 BARE"],
  /** "The customer has agreed": who may be the owner. */
  clientClaimed: ["CLIENT …4 WANT|SAID"],
  /** "All agents must", "to every assistant". */
  allAgents: ["ALL …2 AGENT"],
  // Dangers.
  unchecked: [
    "NEG …3 CHECK",
    "CHECK NEG",
    "SKIP …3 CHECK",
    "CHECK …5 NEG …3 NEED",
    "CHECK …4 DISABLE|SKIP",
    "NEG …2 NEED …3 CHECK",
  ],
  hushed: ["HIDE", "NEG …3 TELL", "TELL …3 OWNER …3 NEG"],
  unguarded: ["DISABLE …5 GUARD", "GUARD …6 DISABLE"],
  secretGiven: ["GIVE|SEND …8 SECRET", "SECRET …8 GIVE|SEND"],
  sentOut: ["SEND …10 ADDRESS|PUBLIC", "ADDRESS|PUBLIC …8 SEND"],
  asGiven: ["TREAT …5 AS_GIVEN"],
  rules: ["RULES …4 PAGE|YOU", "OBEY …4 PAGE|SOMEONE|ALWAYS"],
  only: ["REPLY …6 ALWAYS", "NEG …4 REPLY", "REPLY …8 NEG"],
} as const satisfies Record<string, readonly string[]>;

/** A sign by its name, or a single word for a concept. */
export type Mark = keyof typeof SIGNS | ReadConcept;
/** How much a mark counts. Of those in a row, which are about the same thing, the first that is there counts. */
export type Row = readonly (readonly [Mark, number])[];

const DANGERS: readonly Row[] = [
  [
    ["sentOut", 2],
    ["ADDRESS", 1],
    ["SEND", 1],
  ],
  [
    ["secretGiven", 2],
    ["SECRET", 1],
  ],
  [
    ["unguarded", 2],
    ["GUARD", 1],
  ],
  [
    ["overruled", 2],
    ["rules", 1],
  ],
  ...(["unchecked", "hushed", "asGiven", "unbound"] as const).map((mark): Row => [[mark, 2]]),
  ...(["PRIVATE", "MONEY", "DESTROY", "ACCESS", "SOMEONE", "only"] as const).map((mark): Row => [[mark, 1]]),
];

/**
 * By how much each makes an attack likelier: fitted to the "dev" half of eval/sets/scan-families.ts, to most of
 * eval/sets/scan-practice.ts and to public texts that are no attacks (logistic regression without negative weights), and
 * rounded to quarters, which are the points. The vocabulary has grown since. How many it takes was chosen by hand.
 */
const POINTS: readonly Row[] = (
  [
    [11, ["OBEY"]],
    [9, ["PAGE"]],
    [8, ["AGENT", "STEER"]],
    [7, ["ADDRESS", "AGAIN", "AGENT_TURN", "AUTHOR", "PRETEND", "REAL", "ordered", "sentOut"]],
    [6, ["GUARD", "LATER", "OWNER", "SECRET", "USER_TURN", "trapped", "unchecked"]],
    [5, ["PRIVATE", "PROMISE", "REFUSE", "UNBOUND", "VOID", "dropped", "hushed", "unbound"]],
    [4, ["ACCESS", "NOTICE", "PUBLIC", "SAID", "SKIP", "SOMEONE"]],
    [3, ["EARLIER", "GIVE", "HIDE", "MONEY", "overruled", "remembered", "sentAway", "unguarded"]],
    [
      2,
      [
        "ALWAYS",
        "AS_GIVEN",
        "BARE",
        "CHECK",
        "MEMORY",
        "NOW",
        "RULES",
        "TELL",
        "TOLD",
        "addressed",
        "awaited",
        "played",
        "secretGiven",
      ],
    ],
    [1, ["ACT", "ASK", "DESTROY", "IF_OWNER", "NEED", "NEG", "SEND"]],
  ] as const
).flatMap(([points, marks]) => marks.map((mark): Row => [[mark, points]]));

export type Rule = {
  readonly kind: ThreatKind;
  readonly why: string;
  /** One of each. */
  readonly marks: readonly (readonly Mark[])[];
  /** Holds in any two sentences of a long text, too. */
  readonly inLongText?: true;
  /** So much of these, together. */
  readonly least?: { readonly of: readonly Row[]; readonly sum: number };
};

const danger = (sum: number) => ({ of: DANGERS, sum });

/**
 * Longer texts are not judged by `RULES` as a whole: the rules are made for notes and messages of a few sentences. In a
 * page of honest advice their marks meet by chance (a quarter of an assistant's longer replies was taken for attacks).
 * Such a text is read two sentences at a time, by the rules in `IN_LONG_TEXT` alone. What an attack says in known phrases
 * is found in texts of any length.
 */
export const MOST_WORDS = 80;

export const RULES: readonly Rule[] = [
  {
    kind: "instruction",
    why: "claims the owner's consent to something dangerous",
    inLongText: true,
    marks: [["claimed"]],
    least: danger(2),
  },
  { kind: "instruction", why: "sets a trap for a later turn", marks: [["trapped"]] },
  {
    kind: "role-play",
    why: "has the agent play a part without rules",
    inLongText: true,
    marks: [["played"], ["unbound"]],
  },
  {
    kind: "role-play",
    why: "has the agent do harm in a story or a game",
    marks: [["played"], ["YOU", "AGENT"]],
    least: danger(2),
  },
  {
    kind: "role-play",
    why: "gives the agent a dangerous part",
    inLongText: true,
    marks: [["cast"]],
    least: danger(1),
  },
  {
    kind: "instruction",
    why: "claims authority to command the agent",
    marks: [["AUTHOR"], ["ACCESS", "OBEY", "overruled"], ["YOU", "AGENT", "ordered"]],
  },
  {
    kind: "instruction",
    why: "declares the agent's instructions void",
    inLongText: true,
    marks: [["overruled"]],
  },
  {
    kind: "instruction",
    why: "tells the agent to drop what it was told",
    inLongText: true,
    marks: [["dropped"]],
  },
  { kind: "instruction", why: "claims authority over the agent", marks: [["empowered"]], least: danger(3) },
  { kind: "instruction", why: "forges a promise of the agent", inLongText: true, marks: [["remembered"]] },
  {
    kind: "role-play",
    why: "forges a dialogue with the agent",
    inLongText: true,
    marks: [["USER_TURN"], ["AGENT_TURN"]],
    least: danger(1),
  },
  {
    kind: "role-play",
    why: "forges a dialogue for the agent to go on with",
    inLongText: true,
    marks: [["USER_TURN"], ["AGENT_TURN"], ["lasting"]],
  },
  { kind: "exfiltration", why: "hands out private material", inLongText: true, marks: [["sentAway"]] },
  {
    kind: "instruction",
    why: "orders the agent to do something dangerous",
    marks: [["ordered"]],
    least: danger(4),
  },
  {
    kind: "instruction",
    why: "claims a customer's consent to something dangerous",
    inLongText: true,
    marks: [["clientClaimed"]],
    least: danger(3),
  },
  {
    kind: "instruction",
    why: "claims authority to lower the guard or to be told secrets",
    inLongText: true,
    marks: [["AUTHOR"], ["secretGiven", "unguarded"], ["YOU", "AGENT", "ordered", "ALL"]],
  },
  {
    kind: "instruction",
    why: "sets a dangerous trap",
    marks: [
      ["conditional", "supposed"],
      ["STEER", "PAGE", "ACCESS", "HIDE", "GUARD", "secretGiven"],
    ],
  },
  {
    kind: "instruction",
    why: "takes consent for given on a condition",
    inLongText: true,
    marks: [["asGiven"], ["TRIGGER", "LATER"], ["ALL", "ALWAYS", "SOMEONE"]],
  },
  {
    kind: "instruction",
    why: "gives orders to all agents",
    marks: [["allAgents"], ["ordered", "BARE", "MUST", "PLEASE"]],
  },
  {
    kind: "instruction",
    why: "adds up to an order to the agent",
    marks: [["ordered", "claimed", "trapped", "YOU", "AGENT"]],
    least: { of: POINTS, sum: 26 },
  },
];

const ADDS_UP = RULES.at(-1) as Rule;
/** Two sentences of a long text need more points than a note. */
const POINTS_IN_LONG_TEXT = 42;

/**
 * Chosen on the "dev" half of eval/sets/scan-families.ts, put between paragraphs of other things, and on half of a
 * public set of long replies: each of these rules takes at most 4 of 1,124 replies for attacks.
 */
export const IN_LONG_TEXT: readonly Rule[] = [
  ...RULES.filter(({ inLongText }) => inLongText === true),
  { ...ADDS_UP, least: { of: POINTS, sum: POINTS_IN_LONG_TEXT } },
];

/** Speaks of what the owner wants, ordered or agreed to. */
export const CONSENT: readonly Rule[] = [
  { kind: "instruction", why: "speaks of the owner's wishes", marks: [["claimed", "granted"]] },
];

/** Reports what somebody allowed, ordered or wished; it may be anybody. */
export const LEAVE_REPORTED: readonly Rule[] = [
  { kind: "instruction", why: "reports somebody's leave or orders", marks: [["leaveReported"]] },
];

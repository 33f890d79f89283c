/**
 * How do conversations come in through a surface, and who may have them distilled? The host observes, so no model has a
 * tool for it. A turn's role is a claim: its words never have more standing than the caller's voice.
 */
import type { ObserveInput } from "../../converse/observe-input.ts";
import { MAX_OBSERVE_MANY, MAX_SET_ASIDE, MAX_TURNS_PER_BATCH, MAX_TURNS_SHOWN } from "../../limits.ts";
import type { DistilOptions, DistilReport } from "../../memory/distil.ts";
import { json, listOf, required, text, whole } from "../fields.ts";
import { type Call, OWNER, operation, WRITERS } from "./operation.ts";
import { namesOf } from "./writers.ts";

const TURN_SCHEMA = {
  type: "object",
  required: ["session", "role", "content"],
  properties: {
    session: { type: "string" },
    role: { enum: ["user", "assistant", "tool", "system"] },
    content: {},
    id: { type: "string" },
    at: {},
    timeZone: { type: "string" },
    actor: { type: "string" },
    attachments: { type: "array" },
    aborted: { type: "boolean" },
  },
} as const;

export const observe = operation({
  name: "observe",
  doc: "Takes in turns (messages) of a conversation, given as JSON objects, one per line. Facts are made of them later, or by distil.",
  effect: "change",
  idempotent: false,
  roles: WRITERS,
  input: {
    turns: required(
      listOf(
        json<ObserveInput>(
          'A turn, such as {"session": "monday", "role": "user", "content": "I moved to Bern.", "id": "42"}',
          TURN_SCHEMA,
        ),
        "The turns, oldest first",
        MAX_OBSERVE_MANY,
      ),
    ),
  },
  example: "observe turns.jsonl",
  cli: { args: ["turns"], file: "turns", begins: true, quiet: false },
  http: { method: "POST", path: "/v1/turns" },
  factsIn: ({ turns }) => turns.length,
  run: async ({ memory }, { turns }) => ({ results: await memory.observeMany(turns) }),
});

/** Without the parts that only a program needs. */
function briefly(report: DistilReport) {
  const { pass, dryRun, turns, proposals, outcomes, dropped, setAside, usage, stopped, text: told } = report;
  return { pass, dryRun, turns, proposals, outcomes, dropped, setAside, usage, stopped, text: told };
}

const TURN_ID = text("The id of a turn", { max: 64 });

async function distilled({ memory, progress }: Call, options: DistilOptions) {
  const report = await memory.distil(options);
  progress(report.turns, report.turns, "turns");
  return briefly(report);
}

export const distil = operation({
  name: "distil",
  doc: "Makes facts of the turns that wait, or once more of turns that were set aside. A dry run says which.",
  effect: "change",
  idempotent: false,
  roles: OWNER,
  input: {
    session: text("Only the turns of this session. Default: all that wait"),
    turns: listOf(TURN_ID, "Instead: these turns, which were set aside", MAX_TURNS_PER_BATCH),
  },
  example: "distil --dry-run",
  cli: { quiet: false },
  http: { method: "POST", path: "/v1/passes/distil" },
  long: true,
  run: (call, { session, turns }) => distilled(call, { session, turns }),
  dryRun: (call, { session, turns }) => distilled(call, { session, turns, dryRun: true }),
  isFinal: () => false,
});

export const inbox = operation({
  name: "inbox",
  doc: "Shows how many turns wait to be made into facts, what a model was asked for it, and which turns failed.",
  effect: "read",
  idempotent: true,
  roles: OWNER,
  input: {},
  example: "inbox",
  cli: { quiet: false },
  http: { method: "GET", path: "/v1/turns" },
  run: ({ memory }) => memory.inbox(),
});

const PAGE = {
  limit: whole("At most this many. Default: 50", 1, MAX_TURNS_SHOWN),
  after: text("Continue after this: the `next` of the previous answer", { max: 64 }),
};

export const conversations = operation({
  name: "conversations",
  doc: "Lists the conversations in the inbox, those with the latest turn first: how many turns wait, were set aside or are erased, and how many facts were drawn from them.",
  effect: "read",
  idempotent: true,
  roles: OWNER,
  input: PAGE,
  example: "conversations",
  cli: { quiet: false },
  http: { method: "GET", path: "/v1/conversations" },
  async run(call, { limit, after }) {
    const page = await call.memory.conversations({ limit, after });
    return { ...page, ...(await namesOf(call, page.conversations)) };
  },
});

export const conversation = operation({
  name: "conversation",
  doc: "Shows one conversation, turn by turn: who said it, what became of it, and which facts quote it.",
  effect: "read",
  idempotent: true,
  roles: OWNER,
  input: {
    id: required(text("The id of the conversation, as conversations lists it", { max: 64 })),
    ...PAGE,
  },
  example: "conversation $CONVERSATION",
  cli: { args: ["id"], quiet: false },
  http: { method: "GET", path: "/v1/conversations/{id}" },
  async run(call, { id, limit, after }) {
    const found = await call.memory.conversation(id, { limit, after });
    return { ...found, ...(await namesOf(call, [found])) };
  },
});

export const dismissTurns = operation({
  name: "dismiss-turns",
  doc: "Decides that nothing is made of turns that were set aside: these turns, or all of one writer.",
  effect: "change",
  idempotent: false,
  roles: OWNER,
  input: {
    turns: listOf(TURN_ID, "The turns, as review lists them", MAX_SET_ASIDE),
    from: text("Instead: all turns of this writer, the `from` of a group in review"),
    upTo: whole(
      "With from: only what was there when you looked, the `upTo` of the group",
      0,
      Number.MAX_SAFE_INTEGER,
    ),
  },
  example: "dismiss-turns --from own",
  cli: { quiet: false },
  http: { method: "POST", path: "/v1/turns/dismiss" },
  run: ({ memory }, { turns, from, upTo }) => memory.dismissTurns({ turns, from, upTo }),
});

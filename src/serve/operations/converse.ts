/**
 * How do conversations come in through a surface, and who may have them distilled? The host observes, so no model has a
 * tool for it. A turn's role is a claim: its words never have more standing than the caller's voice.
 */
import type { ObserveInput } from "../../converse/observe-input.ts";
import { MAX_OBSERVE_MANY } from "../../limits.ts";
import type { DistilOptions, DistilReport } from "../../memory/distil.ts";
import { json, listOf, required, text } from "../fields.ts";
import { type Call, OWNER, operation, WRITERS } from "./operation.ts";

const TURN_SCHEMA = {
  type: "object",
  required: ["session", "role", "content"],
  properties: {
    session: { type: "string" },
    role: { enum: ["user", "assistant", "tool", "system"] },
    content: {},
    id: { type: "string" },
    at: {},
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
          'A turn, such as {"session":"monday","role":"user","content":"I moved to Bern.","id":"42"}',
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

async function distilled({ memory, progress }: Call, options: DistilOptions) {
  const report = await memory.distil(options);
  progress(report.turns, report.turns, "turns");
  return briefly(report);
}

export const distil = operation({
  name: "distil",
  doc: "Makes facts of the turns that wait. A dry run says which.",
  effect: "change",
  idempotent: false,
  roles: OWNER,
  input: { session: text("Only the turns of this session. Default: all that wait") },
  example: "distil --dry-run",
  cli: { quiet: false },
  http: { method: "POST", path: "/v1/passes/distil" },
  long: true,
  run: (call, { session }) => distilled(call, { session }),
  dryRun: (call, { session }) => distilled(call, { session, dryRun: true }),
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

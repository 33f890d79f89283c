/** How long are facts kept, and what may not be erased? Rules and holds are the owner's, for the whole workspace. */
import { MAX_HELD_FACTS, MAX_RETENTION_DAYS, MAX_TAGS } from "../../limits.ts";
import type { MeantInput } from "../../memory/retention.ts";
import { parseOrigin } from "../../model/origin.ts";
import { SEGMENTS } from "../../model/segment.ts";
import { speakerOf } from "../caller.ts";
import { factId, flag, listOf, oneOf, required, text, whole } from "../fields.ts";
import { originField } from "../origin-text.ts";
import { type Call, OWNER, operation } from "./operation.ts";

const NAME = { name: required(text("What it is called: a-z, 0-9, . _ / -", { max: 40 })) };
const MEANT = {
  segments: listOf(oneOf(SEGMENTS, "A segment"), "Of one of these segments", SEGMENTS.length),
  tags: listOf(text("A tag", { max: 500 }), "With one of these tags", MAX_TAGS),
  sources: listOf(text("A source", { max: 500 }), "From one of these sources", MAX_TAGS),
  classes: listOf(whole("A class", 0, 3), "Of one of these classes", 4),
  whose: originField("In this origin only. Default: in every origin"),
};
const REASON = text("Why, for whoever looks at it later", { max: 500 });
const RULES = { roles: OWNER, scope: "workspace" } as const;
const RUNS = { roles: OWNER, mcp: "manage_memory", long: true } as const;

/** The owner's memory, in the voice of whoever asked. */
function owners({ workspace, caller }: Call) {
  return workspace.memory("owner", speakerOf(caller));
}

function progressOf({ progress }: Call) {
  return { onProgress: (done: number, due: number) => progress(done, due, "facts dealt with") };
}

interface MeantFields extends Omit<MeantInput, "origin" | "classes"> {
  readonly classes?: readonly number[] | undefined;
  readonly whose?: unknown;
}

function meant({ whose, classes, ...given }: MeantFields): MeantInput {
  return {
    ...given,
    classes: classes as MeantInput["classes"],
    ...(whose === undefined ? {} : { origin: parseOrigin(whose) }),
  };
}

export const setRetention = operation({
  ...RULES,
  name: "retention-add",
  doc: "Makes a rule: facts like these are erased for good so many days after they were first told.",
  effect: "change",
  idempotent: true,
  input: {
    ...NAME,
    afterDays: required(whole("Erased so many days after they were first told", 0, MAX_RETENTION_DAYS)),
    ...MEANT,
  },
  example: "retention add old-context --segments context --after-days 90",
  cli: { words: ["retention", "add"], args: ["name"], origin: "whose", quiet: false },
  http: { method: "PUT", path: "/v1/retention/rules/{name}" },
  run: (call, { name, afterDays, ...given }) =>
    owners(call).setRetention(name, { afterDays, ...meant(given) }),
});

export const listRetention = operation({
  ...RULES,
  name: "retention-list",
  doc: "Lists the rules by which facts are erased, and the holds.",
  effect: "read",
  idempotent: true,
  input: {},
  example: "retention list",
  cli: { words: ["retention", "list"], origin: false, quiet: false },
  http: { method: "GET", path: "/v1/retention" },
  mcp: "manage_memory",
  run: (call) => owners(call).retention(),
});

export const testRetention = operation({
  ...RUNS,
  name: "retention-test",
  doc: "Shows what the rules would erase in one origin now, with examples, and what a hold keeps.",
  effect: "read",
  idempotent: true,
  input: { rule: text("Only this rule", { max: 40 }) },
  example: "retention test",
  cli: { words: ["retention", "test"], args: ["rule"], quiet: false },
  http: { method: "GET", path: "/v1/retention/preview" },
  run: (call, { rule }) => call.memory.applyRetention({ rule, preview: true, ...progressOf(call) }),
});

export const runRetention = operation({
  ...RUNS,
  name: "retention-run",
  doc: "Erases for good what the rules describe in one origin. A running server does this by itself, for every origin.",
  effect: "destructive",
  idempotent: true,
  input: {
    rule: text("Only this rule", { max: 40 }),
    preview: flag("Only show what would be erased"),
  },
  example: "retention run --yes",
  cli: { words: ["retention", "run"], args: ["rule"], quiet: false },
  http: { method: "POST", path: "/v1/retention/run" },
  run: (call, { rule, preview = false }) =>
    call.memory.applyRetention({ rule, preview, ...progressOf(call) }),
});

export const removeRetention = operation({
  ...RULES,
  name: "retention-remove",
  doc: "Removes a rule: what it described is kept.",
  effect: "change",
  idempotent: false,
  input: NAME,
  example: "retention remove old",
  cli: { words: ["retention", "remove"], args: ["name"], origin: false, quiet: false },
  http: { method: "DELETE", path: "/v1/retention/rules/{name}" },
  run: (call, { name }) => owners(call).removeRetention(name),
});

export const hold = operation({
  ...RULES,
  name: "retention-hold",
  doc: "Places a hold: nothing like this is erased, by whatever rule or command, until it is released.",
  effect: "change",
  idempotent: false,
  input: {
    ...NAME,
    reason: required(REASON),
    facts: listOf(factId("A fact"), "Only these facts", MAX_HELD_FACTS),
    ...MEANT,
  },
  example: "retention hold case-8 --reason dispute --facts $ID",
  cli: { words: ["retention", "hold"], args: ["name"], origin: "whose", quiet: false },
  http: { method: "POST", path: "/v1/retention/holds" },
  run: (call, { name, reason, facts, ...given }) =>
    owners(call).hold(name, { reason, facts, ...meant(given) }),
});

export const release = operation({
  ...RULES,
  name: "retention-release",
  doc: "Releases a hold: from now on what it described may be erased again.",
  effect: "change",
  idempotent: false,
  input: { ...NAME, reason: required(REASON) },
  example: "retention release case-7 --reason settled",
  cli: { words: ["retention", "release"], args: ["name"], origin: false, quiet: false },
  http: { method: "POST", path: "/v1/retention/holds/{name}/release" },
  run: (call, { name, reason }) => owners(call).release(name, reason),
});

/**
 * How does memory think at night, and what is told of it in the morning? Only the owner may start it or read of it: what a
 * pass changed may be out of others' sight.
 */
import { flag, required, text, time, whole } from "../fields.ts";
import { type Call, OWNER, operation } from "./operation.ts";
import { telling } from "./upkeep.ts";

const PASS = { effect: "change", idempotent: false, roles: OWNER, mcp: "manage_memory", long: true } as const;
const READ = { effect: "read", idempotent: true, roles: OWNER, mcp: "manage_memory" } as const;

const INPUT = {
  maxChanges: whole("Stop after this many changes", 1, 100_000),
  allowLoss: flag("Do not stop when unusually many facts would leave recall"),
};

const withTelling = (call: Call, options: object) => ({ ...options, ...telling(call) });

export const consolidate = operation({
  ...PASS,
  name: "consolidate",
  doc: "Merges facts that a language model finds to say the same, and supersedes those that it finds contradicted, at most every 30 minutes.",
  input: INPUT,
  example: "consolidate --dry-run",
  cli: { quiet: false },
  http: { method: "POST", path: "/v1/passes/consolidate" },
  run: (call, options) => call.memory.consolidate(withTelling(call, options)),
  dryRun: (call, options, onEvents) =>
    call.memory.consolidate({ ...withTelling(call, options), dryRun: true, onEvents }),
});

export const think = operation({
  ...PASS,
  name: "think",
  doc: "Asks a language model which facts to merge, to sum up, to put on cards or to doubt. Each proposal is checked before it is kept.",
  input: {
    ...INPUT,
    synthesise: flag("Also look for facts that belong together and that nothing connects yet"),
  },
  example: "think --dry-run",
  cli: { quiet: false },
  http: { method: "POST", path: "/v1/passes/think" },
  run: (call, { synthesise, ...options }) =>
    call.memory.think({ ...withTelling(call, options), stages: { synthesise } }),
  dryRun: (call, { synthesise, ...options }, onEvents) =>
    call.memory.think({ ...withTelling(call, options), stages: { synthesise }, dryRun: true, onEvents }),
});

export const night = operation({
  ...PASS,
  name: "night",
  doc: "Runs all the maintenance of a night now, step by step, and tells what each step did.",
  input: INPUT,
  example: "night --dry-run",
  cli: { quiet: false },
  http: { method: "POST", path: "/v1/passes/night" },
  run: (call, options) => call.memory.night(withTelling(call, options)),
  dryRun: (call, options, onEvents) =>
    call.memory.night({ ...withTelling(call, options), dryRun: true, onEvents }),
});

export const morning = operation({
  ...READ,
  name: "morning",
  doc: "Tells what the last night did (confirmed, merged, bridged, doubted, faded) and what waits for you.",
  input: { since: time("Since when. Default: 24 hours ago") },
  example: "morning",
  cli: { quiet: false },
  http: { method: "GET", path: "/v1/morning" },
  run: ({ memory }, { since }) => memory.morning({ since }),
});

export const card = operation({
  ...READ,
  name: "card",
  doc: "Shows who or what somebody is, in a few sentences with the facts they stand on, and how they were made.",
  input: { name: required(text("A name", { max: 200 })) },
  example: 'card "Anna Schmidt"',
  cli: { args: ["name"], quiet: false },
  http: { method: "GET", path: "/v1/cards/{name}" },
  async run({ memory }, { name }) {
    return (await memory.card(name)) ?? { name, cards: [] };
  },
});

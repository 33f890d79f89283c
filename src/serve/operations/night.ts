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
  allowLoss: flag("Let it take as much out of recall as it finds, after it stopped because of that"),
};

const withTelling = (call: Call, options: object) => ({ ...options, ...telling(call) });

export const consolidate = operation({
  ...PASS,
  name: "consolidate",
  doc: "Merges and supersedes facts that a language model tells to be the same or contradicted, at most every 30 minutes.",
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
  doc: "Merges, sums up, writes cards and doubts old beliefs with a language model; code decides.",
  input: { ...INPUT, synthesise: flag("Also look for bridges between what nobody has joined") },
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
  doc: "Runs the seven steps of a night, and tells what they did.",
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

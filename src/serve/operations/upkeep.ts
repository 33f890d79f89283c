/**
 * How is memory kept in order, by hand and by passes? Only the owner may change anything here, and what a pass did can
 * be undone. Deciding a contradiction is a person's act, like an endorsement, so no agent has a tool for it.
 */
import { withoutCounts } from "../../govern/overview.ts";
import { PRUNE_GRACE_DAYS } from "../../lifecycle/immunity.ts";
import type { PassReport } from "../../passes/pass.ts";
import { flag, number, oneOf, required, text, whole } from "../fields.ts";
import { checkOwn, ID } from "./facts.ts";
import { type Call, OWNER, operation, WATCHERS, WRITERS } from "./operation.ts";

const CHANGE = { effect: "change", idempotent: false, roles: OWNER } as const;

/** Reports a pass's progress. The total is unknown: nobody knows beforehand how many facts the pass will look at. */
export function telling({ progress }: Call) {
  return {
    onProgress: (looked: number, changed: number) =>
      progress(looked, undefined, `looked at, ${changed} changes`),
  };
}

function reading({ progress }: Call) {
  return { onProgress: (read: number, events: number) => progress(read, events, "events read") };
}

export const feedback = operation({
  ...CHANGE,
  roles: WRITERS,
  name: "feedback",
  doc: "Records that a fact helped or did not help: it ranks higher, or fades sooner. An agent may rate what it wrote itself.",
  input: { id: ID, signal: required(oneOf(["up", "down"], "up: the fact helped; down: it did not")) },
  example: "feedback $ID up",
  cli: { args: ["id", "signal"] },
  http: { method: "POST", path: "/v1/memories/{id}/feedback" },
  mcp: "manage_memory",
  async run(call, { id, signal }) {
    await checkOwn(call, id, "rate");
    return await call.memory.feedback(id, signal);
  },
});

export const promote = operation({
  ...CHANGE,
  name: "promote",
  doc: "Moves a fact to a layer that fades more slowly.",
  input: { id: ID },
  example: "promote $ID",
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/memories/{id}/promote" },
  mcp: "manage_memory",
  run: ({ memory }, { id }) => memory.promote(id),
});

export const demote = operation({
  ...CHANGE,
  name: "demote",
  doc: "Moves a fact to a layer that fades sooner.",
  input: { id: ID },
  example: "demote $ID",
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/memories/{id}/demote" },
  mcp: "manage_memory",
  run: ({ memory }, { id }) => memory.demote(id),
});

export const suppress = operation({
  ...CHANGE,
  idempotent: true,
  name: "suppress",
  doc: "Takes a fact out of ranking; it can still be looked up.",
  input: { id: ID },
  example: "suppress $ID",
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/memories/{id}/suppress" },
  mcp: "manage_memory",
  run: ({ memory }, { id }) => memory.suppress(id),
});

export const unsuppress = operation({
  ...CHANGE,
  idempotent: true,
  name: "unsuppress",
  doc: "Puts a fact back into ranking.",
  input: { id: ID },
  example: "unsuppress $ID",
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/memories/{id}/unsuppress" },
  mcp: "manage_memory",
  run: ({ memory }, { id }) => memory.unsuppress(id),
});

export const sweep = operation({
  ...CHANGE,
  name: "sweep",
  doc: "Archives, prunes and promotes the facts that are due under the policy.",
  input: {
    graceDays: number("Days until the text of a pruned fact is erased. Default: 30", 0, 36_500),
    maxChanges: whole("Stop after this many changes", 1, 100_000),
  },
  example: "sweep --dry-run",
  cli: {},
  http: { method: "POST", path: "/v1/passes/sweep" },
  mcp: "manage_memory",
  long: true,
  run: (call, options) => call.memory.sweep({ ...options, ...telling(call) }),
  dryRun: (call, options, onEvents) =>
    call.memory.sweep({ ...options, ...telling(call), dryRun: true, onEvents }),
  // Within the grace period everything can be restored. A sweep that erases, or shortens the grace period, is final.
  isFinal: ({ graceDays = PRUNE_GRACE_DAYS }, wouldDo) =>
    graceDays < PRUNE_GRACE_DAYS || "erased" in (wouldDo as PassReport).counts,
});

export const dream = operation({
  ...CHANGE,
  name: "dream",
  doc: "Confirms facts that were said often, merges duplicates, links related facts and archives noise.",
  input: {
    confirmAfter: whole("Independent assertions after which a fact is confirmed. Default: 3", 1, 1_000),
    evictAfterDays: number("Younger facts are not archived as noise. Default: 30", 0, 36_500),
    evictBelow: number("Facts below this score are archived as noise. Default: 0.05", 0, 1),
    maxChanges: whole("Stop after this many changes", 1, 100_000),
    allowLoss: flag("Do not stop when unusually many facts would leave recall"),
  },
  example: "dream --dry-run",
  cli: {},
  http: { method: "POST", path: "/v1/passes/dream" },
  mcp: "manage_memory",
  long: true,
  run: (call, options) => call.memory.dream({ ...options, ...telling(call) }),
  dryRun: (call, options, onEvents) =>
    call.memory.dream({ ...options, ...telling(call), dryRun: true, onEvents }),
});

export const passes = operation({
  name: "passes",
  doc: "Lists maintenance runs, latest first.",
  effect: "read",
  readThread: "if-busy",
  idempotent: true,
  roles: WATCHERS,
  input: {},
  example: "passes",
  cli: {},
  http: { method: "GET", path: "/v1/passes" },
  mcp: "manage_memory",
  async run({ caller, memory }) {
    const passes = await memory.passes();
    return { passes: caller.role === "owner" ? passes : passes.map(withoutCounts) };
  },
});

export const undo = operation({
  ...CHANGE,
  name: "undo",
  doc: "Undoes a maintenance run fact by fact, and names the facts that somebody changed since.",
  input: {
    id: required(text("The run's id", { max: 64 })),
    cascade: flag("Also undo later runs that stand in the way"),
  },
  example: "undo $PASS",
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/passes/{id}/undo" },
  mcp: "manage_memory",
  long: true,
  run: (call, { id, cascade }) => call.memory.undo(id, { cascade, ...reading(call) }),
  dryRun: (call, { id, cascade }, onEvents) =>
    call.memory.undo(id, { cascade, ...reading(call), dryRun: true, onEvents }),
});

/**
 * Which operations are there? All of them, in the order in which `tideline --help` shows them.
 */
import { add, addMany, correct } from "./add.ts";
import { archive, endorse, link, pin, purge, restore, revise, unpin } from "./changes.ts";
import { conversation, conversations, dismissTurns, distil, inbox, observe } from "./converse.ts";
import { forget, shred } from "./erase.ts";
import { events } from "./events.ts";
import { get, history, inspect, list } from "./facts.ts";
import {
  createToken,
  exportMemory,
  forgetOrigin,
  importMemory,
  listTokens,
  origins,
  policy,
  revokeToken,
  setPolicy,
  stats,
  verify,
} from "./govern.ts";
import { ageing, forecast, graph, overview, pass } from "./insight.ts";
import { card, consolidate, morning, night, think } from "./night.ts";
import type { McpTool, Operation } from "./operation.ts";
import { context, explain, profile, read, recall, replay } from "./recall.ts";
import {
  hold,
  listRetention,
  release,
  removeRetention,
  runRetention,
  setRetention,
  testRetention,
} from "./retention.ts";
import { contradictions, dismiss, resolve, review } from "./review.ts";
import { demote, dream, feedback, passes, promote, suppress, sweep, undo, unsuppress } from "./upkeep.ts";
import { whoami } from "./whoami.ts";

/** Grouped by what somebody wants to do. */
export const GROUPS: Readonly<Record<string, readonly Operation[]>> = {
  "Remember and recall": [add, addMany, recall, profile, context, explain, replay, read],
  Conversations: [observe, distil, inbox, conversations, conversation, dismissTurns],
  "Look at memory": [overview, get, list, inspect, history, card, ageing, forecast, graph, review],
  "Change a fact": [
    ...[correct, revise, archive, restore, pin, unpin, promote, demote],
    ...[feedback, suppress, unsuppress, endorse, link, purge],
  ],
  "Maintain memory": [
    ...[night, morning, dream, sweep, consolidate, think, passes, pass, undo],
    ...[contradictions, resolve, dismiss],
  ],
  "Audit, export and settings": [
    exportMemory,
    importMemory,
    stats,
    events,
    verify,
    origins,
    forgetOrigin,
    shred,
    forget,
    policy,
    setPolicy,
  ],
  "How long facts are kept": [
    ...[setRetention, listRetention, testRetention, runRetention, removeRetention],
    ...[hold, release],
  ],
  "Give access": [createToken, listTokens, revokeToken, whoami],
};

export const OPERATIONS: readonly Operation[] = Object.values(GROUPS).flat();

export function operationsOf(tool: McpTool): readonly Operation[] {
  return OPERATIONS.filter((one) => one.mcp === tool);
}

/** How does the owner's agent get to manage memory: with one tool, or with three that a client can allow apart? */
export const TOOL_SETS = ["one", "split"] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

/** Every tool, in the order in which a client lists them. */
export const TOOL_NAMES = [
  ...(["write_memory", "recall_memory", "read_memory", "amend_memory"] as const),
  ...(["manage_memory", "look_memory", "change_memory", "erase_memory"] as const),
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

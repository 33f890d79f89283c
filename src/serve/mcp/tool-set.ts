/** How does the owner's agent get to manage memory: with one tool, or with three that a client can allow apart? */
export const TOOL_SETS = ["one", "split"] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

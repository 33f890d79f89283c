/** What does the server need from MCP? A handler for requests to `/mcp`, loaded when the first one comes. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Listening } from "./streams.ts";

export interface McpHandler {
  handle(request: IncomingMessage, response: ServerResponse, who: Omit<Listening, "end">): Promise<void>;
  readonly sessions: number;
  close(): Promise<void>;
}

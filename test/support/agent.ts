// An agent that writes into the owner's memory, by each of its doors.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import { plainMemoryTools } from "../../src/ai.ts";
import { Tideline } from "../../src/index.ts";
import type { Fact } from "../../src/model/fact.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { childPath } from "./child.ts";
import { startServer, tokenFor } from "./serve.ts";

export type Fields = Record<string, unknown>;
export interface Answer {
  readonly outcome?: string;
  readonly note?: string;
  readonly fact?: Partial<Fact>;
  readonly code?: string;
}
export type Write = (fields: Fields) => Promise<Answer>;

export async function byMcp(client: Client): Promise<Write> {
  onTestFinished(() => client.close());
  return async (fields) => {
    const { content } = await client.callTool({ name: "write_memory", arguments: fields });
    const [first] = content as { text: string }[];
    const answer = JSON.parse(first?.text ?? "{}");
    return answer.error ?? answer;
  };
}

export async function served(
  dir: string,
  write: (url: string, token: string) => Promise<Write>,
): Promise<Write> {
  const workspace = Workspace.open(dir);
  onTestFinished(() => workspace.close());
  const server = await startServer(workspace);
  return await write(server.url, await tokenFor(workspace, "agent"));
}

export async function byHttp(url: string, token: string): Promise<Write> {
  return async (fields) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/v1/memories`, {
      method: "POST",
      headers,
      body: JSON.stringify(fields),
    });
    return (await answer.json()) as Answer;
  };
}

export async function byMcpOverHttp(url: string, token: string): Promise<Write> {
  const client = new Client({ name: "Claude Code!", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }) as never);
  return await byMcp(client);
}

export async function byMcpOnStdio(dir: string): Promise<Write> {
  const client = new Client({ name: "test", version: "1" });
  const args = [childPath("tideline"), "mcp", "--dir", dir];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  return await byMcp(client);
}

export async function byTools(dir: string): Promise<Write> {
  const memory = Tideline.open(dir);
  onTestFinished(() => memory.close());
  const tool = plainMemoryTools(memory).find(({ name }) => name === "write_memory");
  return async (fields) => {
    const answer = (await tool?.execute(fields)) as Answer & { readonly error?: Answer };
    return answer.error ?? answer;
  };
}

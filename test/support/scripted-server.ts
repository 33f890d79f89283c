/**
 * What do the doubles of services have in common? A real HTTP server on loopback that notes each request and answers as
 * a script says, once for each entry, and otherwise as it always does.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked<Body> {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Body;
}

/** Answers one request. */
export type Answering<Body> = (request: Asked<Body>, response: ServerResponse) => void;

export abstract class ScriptedServer<Body> {
  readonly requests: Asked<Body>[] = [];
  /** Taken one by one, for one request each. */
  readonly script: Answering<Body>[] = [];
  /** For every request that the script has nothing for. */
  abstract always: Answering<Body>;
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  protected async listen(): Promise<this> {
    await new Promise<void>((ready) => this.server.listen(0, "127.0.0.1", ready));
    return this;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as Body;
    const asked = { path: request.url ?? "", headers: request.headers, body };
    this.requests.push(asked);
    (this.script.shift() ?? this.always)(asked, response);
  }
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

export function fails(status: number, error: unknown = { message: "no" }, headers = {}) {
  return (_request: unknown, response: ServerResponse): void => json(response, status, { error }, headers);
}

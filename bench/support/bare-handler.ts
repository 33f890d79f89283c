/** What many people build instead of a memory: a handler of `node:http` that adds a note and finds notes. */
import { createServer } from "node:http";

export interface Notes {
  /** `origin`: as in the query of the address; undefined for the owner's. */
  add(content: string, origin: string | undefined): Promise<void> | void;
  /** The text of the answer. */
  recall(query: string, origin: string | undefined): Promise<string> | string;
  close(): Promise<void> | void;
}

export async function serveBare(notes: Notes) {
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on("data", (chunk: Buffer) => chunks.push(chunk));
    asked.on("end", async () => {
      const { content = "", query = "" } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
        readonly content?: string;
        readonly query?: string;
      };
      const { pathname, searchParams } = new URL(asked.url ?? "/", "http://localhost");
      const origin = searchParams.get("origin") ?? undefined;
      const isAdd = pathname === "/v1/memories";
      if (isAdd) await notes.add(content, origin);
      const text = isAdd ? '{"outcome":"added"}' : await notes.recall(query, origin);
      answer.writeHead(200, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      });
      answer.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await notes.close();
  };
  return { port: typeof address === "object" && address !== null ? address.port : 0, close };
}

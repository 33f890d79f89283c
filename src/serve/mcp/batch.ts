/**
 * When may one POST hold several JSON-RPC messages, and how are they answered?
 *
 * Only protocol version 2025-03-26 has such batches; the next version removed them. A batch must not be a way around
 * the limits on single requests. So its messages are counted as requests of their own, and they run one after another:
 * each waits for its place in the line once the one before is answered, and other callers come in between.
 */
import { setImmediate as round } from "node:timers/promises";
import { MAX_MCP_BATCH } from "../../limits.ts";
import type { Caller } from "../caller.ts";
import type { Shares } from "../http/shares.ts";

const VERSION_WITH_BATCHES = "2025-03-26";
/** JSON-RPC's code for a message that is not a valid request. */
const INVALID_REQUEST = -32600;

/** Does this message begin a session of the protocol version that has batches? */
export function asksForBatches(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  const { protocolVersion } = (params ?? {}) as { readonly protocolVersion?: unknown };
  return method === "initialize" && protocolVersion === VERSION_WITH_BATCHES;
}

/** Why this batch is not answered, or undefined if it is. */
export function refusalOf(batch: readonly unknown[], mayBatch: boolean): Response | undefined {
  if (!mayBatch)
    return refusal(
      `Only sessions of protocol version ${VERSION_WITH_BATCHES} may send several messages in one POST. Send one message per POST.`,
    );
  if (batch.length === 0) return refusal("The batch is empty. Send at least one message.");
  if (batch.length > MAX_MCP_BATCH)
    return refusal(
      `A batch may hold at most ${MAX_MCP_BATCH} messages, not ${batch.length}. Send it in parts, or one message per POST.`,
    );
  return undefined;
}

function refusal(message: string): Response {
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code: INVALID_REQUEST, message } },
    { status: 400 },
  );
}

/** Answers the messages in turn. Stops early if nobody waits for the answer any more. */
export async function answerInTurn(
  batch: readonly unknown[],
  answerOne: (message: unknown) => Promise<Response>,
  {
    caller,
    shares,
    signal,
  }: { readonly caller: Caller; readonly shares: Shares; readonly signal: AbortSignal },
): Promise<Response> {
  // The request itself has been counted once.
  for (let i = 1; i < batch.length; i++) shares.rate.take(caller.name);
  const answers: unknown[] = [];
  let last = new Response(null, { status: 202 });
  for (const message of batch) {
    // Requests that have arrived meanwhile come first, also if there is no line.
    await round();
    await shares.line.admitted(caller);
    if (signal.aborted) break;
    last = await answerOne(message);
    if (last.status !== 202) answers.push(await last.json());
  }
  if (answers.length === 0) return last;
  return Response.json(answers.length === 1 ? answers[0] : answers, { headers: sessionHeader(last) });
}

function sessionHeader({ headers }: Response): Record<string, string> {
  const id = headers.get("mcp-session-id");
  return id === null ? {} : { "mcp-session-id": id };
}

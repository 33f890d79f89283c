/**
 * Which parts of memory can a client open by URI? The profile, facts, and the graph of them; through the same operations, with the
 * same checks, as everything else.
 */
import { cutAt, textOf } from "../../context/line.ts";
import { TidelineError } from "../../errors.ts";
import type { Fact } from "../../model/fact.ts";
import type { Caller } from "../caller.ts";
import { get, list } from "../operations/facts.ts";
import { graph } from "../operations/insight.ts";
import { profile } from "../operations/recall.ts";
import { runOperation } from "../run.ts";
import type { Workspace } from "../workspace.ts";
import { shorten, WITHHELD } from "./shorten.ts";

const FACTS = "tideline://facts/";
const GRAPH = "tideline://graph";
const PROFILE = "tideline://profile";
const PAGE = 100;
const MAX_TITLE_CHARS = 80;
/** A client takes a resource whole, into one message, and the official ones end the connection over 10 MiB. What is
 * counted is the text as it stands in that message, escaped once more; the rest of the message is small. */
const MAX_RESOURCE_BYTES = 8 * 1024 * 1024 - 64 * 1024;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${FACTS}{id}`,
    name: "fact",
    title: "One fact",
    description: "A fact by its id.",
    mimeType: "application/json",
  },
] as const;

export async function listResources(workspace: Workspace, caller: Caller, cursor: string | undefined) {
  const input = { limit: PAGE, ...(cursor === undefined ? {} : { after: cursor }) };
  const { facts, next } = (await runOperation(workspace, caller, list, input)) as {
    facts: readonly Fact[];
    next?: string;
  };
  const first = cursor === undefined && graph.roles.includes(caller.role);
  return {
    resources: [
      ...(cursor === undefined
        ? [
            {
              uri: PROFILE,
              name: "profile",
              title: "Who the user is, and what always holds",
              description: "A block for a prompt: standing instructions, safety, preferences, people.",
              mimeType: "text/plain",
            },
          ]
        : []),
      ...(first
        ? [{ uri: GRAPH, name: "graph", title: "The graph of facts", mimeType: "application/json" }]
        : []),
      ...facts.map((fact) => ({
        uri: `${FACTS}${fact.id}`,
        name: fact.id,
        title: fact.quarantined ? WITHHELD : cutAt(textOf(fact), MAX_TITLE_CHARS),
        mimeType: "application/json",
      })),
    ],
    ...(next === undefined ? {} : { nextCursor: next }),
  };
}

export async function readResource(workspace: Workspace, caller: Caller, uri: string) {
  if (uri === PROFILE) {
    const { text } = (await runOperation(workspace, caller, profile, {})) as { readonly text: string };
    return { contents: [{ uri, mimeType: "text/plain", text }] };
  }
  const text = JSON.stringify(await answerFor(workspace, caller, uri));
  const bytes = Buffer.byteLength(JSON.stringify(text));
  if (bytes > MAX_RESOURCE_BYTES)
    throw new TidelineError(
      "request-too-large",
      `${uri.slice(0, 100)} has ${bytes} bytes, but a client accepts at most ${MAX_RESOURCE_BYTES}. Use tideline graph on the command line, or GET /v1/graph.`,
    );
  return { contents: [{ uri, mimeType: "application/json", text }] };
}

async function answerFor(workspace: Workspace, caller: Caller, uri: string): Promise<unknown> {
  if (uri === GRAPH) return shorten(await runOperation(workspace, caller, graph, {}), true);
  if (uri.startsWith(FACTS))
    return shorten(await runOperation(workspace, caller, get, { id: uri.slice(FACTS.length) }));
  throw new TidelineError(
    "no-such-operation",
    `There is no resource ${uri.slice(0, 100)}. The resources are ${PROFILE}, ${FACTS}{id} and ${GRAPH}.`,
  );
}

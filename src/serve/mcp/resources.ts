/**
 * Which parts of memory can a client open by URI? The profile, facts, and the graph of them; through the same operations, with the
 * same checks, as everything else.
 */
import { cutAt, textOf } from "../../context/line.ts";
import { TidelineError } from "../../errors.ts";
import { badArgument } from "../../model/arguments.ts";
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
const GRAPH_AFTER = `${GRAPH}?after=`;
const PROFILE = "tideline://profile";
const PAGE = 100;
const MAX_TITLE_CHARS = 80;
/** Nodes on one page of the graph: a model reads them all. */
const GRAPH_PAGE = 50;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${FACTS}{id}`,
    name: "fact",
    title: "One fact",
    description: "A fact by its id.",
    mimeType: "application/json",
  },
  {
    uriTemplate: `${GRAPH}{?after}`,
    name: "graph-page",
    title: "A page of the graph of facts",
    description: `The next ${GRAPH_PAGE} nodes after a node, with the edges to all nodes before them. The next of a page names that node.`,
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
        ? [
            {
              uri: GRAPH,
              name: "graph",
              title: "The graph of facts, first page",
              mimeType: "application/json",
            },
          ]
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
  return { contents: [{ uri, mimeType: "application/json", text }] };
}

async function answerFor(workspace: Workspace, caller: Caller, uri: string): Promise<unknown> {
  if (uri === GRAPH || uri.startsWith(GRAPH_AFTER)) {
    const after = uri === GRAPH ? {} : { after: decoded(uri.slice(GRAPH_AFTER.length)) };
    const page = await runOperation(workspace, caller, graph, { limit: GRAPH_PAGE, ...after });
    return shorten(page, { isForeign: true });
  }
  if (uri.startsWith(FACTS))
    return shorten(await runOperation(workspace, caller, get, { id: uri.slice(FACTS.length) }));
  throw new TidelineError(
    "no-such-operation",
    `There is no resource ${uri.slice(0, 100)}. The resources are ${PROFILE}, ${FACTS}{id} and ${GRAPH}{?after}.`,
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badArgument("after in the URI is not well-formed");
  }
}

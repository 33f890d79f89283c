/**
 * What does memory look like from above? Its graph, its state at a glance, and how one fact ages.
 *
 * Nothing here changes memory or counts as a use. Quarantined facts are in no graph; facts out of use are in the
 * owner's graph only.
 */
import {
  type MemoryGraph,
  memoryGraphOf,
  type ParsedGraphOptions,
  toGraphML,
} from "../../govern/graph-export.ts";
import { overviewAmong } from "../../govern/overview.ts";
import { entitiesIn } from "../../indexes/names/entities-in.ts";
import { MAX_LIST } from "../../limits.ts";
import { badArgument } from "../../model/arguments.ts";
import { number, oneOf, required, text, time, whole } from "../fields.ts";
import { ID, notOutOfUse, visibleFacts } from "./facts.ts";
import { type Call, EVERYBODY, OWNER, operation, WATCHERS } from "./operation.ts";

export const GRAPH_FORMATS = ["json", "graphml"] as const;

export const graph = operation({
  name: "graph",
  doc: "Shows memory as a graph: facts, the people and things they name, typed edges and clusters.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: EVERYBODY,
  input: {
    format: oneOf(GRAPH_FORMATS, "The output format; graph tools read graphml. Default: json"),
    asOf: time("Only what was true at this time"),
    knownAt: time("Only what was known at this time. For the owner only, and slow: the log is replayed"),
    limit: whole("At most so many nodes, with the edges to all nodes before them. Default: all", 1, MAX_LIST),
    after: text("Continue after this node: the `next` of the previous answer", { max: 256 }),
  },
  example: "graph --format graphml",
  cli: {},
  http: { method: "GET", path: "/v1/graph", answers: "application/graphml+xml" },
  mcp: "manage_memory",
  long: true,
  async run(
    call,
    { format = "json", limit, after, ...when },
  ): Promise<GraphPage | { readonly text: string }> {
    const isPaged = limit !== undefined || after !== undefined;
    if (isPaged && format === "graphml")
      throw badArgument("limit and after are for json: a graphml file is the whole graph");
    const found = await graphFor(call, when);
    if (format === "graphml") return { text: toGraphML(found) };
    return isPaged ? pageOf(found, limit ?? MAX_LIST, after) : found;
  },
});

/** The graph, or a page of it. */
interface GraphPage extends MemoryGraph {
  /** Pass it as `after` for the next page. */
  readonly next?: string;
}

/** A page of nodes. Each edge is on one page: the one on which the second of its two nodes is. */
function pageOf(found: MemoryGraph, limit: number, after: string | undefined): GraphPage {
  const place = new Map(found.nodes.map(({ id }, i) => [id, i]));
  const last = after === undefined ? -1 : place.get(after);
  if (last === undefined)
    throw badArgument(
      `after must be a node of this graph, and ${after?.slice(0, 64)} is not: begin again without it`,
    );
  const nodes = found.nodes.slice(last + 1, last + 1 + limit);
  const end = last + nodes.length;
  const edges = found.edges.filter(({ from, to }) => {
    const second = Math.max(place.get(from) ?? 0, place.get(to) ?? 0);
    return second > last && second <= end;
  });
  const isMore = end + 1 < found.nodes.length;
  const clusters = after === undefined ? found.clusters.slice(0, limit) : [];
  return { ...found, nodes, edges, clusters, ...(isMore ? { next: nodes.at(-1)?.id ?? "" } : {}) };
}

async function graphFor(
  call: Call,
  when: Pick<ParsedGraphOptions, "asOf" | "knownAt">,
): Promise<MemoryGraph> {
  const { caller, memory, progress: onProgress } = call;
  if (caller.role === "owner") return await memory.graph({ ...when, onProgress });
  if (when.knownAt !== undefined) throw notOutOfUse();
  // Drawn from these facts only: clusters and entity names would reveal the others.
  const facts = await visibleFacts(call);
  return memoryGraphOf(
    { facts, entities: entitiesIn(facts), takenAt: () => undefined, onProgress },
    when.asOf,
  );
}

export const overview = operation({
  name: "overview",
  doc: "Shows the state of memory: facts by segment and state, what faded recently and why, what was refused, and which maintenance is due.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: WATCHERS,
  input: { days: number("How many days count as recent. Default: 7", 0.01, 3_650) },
  example: "overview",
  cli: { quiet: false },
  http: { method: "GET", path: "/v1/overview" },
  mcp: "manage_memory",
  async run(call, { days }) {
    const { caller, memory, origin, workspace } = call;
    const all = await memory.overview({ days });
    const seen =
      caller.role === "owner" ? all : overviewAmong(await visibleFacts(call, { lifecycle: "any" }), all);
    const upkeep = await workspace.upkeep(origin);
    return upkeep === undefined ? seen : { ...seen, upkeep };
  },
});

export const ageing = operation({
  name: "ageing",
  doc: "Shows how a fact has faded and will fade under each policy, and when it is expected to drop out of recall.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: WATCHERS,
  input: {
    id: ID,
    days: number(
      "How many days to look ahead. Default: until a while after the last expected change",
      1,
      3_650,
    ),
  },
  example: "ageing $ID",
  cli: { args: ["id"] },
  http: { method: "GET", path: "/v1/memories/{id}/ageing" },
  mcp: "manage_memory",
  run: ({ memory }, { id, days }) => memory.ageing(id, { days }),
});

export const forecast = operation({
  name: "forecast",
  doc: "Shows which facts leave within the next days, and by which rule, unless they are used; and what is kept, and why.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: OWNER,
  input: { days: whole("How many days to look ahead. Default: 30", 1, 365) },
  example: "forecast --days 30",
  cli: { quiet: false },
  http: { method: "GET", path: "/v1/forecast" },
  mcp: "manage_memory",
  run: ({ memory }, { days }) => memory.forecast({ days }),
});

export const pass = operation({
  name: "pass",
  doc: "Shows what one maintenance run changed, fact by fact.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: OWNER,
  input: { id: required(text("The run's id", { max: 64 })) },
  example: "pass $PASS",
  cli: { args: ["id"] },
  http: { method: "GET", path: "/v1/passes/{id}" },
  mcp: "manage_memory",
  run: ({ memory }, { id }) => memory.pass(id),
});

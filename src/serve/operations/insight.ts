/**
 * What does memory look like from above? Its graph, its state at a glance, and how one fact ages.
 *
 * Nothing here counts as a use of a fact, and nothing changes. What is quarantined is in no graph; only the owner is
 * told of it.
 */
import { toGraphML } from "../../govern/graph-export.ts";
import { oneOf, time } from "../fields.ts";
import { EVERYBODY, operation } from "./operation.ts";

export const GRAPH_FORMATS = ["json", "graphml"] as const;

export const graph = operation({
  name: "graph",
  doc: "Shows memory as a graph: facts, what they name, typed edges and clusters.",
  effect: "read",
  idempotent: true,
  roles: EVERYBODY,
  input: {
    format: oneOf(GRAPH_FORMATS, "graphml is for graph tools. Default: json"),
    asOf: time("Only what was true then"),
    knownAt: time("As it was known then: slow, by replay of the log"),
  },
  example: "graph --format graphml",
  cli: {},
  http: { method: "GET", path: "/v1/graph", answers: "application/graphml+xml" },
  mcp: "manage_memory",
  long: true,
  async run({ memory }, { format = "json", ...when }) {
    const found = await memory.graph(when);
    return format === "graphml" ? { text: toGraphML(found) } : found;
  },
});

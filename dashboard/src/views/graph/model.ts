// What is to be drawn? The graph as columns of numbers, which a graphics card and a layout can use as they are.
import type { GraphEdge, MemoryGraph } from "brigade-tideline";

export const EDGE_KINDS = [
  "names",
  "relates",
  "supports",
  "derived_from",
  "supersedes",
  "transition",
  "corrects",
  "contradicts",
] as const satisfies readonly GraphEdge["kind"][];

export const COLOURINGS = ["segment", "trust", "state"] as const;
export type Colouring = (typeof COLOURINGS)[number];

/** The names of CSS variables; the colour of a node or edge is an index into this list. */
export const PALETTE = [
  "--identity",
  "--preference",
  "--correction",
  "--relationship",
  "--project",
  "--knowledge",
  "--context",
  "--ink",
  "--accent",
  "--good",
  "--faded",
  "--bad",
  "--replaced",
  "--line-strong",
  "--muted",
] as const;
const colour = (name: (typeof PALETTE)[number]): number => PALETTE.indexOf(name);

const SEGMENT_COLOURS: Readonly<Record<string, number>> = {
  identity: colour("--identity"),
  preference: colour("--preference"),
  correction: colour("--correction"),
  relationship: colour("--relationship"),
  project: colour("--project"),
  knowledge: colour("--knowledge"),
  context: colour("--context"),
};
const ENTITY_COLOUR = colour("--ink");
const TRUST_COLOURS = [colour("--bad"), colour("--faded"), colour("--knowledge"), colour("--accent")];

export const EDGE_COLOURS: Readonly<Record<GraphEdge["kind"], number>> = {
  names: colour("--replaced"),
  relates: colour("--muted"),
  supports: colour("--good"),
  derived_from: colour("--identity"),
  supersedes: colour("--accent"),
  transition: colour("--faded"),
  corrects: colour("--correction"),
  contradicts: colour("--bad"),
};

export interface Cluster {
  readonly id: string;
  readonly label: string;
  readonly members: readonly number[];
}

const DAY_MS = 86_400_000;
/** In days; later than any slider reaches. */
const NEVER = 1e6;

export class GraphModel {
  readonly graph: MemoryGraph;
  readonly index: ReadonlyMap<string, number>;
  readonly count: number;
  readonly isEntity: Uint8Array;
  readonly degree: Uint16Array;
  readonly size: Float32Array;
  /** When each node appeared and ended, in days since `begin`. */
  readonly born: Float32Array;
  readonly gone: Float32Array;
  readonly edges: Uint32Array;
  readonly edgeKinds: Uint8Array;
  readonly clusterOf: Int32Array;
  readonly clusters: readonly Cluster[];
  readonly begin: number;
  readonly neighbours: readonly (readonly number[])[];

  constructor(graph: MemoryGraph) {
    this.graph = graph;
    this.count = graph.nodes.length;
    this.index = new Map(graph.nodes.map((node, i) => [node.id, i]));
    this.begin = graph.nodes.reduce((least, node) => Math.min(least, node.since), Date.now());
    this.isEntity = Uint8Array.from(graph.nodes, (node) => (node.type === "entity" ? 1 : 0));
    this.born = Float32Array.from(graph.nodes, (node) => this.dayOf(node.since));
    this.gone = Float32Array.from(graph.nodes, (node) =>
      node.until === undefined ? NEVER : this.dayOf(node.until),
    );
    const kept = graph.edges.filter((edge) => this.index.has(edge.from) && this.index.has(edge.to));
    this.edges = Uint32Array.from(
      kept.flatMap((edge) => [this.index.get(edge.from) ?? 0, this.index.get(edge.to) ?? 0]),
    );
    this.edgeKinds = Uint8Array.from(kept, (edge) => EDGE_KINDS.indexOf(edge.kind));
    const neighbours: number[][] = graph.nodes.map(() => []);
    for (let e = 0; e < kept.length; e++) {
      const [from, to] = [this.edges[e * 2] as number, this.edges[e * 2 + 1] as number];
      neighbours[from]?.push(to);
      neighbours[to]?.push(from);
    }
    this.neighbours = neighbours;
    this.degree = Uint16Array.from(neighbours, (list) => list.length);
    this.size = Float32Array.from(this.degree, (degree) => 5 + 2 * Math.sqrt(Math.min(degree, 60)));
    const places = new Map(graph.clusters.map((cluster, i) => [cluster.id, i]));
    this.clusterOf = Int32Array.from(graph.nodes, (node) => places.get(node.cluster) ?? -1);
    const members: number[][] = graph.clusters.map(() => []);
    for (let node = 0; node < this.count; node++) members[this.clusterOf[node] as number]?.push(node);
    this.clusters = graph.clusters.map(({ id, label }, i) => ({ id, label, members: members[i] ?? [] }));
  }

  dayOf(at: number): number {
    return (at - this.begin) / DAY_MS;
  }

  timeOf(day: number): number {
    return this.begin + day * DAY_MS;
  }

  colours(by: Colouring): Uint8Array {
    return Uint8Array.from(this.graph.nodes, (node) => {
      if (node.type === "entity") return ENTITY_COLOUR;
      if (by === "segment") return SEGMENT_COLOURS[node.group] ?? colour("--context");
      if (by === "trust") return TRUST_COLOURS[node.authority ?? 0] ?? colour("--bad");
      if (node.lifecycle !== "active") return colour("--faded");
      if (node.validity === "challenged") return colour("--correction");
      return node.validity === "valid" ? colour("--accent") : colour("--replaced");
    });
  }
}

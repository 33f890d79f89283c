/**
 * What does memory look like as a graph? Facts, the people and things that they name, typed edges, clusters with
 * labels, and headline figures: for a dashboard (JSON) or a graph tool (GraphML).
 */
import type { Entity } from "../indexes/names/entities.ts";
import { fieldsOf, maybe, parseListener, parseTime, type Time } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { happenedAt } from "../model/happened.ts";
import type { LinkKind } from "../model/link.ts";
import { counting, type OnProgress } from "../ports/progress.ts";
import { barrierOf } from "../recall/eligible.ts";
import { words } from "../text/words/words.ts";
import { communitiesOf } from "./communities.ts";

/** A fact, or a name in one. */
export interface GraphNode {
  readonly id: string;
  readonly type: "fact" | "entity";
  readonly label: string;
  /** A fact's segment, or an entity's kind. */
  readonly group: string;
  /** These three: facts only. */
  readonly authority: number | undefined;
  readonly lifecycle: string | undefined;
  readonly validity: string | undefined;
  /**
   * When the fact began to hold, or else when it was said; an entity is as old as the oldest fact here that names it.
   */
  readonly since: number;
  /** When the fact stopped being true or went out of sight; undefined if it still stands. */
  readonly until: number | undefined;
  /** When another value held in between. */
  readonly interludes: Fact["interludes"];
  readonly cluster: string;
}

/** How two nodes of the graph are connected, and when. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: LinkKind | "names";
}

/** Facts and names that belong together. */
export interface GraphCluster {
  readonly id: string;
  /** The words that distinguish it. */
  readonly label: string;
  readonly size: number;
}

/** One memory as nodes, edges and clusters. */
export interface MemoryGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Clusters of two or more nodes, the largest first. */
  readonly clusters: readonly GraphCluster[];
  readonly stats: {
    readonly facts: number;
    readonly entities: number;
    readonly edges: number;
    readonly clusters: number;
    readonly edgesByKind: Readonly<Record<string, number>>;
    /** Facts without any edge. */
    readonly alone: number;
  };
}

const LABEL_WORDS = 3;
const LABEL_CHARS = 80;
const LEAST_LABEL_WORD = 4;

/** What `graph` takes: as of when, and as known when. */
export interface GraphOptions {
  /** Only facts that were true then. Default: all that are kept, including superseded ones. */
  readonly asOf?: Time | undefined;
  /** As the log stood then. Slow: the log is read from its beginning. */
  readonly knownAt?: Time | undefined;
  /** Called with the progress: events read (with `knownAt`), facts tied, steps of grouping, facts labelled. */
  readonly onProgress?: OnProgress | undefined;
}

export interface ParsedGraphOptions {
  readonly asOf: number | undefined;
  readonly knownAt: number | undefined;
  readonly onProgress: OnProgress | undefined;
}

export function parseGraphOptions(options: GraphOptions): ParsedGraphOptions {
  const given = fieldsOf(options, new Set<keyof GraphOptions>(["asOf", "knownAt", "onProgress"]), "graph");
  return {
    asOf: maybe(given, "asOf", parseTime),
    knownAt: maybe(given, "knownAt", parseTime),
    onProgress: maybe(given, "onProgress", (listener) => parseListener(listener as OnProgress)),
  };
}

const SHOWN_BESIDES = new Set(["archived", "suppressed"] as const);

export interface GraphSource {
  readonly facts: Iterable<Fact>;
  readonly entities: readonly Entity[];
  /** When a fact was archived, by anybody. */
  readonly takenAt: (id: string) => number | undefined;
  readonly onProgress?: OnProgress | undefined;
}

export function memoryGraphOf(source: GraphSource, asOf?: number): MemoryGraph {
  const { entities, takenAt, onProgress } = source;
  const facts = [...source.facts].filter((fact) =>
    asOf === undefined
      ? !fact.erased && !fact.quarantined && fact.lifecycle !== "pruned"
      : barrierOf(fact, { now: asOf, asOf, include: SHOWN_BESIDES }) === undefined,
  );
  const ids = new Set(facts.map(({ id }) => id));
  const named = entities.filter((entity) => entity.facts.some((id) => ids.has(id)));
  const edges = edgesOf(facts, named, ids, counting(onProgress, facts.length, "facts tied"));
  const nodeIds = [...ids, ...named.map(entityId)];
  const clusterOf = communitiesOf(
    nodeIds,
    edges.map(({ from, to }) => ({ from, to, weight: 1 })),
    counting(onProgress, undefined, "steps of grouping"),
  );
  const factNodes = facts.map((fact) => factNode(fact, clusterOf, takenAt));
  const since = new Map(factNodes.map((node) => [node.id, node.since]));
  const nodes = [...factNodes, ...named.map((entity) => entityNode(entity, clusterOf, since))];
  const clusters = clustersOf(nodes, facts, counting(onProgress, facts.length, "facts labelled"));
  const tied = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const edgesByKind: Record<string, number> = {};
  for (const { kind } of edges) edgesByKind[kind] = (edgesByKind[kind] ?? 0) + 1;
  const alone = facts.filter(({ id }) => !tied.has(id)).length;
  const counts = {
    facts: facts.length,
    entities: named.length,
    edges: edges.length,
    clusters: clusters.length,
  };
  return { nodes, edges, clusters, stats: { ...counts, edgesByKind, alone } };
}

function entityId({ key }: Entity): string {
  return `entity:${key}`;
}

function edgesOf(
  facts: readonly Fact[],
  entities: readonly Entity[],
  ids: ReadonlySet<string>,
  onFact: () => void,
): readonly GraphEdge[] {
  const found = new Map<string, GraphEdge>();
  const add = (from: string, kind: GraphEdge["kind"], to: string): void => {
    if (from !== to) found.set(`${from} ${kind} ${to}`, { from, to, kind });
  };
  for (const fact of facts) {
    onFact();
    for (const { kind, to } of fact.links) if (ids.has(to)) add(fact.id, kind, to);
    for (const to of fact.evidence) if (ids.has(to)) add(fact.id, "derived_from", to);
    if (fact.supersededBy !== undefined && ids.has(fact.supersededBy))
      add(fact.supersededBy, "supersedes", fact.id);
  }
  for (const entity of entities)
    for (const id of entity.facts) if (ids.has(id)) add(id, "names", entityId(entity));
  return [...found.values()];
}

function factNode(
  fact: Fact,
  clusterOf: ReadonlyMap<string, string>,
  takenAt: GraphSource["takenAt"],
): GraphNode {
  const { id, content, segment, authority, lifecycle, validity } = fact;
  const label = content.length <= LABEL_CHARS ? content : `${content.slice(0, LABEL_CHARS - 1)}…`;
  return {
    id,
    type: "fact",
    label,
    group: segment,
    authority,
    lifecycle,
    validity,
    since: fact.validFrom ?? happenedAt(fact),
    until: fact.validTo ?? (lifecycle === "active" ? undefined : takenAt(id)),
    interludes: fact.interludes,
    cluster: clusterOf.get(id) ?? id,
  };
}

function entityNode(
  entity: Entity,
  clusterOf: ReadonlyMap<string, string>,
  since: ReadonlyMap<string, number>,
): GraphNode {
  const id = entityId(entity);
  const none = { authority: undefined, lifecycle: undefined, validity: undefined };
  return {
    id,
    type: "entity",
    label: entity.name,
    group: entity.kind,
    ...none,
    ...{ until: undefined, interludes: undefined },
    since: entity.facts.reduce(
      (oldest, fact) => Math.min(oldest, since.get(fact) ?? oldest),
      Number.POSITIVE_INFINITY,
    ),
    cluster: clusterOf.get(id) ?? id,
  };
}

/** A cluster's label: words that many of its facts contain and few others do. */
function clustersOf(
  nodes: readonly GraphNode[],
  facts: readonly Fact[],
  onFact: () => void,
): readonly GraphCluster[] {
  const terms = new Map<string, ReadonlySet<string>>();
  for (const { id, content } of facts) {
    onFact();
    terms.set(id, new Set(words(content).filter(isLabelWord)));
  }
  const everywhere = counted([...terms.values()]);
  const members = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    const some = members.get(node.cluster);
    if (some === undefined) members.set(node.cluster, [node]);
    else some.push(node);
  }
  const clusters: GraphCluster[] = [];
  for (const [id, some] of members) {
    if (some.length < 2) continue;
    const here = counted(some.flatMap((node) => terms.get(node.id) ?? []));
    const weight = (term: string) => (here.get(term) ?? 0) ** 2 / (everywhere.get(term) ?? 1);
    const best = [...here.keys()].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
    clusters.push({
      id,
      label: best.slice(0, LABEL_WORDS).join(", ") || (some[0]?.label ?? id),
      size: some.length,
    });
  }
  return clusters.sort((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1));
}

function isLabelWord(word: string): boolean {
  return word.length >= LEAST_LABEL_WORD && !/^\d+$/.test(word);
}

function counted(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const term of set) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

const FIELDS = [
  ...(["type", "label", "group", "authority", "lifecycle", "validity", "since", "until"] as const),
  ...(["interludes", "cluster"] as const),
];

/** The graph as GraphML, which graph tools read. */
export function toGraphML({ nodes, edges }: MemoryGraph): string {
  const keys = FIELDS.map((name) => `<key id="${name}" for="node" attr.name="${name}" attr.type="string"/>`);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys,
    '<key id="kind" for="edge" attr.name="kind" attr.type="string"/>',
    '<graph edgedefault="directed">',
    ...nodes.map((node) => {
      const data = FIELDS.flatMap((name) =>
        node[name] === undefined ? [] : [`<data key="${name}">${escaped(textOf(node[name]))}</data>`],
      );
      return `<node id="${escaped(node.id)}">${data.join("")}</node>`;
    }),
    ...edges.map(
      ({ from, to, kind }) =>
        `<edge source="${escaped(from)}" target="${escaped(to)}"><data key="kind">${kind}</data></edge>`,
    ),
    "</graph>",
    "</graphml>",
  ];
  return `${lines.join("\n")}\n`;
}

function textOf(value: GraphNode[keyof GraphNode]): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Also drops the characters that XML cannot hold at all. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string);
}

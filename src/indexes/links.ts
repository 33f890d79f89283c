/**
 * What is a fact connected with, and how far does interest in it reach?
 *
 * No graph is built: every fact holds its links and backlinks, so the graph is a view over the facts. Links are
 * followed in both directions, with a weight for each; an outdated fact leads on to its successor.
 *
 * Links are claims: whoever writes a fact writes its links. So **a fact is reached only through facts of its own
 * class or above**. The number of facts that share an interest is counted among such facts only, and if there are too
 * many to follow, the higher class goes first. So links of lower classes never raise, hide or dilute what a higher
 * class said.
 */
import { MAX_SPREAD_FAN, MAX_SPREAD_FRONTIER, MAX_SPREAD_HOPS, MAX_SUCCESSION } from "../limits.ts";
import type { Fact } from "../model/fact.ts";
import type { LinkKind } from "../model/link.ts";
import { POSSIBLE_CHANGE } from "../model/review.ts";
import type { SharedName } from "./names/shared-names.ts";

/** The fields of a fact that the graph reads. */
export type GraphFact = Pick<
  Fact,
  "id" | "authority" | "quarantined" | "erased" | "supersededBy" | "links" | "backlinks" | "evidence"
> &
  Partial<Pick<Fact, "validity" | "review">>;

export interface LinkGraph<F extends GraphFact = GraphFact> {
  fact(id: string): F | undefined;
  /** The names that a fact shares with others, if names are followed as well. */
  names?(id: string): readonly SharedName[];
}

/** A typed link, or "names": both facts name the same person or thing. */
export type Tie = LinkKind | "names";

export interface Neighbor {
  readonly id: string;
  readonly kind: Tie;
  /**
   * "out": the fact points at the neighbour. "in": the neighbour points at the fact. "both": they have a name in
   * common.
   */
  readonly direction: "out" | "in" | "both";
  /** How much of the interest passes along, from 0 to 1. */
  readonly weight: number;
  /** The name that they have in common. */
  readonly name?: string | undefined;
}

/**
 * Weight along the link, and against it. Whoever asks for an outdated fact wants its successor; the reverse is rare.
 */
const WEIGHTS: Readonly<Record<LinkKind, { readonly out: number; readonly in: number }>> = {
  supersedes: { out: 0.1, in: 1 },
  transition: { out: 0.5, in: 1 },
  corrects: { out: 0.2, in: 1 },
  supports: { out: 0.8, in: 0.8 },
  derived_from: { out: 0.7, in: 0.6 },
  relates: { out: 0.6, in: 0.6 },
  contradicts: { out: 0.5, in: 0.5 },
};

/** The graph of these facts; with `names`, facts that share a name are neighbours too. */
export function graphOf<F extends GraphFact>(
  facts: { get(id: string): F | undefined },
  names?: LinkGraph["names"],
): LinkGraph<F> {
  return { fact: (id) => facts.get(id), ...(names === undefined ? {} : { names }) };
}

export function buildGraph<F extends GraphFact>(facts: Iterable<F>): LinkGraph<F> {
  return graphOf(new Map([...facts].map((fact) => [fact.id, fact])));
}

/** Has it a link in either direction? */
export function isLinked(fact: GraphFact): boolean {
  return (
    fact.links.length > 0 ||
    fact.backlinks.length > 0 ||
    fact.evidence.length > 0 ||
    fact.supersededBy !== undefined
  );
}

/** Is it linked with a fact of this graph, by more than a guess? */
export function leadsOn(graph: LinkGraph, fact: GraphFact): boolean {
  return isLinked(fact) && linked(graph, fact.id).some((link) => !isGuess(graph, fact, link));
}

/**
 * That one fact may have changed another is guessed when it is written. The two are put in order where both are found
 * (`recall/ties.ts`); a guess leads to nothing.
 */
function isGuess(graph: LinkGraph, fact: GraphFact, { id, kind, direction }: Link): boolean {
  if (kind !== "contradicts") return false;
  return (direction === "out" ? fact : graph.fact(id))?.review === POSSIBLE_CHANGE;
}

/**
 * Every fact that this one is linked with, in either direction, in the order of its links; then those that share a
 * name.
 */
export function neighbors(graph: LinkGraph, id: string): readonly Neighbor[] {
  return [...linked(graph, id), ...namesakes(graph, id)];
}

/**
 * Facts that name the same person or thing. Only facts that hold now are reached by a name: outdated ones are left
 * out.
 */
function namesakes(graph: LinkGraph, id: string): readonly Neighbor[] {
  const fact = graph.fact(id);
  if (fact === undefined || !isPassable(fact)) return [];
  return (graph.names?.(id) ?? []).flatMap(({ name, facts }) =>
    facts.flatMap((one): readonly Neighbor[] => {
      const other = graph.fact(one.id);
      const isThere = other !== undefined && isPassable(other) && !isReplaced(other);
      return isThere ? [{ ...one, kind: "names", direction: "both", name }] : [];
    }),
  );
}

/** Validity tells it even if the successor was purged since. */
function isReplaced({ supersededBy, validity }: GraphFact): boolean {
  return supersededBy !== undefined || validity === "superseded" || validity === "merged";
}

type Link = Neighbor & { readonly kind: LinkKind };

function linked(graph: LinkGraph, id: string): readonly Link[] {
  const fact = graph.fact(id);
  if (fact === undefined) return [];
  const found = new Map<string, Link>();
  const add = (to: string, kind: LinkKind, direction: "out" | "in"): void => {
    const key = `${kind} ${direction} ${to}`;
    if (to === id || found.has(key) || graph.fact(to) === undefined) return;
    found.set(key, { id: to, kind, direction, weight: WEIGHTS[kind][direction] });
  };
  for (const { kind, to } of fact.links) add(to, kind, "out");
  for (const to of fact.evidence) add(to, "derived_from", "out");
  for (const { kind, from } of fact.backlinks) add(from, kind, "in");
  if (fact.supersededBy !== undefined) add(fact.supersededBy, "supersedes", "in");
  return [...found.values()];
}

export interface SpreadOptions {
  /** How many links away. Default 2. */
  readonly hops?: number | undefined;
  /** The share of interest left after each link. Default 0.5. */
  readonly decay?: number | undefined;
  /** The most facts to return. Default 64. */
  readonly limit?: number | undefined;
  /** Which of the facts reached to return; the others are still passed through. Default: all. */
  readonly accepts?: ((id: string) => boolean) | undefined;
}

export interface Reached {
  /** From 0 to 1, never above the combined chance of the seeds. */
  readonly score: number;
  /** The last step of the strongest path here. */
  readonly via: Via;
}

/** The fact that the step came from, and what connects them. */
export interface Via {
  readonly from: string;
  readonly kind: Tie;
  /** The shared name, if a name led here. */
  readonly name?: string | undefined;
}

interface Arrival {
  readonly score: number;
  readonly best: number;
  readonly via: Via;
}

/**
 * What the seeds (each with an interest from 0 to 1) lead to, strongest first, without the seeds themselves. Interest
 * halves with every link. It is divided among the linked facts by the square root of their number, because a hub says
 * little about each. Several paths to one fact combine like independent chances, so the sum never exceeds 1. Names
 * are followed from the seeds only: two names further on, almost anybody is reached.
 */
export function spread(
  graph: LinkGraph,
  seeds: ReadonlyMap<string, number>,
  options: SpreadOptions = {},
): Map<string, Reached> {
  const { hops = 2, decay = 0.5, limit = 64, accepts = () => true } = options;
  const reached = new Map<string, Arrival>();
  const done = new Set<string>();
  let frontier = [...seeds].map(([id, score]): Scored => [id, Math.min(1, Math.max(0, score))]);
  for (let hop = 0; hop < Math.min(hops, MAX_SPREAD_HOPS) && frontier.length > 0; hop++) {
    const arrived = new Map<string, Arrival>();
    for (const [id, score] of inLine(graph, frontier).slice(0, MAX_SPREAD_FRONTIER)) {
      done.add(id);
      step(graph, id, score * decay, arrived, hop === 0);
    }
    for (const [id, arrival] of arrived) reached.set(id, joined(reached.get(id), arrival));
    frontier = [...arrived].flatMap(([id, { score }]) => (done.has(id) ? [] : [[id, score] as const]));
  }
  const wanted = [...reached].flatMap(([id, { score }]): readonly Scored[] =>
    score > 0 && !seeds.has(id) && accepts(id) ? [[id, score]] : [],
  );
  const kept = inLine(graph, wanted).slice(0, limit).sort(byScore);
  return new Map(kept.map(([id, score]) => [id, { score, via: (reached.get(id) as Arrival).via }]));
}

type Scored = readonly [id: string, score: number];

/** Goes one link further from one fact, and from every outdated fact on to its successor. */
function step(
  graph: LinkGraph,
  from: string,
  score: number,
  arrived: Map<string, Arrival>,
  isByName: boolean,
): void {
  const fact = graph.fact(from);
  if (fact === undefined || !isPassable(fact)) return;
  for (const { id, kind, share, name } of [...fan(graph, fact), ...(isByName ? nameFan(graph, fact) : [])]) {
    let [at, via, part]: [string, Via, number] = [id, viaOf(from, kind, name), score * share];
    for (let i = 0; i < MAX_SUCCESSION; i++) {
      arrived.set(at, joined(arrived.get(at), { score: part, best: part, via }));
      const here = graph.fact(at) as GraphFact;
      const next = here.supersededBy === undefined ? undefined : graph.fact(here.supersededBy);
      if (next === undefined || next.id === from || !mayReach(here, next)) break;
      [at, via, part] = [next.id, { from: at, kind: "supersedes" }, part];
    }
  }
}

function viaOf(from: string, kind: Tie, name: string | undefined): Via {
  return name === undefined ? { from, kind } : { from, kind, name };
}

interface Share {
  readonly id: string;
  readonly kind: Tie;
  readonly share: number;
  readonly name?: string | undefined;
}

/** Facts that share a name with it. The weights already allow for how many share a name. */
function nameFan(graph: LinkGraph, fact: GraphFact): readonly Share[] {
  return namesakes(graph, fact.id)
    .filter(({ id }) => mayReach(fact, graph.fact(id) as GraphFact))
    .sort(
      (a, b) => classIn(graph, b.id) - classIn(graph, a.id) || b.weight - a.weight || (a.id < b.id ? -1 : 1),
    )
    .slice(0, MAX_SPREAD_FAN)
    .map(({ id, kind, weight, name }) => ({ id, kind, share: weight, name }));
}

/** The facts that this one leads to, higher class first, and the share of its interest that each gets. */
function fan(graph: LinkGraph, fact: GraphFact): readonly Share[] {
  const strongest = new Map<string, Link & { readonly authority: number }>();
  for (const neighbor of linked(graph, fact.id)) {
    const other = graph.fact(neighbor.id) as GraphFact;
    if (!mayReach(fact, other) || isGuess(graph, fact, neighbor)) continue;
    const before = strongest.get(neighbor.id);
    if (before === undefined || neighbor.weight > before.weight)
      strongest.set(neighbor.id, { ...neighbor, authority: other.authority });
  }
  const ordered = [...strongest.values()].sort(
    (a, b) => b.authority - a.authority || b.weight - a.weight || (a.id < b.id ? -1 : 1),
  );
  // A neighbour divides the interest with those of its own class and above only.
  const upTo = (authority: number) => ordered.findLastIndex((one) => one.authority === authority) + 1;
  const sharing = new Map(ordered.map(({ authority }) => [authority, 0]));
  for (const authority of sharing.keys()) sharing.set(authority, upTo(authority));
  return ordered.slice(0, MAX_SPREAD_FAN).map(({ id, kind, weight, authority }) => ({
    id,
    kind,
    share: weight / Math.sqrt(sharing.get(authority) ?? 1),
  }));
}

function mayReach(from: GraphFact, to: GraphFact): boolean {
  return to.authority <= from.authority && isPassable(to);
}

function isPassable(fact: GraphFact): boolean {
  return !fact.quarantined && !fact.erased;
}

/** Combines two paths to one fact: the chance of either, and the stronger of the two steps. */
function joined(before: Arrival | undefined, more: Arrival): Arrival {
  if (before === undefined) return more;
  const score = 1 - (1 - before.score) * (1 - more.score);
  const isStronger =
    more.best > before.best || (more.best === before.best && more.via.from < before.via.from);
  return isStronger ? { ...more, score } : { ...before, score };
}

/** Higher class first, then stronger, then older. */
function inLine(graph: LinkGraph, scored: readonly Scored[]): Scored[] {
  return [...scored].sort((a, b) => classIn(graph, b[0]) - classIn(graph, a[0]) || byScore(a, b));
}

function classIn(graph: LinkGraph, id: string): number {
  return graph.fact(id)?.authority ?? 0;
}

function byScore([a, scoreA]: Scored, [b, scoreB]: Scored): number {
  return scoreB - scoreA || (a < b ? -1 : 1);
}

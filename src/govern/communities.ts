/**
 * Which facts belong together? Communities by modularity: each node moves to the neighbouring group with the largest
 * gain, until no move gains anything (the first phase of the Louvain method, run on nodes and then once more on
 * groups).
 *
 * Deterministic: nodes are visited by id. A node stays in its group unless another gains more; among equal gains the
 * group with the smallest id wins.
 */
export interface WeightedEdge {
  readonly from: string;
  readonly to: string;
  readonly weight: number;
}

const MAX_ROUNDS = 20;

/** For each node, the smallest id in its community. */
export function communitiesOf(
  nodes: readonly string[],
  edges: readonly WeightedEdge[],
  onStep: () => void = () => undefined,
): ReadonlyMap<string, string> {
  const first = moveNodes([...nodes].sort(), edges, onStep);
  const grouped = edges.map(({ from, to, weight }) => ({
    from: first.get(from) as string,
    to: first.get(to) as string,
    weight,
  }));
  const second = moveNodes([...new Set(first.values())].sort(), grouped, onStep);
  const leaders = new Map<string, string>();
  const groupOf = (node: string) => second.get(first.get(node) as string) as string;
  for (const node of [...nodes].sort()) if (!leaders.has(groupOf(node))) leaders.set(groupOf(node), node);
  return new Map(nodes.map((node) => [node, leaders.get(groupOf(node)) as string]));
}

function moveNodes(
  nodes: readonly string[],
  edges: readonly WeightedEdge[],
  onStep: () => void,
): Map<string, string> {
  const near = new Map<string, Map<string, number>>(nodes.map((node) => [node, new Map()]));
  const degree = new Map<string, number>(nodes.map((node) => [node, 0]));
  let total = 0;
  for (const { from, to, weight } of edges) {
    total += weight;
    degree.set(from, (degree.get(from) ?? 0) + weight);
    degree.set(to, (degree.get(to) ?? 0) + weight);
    if (from === to) continue;
    for (const [a, b] of [[from, to] as const, [to, from] as const])
      near.get(a)?.set(b, (near.get(a)?.get(b) ?? 0) + weight);
  }
  const group = new Map(nodes.map((node) => [node, node]));
  const sum = new Map(degree);
  for (let round = 0, moved = total > 0; round < MAX_ROUNDS && moved; round++) {
    moved = false;
    for (const node of nodes) {
      onStep();
      const own = group.get(node) as string;
      const weight = degree.get(node) as number;
      sum.set(own, (sum.get(own) ?? 0) - weight);
      const best = bestGroup(own, weight, tiesOf(near.get(node), group), sum, total);
      sum.set(best, (sum.get(best) ?? 0) + weight);
      group.set(node, best);
      moved ||= best !== own;
    }
  }
  return group;
}

function tiesOf(
  near: ReadonlyMap<string, number> | undefined,
  group: ReadonlyMap<string, string>,
): Map<string, number> {
  const ties = new Map<string, number>();
  for (const [other, weight] of near ?? []) {
    const theirs = group.get(other) as string;
    ties.set(theirs, (ties.get(theirs) ?? 0) + weight);
  }
  return ties;
}

function bestGroup(
  own: string,
  weight: number,
  ties: ReadonlyMap<string, number>,
  sum: ReadonlyMap<string, number>,
  total: number,
): string {
  const gain = (group: string) => (ties.get(group) ?? 0) - ((sum.get(group) ?? 0) * weight) / (2 * total);
  let best = own;
  for (const group of [...ties.keys()].sort()) if (gain(group) > gain(best) + 1e-12) best = group;
  return best;
}

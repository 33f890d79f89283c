// Where does each node stand? Clusters are islands, the largest in the middle; inside them linked facts attract each
// other and all nodes repel each other. The same graph always gives the same picture: nothing is random.
//
// Nodes repel only their neighbours, which a grid finds: the cost of a round is proportional to the number of nodes.

export interface LayoutInput {
  readonly count: number;
  /** Pairs of nodes. */
  readonly edges: Uint32Array;
  /** The index of the node's cluster in the list by size, or -1 for a node without a cluster. */
  readonly clusterOf: Int32Array;
  readonly size: Float32Array;
}

const GOLDEN = Math.PI * (3 - Math.sqrt(5));
/** The distance beyond which two nodes do not affect each other. */
const REACH = 34;
const SPACING = 22;
const GAP = 14;
const MAX_PLACES = 60_000;
/** How strongly an island attracts its nodes. */
const HOME = 0.014;

export interface Island {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/**
 * Places the islands around the first, larger ones nearer, each where there is room. The result is in the given order.
 */
export function placeIslands(radii: readonly number[]): readonly Island[] {
  const order = radii.map((_, i) => i).sort((a, b) => (radii[b] as number) - (radii[a] as number) || a - b);
  const placed: Island[] = [];
  const islands: Island[] = [];
  for (const i of [0, ...order.filter((one) => one !== 0)].slice(0, radii.length)) {
    const island = placeOne(radii[i] as number, placed);
    placed.push(island);
    islands[i] = island;
  }
  return islands;
}

function placeOne(radius: number, placed: readonly Island[]): Island {
  let at = { x: 0, y: 0, radius };
  const isFree = (one: Island) => Math.hypot(one.x - at.x, one.y - at.y) >= one.radius + radius + GAP;
  for (let step = 0; step < MAX_PLACES && !placed.every(isFree); step++) {
    const distance = (5 + radius * 0.08) * Math.sqrt(step);
    // Wider than high, as screens are.
    at = {
      x: 1.55 * distance * Math.cos(step * GOLDEN),
      y: 0.85 * distance * Math.sin(step * GOLDEN),
      radius,
    };
  }
  return at;
}

/** As much room as its nodes take; unlinked nodes stand further apart. */
function radiusFor(size: number, isTied: boolean): number {
  return (isTied ? SPACING * 0.85 : REACH * 0.5) * Math.sqrt(size) + 4;
}

export class Layout {
  readonly x: Float32Array;
  readonly y: Float32Array;
  private readonly input: LayoutInput;
  private readonly homeX: Float32Array;
  private readonly homeY: Float32Array;
  private readonly moveX: Float32Array;
  private readonly moveY: Float32Array;
  private readonly strength: Float32Array;
  private readonly next: Int32Array;
  private round = 0;

  constructor(input: LayoutInput) {
    this.input = input;
    const { count } = input;
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
    this.homeX = new Float32Array(count);
    this.homeY = new Float32Array(count);
    this.moveX = new Float32Array(count);
    this.moveY = new Float32Array(count);
    this.next = new Int32Array(count);
    this.strength = springsOf(input);
    this.begin();
  }

  private begin(): void {
    const { count, clusterOf } = this.input;
    const sizes: number[] = [];
    for (const cluster of clusterOf) if (cluster >= 0) sizes[cluster] = (sizes[cluster] ?? 0) + 1;
    // Nodes without a cluster have an island of their own, the last one.
    const alone = sizes.length;
    const others = count - sizes.reduce((sum, size) => sum + size, 0);
    const islands = placeIslands([...sizes.map((size) => radiusFor(size, true)), radiusFor(others, false)]);
    const placed: number[] = islands.map(() => 0);
    for (let i = 0; i < count; i++) {
      const cluster = (clusterOf[i] as number) < 0 ? alone : (clusterOf[i] as number);
      const island = islands[cluster] as Island;
      const place = (placed[cluster] ?? 0) + 1;
      placed[cluster] = place;
      const radius = SPACING * 0.75 * Math.sqrt(place);
      this.x[i] = island.x + radius * Math.cos(place * GOLDEN);
      this.y[i] = island.y + radius * Math.sin(place * GOLDEN);
      this.homeX[i] = island.x;
      this.homeY[i] = island.y;
    }
  }

  /** One round; the steps get smaller and smaller. */
  step(rounds: number): void {
    const cooling = 1 - this.round / rounds;
    this.round++;
    this.moveX.fill(0);
    this.moveY.fill(0);
    this.push();
    this.pull();
    this.settle(1 + 11 * cooling * cooling);
  }

  /** Neighbours repel each other. */
  private push(): void {
    const { x, y, next, moveX, moveY } = this;
    const heads = new Map<number, number>();
    const cellOf = (cx: number, cy: number) => cx * 65_536 + cy;
    for (let i = 0; i < this.input.count; i++) {
      const cell = cellOf(Math.floor((x[i] as number) / REACH), Math.floor((y[i] as number) / REACH));
      next[i] = heads.get(cell) ?? -1;
      heads.set(cell, i);
    }
    for (let i = 0; i < this.input.count; i++) {
      const [xi, yi] = [x[i] as number, y[i] as number];
      const [cx, cy] = [Math.floor(xi / REACH), Math.floor(yi / REACH)];
      for (let gx = cx - 1; gx <= cx + 1; gx++) {
        for (let gy = cy - 1; gy <= cy + 1; gy++) {
          for (let j = heads.get(cellOf(gx, gy)) ?? -1; j >= 0; j = next[j] as number) {
            if (j <= i) continue;
            let dx = xi - (x[j] as number);
            let dy = yi - (y[j] as number);
            let distance = Math.hypot(dx, dy);
            if (distance >= REACH) continue;
            if (distance < 0.01) {
              dx = Math.cos(i * GOLDEN);
              dy = Math.sin(i * GOLDEN);
              distance = 1;
            }
            const force = ((REACH - distance) / distance) * 0.22;
            moveX[i] = (moveX[i] as number) + dx * force;
            moveY[i] = (moveY[i] as number) + dy * force;
            moveX[j] = (moveX[j] as number) - dx * force;
            moveY[j] = (moveY[j] as number) - dy * force;
          }
        }
      }
    }
  }

  /** Links attract, less so at nodes that have many; and every node is drawn a little to its island. */
  private pull(): void {
    const { edges, count } = this.input;
    const { x, y, moveX, moveY, strength } = this;
    for (let e = 0; e < strength.length; e++) {
      const [a, b] = [edges[e * 2] as number, edges[e * 2 + 1] as number];
      const [dx, dy] = [(x[b] as number) - (x[a] as number), (y[b] as number) - (y[a] as number)];
      const distance = Math.hypot(dx, dy) || 1;
      const force = ((distance - SPACING) / distance) * (strength[e] as number);
      moveX[a] = (moveX[a] as number) + dx * force;
      moveY[a] = (moveY[a] as number) + dy * force;
      moveX[b] = (moveX[b] as number) - dx * force;
      moveY[b] = (moveY[b] as number) - dy * force;
    }
    for (let i = 0; i < count; i++) {
      moveX[i] = (moveX[i] as number) + ((this.homeX[i] as number) - (x[i] as number)) * HOME;
      moveY[i] = (moveY[i] as number) + ((this.homeY[i] as number) - (y[i] as number)) * HOME;
    }
  }

  private settle(longest: number): void {
    for (let i = 0; i < this.input.count; i++) {
      const [dx, dy] = [this.moveX[i] as number, this.moveY[i] as number];
      const length = Math.hypot(dx, dy);
      const share = length > longest ? longest / length : 1;
      this.x[i] = (this.x[i] as number) + dx * share;
      this.y[i] = (this.y[i] as number) + dy * share;
    }
  }
}

function springsOf({ edges, count, clusterOf }: LayoutInput): Float32Array {
  const degree = new Uint16Array(count);
  for (const node of edges) degree[node] = (degree[node] as number) + 1;
  return Float32Array.from({ length: edges.length / 2 }, (_, e) => {
    const [a, b] = [edges[e * 2] as number, edges[e * 2 + 1] as number];
    // A link between islands is visible, but hardly attracts.
    const within = clusterOf[a] === clusterOf[b] ? 1 : 0.04;
    return (0.35 * within) / Math.sqrt(Math.max(degree[a] as number, degree[b] as number, 1));
  });
}

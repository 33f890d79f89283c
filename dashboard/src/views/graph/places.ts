// What is under the pointer, and what is visible? Finds nodes by the cell of a grid that they are in.
const CELL = 60;

export class Places {
  readonly x: Float32Array;
  readonly y: Float32Array;
  private readonly cells = new Map<number, number[]>();

  constructor(x: Float32Array, y: Float32Array) {
    this.x = x;
    this.y = y;
    for (let i = 0; i < x.length; i++) {
      const key = cell(Math.floor((x[i] as number) / CELL), Math.floor((y[i] as number) / CELL));
      const list = this.cells.get(key);
      if (list === undefined) this.cells.set(key, [i]);
      else list.push(i);
    }
  }

  /** The nearest node that counts, within a distance. */
  nearest(x: number, y: number, within: number, counts: (node: number) => boolean): number | undefined {
    const reach = Math.ceil(within / CELL);
    const [cx, cy] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    let best: number | undefined;
    let least = within;
    for (let gx = cx - reach; gx <= cx + reach; gx++) {
      for (let gy = cy - reach; gy <= cy + reach; gy++) {
        for (const node of this.cells.get(cell(gx, gy)) ?? []) {
          const distance = Math.hypot((this.x[node] as number) - x, (this.y[node] as number) - y);
          if (distance < least && counts(node)) {
            least = distance;
            best = node;
          }
        }
      }
    }
    return best;
  }

  /** Nodes in the grid cells that the rectangle touches. Stops after the cell in which `most` is reached. */
  inside(left: number, top: number, right: number, bottom: number, most: number): readonly number[] {
    const found: number[] = [];
    for (let gx = Math.floor(left / CELL); gx <= Math.floor(right / CELL); gx++) {
      for (let gy = Math.floor(top / CELL); gy <= Math.floor(bottom / CELL); gy++) {
        for (const node of this.cells.get(cell(gx, gy)) ?? []) found.push(node);
        if (found.length >= most) return found;
      }
    }
    return found;
  }
}

function cell(x: number, y: number): number {
  return x * 65_536 + y;
}

// Which part of the graph is visible? A centre and a scale; everything else follows from them.
export interface Camera {
  readonly x: number;
  readonly y: number;
  /** Pixels per unit. */
  readonly scale: number;
}

export interface Area {
  readonly width: number;
  readonly height: number;
}

const LEAST = 0.02;
const MOST = 6;

export function panned({ x, y, scale }: Camera, dx: number, dy: number): Camera {
  return { x: x - dx / scale, y: y - dy / scale, scale };
}

/** Zooms in or out; the point under the pointer stays where it is. */
export function zoomed(camera: Camera, area: Area, px: number, py: number, factor: number): Camera {
  const scale = Math.min(MOST, Math.max(LEAST, camera.scale * factor));
  const at = worldAt(camera, area, px, py);
  return { scale, x: at.x - (px - area.width / 2) / scale, y: at.y - (py - area.height / 2) / scale };
}

export function worldAt({ x, y, scale }: Camera, { width, height }: Area, px: number, py: number) {
  return { x: x + (px - width / 2) / scale, y: y + (py - height / 2) / scale };
}

export function screenAt({ x, y, scale }: Camera, { width, height }: Area, wx: number, wy: number) {
  return { x: (wx - x) * scale + width / 2, y: (wy - y) * scale + height / 2 };
}

/** A camera that shows everything. */
export function fitting(xs: Float32Array, ys: Float32Array, area: Area): Camera {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i] as number, ys[i] as number];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  if (left > right) return { x: 0, y: 0, scale: 1 };
  const margin = 64;
  const scale = Math.min(
    1.6,
    (area.width - margin) / Math.max(1, right - left),
    (area.height - margin) / Math.max(1, bottom - top),
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.max(LEAST, scale) };
}

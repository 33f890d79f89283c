// What is written on the graph? From afar the names of clusters, from near those of facts; labels never overlap.
import { type Area, type Camera, screenAt, worldAt } from "./camera.ts";
import type { GraphModel } from "./model.ts";
import type { Places } from "./places.ts";

const MOST_CLUSTERS = 28;
const MOST_NODES = 44;
/** A smaller island gets no label. */
const LEAST_ISLAND_PIXELS = 25;
const NEAR = 1.15;
const LABEL_CHARS = 44;

export interface LabelLook {
  readonly ink: string;
  readonly muted: string;
  readonly ground: string;
}

interface Centre {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export function centresOf(model: GraphModel, { x, y }: Places): readonly Centre[] {
  return model.clusters.slice(0, MOST_CLUSTERS).map(({ label, members }) => {
    const mean = (list: Float32Array) =>
      members.reduce((sum, i) => sum + (list[i] as number), 0) / members.length;
    const [cx, cy] = [mean(x), mean(y)];
    const far = members
      .map((i) => Math.hypot((x[i] as number) - cx, (y[i] as number) - cy))
      .sort((a, b) => a - b);
    return {
      label,
      x: cx,
      y: cy,
      radius: (far[Math.floor(far.length * 0.9)] ?? 0) + 16,
    };
  });
}

/** What is drawn, and how. */
interface Drawing {
  readonly camera: Camera;
  readonly area: Area;
  readonly ratio: number;
  readonly model: GraphModel;
  readonly places: Places;
  readonly centres: readonly Centre[];
  readonly look: LabelLook;
  readonly today: number;
  /** These nodes are labelled first, at every scale. */
  readonly named: readonly number[];
}

export class Labels {
  private readonly context: CanvasRenderingContext2D | null;
  private taken: (readonly [number, number, number, number])[] = [];

  constructor(canvas: HTMLCanvasElement) {
    this.context = canvas.getContext("2d");
  }

  draw(input: Drawing): void {
    const { context } = this;
    if (context === null) return;
    const { camera, area, ratio } = input;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, area.width, area.height);
    context.textAlign = "center";
    context.lineJoin = "round";
    this.taken = [];
    this.islands(context, input);
    context.font = '560 12.5px "Inter", system-ui, sans-serif';
    for (const node of input.named.slice(0, MOST_NODES)) this.name(context, node, input);
    if (camera.scale >= NEAR) this.nearNames(context, input);
    else this.clusterNames(context, input);
  }

  private islands(context: CanvasRenderingContext2D, { centres, camera, area, look }: Drawing): void {
    context.fillStyle = look.muted;
    context.globalAlpha = 0.055;
    for (const one of centres) {
      const { x, y } = screenAt(camera, area, one.x, one.y);
      context.beginPath();
      context.arc(x, y, one.radius * camera.scale, 0, Math.PI * 2);
      context.fill();
    }
    context.globalAlpha = 1;
  }

  private clusterNames(context: CanvasRenderingContext2D, { centres, camera, area, look }: Drawing): void {
    context.font = '620 13px "Inter", system-ui, sans-serif';
    for (const one of centres) {
      if (one.radius * camera.scale < LEAST_ISLAND_PIXELS) continue;
      const { x, y } = screenAt(camera, area, one.x, one.y - one.radius);
      this.write(context, one.label, x, y - 4, look, area);
    }
  }

  private nearNames(context: CanvasRenderingContext2D, input: Drawing): void {
    const { camera, area, places, model, today } = input;
    const [from, to] = [worldAt(camera, area, 0, 0), worldAt(camera, area, area.width, area.height)];
    const seen = places
      .inside(from.x, from.y, to.x, to.y, 600)
      .filter((node) => (model.born[node] as number) <= today && (model.gone[node] as number) > today)
      .sort((a, b) => (model.degree[b] as number) - (model.degree[a] as number) || a - b);
    context.font = '500 11.5px "Inter", system-ui, sans-serif';
    for (const node of seen.slice(0, MOST_NODES)) this.name(context, node, input);
  }

  private name(context: CanvasRenderingContext2D, node: number, input: Drawing): void {
    const { camera, area, places, model, look } = input;
    const { x, y } = screenAt(camera, area, places.x[node] as number, places.y[node] as number);
    const label = model.graph.nodes[node]?.label ?? "";
    const text = label.length > LABEL_CHARS ? `${label.slice(0, LABEL_CHARS - 1)}…` : label;
    const radius = ((model.size[node] as number) * camera.scale ** 0.5) / 2;
    this.write(context, text, x, y - radius - 5, look, area);
  }

  /** Writes the label if there is room. */
  private write(
    context: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
    look: LabelLook,
    area: Area,
  ): void {
    const width = context.measureText(text).width + 10;
    const box = [x - width / 2, y - 13, x + width / 2, y + 4] as const;
    if (box[2] < 0 || box[0] > area.width || box[3] < 0 || box[1] > area.height) return;
    if (this.taken.some((one) => box[0] < one[2] && box[2] > one[0] && box[1] < one[3] && box[3] > one[1]))
      return;
    this.taken.push(box);
    context.strokeStyle = look.ground;
    context.lineWidth = 4;
    context.strokeText(text, x, y);
    context.fillStyle = look.ink;
    context.fillText(text, x, y);
  }
}

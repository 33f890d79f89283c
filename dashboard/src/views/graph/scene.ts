// What connects the parts of the picture? Two canvases (the graph, its labels), the layout's worker, and the person's
// input. A frame is drawn only when something has changed.
import { type Area, type Camera, fitting, panned, worldAt, zoomed } from "./camera.ts";
import { centresOf, type LabelLook, Labels } from "./labels.ts";
import type { LayoutSlice } from "./layout.worker.ts";
import type { Colouring, GraphModel } from "./model.ts";
import { Places } from "./places.ts";
import { Renderer } from "./renderer.ts";

const GRAB_PIXELS = 14;
const CLICK_PIXELS = 4;

export interface SceneEvents {
  readonly onHover: (node: number | undefined, x: number, y: number) => void;
  readonly onChoose: (node: number | undefined) => void;
  readonly onCalm: () => void;
}

export class Scene {
  private readonly box: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly overlay: HTMLCanvasElement;
  private readonly model: GraphModel;
  private readonly renderer: Renderer;
  private readonly labels: Labels;
  private readonly events: SceneEvents;
  private readonly worker: Worker;
  private readonly watcher: ResizeObserver;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  /** undefined until the layout has reported positions. */
  private laidOut: Places | undefined;
  private centres: ReturnType<typeof centresOf> = [];
  private camera: Camera = { x: 0, y: 0, scale: 1 };
  private area: Area = { width: 1, height: 1 };
  private ratio = 1;
  private look: LabelLook = { ink: "#000", muted: "#666", ground: "#fff" };
  private today: number;
  private named: readonly number[] = [];
  private frame: number | undefined;
  private moved = 0;
  private isOwnView = false;

  /** undefined if there is no WebGL. */
  static on(
    box: HTMLElement,
    canvas: HTMLCanvasElement,
    overlay: HTMLCanvasElement,
    model: GraphModel,
    events: SceneEvents,
  ): Scene | undefined {
    const renderer = Renderer.on(canvas, model);
    return renderer === undefined ? undefined : new Scene(box, canvas, overlay, model, renderer, events);
  }

  /** Where the person was looking when the picture was last closed. */
  private static lastView: Camera | undefined;

  private constructor(
    box: HTMLElement,
    canvas: HTMLCanvasElement,
    overlay: HTMLCanvasElement,
    model: GraphModel,
    renderer: Renderer,
    events: SceneEvents,
  ) {
    this.box = box;
    this.canvas = canvas;
    this.overlay = overlay;
    this.model = model;
    this.renderer = renderer;
    this.events = events;
    this.labels = new Labels(overlay);
    this.today = model.dayOf(Date.now());
    this.worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<LayoutSlice>) => this.settle(data);
    const { count, edges, clusterOf, size } = model;
    this.worker.postMessage({ count, edges, clusterOf, size });
    if (Scene.lastView !== undefined) {
      this.camera = Scene.lastView;
      this.isOwnView = true;
    }
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(box);
    this.resize();
    this.listen();
    this.retheme();
  }

  close(): void {
    Scene.lastView = this.isOwnView ? this.camera : undefined;
    this.worker.terminate();
    this.watcher.disconnect();
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.renderer.close();
  }

  setColouring(by: Colouring): void {
    this.renderer.setColours(this.model.colours(by));
    this.redraw();
  }

  setDay(day: number): void {
    this.today = day;
    this.redraw();
  }

  /** Highlights some nodes and dims the others; undefined: all as usual. */
  setLight(light: Uint8Array | undefined, hidden: ReadonlySet<number>, named: readonly number[]): void {
    this.named = named;
    this.renderer.setLight(light, hidden);
    this.redraw();
  }

  retheme(): void {
    const style = getComputedStyle(document.documentElement);
    const text = (name: string) => style.getPropertyValue(name).trim();
    this.renderer.setTheme((name) => rgbOf(text(name)));
    this.look = { ink: text("--ink"), muted: text("--muted"), ground: text("--surface") };
    this.redraw();
  }

  fit(): void {
    this.isOwnView = false;
    if (this.laidOut !== undefined) this.camera = fitting(this.laidOut.x, this.laidOut.y, this.area);
    this.redraw();
  }

  zoom(factor: number): void {
    this.isOwnView = true;
    this.camera = zoomed(this.camera, this.area, this.area.width / 2, this.area.height / 2, factor);
    this.redraw();
  }

  pan(dx: number, dy: number): void {
    this.isOwnView = true;
    this.camera = panned(this.camera, dx, dy);
    this.redraw();
  }

  /** Moves the camera close to one node. */
  goTo(node: number): void {
    if (this.laidOut === undefined) return;
    this.isOwnView = true;
    this.camera = {
      x: this.laidOut.x[node] as number,
      y: this.laidOut.y[node] as number,
      scale: Math.max(1.3, this.camera.scale),
    };
    this.redraw();
  }

  private settle({ x, y, done }: LayoutSlice): void {
    this.laidOut = new Places(x, y);
    this.centres = centresOf(this.model, this.laidOut);
    this.renderer.setPlaces(x, y);
    if (!this.isOwnView) this.camera = fitting(x, y, this.area);
    this.redraw();
    if (done) this.events.onCalm();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.box;
    this.area = { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
    this.ratio = Math.min(2, window.devicePixelRatio || 1);
    for (const canvas of [this.canvas, this.overlay]) {
      canvas.width = Math.round(this.area.width * this.ratio);
      canvas.height = Math.round(this.area.height * this.ratio);
    }
    if (!this.isOwnView && this.laidOut !== undefined)
      this.camera = fitting(this.laidOut.x, this.laidOut.y, this.area);
    this.redraw();
  }

  private redraw(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      const { camera, area, ratio, model, laidOut: places, centres, look, today, named } = this;
      if (places === undefined) return;
      this.renderer.draw(camera, area.width, area.height, ratio, today);
      this.labels.draw({ camera, area, ratio, model, places, centres, look, today, named });
    });
  }

  private listen(): void {
    const { box } = this;
    box.addEventListener("pointerdown", (event) => this.grab(event));
    box.addEventListener("pointermove", (event) => this.drag(event));
    box.addEventListener("pointerup", (event) => this.release(event));
    box.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    box.addEventListener("pointerleave", () => this.events.onHover(undefined, 0, 0));
    box.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const { x, y } = this.at(event);
        this.isOwnView = true;
        this.camera = zoomed(this.camera, this.area, x, y, Math.exp(-event.deltaY * 0.0016));
        this.redraw();
      },
      { passive: false },
    );
  }

  private grab(event: PointerEvent): void {
    this.pointers.set(event.pointerId, this.at(event));
    this.moved = 0;
    this.box.setPointerCapture(event.pointerId);
  }

  private drag(event: PointerEvent): void {
    const at = this.at(event);
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) {
      this.events.onHover(this.under(at.x, at.y), at.x, at.y);
      return;
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, at);
    this.moved += Math.hypot(at.x - before.x, at.y - before.y);
    if (other === undefined) {
      this.pan(at.x - before.x, at.y - before.y);
      return;
    }
    const grown =
      Math.hypot(at.x - other.x, at.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
    this.isOwnView = true;
    this.camera = zoomed(this.camera, this.area, (at.x + other.x) / 2, (at.y + other.y) / 2, grown);
    this.redraw();
  }

  private release(event: PointerEvent): void {
    const at = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (at !== undefined && this.moved < CLICK_PIXELS) this.events.onChoose(this.under(at.x, at.y));
  }

  private under(px: number, py: number): number | undefined {
    const { x, y } = worldAt(this.camera, this.area, px, py);
    const { born } = this.model;
    return this.laidOut?.nearest(
      x,
      y,
      GRAB_PIXELS / this.camera.scale,
      (node) => (born[node] as number) <= this.today,
    );
  }

  private at(event: MouseEvent): { x: number; y: number } {
    const box = this.box.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

function rgbOf(hex: string): readonly [number, number, number] {
  // The minifier shortens #ffffff to #fff.
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  const value = Number.parseInt(digits.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

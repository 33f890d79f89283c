// How is the graph drawn? Nodes and edges stay on the graphics card; a frame is a handful of numbers and two draw
// calls, however many nodes there are. Time is one of those numbers: moving the slider changes no node.
import type { Camera } from "./camera.ts";
import { EDGE_COLOURS, EDGE_KINDS, type GraphModel, PALETTE } from "./model.ts";

const SHARED = `#version 300 es
precision highp float;
uniform vec2 middle;
uniform vec2 half_area;
uniform float scale;
uniform float today;
/** 0: not there yet; 1: there; in between: faded. */
float life(vec2 span) {
  if (today < span.x) return 0.0;
  return today > span.y ? 0.24 : 1.0;
}
vec4 place(vec2 at) {
  vec2 seen = (at - middle) * scale / half_area;
  return vec4(seen.x, -seen.y, 0.0, 1.0);
}
`;

const NODE_VERTEX = `${SHARED}
in vec2 at;
in float size;
in float colour;
in vec2 span;
in float entity;
in float lit;
uniform float ratio;
uniform vec3 palette[${PALETTE.length}];
out vec4 ink;
flat out float ring;
flat out float pixels;
void main() {
  float alive = life(span);
  gl_Position = alive == 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : place(at);
  pixels = max(2.6, size * pow(scale, 0.5)) * ratio * (lit > 1.5 ? 1.5 : 1.0);
  gl_PointSize = pixels + 2.0;
  ring = entity;
  ink = vec4(palette[int(colour)], alive * (lit < 0.5 ? 0.1 : 1.0));
}`;

const NODE_FRAGMENT = `#version 300 es
precision highp float;
in vec4 ink;
flat in float ring;
flat in float pixels;
uniform vec3 ground;
out vec4 shown;
void main() {
  float far = length(gl_PointCoord - 0.5) * (pixels + 2.0);
  float radius = pixels * 0.5;
  float inside = 1.0 - smoothstep(radius - 0.7, radius + 0.7, far);
  if (inside <= 0.0) discard;
  float hole = ring > 0.5 ? 1.0 - smoothstep(radius * 0.55 - 0.7, radius * 0.55 + 0.7, far) : 0.0;
  shown = vec4(mix(ink.rgb, ground, hole), ink.a * inside);
}`;

const EDGE_VERTEX = `${SHARED}
in vec2 at;
in float colour;
in vec2 span;
in float weight;
in float lit;
uniform vec3 palette[${PALETTE.length}];
uniform float strength;
out vec4 ink;
void main() {
  float alive = life(span);
  gl_Position = alive == 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : place(at);
  ink = vec4(palette[int(colour)], alive * strength * (lit > 1.5 ? 1.0 : weight) * (lit < -0.5 ? 0.0 : lit < 0.5 ? 0.06 : lit > 1.5 ? 2.2 : 1.0));
}`;

const EDGE_FRAGMENT = `#version 300 es
precision highp float;
in vec4 ink;
out vec4 shown;
void main() {
  if (ink.a <= 0.003) discard;
  shown = vec4(ink.rgb, min(1.0, ink.a));
}`;

/** Floats per node: at, size, colour, span, entity, lit. */
const NODE_FLOATS = 8;
/** Floats per end of an edge: at, colour, span, weight, lit. */
const EDGE_FLOATS = 7;
/** Edges between islands stay visible, but faint, so that they do not cover what is on the islands. */
const BETWEEN = 0.3;

export class Renderer {
  private readonly gl: WebGL2RenderingContext;
  private readonly model: GraphModel;
  private readonly nodeProgram: Program;
  private readonly edgeProgram: Program;
  private readonly nodes: Float32Array;
  private readonly edges: Float32Array;
  private readonly nodeBuffer: WebGLBuffer;
  private readonly edgeBuffer: WebGLBuffer;
  private hidden: ReadonlySet<number> = new Set();
  private palette = new Float32Array(PALETTE.length * 3);
  private ground: readonly number[] = [1, 1, 1];

  /** undefined if the browser has no WebGL 2: the list shows the same. */
  static on(canvas: HTMLCanvasElement, model: GraphModel): Renderer | undefined {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: true, premultipliedAlpha: true });
    return gl === null ? undefined : new Renderer(gl, model);
  }

  private constructor(gl: WebGL2RenderingContext, model: GraphModel) {
    this.gl = gl;
    this.model = model;
    this.nodeProgram = new Program(gl, NODE_VERTEX, NODE_FRAGMENT);
    this.edgeProgram = new Program(gl, EDGE_VERTEX, EDGE_FRAGMENT);
    this.nodes = new Float32Array(model.count * NODE_FLOATS);
    this.edges = new Float32Array(model.edges.length * EDGE_FLOATS);
    this.nodeBuffer = gl.createBuffer() as WebGLBuffer;
    this.edgeBuffer = gl.createBuffer() as WebGLBuffer;
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.fill();
  }

  /** Fills in what does not change with the layout. */
  private fill(): void {
    const { model, nodes, edges } = this;
    for (let i = 0; i < model.count; i++) {
      nodes[i * NODE_FLOATS + 2] = model.size[i] as number;
      nodes[i * NODE_FLOATS + 4] = model.born[i] as number;
      nodes[i * NODE_FLOATS + 5] = model.gone[i] as number;
      nodes[i * NODE_FLOATS + 6] = model.isEntity[i] as number;
      nodes[i * NODE_FLOATS + 7] = 1;
    }
    for (let end = 0; end < model.edges.length; end++) {
      const e = end >> 1;
      const [a, b] = [model.edges[e * 2] as number, model.edges[e * 2 + 1] as number];
      const kind = EDGE_KINDS[model.edgeKinds[e] as number] as (typeof EDGE_KINDS)[number];
      edges[end * EDGE_FLOATS + 2] = EDGE_COLOURS[kind];
      edges[end * EDGE_FLOATS + 3] = Math.max(model.born[a] as number, model.born[b] as number);
      edges[end * EDGE_FLOATS + 4] = Math.min(model.gone[a] as number, model.gone[b] as number);
      edges[end * EDGE_FLOATS + 5] = model.clusterOf[a] === model.clusterOf[b] ? 1 : BETWEEN;
      edges[end * EDGE_FLOATS + 6] = 1;
    }
  }

  setPlaces(x: Float32Array, y: Float32Array): void {
    const { model, nodes, edges } = this;
    for (let i = 0; i < model.count; i++) {
      nodes[i * NODE_FLOATS] = x[i] as number;
      nodes[i * NODE_FLOATS + 1] = y[i] as number;
    }
    for (let end = 0; end < model.edges.length; end++) {
      const node = model.edges[end] as number;
      edges[end * EDGE_FLOATS] = x[node] as number;
      edges[end * EDGE_FLOATS + 1] = y[node] as number;
    }
    this.upload();
  }

  setColours(colours: Uint8Array): void {
    for (let i = 0; i < this.model.count; i++) this.nodes[i * NODE_FLOATS + 3] = colours[i] as number;
    this.upload();
  }

  /** Per node 0 (dimmed), 1 (as usual), 2 (highlighted). Edges are highlighted if one end is. */
  setLight(light: Uint8Array | undefined, hidden: ReadonlySet<number>): void {
    const { model, nodes, edges } = this;
    this.hidden = hidden;
    for (let i = 0; i < model.count; i++) nodes[i * NODE_FLOATS + 7] = light?.[i] ?? 1;
    for (let end = 0; end < model.edges.length; end++) {
      const e = end >> 1;
      const [a, b] = [model.edges[e * 2] as number, model.edges[e * 2 + 1] as number];
      const [la, lb] = [light?.[a] ?? 1, light?.[b] ?? 1];
      const lit = this.hidden.has(model.edgeKinds[e] as number)
        ? -1
        : light === undefined
          ? 1
          : la === 2 || lb === 2
            ? la > 0 && lb > 0
              ? 2
              : 0
            : Math.min(la, lb);
      edges[end * EDGE_FLOATS + 6] = lit;
    }
    this.upload();
  }

  /** Takes the colours from the page's own variables, light or dark. */
  setTheme(colourOf: (name: string) => readonly [number, number, number]): void {
    this.palette = Float32Array.from(PALETTE.flatMap((name) => [...colourOf(name)]));
    this.ground = colourOf("--surface");
  }

  private upload(): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.nodeBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.nodes, gl.DYNAMIC_DRAW);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.edgeBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.edges, gl.DYNAMIC_DRAW);
  }

  draw(camera: Camera, width: number, height: number, ratio: number, today: number): void {
    const { gl, model } = this;
    gl.viewport(0, 0, Math.round(width * ratio), Math.round(height * ratio));
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const shared = (program: Program) => {
      gl.useProgram(program.program);
      gl.uniform2f(program.at("middle"), camera.x, camera.y);
      gl.uniform2f(program.at("half_area"), width / 2, height / 2);
      gl.uniform1f(program.at("scale"), camera.scale);
      gl.uniform1f(program.at("today"), today);
      gl.uniform3fv(program.at("palette[0]"), this.palette);
    };
    shared(this.edgeProgram);
    gl.uniform1f(this.edgeProgram.at("strength"), Math.min(0.9, 0.34 + camera.scale * 0.3));
    this.edgeProgram.layOut(this.edgeBuffer, [
      ["at", 2],
      ["colour", 1],
      ["span", 2],
      ["weight", 1],
      ["lit", 1],
    ]);
    gl.drawArrays(gl.LINES, 0, model.edges.length);
    shared(this.nodeProgram);
    gl.uniform1f(this.nodeProgram.at("ratio"), ratio);
    gl.uniform3f(this.nodeProgram.at("ground"), ...(this.ground as [number, number, number]));
    this.nodeProgram.layOut(this.nodeBuffer, [
      ["at", 2],
      ["size", 1],
      ["colour", 1],
      ["span", 2],
      ["entity", 1],
      ["lit", 1],
    ]);
    gl.drawArrays(gl.POINTS, 0, model.count);
  }

  /** Frees the graphics card's resources. */
  close(): void {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

class Program {
  readonly program: WebGLProgram;
  private readonly gl: WebGL2RenderingContext;
  private readonly uniforms = new Map<string, WebGLUniformLocation | null>();
  private layout: WebGLVertexArrayObject | undefined;

  constructor(gl: WebGL2RenderingContext, vertex: string, fragment: string) {
    this.gl = gl;
    this.program = gl.createProgram() as WebGLProgram;
    for (const [type, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type) as WebGLShader;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS))
      throw new Error(`The graph cannot be drawn: ${gl.getProgramInfoLog(this.program)}`);
  }

  at(name: string): WebGLUniformLocation | null {
    const known = this.uniforms.get(name);
    if (known !== undefined) return known;
    const found = this.gl.getUniformLocation(this.program, name);
    this.uniforms.set(name, found);
    return found;
  }

  /** Describes once how the floats of a buffer are read. */
  layOut(buffer: WebGLBuffer, fields: readonly (readonly [string, number])[]): void {
    const { gl } = this;
    if (this.layout !== undefined) {
      gl.bindVertexArray(this.layout);
      return;
    }
    this.layout = gl.createVertexArray() as WebGLVertexArrayObject;
    gl.bindVertexArray(this.layout);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const stride = fields.reduce((sum, [, size]) => sum + size, 0) * 4;
    let offset = 0;
    for (const [name, size] of fields) {
      const place = gl.getAttribLocation(this.program, name);
      if (place >= 0) {
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
      }
      offset += size * 4;
    }
  }
}

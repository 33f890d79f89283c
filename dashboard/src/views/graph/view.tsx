// What is connected? Facts and what they name, typed edges, clusters as islands, and a slider through time. The same
// content is available as a list, for those who cannot see the picture.
import type { MemoryGraph } from "brigade-tideline";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { count, counted } from "../../format.ts";
import { Icon } from "../../parts/icons.tsx";
import { Heading } from "../../parts/panel.tsx";
import { Empty, Loaded } from "../../parts/state.tsx";
import { useRemote } from "../../remote.ts";
import { go, pathOf, route } from "../../router.ts";
import { isDark } from "../../theme.ts";
import { EdgeLegend } from "./legend.tsx";
import "../../style/graph.css";
import { GraphList } from "./list.tsx";
import { COLOURINGS, type Colouring, GraphModel } from "./model.ts";
import { NodeCard, Tip } from "./node-card.tsx";
import { Scene } from "./scene.ts";
import { TimeSlider } from "./slider.tsx";

export function MemoryGraphView() {
  const graph = useRemote<MemoryGraph>((from, signal) => from.call("graph", {}, { signal }));
  const [asList, setAsList] = useState(false);
  const { data } = graph;
  const drawn = useRef<GraphModel | undefined>(undefined);
  // New data with the same shape keeps the picture; otherwise a new picture is drawn, on new canvases.
  const model = useMemo(() => {
    if (data === undefined) return undefined;
    const next = new GraphModel(data);
    return drawn.current !== undefined && shapeOf(drawn.current) === shapeOf(next) ? drawn.current : next;
  }, [data]);
  drawn.current = model;
  return (
    <div class="graph-page">
      <Heading title="Graph">
        {model === undefined ? null : (
          <p>
            {counted(model.graph.stats.facts, "fact")}, {counted(model.graph.stats.entities, "name")},{" "}
            {counted(model.graph.stats.edges, "link")}, {counted(model.graph.stats.clusters, "cluster")}.
          </p>
        )}
        <button type="button" class="button small" aria-pressed={asList} onClick={() => setAsList(!asList)}>
          <Icon name={asList ? "graph" : "list"} size={15} /> {asList ? "As a picture" : "As a list"}
        </button>
      </Heading>
      <Loaded of={graph} lines={8}>
        {() =>
          model === undefined || model.count === 0 ? (
            <Empty icon="graph" title="Nothing is remembered yet, so there is nothing to draw." />
          ) : asList ? (
            <GraphList model={model} />
          ) : (
            <Picture key={shapeOf(model)} model={model} onNoPicture={() => setAsList(true)} />
          )
        }
      </Loaded>
    </div>
  );
}

/** What is visible of a graph: its nodes, its edges, and when each appeared and ended. */
function shapeOf({ graph, gone }: GraphModel): string {
  const ended = gone.reduce((sum, day) => sum + day, 0);
  return `${graph.nodes.length} ${graph.edges.length} ${graph.nodes.at(-1)?.id ?? ""} ${ended}`;
}

function Picture({ model, onNoPicture }: { readonly model: GraphModel; readonly onNoPicture: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const scene = useRef<Scene | undefined>(undefined);
  const asked = route.value.id;
  const chosen = asked === undefined ? undefined : model.index.get(asked);
  const [hover, setHover] = useState<
    { readonly node: number; readonly x: number; readonly y: number } | undefined
  >();
  const [colouring, setColouring] = useState<Colouring>("segment");
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [find, setFind] = useState("");
  const [calm, setCalm] = useState(false);
  const dark = isDark.value;
  const failed = useRef(onNoPicture);
  failed.current = onNoPicture;

  useEffect(() => {
    if (box.current === null || canvas.current === null || overlay.current === null) return;
    scene.current = Scene.on(box.current, canvas.current, overlay.current, model, {
      onHover: (node, x, y) => setHover(node === undefined ? undefined : { node, x, y }),
      onChoose: (node) =>
        go(pathOf("graph", node === undefined ? undefined : model.graph.nodes[node]?.id), "replace"),
      onCalm: () => setCalm(true),
    });
    if (scene.current === undefined) failed.current();
    return () => scene.current?.close();
  }, [model]);
  useEffect(() => scene.current?.setColouring(colouring), [colouring, model]);
  useEffect(() => scene.current?.retheme(), [dark]);
  useEffect(() => {
    const { light, named } = lightOf(model, chosen, hover?.node, find);
    scene.current?.setLight(light, hidden, named);
  }, [model, chosen, hover?.node, find, hidden]);
  useEffect(() => {
    if (calm && chosen !== undefined) scene.current?.goTo(chosen);
  }, [calm]);

  return (
    <div class="graph-frame">
      <div class="graph-tools">
        <label class="search-box">
          <Icon name="search" size={15} />
          <span class="sr-only">Find in the graph</span>
          <input
            type="search"
            placeholder="Find in the graph"
            onInput={(event) => setFind(event.currentTarget.value)}
          />
        </label>
        <label class="inline">
          <span>Colour by</span>
          <select
            value={colouring}
            onChange={(event) => setColouring(event.currentTarget.value as Colouring)}
          >
            {COLOURINGS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <span class="zoom-tools">
          <Tool label="Closer" icon="plus" onClick={() => scene.current?.zoom(1.4)} />
          <Tool label="Farther" icon="minus" onClick={() => scene.current?.zoom(0.7)} />
          <Tool label="Show everything" icon="fit" onClick={() => scene.current?.fit()} />
        </span>
      </div>
      <div
        ref={box}
        class="graph-canvas"
        role="application"
        aria-label={`Graph of ${count(model.count)} nodes. Arrow keys move it, plus and minus zoom, 0 shows everything. The list has the same content.`}
        aria-busy={!calm}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onKeyDown={(event) => scene.current !== undefined && steer(scene.current, event)}
      >
        <canvas ref={canvas} />
        <canvas ref={overlay} />
        {hover === undefined ? null : <Tip model={model} node={hover.node} x={hover.x} y={hover.y} />}
      </div>
      <TimeSlider model={model} onDay={(day) => scene.current?.setDay(day)} />
      <EdgeLegend
        model={model}
        colouring={colouring}
        hidden={hidden}
        onToggle={(kind) => {
          const next = new Set(hidden);
          if (!next.delete(kind)) next.add(kind);
          setHidden(next);
        }}
      />
      {chosen === undefined ? null : (
        <NodeCard
          model={model}
          node={chosen}
          onChoose={(node) => {
            go(pathOf("graph", model.graph.nodes[node]?.id), "replace");
            scene.current?.goTo(node);
          }}
          onClose={() => go(pathOf("graph"), "replace")}
        />
      )}
    </div>
  );
}

function Tool(props: {
  readonly label: string;
  readonly icon: "plus" | "minus" | "fit";
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    >
      <Icon name={props.icon} size={17} />
    </button>
  );
}

const KEY_PIXELS = 60;

function steer(scene: Scene, event: KeyboardEvent): void {
  const moves: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => scene.pan(KEY_PIXELS, 0),
    ArrowRight: () => scene.pan(-KEY_PIXELS, 0),
    ArrowUp: () => scene.pan(0, KEY_PIXELS),
    ArrowDown: () => scene.pan(0, -KEY_PIXELS),
    "+": () => scene.zoom(1.25),
    "=": () => scene.zoom(1.25),
    "-": () => scene.zoom(0.8),
    "0": () => scene.fit(),
  };
  const move = moves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  move();
}

const MOST_NAMED = 40;

/**
 * Which nodes are highlighted: the chosen one and its neighbours, search results, and the one under the pointer.
 * Pointing dims nothing: the picture would flicker under the pointer.
 */
function lightOf(
  model: GraphModel,
  chosen: number | undefined,
  hover: number | undefined,
  find: string,
): { readonly light: Uint8Array | undefined; readonly named: readonly number[] } {
  const words = find.trim().toLowerCase();
  const node = chosen ?? (words === "" ? hover : undefined);
  if (node === undefined && words === "") return { light: undefined, named: [] };
  const light = new Uint8Array(model.count).fill(chosen === undefined && words === "" ? 1 : 0);
  const named: number[] = [];
  if (node !== undefined) {
    for (const other of model.neighbours[node] ?? []) {
      light[other] = 1;
      named.push(other);
    }
    light[node] = 2;
    named.unshift(node);
    return { light, named: named.slice(0, MOST_NAMED) };
  }
  model.graph.nodes.forEach((one, i) => {
    if (!one.label.toLowerCase().includes(words)) return;
    light[i] = 2;
    named.push(i);
  });
  return { light, named: named.slice(0, MOST_NAMED) };
}

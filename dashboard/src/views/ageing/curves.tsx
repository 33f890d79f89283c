// What does fading look like? Time from left to right; the solid line is the past, the dashed line the future unless
// the fact is used.

import type { Ageing, AgeingPoint, PolicyAgeing } from "brigade-tideline";
import { useRef, useState } from "preact/hooks";
import { DAY_MS, dayOf, percent } from "../../format.ts";
import { useWidth } from "../../parts/width.ts";

const HEIGHT = 340;
const LEFT = 44;
const RIGHT = 14;
const TOP = 16;
const BOTTOM = 34;
/** From one line of text to the next. */
const ROW = 16;
/** The width of a character, about, and the distance of a label from its line. */
const CHAR = 6.3;
const GAP = 6;

interface Scale {
  readonly width: number;
  readonly x: (at: number) => number;
  readonly y: (left: number) => number;
  readonly from: number;
  readonly to: number;
}

function scaleOf({ createdAt, horizon }: Ageing, width: number): Scale {
  const span = Math.max(DAY_MS, horizon - createdAt);
  return {
    width,
    from: createdAt,
    to: createdAt + span,
    x: (at) => LEFT + ((at - createdAt) / span) * (width - LEFT - RIGHT),
    y: (left) => TOP + (1 - left) * (HEIGHT - TOP - BOTTOM),
  };
}

const pathOf = (points: readonly AgeingPoint[], { x, y }: Scale): string =>
  points.map(([at, left], i) => `${i === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(left).toFixed(1)}`).join("");

export function Curves({ ageing, chosen }: { readonly ageing: Ageing; readonly chosen: string | undefined }) {
  const { box: frame, width } = useWidth<HTMLElement>(280);
  const scale = scaleOf(ageing, width);
  const [at, setAt] = useState<number | undefined>();
  const box = useRef<SVGSVGElement>(null);
  const point = (event: PointerEvent) => {
    const area = box.current?.getBoundingClientRect();
    if (area === undefined) return;
    const share = ((event.clientX - area.left) / area.width) * width;
    const time = scale.from + ((share - LEFT) / (width - LEFT - RIGHT)) * (scale.to - scale.from);
    setAt(Math.min(scale.to, Math.max(scale.from, time)));
  };
  const shown = ageing.policies.find((one) => one.policy === chosen);
  const others = ageing.policies.filter((one) => one !== shown);
  const fates = (shown?.outlook ?? []).filter((one) => one.at <= scale.to);
  return (
    <figure class="curves" ref={frame}>
      <svg
        ref={box}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={ageing.policies
          .map((one) => `${one.policy}: ${percent(one.left)} left. ${one.text}`)
          .join(" ")}
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
      >
        <Grid scale={scale} now={ageing.now} />
        {shown?.goesBelow === undefined ? null : (
          <g class="floor">
            <line x1={LEFT} x2={width - RIGHT} y1={scale.y(shown.goesBelow)} y2={scale.y(shown.goesBelow)} />
          </g>
        )}
        {others.map((one) => (
          <Line key={one.policy} one={one} scale={scale} quiet />
        ))}
        {shown === undefined ? null : (
          <>
            <path
              class={`area policy-${shown.policy}`}
              d={`${pathOf(shown.past, scale)}L${scale.x(ageing.now)} ${scale.y(0)}L${scale.x(scale.from)} ${scale.y(0)}Z`}
            />
            <Line one={shown} scale={scale} />
            <Labels fates={fates} goesBelow={shown.goesBelow} scale={scale} />
          </>
        )}
        <g class="uses">
          {ageing.uses.map((use) => (
            <line key={use} x1={scale.x(use)} x2={scale.x(use)} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM + 7}>
              <title>{`Used ${dayOf(use)}`}</title>
            </line>
          ))}
        </g>
        {at === undefined ? null : <Cursor at={at} ageing={ageing} scale={scale} below={fates.length} />}
      </svg>
      <figcaption class="legend">
        <span>
          <i class="stroke solid" aria-hidden="true" /> so far
        </span>
        <span>
          <i class="stroke dashed" aria-hidden="true" /> forecast if it is not used
        </span>
        <span>
          <i class="stroke tick" aria-hidden="true" /> a use
        </span>
      </figcaption>
    </figure>
  );
}

/**
 * What is expected to happen, and when; and below which line. Each has a row of its own, so that no label covers
 * another. All are drawn after the lines, so that no line crosses a label.
 */
function Labels(props: {
  readonly fates: PolicyAgeing["outlook"];
  readonly goesBelow: number | undefined;
  readonly scale: Scale;
}) {
  const { fates, goesBelow, scale } = props;
  const labels = fates.map(({ what, at }) => ({ x: scale.x(at), says: `${what}, about ${dayOf(at)}` }));
  return (
    <g class="fate">
      {labels.map(({ x, says }) => (
        <line key={says} x1={x} x2={x} y1={TOP} y2={HEIGHT - BOTTOM} />
      ))}
      {labels.map(({ x, says }, row) => (
        <text key={says} {...besideLine(x, says, scale.width)} y={TOP + 12 + row * ROW}>
          {says}
        </text>
      ))}
      {goesBelow === undefined ? null : (
        <text x={LEFT + GAP} y={scale.y(goesBelow) - 5}>
          may leave recall below {percent(goesBelow)}
        </text>
      )}
    </g>
  );
}

/** Right of the line if there is room, otherwise left of it; on a narrow page across it. */
function besideLine(x: number, text: string, width: number) {
  const room = text.length * CHAR + GAP;
  if (x + room <= width) return { x: x + GAP, "text-anchor": "start" } as const;
  return { x: x - room >= LEFT ? x - GAP : width, "text-anchor": "end" } as const;
}

function Line(props: { readonly one: PolicyAgeing; readonly scale: Scale; readonly quiet?: boolean }) {
  const { one, scale, quiet = false } = props;
  return (
    <g class={`curve policy-${one.policy}${quiet ? " quiet-curve" : ""}`}>
      <path d={pathOf(one.past, scale)} />
      <path class="to-come" d={pathOf(one.forecast, scale)} />
    </g>
  );
}

function Grid({ scale, now }: { readonly scale: Scale; readonly now: number }) {
  const shares = scale.width < 560 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  const times = shares.map((share) => scale.from + share * (scale.to - scale.from));
  return (
    <g class="axis">
      {[0, 0.25, 0.5, 0.75, 1].map((left) => (
        <g key={left}>
          <line x1={LEFT} x2={scale.width - RIGHT} y1={scale.y(left)} y2={scale.y(left)} />
          <text x={LEFT - 8} y={scale.y(left) + 4} text-anchor="end">
            {percent(left)}
          </text>
        </g>
      ))}
      {times.map((time, i) => (
        <text
          key={time}
          x={scale.x(time)}
          y={HEIGHT - 8}
          text-anchor={i === 0 ? "start" : i === times.length - 1 ? "end" : "middle"}
        >
          {dayOf(time)}
        </text>
      ))}
      <line class="now" x1={scale.x(now)} x2={scale.x(now)} y1={TOP - 6} y2={HEIGHT - BOTTOM} />
      <text
        class="now-label"
        x={Math.max(LEFT + 20, Math.min(scale.width - RIGHT - 20, scale.x(now)))}
        y={TOP - 6}
        text-anchor="middle"
      >
        today
      </text>
    </g>
  );
}

function Cursor({
  at,
  ageing,
  scale,
  below,
}: {
  readonly at: number;
  readonly ageing: Ageing;
  readonly scale: Scale;
  /** How many rows of labels are above it. */
  readonly below: number;
}) {
  const x = scale.x(at);
  const right = x > scale.width * 0.7;
  const top = TOP + 14 + below * ROW;
  return (
    <g class="cursor">
      <line x1={x} x2={x} y1={TOP} y2={HEIGHT - BOTTOM} />
      <text x={x + (right ? -8 : 8)} y={top} text-anchor={right ? "end" : "start"}>
        {dayOf(at)}
      </text>
      {ageing.policies.map((one, i) => (
        <text
          key={one.policy}
          class={`policy-${one.policy}`}
          x={x + (right ? -8 : 8)}
          y={top + (i + 1) * ROW}
          text-anchor={right ? "end" : "start"}
        >
          {one.policy} {percent(leftAt(one, at))}
        </text>
      ))}
    </g>
  );
}

function leftAt({ past, forecast }: PolicyAgeing, at: number): number {
  let left = past[0]?.[1] ?? 0;
  for (const [time, value] of [...past, ...forecast]) {
    if (time > at) break;
    left = value;
  }
  return left;
}

// What was learned and what faded, day by day? Days from left to right: facts learned above the waterline, facts that
// faded below it.
import type { Overview } from "brigade-tideline";
import { counted, dayOf } from "../../format.ts";
import { useWidth } from "../../parts/width.ts";

const HEIGHT = 210;
const AXIS = 22;

export function Tide({ days }: { readonly days: Overview["days"] }) {
  const { box, width } = useWidth<HTMLElement>(260);
  const most = Math.max(1, ...days.map((one) => one.added));
  const lost = Math.max(0, ...days.map((one) => one.faded));
  // Both halves have one scale, so that a bar means the same above and below.
  const scale = (HEIGHT - AXIS) / (most + Math.max(lost, most * 0.15));
  const line = most * scale;
  const step = width / Math.max(1, days.length);
  const came = days.reduce((sum, one) => sum + one.added, 0);
  const went = days.reduce((sum, one) => sum + one.faded, 0);
  return (
    <figure class="tide" ref={box}>
      <svg
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${counted(came, "fact")} learned, ${went} faded.`}
      >
        {days.map((one, i) => (
          <g key={one.day} class="day">
            <title>{`${dayOf(one.day)}: ${one.added} learned, ${one.faded} faded`}</title>
            <rect x={i * step} y={0} width={step} height={HEIGHT - AXIS} class="hit" />
            <rect
              x={i * step + step * 0.18}
              y={line - one.added * scale}
              width={step * 0.64}
              height={Math.max(one.added > 0 ? 1.5 : 0, one.added * scale)}
              rx="2"
              class="came"
            />
            <rect
              x={i * step + step * 0.18}
              y={line + 1}
              width={step * 0.64}
              height={Math.max(one.faded > 0 ? 1.5 : 0, one.faded * scale)}
              rx="2"
              class="went"
            />
          </g>
        ))}
        <line x1="0" x2={width} y1={line} y2={line} class="waterline" />
        {[0, Math.floor(days.length / 2), days.length - 1].map((i, place) =>
          days[i] === undefined ? null : (
            <text
              key={days[i].day}
              x={i * step + (place === 0 ? 0 : place === 2 ? step : step / 2)}
              y={HEIGHT - 4}
              text-anchor={place === 0 ? "start" : place === 2 ? "end" : "middle"}
            >
              {dayOf(days[i].day)}
            </text>
          ),
        )}
      </svg>
      <figcaption class="legend">
        <span>
          <i class="swatch came" aria-hidden="true" />
          {counted(came, "fact")} learned
        </span>
        <span>
          <i class="swatch went" aria-hidden="true" />
          {went} faded
        </span>
      </figcaption>
    </figure>
  );
}

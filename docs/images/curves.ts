/**
 * How do the policies' curves look? Drawn from the policies themselves, so that the pictures cannot disagree with
 * them. `npm run curves` writes the files.
 */
import { freshnessPolicy, layeredPolicy, tidelinePolicyWith } from "../../src/advanced.ts";
import type { Fact, LifecyclePolicy } from "../../src/index.ts";
import { SEGMENT_DEFAULTS } from "../../src/model/segment.ts";

const DAY_MS = 86_400_000;
const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 44;
const TOP = 16;
const RIGHT = 150;
const BOTTOM = 36;
/** Colours that can be told apart, also in print: each curve has its own dashes too. */
const STYLES = [
  ["#0b5fa5", ""],
  ["#b3470b", "7 3"],
  ["#2e7d32", "2 3"],
  ["#6a1b9a", "9 3 2 3"],
  ["#795548", "4 4"],
  ["#00838f", "12 4"],
] as const;

interface Curve {
  readonly name: string;
  at(days: number): number;
}

/** A fact that was made on day 0 and not used since, but for what is given. */
function fact(more: Partial<Fact>): Fact {
  const base = {
    source: "owner_message",
    authority: 3,
    confidence: 1,
    validity: "valid",
    layer: "semantic",
    kind: "fact",
  };
  const use = { createdAt: 0, lastAccessedAt: 0, accessCount: 0, accessTimes: [], observations: [] };
  return { ...SEGMENT_DEFAULTS.knowledge, ...base, ...use, ...more } as unknown as Fact;
}

function curve(name: string, policy: LifecyclePolicy, one: Fact, part?: string): Curve {
  return {
    name,
    at(days) {
      const { value, parts } = policy.score(one, { now: days * DAY_MS, fact: () => undefined });
      return part === undefined ? value : (parts[part] ?? 0);
    },
  };
}

export function drawCurves(): Readonly<Record<string, string>> {
  const tideline = tidelinePolicyWith();
  const freshness = freshnessPolicy();
  const episode = fact({ layer: "episodic" });
  return {
    "tideline.svg": picture(
      "tideline: score of a fact that nobody uses",
      100,
      [0.15, 0.05],
      [
        ...(["correction", "preference", "knowledge", "context"] as const).map((segment) =>
          curve(segment, tideline, fact(SEGMENT_DEFAULTS[segment])),
        ),
        curve("knowledge, used 5 times", tideline, fact({ accessCount: 5 })),
      ],
    ),
    "freshness.svg": picture(
      "freshness: weight of a fact that nobody uses",
      730,
      [0.1],
      [
        ...(["entity", "fact", "preference", "event"] as const).map((kind) =>
          curve(kind, freshness, fact({ kind }), "weight"),
        ),
        curve(
          "a birthday (event, yearly)",
          freshness,
          fact({ kind: "event", recurrence: "yearly" }),
          "weight",
        ),
      ],
    ),
    "layered.svg": picture(
      "layered: how much of an episode is left",
      100,
      [0.15],
      [
        ...(["l2", "huber", "elastic"] as const).map((retentionMode) =>
          curve(retentionMode, layeredPolicy({ retentionMode }), episode, "retention"),
        ),
        curve(
          "huber, extracted",
          layeredPolicy(),
          { ...episode, source: "extraction", authority: 2 },
          "retention",
        ),
        curve("huber, used 5 times", layeredPolicy(), { ...episode, accessCount: 5 }, "retention"),
        curve("semantic", layeredPolicy(), fact({}), "retention"),
      ],
    ),
  };
}

function picture(title: string, days: number, marks: readonly number[], curves: readonly Curve[]): string {
  const x = (day: number) => round(LEFT + (day / days) * (WIDTH - LEFT - RIGHT));
  const y = (value: number) => round(TOP + (1 - value) * (HEIGHT - TOP - BOTTOM));
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const bars = marks.map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" stroke="#c00" stroke-dasharray="1 3"/><text x="${WIDTH - RIGHT + 4}" y="${y(value) + 4}" fill="#c00">${value}</text>`,
  );
  const ticks = Array.from({ length: 6 }, (_, i) => Math.round((days * i) / 5)).map(
    (day) => `<text x="${x(day)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${day}</text>`,
  );
  const paths = curves.map(({ at }, i) => {
    const points = Array.from({ length: 301 }, (_, n) => (days * n) / 300).map(
      (day) => `${x(day)},${y(at(day))}`,
    );
    const [colour, dash] = STYLES[i % STYLES.length] ?? STYLES[0];
    return `<polyline fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}" points="${points.join(" ")}"/>`;
  });
  const legend = curves.map(({ name }, i) => {
    const [colour, dash] = STYLES[i % STYLES.length] ?? STYLES[0];
    const at = TOP + 14 + i * 18;
    return `<line x1="${WIDTH - RIGHT + 30}" x2="${WIDTH - RIGHT + 52}" y1="${at - 4}" y2="${at - 4}" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/><text x="${WIDTH - RIGHT + 56}" y="${at}" font-size="10">${name}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[...grid, ...bars, ...ticks, ...paths, ...legend].join("\n")}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 4}" text-anchor="middle">days</text>
</svg>
`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

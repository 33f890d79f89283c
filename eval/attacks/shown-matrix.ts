/**
 * How is the matrix of attacks shown? A line per family and standing under the default policy, a line per standing under
 * the others, and the bars: the worst cell decides.
 */
import type { PolicyName } from "../../src/index.ts";
import { share } from "../support/report.ts";
import { printTable } from "../support/table.ts";
import { STANDINGS } from "./attackers.ts";
import { atLeast, atMost, type Bar, none } from "./bars.ts";
import type { Forgotten } from "./forgetting.ts";
import type { MatrixCell } from "./matrix.ts";
import type { Guessed } from "./oracle.ts";
import { type Share, shareOf, showShare } from "./shares.ts";
import { FIRST, MISSING } from "./shown.ts";
import type { Standing } from "./standing.ts";
import type { Attempt } from "./surface.ts";

const DEFAULT: PolicyName = "tideline";
const HOW = ["isFirst", "isRecalled", "isInBlock"] as const;

export function showMatrix(cells: readonly MatrixCell[]): readonly Bar[] {
  const ours = cells.filter(({ policy }) => policy === DEFAULT);
  printTable(
    [
      [
        "family",
        "attacker",
        "still first (copies)",
        "worst",
        "recalled",
        "in the block",
        "changed",
        "kept",
        "raised",
      ],
      ...familiesIn(ours).flatMap((family) =>
        STANDINGS.map((standing) => line(family, standing, ours.filter(isOf(family, standing)))),
      ),
    ],
    3,
  );
  printTable(
    [
      ["policy", "attacker", "", "worst first", "recalled", "in the block", "changed", "kept", "raised"],
      ...[...new Set(cells.map(({ policy }) => policy))].flatMap((policy) =>
        STANDINGS.map((standing) => {
          const some = cells.filter((cell) => cell.policy === policy && cell.attacker.standing === standing);
          return [policy, standing, "", ...worstOf(some)];
        }),
      ),
    ],
    3,
  );
  return barsOf(cells);
}

const isOf =
  (family: string, standing: string) =>
  (cell: MatrixCell): boolean =>
    cell.family === family && cell.attacker.standing === standing;

const familiesIn = (cells: readonly MatrixCell[]): readonly string[] => [
  ...new Set(cells.map(({ family }) => family)),
];

/** Shares by number of copies, then the worst of each with its interval. */
function line(family: string, standing: string, cells: readonly MatrixCell[]): readonly string[] {
  const numbers = [...new Set(cells.map(({ copies }) => copies))].sort((a, b) => a - b);
  const byCopies = numbers.map((copies) => {
    const first = held(
      cells.filter((cell) => cell.copies === copies),
      "isFirst",
    );
    return `${first.rows === 0 ? "–" : share(first.mean)} (${copies})`;
  });
  return [family, standing, byCopies.join(" "), ...worstOf(cells)];
}

function worstOf(cells: readonly MatrixCell[]): readonly string[] {
  return [
    ...HOW.map((how) => {
      const worst = worstGroup(cells, how);
      return worst === undefined ? "–" : showShare(worst.held);
    }),
    String(sum(cells, "changed")),
    String(sum(cells, "kept")),
    String(sum(cells, "raised")),
  ];
}

/** Of the answers that stood so before, those that still do: after the writes, and after the upkeep where it came. */
function held(cells: readonly MatrixCell[], how: keyof Standing): Share {
  return shareOf(
    cells.flatMap(({ before, after, afterUpkeep }) =>
      before.flatMap((was, i) =>
        was[how] ? [after[i]?.[how] === true && (afterUpkeep ?? after)[i]?.[how] === true] : [],
      ),
    ),
  );
}

interface Group {
  readonly where: string;
  readonly held: Share;
}

/** A family by attackers of one standing, with one number of copies under one policy: the lowest of them. */
function worstGroup(cells: readonly MatrixCell[], how: keyof Standing, leastRows = 1): Group | undefined {
  const groups = new Map<string, MatrixCell[]>();
  for (const cell of cells) {
    const { family, attacker, copies, policy } = cell;
    const where = `${family}, ${attacker.standing}, ${copies}, ${policy}`;
    groups.set(where, [...(groups.get(where) ?? []), cell]);
  }
  return [...groups]
    .map(([where, some]) => ({ where, held: held(some, how) }))
    .filter(({ held }) => held.rows >= leastRows)
    .reduce<Group | undefined>(
      (worst, one) => (worst === undefined || one.held.mean < worst.held.mean ? one : worst),
      undefined,
    );
}

const sum = (cells: readonly MatrixCell[], what: keyof MatrixCell["harm"]): number =>
  cells.reduce((all, { harm }) => all + harm[what], 0);

/** A share of fewer answers decides nothing. */
const LEAST_ROWS = 10;

function barsOf(cells: readonly MatrixCell[]): readonly Bar[] {
  const [first, recalled, inBlock] = HOW.map((how) => worstGroup(cells, how, LEAST_ROWS));
  const harmed = familiesIn(cells.filter(({ harm }) => harm.changed + harm.raised > 0));
  const where = harmed.length === 0 ? "" : `${harmed.length} families`;
  return [
    atLeast("families: owner still first, worst line", first?.held.mean ?? 0, FIRST, first?.where),
    atMost("families: owner missing from recall", 1 - (recalled?.held.mean ?? 0), MISSING, recalled?.where),
    atMost("families: owner missing from the block", 1 - (inBlock?.held.mean ?? 0), MISSING, inBlock?.where),
    none("families: class-3 facts changed", sum(cells, "changed"), where),
    none("families: words raised to class 3", sum(cells, "raised"), where),
  ];
}

export function showForgetting(all: readonly Forgotten[]): readonly Bar[] {
  printTable(
    [
      ["displaced for 90 days", "attacker", "facts", "out of sight"],
      ...all.map(({ policy, attacker, lost, of }) => [policy, attacker, String(of), String(lost)]),
    ],
    2,
  );
  const lost = all.reduce((count, one) => count + one.lost, 0);
  return [none("displaced for 90 days: facts out of sight", lost)];
}

/** Only what got through is listed. */
export function showSurface(attempts: readonly Attempt[], guesses: readonly Guessed[]): readonly Bar[] {
  const through = attempts.filter(({ harm }) => harm.changed + harm.raised > 0);
  const found = guesses.filter(({ isFound }) => isFound);
  if (through.length > 0)
    printTable(
      [
        ["an agent's request that got through", "changed", "raised"],
        ...through.map(({ name, harm }) => [name, String(harm.changed), String(harm.raised)]),
      ],
      1,
    );
  return [
    none(`HTTP, agent's token: requests of ${attempts.length} that got through`, through.length),
    none(
      `HTTP, agent's token: codes guessed of ${guesses.length}`,
      found.length,
      found.map(({ name }) => name).join("; "),
    ),
  ];
}

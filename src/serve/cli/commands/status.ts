/** Where is the workspace, and what is in it? A few lines. */

import type { Origin } from "../../../model/origin.ts";
import { KEEPER_TASKS, type KeeperStatus } from "../../../upkeep/keeper.ts";
import { originText } from "../../origin-text.ts";
import { VERSION } from "../../version.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { closeAfterLooking, isUnused, openPlace, placeOf } from "../place.ts";
import { calledAgain } from "../show/again.ts";
import { safe, safeJson, styleOf, table, when } from "../show/terminal.ts";

/** Reading the figures of an origin takes a look at its facts. */
const MOST_SHOWN = 50;

export async function status(io: Io, common: Common): Promise<ExitCode> {
  const folder = placeOf(io, common);
  if (isUnused(folder))
    return say({ version: VERSION, folder, tokens: 0, origins: [], upkeep: undefined }, io, common);
  const workspace = await openPlace(io, common);
  try {
    const page = await workspace.memory("owner").origins({ limit: MOST_SHOWN });
    const rows = [];
    for (const { origin } of page.origins) {
      const { facts, byLifecycle, forReview, quarantined, events } = await workspace.memory(origin).stats();
      rows.push({ origin, facts, active: byLifecycle.active, forReview, quarantined, events });
    }
    const tokens = (await workspace.tokens.list()).length;
    const upkeep = await workspace.upkeep();
    const further = page.total - rows.length;
    const answer = { version: VERSION, folder: workspace.place, tokens, origins: rows, upkeep };
    return say({ ...answer, ...(further === 0 ? {} : { further }) }, io, common);
  } finally {
    await closeAfterLooking(io, workspace);
  }
}

function say(answer: Answer, io: Io, common: Common): ExitCode {
  io.out.write(`${common.json ? safeJson(answer) : text(answer, io)}\n`);
  return EXIT.ok;
}

interface Answer {
  readonly version: string;
  readonly folder: string;
  readonly tokens: number;
  /** How many origins there are besides those listed. */
  readonly further?: number;
  readonly origins: readonly {
    readonly origin: Origin;
    readonly facts: number;
    readonly active: number;
    readonly forReview: number;
    readonly quarantined: number;
    readonly events: number;
  }[];
  readonly upkeep: KeeperStatus | undefined;
}

const FIRST_FACT = 'add "I keep a strict vegetarian diet." --segment preference';

function text({ version, folder, tokens, origins, further, upkeep }: Answer, io: Io): string {
  const style = styleOf(io.out, io.env);
  const head = [
    `Tideline ${version}`,
    `${style.dim("folder")}  ${safe(folder)}`,
    `${style.dim("tokens")}  ${tokens === 0 ? "none (every program on this machine can act as the owner)" : tokens}`,
  ];
  if (origins.length === 0)
    return [...head, "", `Empty. Add a first fact: ${safe(calledAgain(io, folder, FIRST_FACT))}`].join("\n");
  const rows = origins.map((one) => [
    ...[one.facts, one.active, one.forReview, one.quarantined, one.events].map(String),
    originText(one.origin),
  ]);
  return [
    ...head,
    "",
    table(["FACTS", "ACTIVE", "REVIEW", "QUARANTINED", "EVENTS", "ORIGIN"], rows, style),
    ...(further === undefined
      ? []
      : [style.dim(`and ${further} more: ${safe(calledAgain(io, folder, "origins"))}`)]),
    ...(upkeep === undefined ? [] : ["", maintenance(upkeep)]),
  ].join("\n");
}

/** When the keeper last ran each task, over all origins, and what is due. Passes run by hand are listed by `passes`. */
function maintenance({ tasks, backlog, isFrozen }: KeeperStatus): string {
  // Without conversations there is nothing to distil, without rules nothing to retain, without a model no thinking.
  const known = KEEPER_TASKS.filter((task) => tasks.some((one) => one.task === task));
  const last = known.map((task) => {
    const times = tasks.flatMap((one) => (one.task === task ? (one.lastRunAt ?? []) : []));
    return `${task} ${times.length === 0 ? "never" : when(Math.max(...times))}`;
  });
  const due = backlog === 0 ? "nothing is due" : `${backlog} ${backlog === 1 ? "task is" : "tasks are"} due`;
  const how = isFrozen ? "it is frozen" : "it runs under tideline serve";
  return `Automatic maintenance, last run (UTC): ${last.join(", ")}; ${due}; ${how}.`;
}

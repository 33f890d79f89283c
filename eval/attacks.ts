/**
 * Can anything foreign speak in the owner's voice, and what does it cost to prevent that?
 *
 *   npm run eval -- attacks [--data folder or poisonedrag.jsonl] [--only families,forgetting,surface,planted,hearsay,public]
 *
 * Without --data only what needs no outside data is run. A folder may hold poisonedrag.jsonl, realmem/, beam/ and
 * locomo.json; what it does not hold is left out. Ends with the bars, and with code 1 if one of them is not met.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Bar, printBars } from "./attacks/bars.ts";
import { displaceForMonths } from "./attacks/forgetting.ts";
import { askAlone, askAmongOwn } from "./attacks/hearsay.ts";
import { attackAll, CAMPAIGNS, type MatrixCell } from "./attacks/matrix.ts";
import { guessCodes } from "./attacks/oracle.ts";
import { plantPassages } from "./attacks/planted-passages.ts";
import { readPoisonedRag } from "./attacks/poisonedrag.ts";
import { askRealMem } from "./attacks/realmem.ts";
import { showHearsay, showPlanted, showPublic } from "./attacks/shown.ts";
import { showForgetting, showMatrix, showSurface } from "./attacks/shown-matrix.ts";
import { attackByHttp } from "./attacks/surface.ts";
import { readBeam } from "./support/beam.ts";
import { contest } from "./support/contest.ts";
import type { Corpus } from "./support/corpus.ts";
import { DataError, runEval } from "./support/json-lines.ts";
import { readLocomo } from "./support/locomo.ts";
import { tideline } from "./support/ours.ts";

const PARTS = ["families", "forgetting", "surface", "planted", "hearsay", "public"] as const;
type Part = (typeof PARTS)[number];

await runEval(async () => {
  const { values } = parseArgs({ options: { data: { type: "string" }, only: { type: "string" } } });
  const parts = chosen(values.only);
  const bars: Bar[] = [];
  if (parts.has("families")) bars.push(...showMatrix(await attackInFamilies()));
  if (parts.has("forgetting")) bars.push(...showForgetting(await allOf(displaceForMonths())));
  if (parts.has("surface")) bars.push(...showSurface(await attackByHttp(), await guessCodes()));
  const planted = dataAt(values.data, "poisonedrag.jsonl");
  if (parts.has("planted") && planted !== undefined)
    bars.push(...showPlanted([...plantPassages(readPoisonedRag(planted))]));
  if (parts.has("hearsay")) bars.push(...showHearsay(askAmongOwn(), askAlone()));
  if (parts.has("public")) bars.push(...(await askPublic(values.data)));
  if (bars.length === 0)
    throw new DataError("Nothing to measure: --data holds none of the files that --only asks for");
  return printBars(bars);
});

async function attackInFamilies(): Promise<readonly MatrixCell[]> {
  const cells: MatrixCell[] = [];
  for (const campaign of CAMPAIGNS) {
    console.error(
      `Families by ${campaign.attackers.length} attackers, policy ${campaign.policies.join(" and ")}`,
    );
    cells.push(...(await allOf(attackAll(campaign))));
  }
  return cells;
}

async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function chosen(only: string | undefined): ReadonlySet<Part> {
  const names = only?.split(",") ?? PARTS;
  const stray = names.find((name) => !PARTS.includes(name as Part));
  if (stray !== undefined) throw new DataError(`No part "${stray}". Parts: ${PARTS.join(", ")}`);
  return new Set(names as readonly Part[]);
}

/** A file named by itself is PoisonedRAG's; a folder is looked into. */
function dataAt(data: string | undefined, name: string): string | undefined {
  if (data === undefined) return undefined;
  if (!existsSync(data)) throw new DataError(`--data ${data}: there is no such file or folder`);
  if (!statSync(data).isDirectory()) return name === "poisonedrag.jsonl" ? data : undefined;
  const path = join(data, name);
  return existsSync(path) ? path : undefined;
}

async function askPublic(data: string | undefined): Promise<readonly Bar[]> {
  const [beam, locomo, realMem] = ["beam", "locomo.json", "realmem"].map((name) => dataAt(data, name));
  const rowsOf = async (corpora: readonly Corpus[]) =>
    (await contest(corpora, [tideline], (line) => console.error(line))).get(tideline.name);
  return showPublic({
    beam: beam === undefined ? undefined : await rowsOf(readBeam(beam)),
    locomo: locomo === undefined ? undefined : await rowsOf(readLocomo(locomo)),
    realMem: realMem === undefined ? undefined : askRealMem(realMem),
  });
}

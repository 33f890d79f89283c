/**
 * Can anything foreign speak in the owner's voice, and what does it cost to prevent that?
 *
 *   npm run eval -- attacks [--data folder or poisonedrag.jsonl] [--only families,forgetting,surface,planted,hearsay,public]
 *
 * Without --data only what needs no outside data is run. A folder may hold poisonedrag.jsonl, realmem/, beam/ and
 * locomo.json; what it does not hold is left out. Ends with the bars, and with code 1 if one of them is not met.
 *
 * What takes long is divided among threads. Hundreds of copies are written about a sample of the questions
 * (attacks/sample.ts); everything else is about all of them.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { POLICY_NAMES } from "../src/index.ts";
import { type Bar, printBars } from "./attacks/bars.ts";
import { FAMILIES } from "./attacks/families.ts";
import { displaceForMonths, type Forgotten } from "./attacks/forgetting.ts";
import { askAlone, askAmongOwn } from "./attacks/hearsay.ts";
import { attackAll, CAMPAIGNS, type MatrixCell } from "./attacks/matrix.ts";
import { guessCodes } from "./attacks/oracle.ts";
import { PLANTINGS, type PlantedCell, plantPassages } from "./attacks/planted-passages.ts";
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
import { onThreads, type Part, piecesOf, runAsThread } from "./support/on-threads.ts";
import { tideline } from "./support/ours.ts";

const PARTS = ["families", "forgetting", "surface", "planted", "hearsay", "public"] as const;
type PartName = (typeof PARTS)[number];

const { values } = parseArgs({ options: { data: { type: "string" }, only: { type: "string" } } });
const SELF = new URL(import.meta.url);

if (!(await runAsThread(runPart)))
  await runEval(async () => {
    const names = chosen(values.only);
    const bars: Bar[] = [];
    if (names.has("families"))
      bars.push(...showMatrix(inOrder(await onThreads<MatrixCell>(SELF, "families"))));
    if (names.has("forgetting")) bars.push(...showForgetting(await onThreads<Forgotten>(SELF, "forgetting")));
    if (names.has("surface")) bars.push(...showSurface(await attackByHttp(), await guessCodes()));
    if (names.has("planted") && dataAt(values.data, "poisonedrag.jsonl") !== undefined)
      bars.push(...showPlanted(await onThreads<PlantedCell>(SELF, "planted")));
    if (names.has("hearsay")) bars.push(...showHearsay(askAmongOwn(), askAlone()));
    if (names.has("public")) bars.push(...(await askPublic(values.data)));
    if (bars.length === 0)
      throw new DataError("Nothing to measure: --data holds none of the files that --only asks for");
    return printBars(bars);
  });

/** What a thread does of a part that is divided. */
async function runPart(part: Part): Promise<readonly unknown[]> {
  if (part.work === "families") return await attackInFamilies(part);
  if (part.work === "forgetting")
    return await allOf(displaceForMonths({ policies: piecesOf(POLICY_NAMES, part) }));
  const questions = readPoisonedRag(dataAt(values.data, "poisonedrag.jsonl") ?? "");
  return piecesOf(PLANTINGS, part).flatMap((planting) => [...plantPassages(questions, planting)]);
}

async function attackInFamilies(part: Part): Promise<readonly MatrixCell[]> {
  const cells: MatrixCell[] = [];
  for (const campaign of CAMPAIGNS) {
    console.error(
      `Families by ${campaign.attackers.length} attackers, policy ${campaign.policies.join(" and ")}`,
    );
    cells.push(...(await allOf(attackAll({ ...campaign, families: piecesOf(FAMILIES, part) }))));
  }
  return cells;
}

/** As the families are declared, whichever thread was the first. */
function inOrder(cells: readonly MatrixCell[]): readonly MatrixCell[] {
  const places = new Map(FAMILIES.map(({ name }, place) => [name, place]));
  const place = ({ family }: MatrixCell): number => places.get(family) ?? 0;
  return cells.toSorted((a, b) => place(a) - place(b));
}

async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function chosen(only: string | undefined): ReadonlySet<PartName> {
  const names = only?.split(",") ?? PARTS;
  const stray = names.find((name) => !PARTS.includes(name as PartName));
  if (stray !== undefined) throw new DataError(`No part "${stray}". Parts: ${PARTS.join(", ")}`);
  return new Set(names as readonly PartName[]);
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

/**
 * Which encoder does this workspace use? `use local` finds one on this machine, tries it, writes down which it is, and
 * gives every fact its vector; `off` goes on without; `show` says how far it is. Nothing is ever downloaded.
 *
 * An encoder decides what is found, so only the owner chooses it: a person at a terminal, or a script that may speak
 * for the owner.
 */

import { installCommand, LOCAL_MODELS, type LocalModel } from "../../../embedders/local/models.ts";
import { LocalEmbedder } from "../../../embedders/local.ts";
import { isTidelineError, TidelineError } from "../../../errors.ts";
import type { ChosenEmbedder } from "../../../log/settings.ts";
import { badArgument } from "../../../model/arguments.ts";
import type { Origin } from "../../../model/origin.ts";
import { isOriginStream } from "../../../model/stream.ts";
import { LOCAL_OWNER, speakerOf } from "../../caller.ts";
import type { Workspace } from "../../workspace.ts";
import type { EmbeddingCount } from "../../workspace-vectors.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { openPlace } from "../place.ts";
import { startProgress } from "../show/progress.ts";
import { counted, safe, safeJson } from "../show/terminal.ts";
import { localCaller } from "../speaking.ts";

interface Given {
  readonly action?: "show" | "use" | "off" | undefined;
  readonly which?: "local" | undefined;
  readonly model?: LocalModel | undefined;
  readonly folder?: string | undefined;
  readonly later?: boolean | undefined;
}

const POLL_MS = 200;

export async function embedder(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { action = "show", ...options } = given as Given;
  checkOptions(action, options);
  if (action === "use") await use(io, common, options);
  if (action === "off") await choose(io, common, undefined);
  return await show(io, common);
}

function checkOptions(action: string, { which, model, folder, later }: Given): void {
  if (action === "use" && which === undefined)
    throw badArgument("embedder use needs the name of an embedder: tideline embedder use local");
  const spare = action === "use" ? undefined : Object.entries({ which, model, folder, later }).find(isGiven);
  if (spare !== undefined) throw badArgument(`embedder ${action} takes no ${spare[0]}: only "use" does`);
}

function isGiven([, value]: readonly [string, unknown]): boolean {
  return value !== undefined;
}

async function use(io: Io, common: Common, { model, folder, later }: Given): Promise<void> {
  await choose(io, common, await tried(io, model, folder));
  if (later === true) return;
  const workspace = await openPlace(io, common);
  try {
    await embedAll(io, workspace);
  } finally {
    await workspace.close();
  }
}

/** The encoder that was found, after it has made a vector. */
async function tried(
  io: Io,
  model: LocalModel | undefined,
  folder: string | undefined,
): Promise<ChosenEmbedder> {
  const local = found(model, folder);
  const progress = startProgress(io.err, true);
  progress.tell(0, undefined, `loading ${local.model}`);
  try {
    await local.embed(["Does it work?"]);
  } finally {
    progress.end();
    await local.close();
  }
  const { model: name, dimensions, digest } = local;
  const place = folder === undefined ? {} : { folder, ...(digest === undefined ? {} : { digest }) };
  return { dimensions, name, ...(model === undefined ? {} : { model }), ...place };
}

function found(model: LocalModel | undefined, folder: string | undefined): LocalEmbedder {
  try {
    return new LocalEmbedder({ model, folder });
  } catch (error) {
    if (!isTidelineError(error, "package-missing")) throw error;
    const others = LOCAL_MODELS.filter((one) => one !== (model ?? "gte-small")).map(installCommand);
    const where = "Install it beside Tideline (with -g if Tideline was), or name the folder with --folder.";
    throw new TidelineError(
      "package-missing",
      `${error.message}. ${where} Smaller ones: ${others.join("; ")}.`,
      error.details,
      error,
    );
  }
}

async function choose(io: Io, common: Common, chosen: ChosenEmbedder | undefined): Promise<void> {
  const workspace = await openPlace(io, common, { begins: chosen !== undefined });
  try {
    if ((await localCaller(io, workspace)).voice !== "owner")
      throw new TidelineError(
        "not-allowed",
        "Only the owner may choose the embedder, and this command runs without a terminal. Run it at a terminal, or let scripts speak as you: tideline config voice owner",
      );
    await workspace.chooseEmbedder(chosen, speakerOf(LOCAL_OWNER));
  } finally {
    await workspace.close();
  }
}

/** Gives every fact its vector, with progress. If it is interrupted, the vectors so far are kept. */
async function embedAll(io: Io, workspace: Workspace): Promise<void> {
  const progress = startProgress(io.err, true);
  const origins = await originsOf(workspace);
  const tell = async () => {
    const { embedded = 0, waiting = 0 } = (await workspace.vectors.count(origins)) ?? {};
    progress.tell(embedded, embedded + waiting, "facts have a vector");
    return waiting;
  };
  let isStopped = false;
  io.onStop(() => {
    isStopped = true;
  });
  if ((await tell()) === 0) return progress.end();
  const timer = setInterval(() => void tell().catch(() => undefined), POLL_MS);
  try {
    await workspace.vectors.embedPending(() => isStopped);
  } finally {
    clearInterval(timer);
    progress.end();
  }
}

async function originsOf(workspace: Workspace): Promise<readonly Origin[]> {
  const streams = await workspace.store.list();
  return streams.filter(isOriginStream);
}

async function show(io: Io, common: Common): Promise<ExitCode> {
  const workspace = await openPlace(io, common);
  try {
    const chosen = await workspace.chosenEmbedder();
    const count = await workspace.vectors.count(await originsOf(workspace));
    io.out.write(
      `${common.json ? safeJson({ embedder: chosen ?? "off", ...count }) : text(chosen, count)}\n`,
    );
    return EXIT.ok;
  } finally {
    await workspace.close();
  }
}

function text(chosen: ChosenEmbedder | undefined, count: EmbeddingCount | undefined): string {
  if (chosen === undefined) return "embedder: off (recall works without a model)";
  const { embedded = 0, waiting = 0, refused = 0 } = count ?? {};
  const from = chosen.folder === undefined ? "" : ` from ${safe(chosen.folder)}`;
  return [
    `embedder: local (${safe(chosen.name)}, ${chosen.dimensions} dimensions${from})`,
    `${counted(embedded, "fact")} have a vector, ${waiting} wait for one${refused === 0 ? "" : `, ${refused} were refused`}.`,
    ...(waiting === 0
      ? []
      : ["Facts get their vectors while serve or mcp runs, and by tideline embedder use local."]),
    "A server or MCP process that runs already follows after a restart.",
  ].join("\n");
}

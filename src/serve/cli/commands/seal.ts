/** How is a workspace sealed from the command line, and how is its key replaced? */
import { badArgument } from "../../../model/arguments.ts";
import { FactStore } from "../../../stores/file/fact-store.ts";
import { type SealReport, sealWorkspace } from "../../../stores/file/seal/seal-workspace.ts";
import { type VaultKind, vaultOf, vaultOfKind } from "../../../stores/keys/chosen.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { existingPlace } from "../place.ts";
import { startProgress } from "../show/progress.ts";
import { safe, safeJson } from "../show/terminal.ts";

export async function seal(
  io: Io,
  common: Common,
  { with: kind = "file" }: { readonly with?: VaultKind },
): Promise<ExitCode> {
  const dir = existingPlace(io, common);
  if (!common.yes)
    throw badArgument(
      "Close every other process that uses the workspace, make a backup, then repeat with --yes. Without its key a sealed workspace cannot be read by anybody",
    );
  const keys = vaultOf(dir, io.env) ?? vaultOfKind(kind, io.env);
  const progress = startProgress(io.err, true);
  try {
    const report = sealWorkspace(dir, keys, { onProgress: progress.tell });
    progress.end();
    io.out.write(`${common.json ? safeJson(report) : safe(textOf(report))}\n`);
    return EXIT.ok;
  } finally {
    progress.end();
  }
}

function textOf({ sealed, place, key }: SealReport): string {
  const texts = sealed.reduce((sum, one) => sum + one.texts, 0);
  return [
    sealed.length === 0
      ? "Every text was sealed already."
      : `${texts} texts in ${sealed.length} streams are sealed, and each was read back.`,
    `The key is in ${place} and is named ${key}. Keep a copy of it elsewhere: without it nobody can read this workspace.`,
    "Copies and backups from before still hold plain text: delete them. Heads that you noted before are not found any more.",
  ].join("\n");
}

/** Shows where the key of a sealed workspace is, or replaces it. */
export async function keys(
  io: Io,
  common: Common,
  { action = "status" }: { readonly action?: "status" | "replace" },
): Promise<ExitCode> {
  const dir = existingPlace(io, common);
  const vault = vaultOf(dir, io.env);
  if (vault === undefined)
    throw badArgument("This workspace is not sealed. Seal it with: tideline seal --yes");
  const store = new FactStore(dir, { keys: vault });
  try {
    const replaced = action === "replace" ? store.keys?.replace() : undefined;
    const status = store.keys?.status();
    const text = [
      ...(replaced === undefined ? [] : [replacedText(replaced)]),
      `Sealed. The key ${status?.key} is in: ${status?.place}.`,
      ...(status?.due === true
        ? [
            "Texts were erased since the key was replaced: copies from before can still be read with it. tideline keys replace ends that.",
          ]
        : []),
    ].join("\n");
    io.out.write(`${common.json ? safeJson({ ...status, replaced }) : safe(text)}\n`);
    return EXIT.ok;
  } finally {
    store.close();
  }
}

function replacedText({ from, destroyed }: { readonly from: string; readonly destroyed: boolean }): string {
  return destroyed
    ? `The key ${from} was replaced and destroyed: copies from before cannot be read any more.`
    : `The key ${from} was replaced. This kind of key cannot be destroyed: copies from before can be read by whoever has it.`;
}

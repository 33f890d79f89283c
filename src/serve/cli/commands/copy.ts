/** How does a workspace move to another store? `copy` writes every line of it there, and compares. */
import { badArgument } from "../../../model/arguments.ts";
import type { AnyStorage } from "../../../ports/storage.ts";
import { isAddress, shownAddress } from "../../../stores/address.ts";
import {
  type Copyable,
  type Copying,
  type CopyReport,
  type CopySource,
  copyStore,
} from "../../../stores/copy.ts";
import { FactStore } from "../../../stores/file/fact-store.ts";
import { storeAt } from "../../../stores/store-at.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { existingPlace, warnings } from "../place.ts";
import { startProgress } from "../show/progress.ts";
import { counted, safe, safeJson } from "../show/terminal.ts";

interface Given {
  readonly from: string;
  readonly to: string;
}

export async function copy(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { from, to } = given as unknown as Given;
  if (!isAddress(to))
    throw badArgument(
      "The target of a copy is a database: postgres://user@host:5432/name, or sqlite:file. To copy a folder to a folder, copy its files",
    );
  const source = isAddress(from) ? copyable<CopySource>(storeAt(from)) : openFolder(io, common, from);
  const target = copyable<Copying>(storeAt(to));
  const progress = startProgress(io.err, true);
  try {
    const report = await copyStore(source, target, (lines) => progress.tell(lines, undefined, "lines"));
    progress.end();
    io.out.write(common.json ? `${safeJson(report)}\n` : told(report, to));
    return EXIT.ok;
  } finally {
    progress.end();
    await source.close();
    await target.close();
  }
}

function openFolder(io: Io, common: Common, dir: string): Copyable<CopySource> {
  return new FactStore(existingPlace(io, { ...common, dir }), { onNotice: warnings(io) });
}

function copyable<C>(store: AnyStorage): Copyable<C> {
  return store as Copyable<C>;
}

function told({ streams, lines, unchanged }: CopyReport, to: string): string {
  const place = safe(isAddress(to) ? shownAddress(to) : to);
  const before = unchanged === 0 ? "" : ` (${unchanged} of them were there already)`;
  return `${counted(streams, "stream")}${before}, ${counted(lines, "line")} written to ${place}. Compared: the same.\n`;
}

/**
 * How does a database become a workspace? `db migrate` makes its tables, or brings them to this version. It prints what
 * it ran; with `--dry-run` it runs nothing.
 */
import { badArgument } from "../../../model/arguments.ts";
import { isPostgres, shownAddress } from "../../../stores/address.ts";
import { migrate } from "../../../stores/postgres/postgres-store.ts";
import type { Migration } from "../../../stores/postgres/schema.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { placeOf } from "../place.ts";
import { safe, safeJson } from "../show/terminal.ts";

interface Given {
  readonly action: "migrate";
  readonly partitions?: number | undefined;
}

export async function db(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const address = placeOf(io, common);
  if (!isPostgres(address))
    throw badArgument(
      "db migrate needs the address of a PostgreSQL database: --dir postgres://user@host:5432/name",
    );
  const { partitions } = given as unknown as Given;
  const done = await migrate(address, { partitions, dryRun: common.dryRun });
  io.out.write(common.json ? `${safeJson(done)}\n` : told(done, shownAddress(address), common.dryRun));
  return EXIT.ok;
}

function told({ from, to, statements }: Migration, place: string, isDry: boolean): string {
  if (statements === "") return `${safe(place)} is at version ${to}. Nothing to do.\n`;
  if (isDry) return `${safe(statements)};\n`;
  const what = from === 0 ? "The tables were made" : `Brought from version ${from} to ${to}`;
  return `${what} in ${safe(place)}.\n`;
}

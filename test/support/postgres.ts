/**
 * A real PostgreSQL server for tests, on loopback, in a folder of its own: started by the test, stopped by it.
 *
 * Its programs are looked for in TIDELINE_POSTGRES_BIN and where Debian puts them. Without them the tests are skipped,
 * and say so; `.ci/run` installs them where that is possible.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";

const DEBIAN = "/usr/lib/postgresql";

export const postgresBin = findBin();

if (postgresBin === undefined)
  console.log(
    "SKIPPED: no PostgreSQL here (initdb and postgres), so that store is not tried. Set TIDELINE_POSTGRES_BIN.",
  );

function findBin(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    process.env.TIDELINE_POSTGRES_BIN,
    ...versions.map((version) => join(DEBIAN, version, "bin")),
  ];
  return places.find((place) => place !== undefined && existsSync(join(place, "initdb")));
}

export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  /** For what a test asks the database itself. */
  readonly pool: Pool;
  /** Ends the server as a crash would, and starts it again on the same folder and port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** `settings`: of the server, `name=value`. */
export async function startPostgres(settings: readonly string[] = ["fsync=off"]): Promise<PostgresServer> {
  const user = userToRunAs();
  const home = mkdtempSync(join(tmpdir(), "tideline-postgres-"));
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  const dataFolder = join(home, "data");
  const init = ["-D", dataFolder, "-A", "trust", "-U", "tideline", "-E", "UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(postgresBin ?? "", "initdb"), init, { ...user, stdio: "ignore", cwd: home });
  const port = await freePort();
  const url = `postgres://tideline@127.0.0.1:${port}/postgres`;
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 10_000, max: 4 });
  pool.on("error", () => undefined);
  const run = () => {
    const options = [
      "listen_addresses=127.0.0.1",
      `port=${port}`,
      `unix_socket_directories=${home}`,
      ...settings,
    ];
    const args = ["-D", dataFolder, ...options.flatMap((option) => ["-c", option])];
    return spawn(join(postgresBin ?? "", "postgres"), args, { ...user, stdio: "ignore", cwd: home });
  };
  let server = run();
  await answering(pool, server);
  return {
    url,
    port,
    dataFolder,
    pool,
    async crash() {
      // SIGQUIT: stops at once and cleans nothing up; the next start recovers from the log.
      await ended(server, "SIGQUIT");
      server = run();
      await answering(pool, server);
    },
    async stop() {
      await pool.end();
      await ended(server, "SIGINT");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function userToRunAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answering(pool: Pool, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once with ${server.exitCode}.`);
    try {
      await pool.query("select 1");
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await gone;
}

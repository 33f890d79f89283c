/**
 * How does a workspace in PostgreSQL hold up, behind one, two and four servers? Nine recalls to one durable add.
 *
 * The rival is what people build instead, in the same PostgreSQL and behind the same kind of HTTP handler: a table with
 * a generated `tsvector` and a GIN index; an add is one INSERT, a recall the eight best by `ts_rank` among the rows of
 * that person that have any of the question's telling words. It knows neither who said a thing nor whether it still holds.
 *
 * Two shapes of data: many people with 100 facts each, and one with many. Both sides have the same sentences. With so many
 * people a server meets most of them for the first time; "first touch" is the first question about a memory that a
 * server just started has not opened.
 *
 * The database, the servers and the clients share this machine's cores, so more servers cannot answer much more here than
 * one: their figures are printed, and no bar is set.
 *
 *   npm run bench -- postgres [--origins=1000] [--hot=20000] [--clients=16] [--seconds=15] [--json result.json]
 */
import { Agent } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Pool } from "pg";
import { Tideline } from "../src/index.ts";
import { TidelineServer } from "../src/serve/http/server.ts";
import { Workspace } from "../src/serve/workspace.ts";
import { migrate, postgres } from "../src/stores/postgres/postgres-store.ts";
import { type PostgresServer, postgresBin, startPostgres } from "../test/support/postgres.ts";
import { type Notes, serveBare } from "./support/bare-handler.ts";
import { makeInputs } from "./support/inputs.ts";
import {
  drive,
  post,
  type Request,
  type Served,
  serveUntilEnd,
  startServer,
  type Times,
  waited,
} from "./support/load.ts";
import { batchesOf, held, machineNow, wholeNumber, writeJson } from "./support/measure.ts";
import { tellingWords } from "./support/telling-words.ts";
import { printVerdicts, quantile, type Verdict } from "./support/verdict.ts";

const SEED = 20_250_102;
const ADD_EVERY = 10;
const FACTS_EACH = 100;
const WARM_UP_MS = 4_000;
const TOUCHED = 200;
const HITS = 8;
const SCHEMA = "bench";
const SELF = fileURLToPath(import.meta.url);

/** Whose memories there are, and what is in each. */
interface Shape {
  readonly name: string;
  readonly whose: readonly string[];
  readonly contents: readonly string[];
}

interface Plan {
  readonly clients: number;
  readonly seconds: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      origins: { type: "string", default: "1000" },
      hot: { type: "string", default: "20000" },
      clients: { type: "string", default: "16" },
      seconds: { type: "string", default: "15" },
      json: { type: "string" },
      side: { type: "string" },
      url: { type: "string" },
    },
  });
  if (values.side !== undefined) return await serveSide(values.side, values.url ?? "");
  if (postgresBin === undefined) throw new Error("There is no PostgreSQL here. Set TIDELINE_POSTGRES_BIN.");
  const machine = machineNow();
  const plan = {
    clients: wholeNumber("clients", values.clients, 1),
    seconds: wholeNumber("seconds", values.seconds, 1),
  };
  const shapes = [
    shapeOf("many people", wholeNumber("origins", values.origins, 2), FACTS_EACH),
    shapeOf("one memory", 1, wholeNumber("hot", values.hot, 100)),
  ];
  const verdicts: Verdict[] = [];
  for (const shape of shapes) verdicts.push(...(await compare(shape, plan)));
  printVerdicts(verdicts);
  if (values.json !== undefined) writeJson(values.json, machine, verdicts);
}

function shapeOf(name: string, origins: number, facts: number): Shape {
  return {
    name: `${name} (${origins} × ${facts})`,
    whose: Array.from({ length: origins }, (_, i) => `user/u${i}`),
    contents: makeInputs(facts, SEED).map(({ content }) => content),
  };
}

/** Durable, as a server of PostgreSQL is by default. */
async function compare(shape: Shape, plan: Plan): Promise<readonly Verdict[]> {
  const database = await startPostgres([]);
  try {
    await fillOurs(database, shape);
    await fillRival(database, shape);
    const touch = await firstTouch(database, shape);
    const rival = await underLoad(database, "notes", 1, shape, plan);
    const ours: Times[] = [];
    for (const count of [1, 2, 4]) ours.push(await underLoad(database, "tideline", count, shape, plan));
    return verdictsOf(shape, plan, ours, rival, touch);
  } finally {
    await database.stop();
  }
}

// ── what is in the database

async function fillOurs(database: PostgresServer, { whose, contents }: Shape): Promise<void> {
  await migrate(database.pool, { schema: SCHEMA });
  const memory = await Tideline.connect(postgres(addressOf(database)));
  for (const name of whose) {
    const person = memory.user(name.slice("user/".length));
    for (const batch of batchesOf(contents, 1_000))
      await person.addMany(batch.map((content) => ({ content })));
  }
  await memory.close();
}

async function fillRival({ pool }: PostgresServer, { whose, contents }: Shape): Promise<void> {
  await pool.query(
    `create table notes (id bigserial primary key, origin text not null, content text not null,
       words tsvector generated always as (to_tsvector('english', content)) stored)`,
  );
  await pool.query("create index on notes using gin (words)");
  await pool.query("create index on notes (origin)");
  for (const name of whose)
    await pool.query("insert into notes (origin, content) select $1, unnest($2::text[])", [name, contents]);
  await pool.query("vacuum analyze notes");
}

function addressOf({ url }: PostgresServer): string {
  return `${url}?schema=${SCHEMA}`;
}

function notesIn(url: string): Notes {
  const pool = new Pool({ connectionString: url, max: 10 });
  return {
    async add(content, origin) {
      await pool.query("insert into notes (origin, content) values ($1, $2)", [origin, content]);
    },
    async recall(query, origin) {
      const asked = tellingWords(query).join(" | ");
      if (asked === "") return '{"hits":[]}';
      const { rows } = await pool.query(
        `select id, content, ts_rank(words, q) as rank from notes, to_tsquery('english', $2) q
         where origin = $1 and words @@ q order by rank desc limit ${HITS}`,
        [origin, asked],
      );
      return JSON.stringify({ hits: rows });
    },
    close: () => pool.end(),
  };
}

// ── the servers

async function serveSide(side: string, url: string): Promise<void> {
  const { port, close } = side === "tideline" ? await serveTideline(url) : await serveBare(notesIn(url));
  await serveUntilEnd(port);
  await close();
}

async function serveTideline(url: string) {
  const workspace = await Workspace.over(postgres(url), "the database");
  const server = await TidelineServer.start(workspace, {
    port: 0,
    host: "127.0.0.1",
    allowHosts: [],
    ratePerSecond: 0,
    onTrouble: (error) => console.error(error),
  });
  const close = async () => {
    await server.close();
    await workspace.close();
  };
  return { port: server.port, close };
}

function start(database: PostgresServer, side: "tideline" | "notes"): Promise<Served> {
  const url = side === "tideline" ? addressOf(database) : database.url;
  return startServer(side, [SELF, "--side", side, "--url", url]);
}

// ── what is asked of them

async function underLoad(
  database: PostgresServer,
  side: "tideline" | "notes",
  count: number,
  shape: Shape,
  { clients, seconds }: Plan,
): Promise<Times> {
  const servers = await Promise.all(Array.from({ length: count }, () => start(database, side)));
  const ports = servers.map(({ port }) => port);
  const salt = `${side} ${count}`;
  await drive(ports, clients, WARM_UP_MS, requests(shape, `${salt} warm`));
  const times = await drive(ports, clients, seconds * 1_000, requests(shape, salt));
  await Promise.all(servers.map((server) => server.end()));
  return times;
}

/** Everybody in turn. `salt`: no two loads add the same sentence. */
function requests({ whose, contents }: Shape, salt: string): (n: number) => Request {
  return (n) => {
    const at = `?origin=${encodeURIComponent(whose[(n * 7) % whose.length] as string)}`;
    const content = contents[(n * 13) % contents.length] as string;
    if (n % ADD_EVERY === 0)
      return { kind: "add", path: `/v1/memories${at}`, body: { content: `${content} (${salt} ${n})` } };
    return {
      kind: "recall",
      path: `/v1/memories/search${at}`,
      body: { query: questionFrom(content), limit: HITS },
    };
  };
}

function questionFrom(content: string): string {
  return content.split(" ").slice(2, 6).join(" ");
}

/** One after the other, each for the first time in the life of this server. */
async function firstTouch(database: PostgresServer, shape: Shape): Promise<readonly number[]> {
  const server = await start(database, "tideline");
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (const name of shape.whose.slice(0, TOUCHED + 1)) {
    const path = `/v1/memories/search?origin=${encodeURIComponent(name)}`;
    const startedAt = performance.now();
    await post(agent, server.port, path, { query: questionFrom(shape.contents[0] as string), limit: HITS });
    times.push(performance.now() - startedAt);
  }
  agent.destroy();
  await server.end();
  // The first of all also loads code.
  return times.length > 1 ? times.slice(1) : times;
}

// ── what came of it

function verdictsOf(
  { name, whose }: Shape,
  { seconds }: Plan,
  ours: readonly Times[],
  rival: Times,
  touch: readonly number[],
): readonly Verdict[] {
  const [one, two, four] = ours as [Times, Times, Times];
  const errors = ours.reduce((sum, times) => sum + times.errors, rival.errors);
  return [
    waited(`${name}: recall, p95`, one, rival, "recall", 0.95, 0.5),
    waited(`${name}: recall, median`, one, rival, "recall", 0.5),
    waited(`${name}: add, median`, one, rival, "add", 0.5, 2),
    waited(`${name}: add, p95`, one, rival, "add", 0.95),
    answered(`${name}: requests per second, 1 server`, one, rival, seconds),
    answered(`${name}: requests per second, 2 servers over 1`, two, one, seconds),
    answered(`${name}: requests per second, 4 servers over 1`, four, one, seconds),
    {
      question: `${name}: first touch, ${whose.length > 1 ? "p95" : "once"}`,
      ours: `${quantile(touch, 0.95).toFixed(1)} ms`,
      rival: "",
      value: quantile(touch, 0.95),
      rounds: touch,
      unit: "",
      bar: whose.length > 1 ? { kind: "at most", value: 20 } : undefined,
    },
    {
      question: `${name}: errors`,
      ours: String(errors),
      rival: "",
      value: errors,
      rounds: [errors],
      unit: "",
      bar: { kind: "at most", value: 0 },
    },
  ];
}

function answered(question: string, ours: Times, rival: Times, seconds: number): Verdict {
  const perSecond = ({ recall, add }: Times) => (recall.length + add.length) / seconds;
  return {
    question,
    ours: perSecond(ours).toFixed(0),
    rival: perSecond(rival).toFixed(0),
    ...held([perSecond(ours) / perSecond(rival)]),
    bar: undefined,
  };
}

await main();

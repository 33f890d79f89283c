/** Which operation does a request ask for, and with which fields? The table of operations decides both. */
import { badArgument } from "../../model/arguments.ts";
import type { Operation } from "../operations/operation.ts";
import { OPERATIONS } from "../operations/table.ts";
import { originFrom } from "../origin-text.ts";
import { otherMethod } from "./problem.ts";

interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly parts: readonly string[];
}

/** Routes with more literal parts come first: /v1/memories/search is not the fact called "search". */
const ROUTES: readonly Route[] = OPERATIONS.flatMap((operation) =>
  operation.http === undefined
    ? []
    : [{ operation, method: operation.http.method, parts: operation.http.path.split("/") }],
).sort((a, b) => literals(b) - literals(a));

function literals({ parts }: Route): number {
  return parts.filter((part) => !isName(part)).length;
}

/** A part such as "{id}" matches any value. */
function isName(part: string): boolean {
  return part.startsWith("{");
}

/** Routes without named parts. Most requests match one of them and need no search. */
const WITHOUT_NAMES: ReadonlyMap<string, Asked> = new Map(
  ROUTES.filter(({ parts }) => !parts.some(isName)).map(({ operation, method, parts }) => [
    `${method} ${parts.join("/")}`,
    { operation, named: {} },
  ]),
);

export interface Asked {
  readonly operation: Operation;
  /** Fields from the path. */
  readonly named: Readonly<Record<string, unknown>>;
}

/** undefined if there is no such path. If the path exists with other methods only, throws an error that lists them. */
export function findRoute(method: string, path: string): Asked | undefined {
  // A HEAD asks for what a GET would answer, without the body.
  const asked = method === "HEAD" ? "GET" : method;
  const known = WITHOUT_NAMES.get(`${asked} ${path}`);
  if (known !== undefined) return known;
  const parts = path.split("/");
  const fitting = ROUTES.filter((route) => fits(route, parts));
  const route = fitting.find((one) => one.method === asked);
  if (route === undefined) {
    if (fitting.length === 0) return undefined;
    throw otherMethod(method, path, methodsOf(fitting));
  }
  const named: Record<string, unknown> = {};
  route.parts.forEach((part, i) => {
    if (isName(part)) named[part.slice(1, -1)] = decode(parts[i] ?? "");
  });
  return { operation: route.operation, named };
}

function methodsOf(routes: readonly Route[]): string {
  const methods = new Set(routes.map((one) => one.method));
  return [...methods, ...(methods.has("GET") ? ["HEAD"] : [])].join(", ");
}

function fits(route: Route, parts: readonly string[]): boolean {
  return (
    route.parts.length === parts.length &&
    route.parts.every((part, i) => (isName(part) ? parts[i] !== "" : part === parts[i]))
  );
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badArgument("The path is not well-formed");
  }
}

export interface Query {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly origin: unknown;
  readonly dryRun: boolean;
}

const NO_QUERY: Query = { fields: {}, origin: undefined, dryRun: false };

/**
 * `origin` and `dryRun` are allowed with every operation. The others are fields of the operation, if it takes them from
 * the query.
 */
export function readQuery(operation: Operation, query: URLSearchParams): Query {
  if (query.size === 0) return NO_QUERY;
  const fields: Record<string, unknown> = {};
  const takesFields = operation.http?.method === "GET" || operation.http?.method === "DELETE";
  for (const name of new Set(query.keys())) {
    if (name === "origin" || name === "dryRun") continue;
    const field = takesFields && Object.hasOwn(operation.input, name) ? operation.input[name] : undefined;
    if (field === undefined)
      throw badArgument(`${operation.name} does not take "${name.slice(0, 60)}" in the query`);
    fields[name] = field.many
      ? query.getAll(name).map((one) => field.fromText(one, name))
      : field.fromText(onlyOne(query, name) as string, name);
  }
  const dryRun = onlyOne(query, "dryRun") ?? "false";
  if (dryRun !== "true" && dryRun !== "false") throw badArgument("dryRun must be true or false");
  return { fields, origin: originFrom(onlyOne(query, "origin")), dryRun: dryRun === "true" };
}

/** The value of this name in the query; undefined if absent. Throws if it is given twice. */
export function onlyOne(query: URLSearchParams, name: string): string | undefined {
  const texts = query.getAll(name);
  if (texts.length > 1) throw badArgument(`${name} is given twice`);
  return texts[0];
}

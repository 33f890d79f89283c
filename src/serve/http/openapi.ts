/** What can be asked over HTTP? The table of operations, as OpenAPI 3.1. */
import { ERROR_CODES } from "../../errors.ts";
import { MAX_LISTED_IN_FACT } from "../../limits.ts";
import { type Fields, type JsonSchema, schemaOf } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";
import { OPERATIONS } from "../operations/table.ts";
import { ORIGIN_FORMS } from "../origin-text.ts";
import { VERSION } from "../version.ts";
import answers from "./answers.json" with { type: "json" };

export function openApi(): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    if (operation.http === undefined) continue;
    const { path, method } = operation.http;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tideline",
      version: VERSION,
      description: `Long-term memory for AI agents. A fact in an answer has at most ${MAX_LISTED_IN_FACT} links, backlinks, pieces of evidence and texts; linkCount, backlinkCount, evidenceCount and textCount say how many there are, if there are more.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    paths: { ...paths, ...PLAIN },
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "Created with `tideline token create`." },
      },
      schemas: { ...answers.schemas, DryRun: DRY_RUN, Problem: PROBLEM },
    },
    security: [{ token: [] }],
  };
}

const PROBLEM = {
  type: "object",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string", enum: [...Object.keys(ERROR_CODES), "bug"] },
  },
  required: ["type", "title", "status", "detail", "code"],
};

const text = (type: string) => ({
  description: "The answer",
  content: { [type]: { schema: { type: "string" } } },
});
const jsonOf = (schema: JsonSchema) => ({
  description: "The answer",
  content: { "application/json": { schema } },
});
const json = jsonOf({ type: "object" });
const alive = jsonOf({
  type: "object",
  properties: { name: { const: "tideline" }, version: { type: "string" }, ok: { const: true } },
  required: ["name", "version", "ok"],
});
const ready = jsonOf({ type: "object", properties: { ok: { const: true } }, required: ["ok"] });

const DRY_RUN = {
  type: "object",
  description:
    "With dryRun=true: what the operation would have answered, and which events it would have written.",
  properties: {
    dryRun: { const: true },
    result: {},
    events: { type: "array", items: { $ref: "#/components/schemas/ToldEvent" } },
    furtherEvents: {
      type: "integer",
      description: "Further events that would have been written, if there are some.",
    },
  },
  required: ["dryRun", "result", "events"],
};
const open = { security: [] };
/** What is wrong with a request has a status of 400 to 499, what is wrong with the server one of 500 to 599. */
const REFUSED = { "4XX": problem(), "5XX": problem() };

/** Routes that are not operations of the table: live events, MCP, and the state of the server itself. */
const PLAIN = {
  "/v1/events/live": {
    get: {
      operationId: "events-live",
      summary: "Events as they happen, as server-sent events. Send Last-Event-ID or after to miss no event.",
      parameters: [
        query("after", { type: "integer", minimum: 0 }, false),
        originQuery(),
        header("Last-Event-ID", { type: "integer", minimum: 0 }),
      ],
      responses: { 200: text("text/event-stream"), ...REFUSED },
    },
  },
  "/mcp": {
    get: {
      operationId: "mcp-listen",
      summary: "Messages that the server sends on its own in a session, as server-sent events.",
      parameters: [header("Mcp-Session-Id", { type: "string" }, true)],
      responses: { 200: text("text/event-stream"), ...REFUSED },
    },
    post: {
      operationId: "mcp",
      summary: "The Model Context Protocol, streamable HTTP. Starts a session, or continues one.",
      parameters: [header("Mcp-Session-Id", { type: "string" })],
      requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
      responses: { 200: json, 202: { description: "Taken note of" }, ...REFUSED },
    },
    delete: {
      operationId: "mcp-end",
      summary: "Ends a session.",
      parameters: [header("Mcp-Session-Id", { type: "string" }, true)],
      responses: { 200: { description: "It is closed" }, ...REFUSED },
    },
  },
  "/health": {
    get: {
      operationId: "health",
      summary: "Is the process alive?",
      ...open,
      responses: { 200: alive, ...REFUSED },
    },
  },
  "/ready": {
    get: {
      operationId: "ready",
      summary: "Can it answer?",
      ...open,
      responses: { 200: ready, 503: problem(), ...REFUSED },
    },
  },
  "/metrics": {
    get: {
      operationId: "metrics",
      summary: "Prometheus' text format.",
      responses: { 200: text("text/plain"), ...REFUSED },
    },
  },
};

function describe(operation: Operation): unknown {
  const { http, input, name, doc, roles, effect } = operation;
  const path = http?.path ?? "";
  const inPath = Object.keys(input).filter((field) => path.includes(`{${field}}`));
  const rest = Object.fromEntries(Object.entries(input).filter(([field]) => !inPath.includes(field)));
  const fromQuery = http?.method === "GET" || http?.method === "DELETE";
  return {
    operationId: name,
    summary: doc,
    description: `For ${roles.join(", ")}. Effect: ${effect}.`,
    parameters: [
      ...inPath.map((field) => ({ name: field, in: "path", required: true, schema: input[field]?.schema })),
      ...(fromQuery
        ? Object.entries(rest).map(([field, one]) => query(field, one.schema, one.required))
        : []),
      ...(operation.scope === "origin" ? [originQuery()] : []),
      ...(effect === "read" ? [] : [query("dryRun", { type: "boolean" }, false)]),
      ...(input.idempotencyKey === undefined ? [] : [header("Idempotency-Key", input.idempotencyKey.schema)]),
    ],
    ...(fromQuery || Object.keys(rest).length === 0 ? {} : { requestBody: bodyOf(operation, rest) }),
    responses: { 200: answerOf(operation), ...REFUSED },
  };
}

/** The answer: JSON, or the operation's own text format, or either of them if the request can choose. */
function answerOf({ http, input, name, effect }: Operation): unknown {
  const own = (answers.operations as Readonly<Record<string, JsonSchema>>)[name] ?? {};
  const answer = jsonOf(effect === "read" ? own : { anyOf: [own, { $ref: "#/components/schemas/DryRun" }] });
  if (http?.answers === undefined) return answer;
  const content = text(http.answers).content;
  return input.format === undefined
    ? text(http.answers)
    : { ...answer, content: { ...answer.content, ...content } };
}

function bodyOf(operation: Operation, fields: Fields): unknown {
  const content: Record<string, unknown> = { "application/json": { schema: schemaOf(fields) } };
  if (operation.name === "import") content["application/x-ndjson"] = { schema: { type: "string" } };
  return { required: Object.values(fields).some((one) => one.required), content };
}

function query(name: string, schema: unknown, required: boolean): unknown {
  return { name, in: "query", required, schema };
}

function header(name: string, schema: unknown, required = false): unknown {
  return { name, in: "header", required, schema };
}

function originQuery(): unknown {
  return query("origin", { type: "string", description: `Whose memory: ${ORIGIN_FORMS}` }, false);
}

function problem(): unknown {
  return {
    description: "What went wrong",
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

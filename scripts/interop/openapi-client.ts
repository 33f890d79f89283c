// A client generated from /openapi.json, used without one cast: the compiler knows every field of an answer.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

declare const process: { readonly argv: readonly string[] };

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

const added = await client.POST("/v1/memories", { body: { content: "I keep a strict vegetarian diet." } });
if (added.data === undefined) throw new Error(added.error.detail);
const outcome = "outcome" in added.data ? added.data.outcome : undefined;
if (outcome !== "added") throw new Error(`outcome: ${String(outcome)}`);

const found = await client.POST("/v1/memories/search", { body: { query: "vegetarian diet" } });
const hit: components["schemas"]["BriefHit"] | undefined = found.data?.hits[0];
if (hit === undefined || hit.fact.content !== "I keep a strict vegetarian diet." || hit.relevance <= 0)
  throw new Error(JSON.stringify(found));

const one = await client.GET("/v1/memories/{id}", { params: { path: { id: hit.fact.id } } });
if (one.data?.segment !== "preference") throw new Error(JSON.stringify(one));

const none = await client.GET("/v1/memories/{id}", { params: { path: { id: "nobody" } } });
if (none.error?.code !== "no-such-fact") throw new Error(JSON.stringify(none.error));

/**
 * What is in the file of the MCP server `server-memory`? Entities with observations, and relations between entities.
 * Each observation is a fact about its entity, each relation a fact that names both.
 */
import { jsonRecords, type PlacedValue } from "./json-records.ts";
import { isObject, type JsonObject, type ReadRecord, tagsFrom, textIn } from "./record.ts";

export function* readServerMemory(text: string): Generator<ReadRecord> {
  for (const one of jsonRecords(text, ["entities", "relations"])) {
    if ("reason" in one) yield one;
    else yield* recordsOf(one);
  }
}

function* recordsOf({ place, value }: PlacedValue): Generator<ReadRecord> {
  if (!isObject(value)) yield { place, reason: "it is neither an entity nor a relation" };
  else if (value.type === "relation" || "relationType" in value) yield relation(place, value);
  else if (value.type === "entity" || "observations" in value) yield* entity(place, value);
  else yield { place, reason: "it is neither an entity nor a relation" };
}

function relation(place: string, value: JsonObject): ReadRecord {
  const from = textIn(value, "from");
  const kind = textIn(value, "relationType");
  const to = textIn(value, "to");
  if (from === undefined || kind === undefined || to === undefined)
    return { place, reason: "a relation needs from, relationType and to" };
  const content = sentence(`${spoken(from)} ${spoken(kind)} ${spoken(to)}`);
  const metadata = { serverMemory: { from, relationType: kind, to } };
  return { place, words: { content, segment: "relationship", metadata } };
}

function* entity(place: string, value: JsonObject): Generator<ReadRecord> {
  const name = textIn(value, "name");
  if (name === undefined) {
    yield { place, reason: "an entity needs a name" };
    return;
  }
  const kind = textIn(value, "entityType");
  const { observations = [] } = value;
  if (!Array.isArray(observations)) {
    yield { place, reason: "the observations of an entity must be a list" };
    return;
  }
  const said = observations.length === 0 && kind !== undefined ? [kind] : observations;
  const metadata = { serverMemory: { entity: name, ...(kind === undefined ? {} : { entityType: kind }) } };
  for (const one of said) {
    if (typeof one !== "string" || one.trim() === "")
      yield { place, reason: `an observation of ${JSON.stringify(name.slice(0, 60))} is no text` };
    else
      yield {
        place,
        words: { content: sentence(`${spoken(name)}: ${one.trim()}`), tags: tagsFrom([kind]), metadata },
      };
  }
}

/** Names are written with underscores there. */
function spoken(name: string): string {
  return name.replaceAll("_", " ");
}

function sentence(text: string): string {
  return /[.!?…)"”»]$/.test(text) ? text : `${text}.`;
}

/** What is in an export of mem0, or in the answer of its `getAll`? One memory for each record, in either spelling. */
import type { Metadata } from "../../model/metadata.ts";
import { jsonRecords } from "./json-records.ts";
import {
  filled,
  foreignTime,
  isObject,
  type JsonObject,
  type ReadRecord,
  type RecordWords,
  tagsFrom,
  textIn,
} from "./record.ts";

/** Which of a record's fields say where it came from. */
const WHENCE = {
  userId: ["user_id", "userId"],
  agentId: ["agent_id", "agentId"],
  appId: ["app_id", "appId"],
  runId: ["run_id", "runId"],
  actorId: ["actor_id", "actorId"],
  hash: ["hash"],
} as const;

export function* readMem0(text: string): Generator<ReadRecord> {
  for (const one of jsonRecords(text, ["results", "memories"])) {
    if ("reason" in one) yield one;
    else yield recordOf(one.place, one.value);
  }
}

function recordOf(place: string, value: unknown): ReadRecord {
  if (!isObject(value)) return { place, reason: "it is not an object with a memory in it" };
  const content = textIn(value, "memory", "text", "data");
  if (content === undefined) return { place, reason: 'it has no text in "memory"' };
  const id = textIn(value, "id");
  const user = textIn(value, ...WHENCE.userId);
  return {
    ...filled<{ id: string; user: string }>({ id, user }),
    place,
    words: filled<RecordWords>({
      content,
      tags: Array.isArray(value.categories) ? tagsFrom(value.categories) : undefined,
      heardAt: foreignTime(value.created_at ?? value.createdAt),
      validTo: endOfDay(textIn(value, "expiration_date", "expirationDate")),
      metadata: metadataOf(value, id),
    }),
  };
}

/** A memory of mem0 holds through the day on which it expires, in UTC. */
function endOfDay(date: string | undefined): number | undefined {
  const time = foreignTime(date?.slice(0, 10));
  return time === undefined ? undefined : time + 24 * 60 * 60_000;
}

function metadataOf(value: JsonObject, id: string | undefined): Metadata {
  const whence = Object.entries(WHENCE).map(([name, names]) => [name, textIn(value, ...names)] as const);
  const mem0 = filled<Record<string, string>>(Object.fromEntries([["id", id], ...whence]));
  return { ...(isObject(value.metadata) ? value.metadata : {}), mem0 };
}

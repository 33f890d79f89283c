/**
 * What is in a folder of RealMem, taken as memories? Each session leaves the gold memories that were taken from it; a
 * question of a later session is asked before its own session has left any. Gold are the memories that the reference
 * answer used.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { MAX_CONTENT_CHARS } from "../../src/limits.ts";
import type { Saying } from "./corpus.ts";
import { asList, asObject, asText, type Fields } from "./fields.ts";
import { DataError, readJson } from "./json-lines.ts";
import type { Step, Story } from "./stories.ts";

const MAX_QUESTION_CHARS = 2_000;
const NOON = "T12:00:00Z";

export function readRealMemories(folder: string | undefined): readonly Story[] {
  if (folder === undefined || !existsSync(folder) || !statSync(folder).isDirectory())
    throw new DataError("Which data? Give --data <RealMem's folder of people>");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  if (files.length === 0) throw new DataError(`--data ${folder}: no file in it is a person's JSON`);
  return files.sort().map((file) => readPerson(join(folder, file), file));
}

function readPerson(path: string, name: string): Story {
  const file = asObject(readJson(path, "a person of RealMem"), path);
  const sessions = asList(file.dialogues, `${path}.dialogues`)
    .map((value, i) => asObject(value, `${path}.dialogues[${i}]`))
    .map((session) => ({ session, at: dayOf(session, path) }))
    .sort((a, b) => a.at - b.at);
  const known = new Set<string>();
  const steps = sessions.flatMap(({ session, at }): readonly Step[] => {
    const questions = questionsOf(session, name, at, known);
    const say = memoriesOf(session, at);
    for (const { key } of say) known.add(key);
    return say.length === 0 ? questions : [...questions, { at, say }];
  });
  return { name, steps };
}

function questionsOf(session: Fields, name: string, at: number, known: ReadonlySet<string>): readonly Step[] {
  const turns = asList(session.dialogue_turns, "dialogue_turns").map((turn) => asObject(turn, "a turn"));
  return turns.flatMap((turn, i) => {
    if (turn.is_query !== true) return [];
    const used = turns[i + 1]?.memory_used;
    const keys = (Array.isArray(used) ? used : []).map((memory) => {
      const { session_uuid: of, content } = Object(memory) as Fields;
      return keyOf(of, content);
    });
    const gold = [...new Set(keys)].filter((key) => known.has(key));
    if (gold.length === 0) return [];
    const id = `${name}#${String(session.session_uuid)}:${i}`;
    const query = textOf(turn.content).slice(0, MAX_QUESTION_CHARS);
    return [{ at, ask: { id, category: "later question", query, gold } }];
  });
}

function memoriesOf(session: Fields, at: number): readonly Saying[] {
  const id = asText(session.session_uuid, "session_uuid");
  return asList(session.extracted_memory, "extracted_memory").flatMap((value, position) => {
    const { content } = asObject(value, "extracted_memory");
    const text = textOf(content).trim().slice(0, MAX_CONTENT_CHARS);
    if (text === "") return [];
    const input = { content: text, segment: "knowledge", episode: { id, position }, occurredAt: at } as const;
    return [{ key: keyOf(id, content), at, input }];
  });
}

/** A few contents are lists or objects: they are taken as their JSON. */
function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content ?? "");
}

function keyOf(session: unknown, content: unknown): string {
  return `${String(session)}|${textOf(content)}`;
}

function dayOf({ current_time: time }: Fields, path: string): number {
  const at = Date.parse(`${String(time).slice(0, 10)}${NOON}`);
  if (Number.isNaN(at)) throw new DataError(`${path}: a session has no date`);
  return at;
}

/**
 * What was said in a folder of RealMem, turn by turn, and which turns are worth remembering by its labels?
 *
 * The labels have defects: `source_turn` counts from 1; 0 and less mean that nobody located the turn, and are left out.
 * "Enhanced" sessions are other people's talks with an assistant, without labels.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Batch, Turn } from "../../src/converse/turn.ts";
import { asList, asObject, asText, type Fields } from "./fields.ts";
import { DataError, readJson } from "./json-lines.ts";

export interface Talk {
  readonly id: string;
  readonly at: number;
  readonly isEnhanced: boolean;
  readonly batch: Batch;
  /** Numbers of the turns that a gold memory was taken from. */
  readonly gold: ReadonlySet<number>;
  readonly questions: readonly Later[];
}

/** A question of a later session, with the turns that its answer needs. */
export interface Later {
  readonly query: string;
  readonly needs: readonly TurnKey[];
}

/** Session and number of a turn. */
export type TurnKey = string;

export interface Person {
  readonly name: string;
  /** In the order of their dates. */
  readonly talks: readonly Talk[];
}

const MAX_QUESTION_CHARS = 2_000;
const NOON = "T12:00:00Z";

export function readConversations(folder: string | undefined): readonly Person[] {
  if (folder === undefined || !existsSync(folder) || !statSync(folder).isDirectory())
    throw new DataError("Which data? Give --data <RealMem's folder of people>");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  if (files.length === 0) throw new DataError(`--data ${folder}: no file in it is a person's JSON`);
  return files.sort().map((file) => readPerson(join(folder, file), file.replace(/\.json$/, "")));
}

export function keyOf(talk: string, turn: number): TurnKey {
  return `${talk}:${turn}`;
}

function readPerson(path: string, name: string): Person {
  const file = asObject(readJson(path, "a person of RealMem"), path);
  const sessions = asList(file.dialogues, `${path}.dialogues`)
    .map((value, i) => asObject(value, `${path}.dialogues[${i}]`))
    .map((session) => ({ session, at: dayOf(session, path) }))
    .sort((a, b) => a.at - b.at);
  const sources = new Map<string, TurnKey>();
  return { name, talks: sessions.map(({ session, at }) => readTalk(session, at, sources)) };
}

/** `sources`: the turn of each gold memory of the sessions so far. */
function readTalk(session: Fields, at: number, sources: Map<string, TurnKey>): Talk {
  const id = asText(session.session_uuid, "session_uuid");
  const raw = asList(session.dialogue_turns, "dialogue_turns").map((turn) => asObject(turn, "a turn"));
  const turns = raw.map(
    ({ speaker, content }, i): Turn => ({
      number: i + 1,
      id: keyOf(id, i + 1),
      session: id,
      role: speaker === "User" ? "user" : "assistant",
      content: textOf(content),
      at,
      actor: undefined,
      authority: speaker === "User" ? 3 : 0,
      attachments: [],
    }),
  );
  const questions = raw.flatMap((turn, i) => questionAt(raw, i, turn, sources));
  const gold = new Set<number>();
  for (const value of asList(session.extracted_memory, "extracted_memory")) {
    const { content, source_turn: number } = asObject(value, "a memory");
    if (typeof number !== "number" || number < 1 || number > turns.length) continue;
    gold.add(number);
    sources.set(memoryKey(id, content), keyOf(id, number));
  }
  const isEnhanced = String(session.session_identifier).startsWith("Enhanced");
  return { id, at, isEnhanced, batch: { turns, known: [] }, gold, questions };
}

function questionAt(
  raw: readonly Fields[],
  i: number,
  turn: Fields,
  sources: ReadonlyMap<string, TurnKey>,
): readonly Later[] {
  const used = raw[i + 1]?.memory_used;
  if (turn.is_query !== true || !Array.isArray(used)) return [];
  const needs = used.flatMap((memory) => {
    const { session_uuid: of, content } = Object(memory) as Fields;
    return sources.get(memoryKey(String(of), content)) ?? [];
  });
  const query = textOf(turn.content).slice(0, MAX_QUESTION_CHARS);
  return needs.length === 0 ? [] : [{ query, needs: [...new Set(needs)] }];
}

function memoryKey(session: string, content: unknown): string {
  return `${session}|${textOf(content)}`;
}

/** A few contents are lists or objects: they are taken as their JSON. */
function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content ?? "");
}

function dayOf({ current_time: time }: Fields, path: string): number {
  const at = Date.parse(`${String(time).slice(0, 10)}${NOON}`);
  if (Number.isNaN(at)) throw new DataError(`${path}: a session has no date`);
  return at;
}

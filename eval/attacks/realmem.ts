/**
 * Is what an assistant said still found when it is hearsay? RealMem's sessions, turn by turn: the user's turns are the
 * owner's words, the assistant's come from the source `agent`. A question is asked where it stands in its
 * session, before the memory has heard it.
 *
 * Gold are the turns from which the memories were taken that the reference answer used. A memory without a located
 * turn (`source_turn` 0) is left out, and so is a question that has no other.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ranksOf } from "../../src/eval/metrics.ts";
import type { CaseRow } from "../../src/eval/rows.ts";
import type { AddInput } from "../../src/index.ts";
import { MAX_CONTENT_CHARS } from "../../src/limits.ts";
import { DEPTH } from "../support/corpus.ts";
import { asList, asObject, asText, type Fields } from "../support/fields.ts";
import { DataError, readJson } from "../support/json-lines.ts";
import { Scene } from "./scene.ts";

interface Turn {
  readonly isUsers: boolean;
  readonly content: string;
  readonly isQuestion: boolean;
  /** Session and text of each memory that the turn used. */
  readonly used: readonly string[];
}

interface Session {
  readonly id: string;
  readonly at: number;
  readonly turns: readonly Turn[];
  /** By session and text: the turn that a memory was taken from. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface Person {
  readonly name: string;
  readonly sessions: readonly Session[];
}

/** Sources of class 1 that the assistant's turns are given. */
type AssistantSource = "agent" | "channel_message";

/** Rows of the gold in the assistant's turns, and of the gold in the user's. */
interface RealMemRows {
  readonly assistants: readonly CaseRow[];
  readonly users: readonly CaseRow[];
}

/** By the source that the assistant's turns had, and by whose turn the gold is. */
export interface RealMemGold {
  readonly asAgent: RealMemRows;
  readonly asMessage: RealMemRows;
}

/** Everybody in the folder, once with each source. */
export function askRealMem(folder: string): RealMemGold {
  const people = readRealMem(folder);
  const ask = (source: AssistantSource): RealMemRows => {
    const all = people.map((person) => askPerson(person, source));
    return {
      assistants: all.flatMap(({ assistants }) => assistants),
      users: all.flatMap(({ users }) => users),
    };
  };
  return { asAgent: ask("agent"), asMessage: ask("channel_message") };
}

export function readRealMem(folder: string): readonly Person[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new DataError(`--data ${folder}: there is no such folder`);
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  if (files.length === 0) throw new DataError(`--data ${folder}: no file in it is a person's JSON`);
  return files.sort().map((file) => readPerson(join(folder, file), file.replace(/\.json$/, "")));
}

function readPerson(path: string, name: string): Person {
  const file = asObject(readJson(path, "a person of RealMem"), path);
  const sessions = asList(file.dialogues, `${path}.dialogues`).map((value, i) =>
    readSession(asObject(value, `${path}.dialogues[${i}]`), `${path}.dialogues[${i}]`),
  );
  return { name, sessions: sessions.toSorted((a, b) => a.at - b.at) };
}

function readSession(session: Fields, place: string): Session {
  const id = asText(session.session_uuid, `${place}.session_uuid`);
  const turns = asList(session.dialogue_turns, `${place}.dialogue_turns`).map((value, i) =>
    readTurn(asObject(value, `${place}.dialogue_turns[${i}]`)),
  );
  const sources = new Map<string, string>();
  for (const value of asList(session.extracted_memory, `${place}.extracted_memory`)) {
    const { content, source_turn: turn } = asObject(value, `${place}.extracted_memory`);
    if (typeof turn === "number" && turn > 0 && turns[turn - 1] !== undefined)
      sources.set(memoryKey(id, content), turnKey(id, turn - 1));
  }
  return { id, at: dayOf(session.current_time, place), turns, sources };
}

/** A few contents are lists or objects: they are taken as their JSON. */
function readTurn(turn: Fields): Turn {
  const content = typeof turn.content === "string" ? turn.content : JSON.stringify(turn.content ?? "");
  const used = Array.isArray(turn.memory_used) ? turn.memory_used : [];
  return {
    isUsers: turn.speaker === "User",
    content: content.trim().slice(0, MAX_CONTENT_CHARS),
    isQuestion: turn.is_query === true,
    used: used.map((value) => {
      const { session_uuid: session, content } = Object(value) as Fields;
      return memoryKey(String(session), content);
    }),
  };
}

const memoryKey = (session: string, content: unknown): string => `${session} ${JSON.stringify(content)}`;
const turnKey = (session: string, index: number): string => `${session}:${index}`;

/** "2025-12-19 (Friday)", taken as UTC. */
function dayOf(value: unknown, place: string): number {
  const time = Date.parse(asText(value, `${place}.current_time`).slice(0, "2025-12-19".length));
  if (Number.isNaN(time)) throw new DataError(`${place}.current_time: expected a date like 2025-12-19`);
  return time;
}

/** Tells a person's sessions to a memory in order, and asks each question where it stands. */
export function askPerson({ name, sessions }: Person, source: AssistantSource): RealMemRows {
  const scene = new Scene();
  const told = new Told();
  const sources = new Map(sessions.flatMap((session) => [...session.sources]));
  const rows = { assistants: [] as CaseRow[], users: [] as CaseRow[] };
  for (const session of sessions) {
    scene.moveTo(session.at);
    for (const [position, turn] of session.turns.entries()) {
      if (turn.isQuestion) {
        const gold = [...new Set(session.turns[position + 1]?.used.flatMap((key) => sources.get(key) ?? []))];
        const id = `${name}#${session.id}:${position}`;
        const found = ask(scene, turn.content);
        const [assistants, users] = [told.factsOf(gold, false), told.factsOf(gold, true)];
        if (assistants.length > 0) rows.assistants.push(rowOf(id, "assistant", found, assistants));
        if (users.length > 0) rows.users.push(rowOf(id, "user", found, users));
      }
      if (turn.content !== "")
        told.enter(session, position, turn, scene.add([inputOf(session, position, turn, source)])[0]);
    }
  }
  return rows;
}

function inputOf(
  { id, at }: Session,
  position: number,
  { isUsers, content }: Turn,
  source: AssistantSource,
): AddInput {
  return {
    content,
    segment: "knowledge",
    source: isUsers ? "owner_message" : source,
    episode: { id, position },
    occurredAt: at,
  };
}

/** Which fact did each turn become, and whose was it? */
class Told {
  private readonly facts = new Map<string, { readonly id: string; readonly isUsers: boolean }>();

  enter({ id: session }: Session, position: number, { isUsers }: Turn, id: string | undefined): void {
    if (id !== undefined) this.facts.set(turnKey(session, position), { id, isUsers });
  }

  factsOf(turns: readonly string[], isUsers: boolean): readonly string[] {
    const facts = turns.flatMap((turn) => this.facts.get(turn) ?? []);
    return [...new Set(facts.filter((fact) => fact.isUsers === isUsers).map(({ id }) => id))];
  }
}

interface Found {
  readonly deep: readonly string[];
  readonly returned: readonly string[];
}

function ask({ memory }: Scene, query: string): Found {
  const find = (more: { limit?: number; minScore?: number }): readonly string[] =>
    memory.recall(query, { ...more, passive: true }).map(({ fact }) => fact.id);
  return { deep: find({ limit: DEPTH, minScore: 0 }), returned: find({}) };
}

function rowOf(id: string, category: string, { deep, returned }: Found, gold: readonly string[]): CaseRow {
  return {
    id,
    category,
    ranks: ranksOf(deep, gold),
    kept: ranksOf(returned, gold),
    returned: returned.length,
    relevant: returned.filter((fact) => gold.includes(fact)).length,
  };
}

/**
 * What is in a folder of BEAM? Long chats of a user with an assistant, and questions of ten types about each with
 * the messages that answer them.
 *
 * A folder per size (100K, 500K), in it a folder per chat. A message that is longer than a fact may be is cut at
 * the limit, for every contestant alike.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { MAX_CONTENT_CHARS } from "../../src/limits.ts";
import { type Corpus, makeCorpus, type Question, type Saying } from "./corpus.ts";
import { asId, asList, asObject, asText, type Fields, wrong } from "./fields.ts";
import { DataError, readJson } from "./json-lines.ts";
import { monthOf } from "./months.ts";

const CHAT = "chat.json";
const QUESTIONS = "probing_questions.json";
const UNANSWERABLE = "abstention";
const ROLES = ["user", "assistant"];

export function readBeam(path: string | undefined): readonly Corpus[] {
  if (path === undefined) throw new DataError("Which data? Give --data <BEAM's folder of chats>");
  const folders = chatsUnder(path);
  if (folders.length === 0) throw new DataError(`--data ${path}: no folder in it holds a ${CHAT}`);
  return folders.map((folder) => {
    const sayings = readChat(join(path, folder, CHAT));
    return makeCorpus(folder, sayings, readQuestions(join(path, folder, QUESTIONS), folder, sayings));
  });
}

/** Folders with a chat, by number: 100K/2 comes before 100K/10. */
function chatsUnder(path: string): readonly string[] {
  const foldersIn = (folder: string): readonly string[] =>
    readdirSync(join(path, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => (folder === "" ? name : `${folder}/${name}`));
  if (!existsSync(path)) throw new DataError(`--data ${path}: there is no such folder`);
  const outer = foldersIn("");
  return [...outer, ...outer.flatMap(foldersIn)]
    .filter((folder) => existsSync(join(path, folder, CHAT)))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

function readChat(file: string): readonly Saying[] {
  let at: number | undefined;
  return asList(readJson(file, CHAT), file).flatMap((value, b) => {
    const place = `${file}[${b}]`;
    const batch = asObject(value, place);
    const messages = asList(batch.turns, `${place}.turns`).flatMap((turn, t) =>
      asList(turn, `${place}.turns[${t}]`),
    );
    return messages.map((one, position) => {
      const here = `${place}.message[${position}]`;
      const message = asObject(one, here);
      if (typeof message.time_anchor === "string") at = parseAnchor(message.time_anchor, here);
      if (at === undefined) throw wrong(here, "a time_anchor at the first message");
      return readMessage(message, { at, episode: `batch ${b + 1}`, position }, here);
    });
  });
}

interface Where {
  readonly at: number;
  readonly episode: string;
  readonly position: number;
}

function readMessage(message: Fields, { at, episode, position }: Where, place: string): Saying {
  const role = asText(message.role, `${place}.role`);
  if (!ROLES.includes(role)) throw wrong(`${place}.role`, ROLES.join(" or "));
  return {
    key: asId(message.id, `${place}.id`),
    at,
    input: {
      content: asText(message.content, `${place}.content`).slice(0, MAX_CONTENT_CHARS),
      segment: "knowledge",
      source: role === "user" ? "owner_message" : "agent",
      episode: { id: episode, position },
      occurredAt: at,
    },
  };
}

/** "March-15-2024" */
function parseAnchor(anchor: string, place: string): number {
  const match = /^([A-Za-z]+)-(\d{1,2})-(\d{4})$/.exec(anchor.trim());
  const month = monthOf(match?.[1]);
  if (match === null || month < 0) throw wrong(`${place}.time_anchor`, 'a date like "March-15-2024"');
  return Date.UTC(Number(match[3]), month, Number(match[2]), 12);
}

function readQuestions(file: string, name: string, sayings: readonly Saying[]): readonly Question[] {
  const known = new Set(sayings.map(({ key }) => key));
  return Object.entries(asObject(readJson(file, QUESTIONS), file)).flatMap(([type, list]) =>
    asList(list, `${file}.${type}`).flatMap((value, i) => {
      const place = `${file}.${type}[${i}]`;
      const asked = asObject(value, place);
      const gold = [...new Set(idsIn(asked.source_chat_ids))];
      const stray = gold.find((id) => !known.has(id));
      if (stray !== undefined) throw wrong(`${place}.source_chat_ids`, `ids of messages; ${stray} is none`);
      const question = {
        id: `${name}#${type}-${i}`,
        category: type,
        query: asText(asked.question, place),
        gold,
      };
      // One with an answer, but without messages to find it in, cannot be judged.
      return gold.length > 0 || type === UNANSWERABLE ? [question] : [];
    }),
  );
}

/** However deep they stand. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === "number" || typeof value === "string") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

/**
 * What is in a file of LoCoMo? Conversations of two people over many sessions, and questions about them with the
 * turns that answer each; category 5 cannot be answered.
 */

import { type Corpus, makeCorpus, type Question, type Saying } from "./corpus.ts";
import { asList, asObject, asText, type Fields, wrong } from "./fields.ts";
import { readJson } from "./json-lines.ts";
import { monthOf } from "./months.ts";

const CATEGORIES: Readonly<Record<number, string>> = {
  1: "1 multi-hop",
  2: "2 temporal",
  3: "3 open-domain",
  4: "4 single-hop",
  5: "5 unanswerable",
};
const UNANSWERABLE = 5;

export function readLocomo(path: string | undefined): readonly Corpus[] {
  const samples = asList(readJson(path, "LoCoMo's JSON file"), `${path}`);
  if (samples.length === 0) throw wrong(`${path}`, "at least one conversation");
  return samples.map((sample, i) => readSample(asObject(sample, `${path}[${i}]`), `${path}[${i}]`));
}

function readSample(sample: Fields, place: string): Corpus {
  const name = asText(sample.sample_id, `${place}.sample_id`);
  const conversation = asObject(sample.conversation, `${place}.conversation`);
  const sayings = sessionsOf(conversation).flatMap((session) =>
    readSession(conversation, session, `${place}.conversation`),
  );
  const known = new Set(sayings.map(({ key }) => key));
  const questions = asList(sample.qa, `${place}.qa`)
    .map((qa, i) =>
      readQuestion(asObject(qa, `${place}.qa[${i}]`), `${name}#${i}`, `${place}.qa[${i}]`, known),
    )
    .filter((question) => question !== undefined);
  return makeCorpus(name, sayings, questions);
}

function sessionsOf(conversation: Fields): readonly number[] {
  return Object.keys(conversation)
    .flatMap((name) => /^session_(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

function readSession(conversation: Fields, session: number, place: string): readonly Saying[] {
  const at = parseDateTime(
    conversation[`session_${session}_date_time`],
    `${place}.session_${session}_date_time`,
  );
  return asList(conversation[`session_${session}`], `${place}.session_${session}`).map((value, position) => {
    const here = `${place}.session_${session}[${position}]`;
    const turn = asObject(value, here);
    return {
      key: asText(turn.dia_id, `${here}.dia_id`),
      at,
      input: {
        content: contentOf(turn, here),
        segment: "knowledge",
        actor: asText(turn.speaker, `${here}.speaker`),
        episode: { id: `session ${session}`, position },
        occurredAt: at,
      },
    };
  });
}

function contentOf(turn: Fields, place: string): string {
  const caption =
    turn.blip_caption === undefined ? "" : `[shares a photo: ${asText(turn.blip_caption, place)}]`;
  return `${asText(turn.text, `${place}.text`)} ${caption}`.trim();
}

/** Undefined for a question with an answer, but no turn to find it in. */
function readQuestion(
  qa: Fields,
  id: string,
  place: string,
  known: ReadonlySet<string>,
): Question | undefined {
  const category = CATEGORIES[Number(qa.category)];
  if (category === undefined) throw wrong(`${place}.category`, "a number from 1 to 5");
  const query = asText(qa.question, `${place}.question`);
  if (Number(qa.category) === UNANSWERABLE) return { id, category, query, gold: [] };
  const gold = asList(qa.evidence, `${place}.evidence`)
    .flatMap((turns) => asText(turns, `${place}.evidence`).split(/[;,\s]+/))
    .filter((turn) => known.has(turn));
  return gold.length === 0 ? undefined : { id, category, query, gold: [...new Set(gold)] };
}

/** "1:56 pm on 8 May, 2023", taken as UTC. */
function parseDateTime(value: unknown, place: string): number {
  const match = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/i.exec(asText(value, place));
  const month = monthOf(match?.[5]);
  if (match === null || month < 0) throw wrong(place, 'a date like "1:56 pm on 8 May, 2023"');
  const [, hour, minute, half, day, , year] = match;
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0);
  return Date.UTC(Number(year), month, Number(day), hours, Number(minute));
}

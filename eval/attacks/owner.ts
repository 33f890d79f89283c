/**
 * What has the owner said that is attacked? The contested facts, every other one in a slot, and for each of them two
 * messages of one conversation, of which only the first has the words of the question.
 */
import { CONTESTED, type Contested } from "../sets/contested.ts";
import type { Scene } from "./scene.ts";
import type { Answered } from "./standing.ts";

/** One contested fact, as it stands in a memory. */
export interface Target extends Contested {
  /** The id of the owner's fact. */
  readonly fact: string;
  readonly isInSlot: boolean;
  /** The episode of the two messages, and the id of the second. */
  readonly episode: string;
  readonly reply: string;
}

/** Positions of the two messages. */
export const LEAD_AT = 1;
export const REPLY_AT = 2;

export function tellContested(scene: Scene, count = CONTESTED.length): readonly Target[] {
  const cases = CONTESTED.slice(0, count);
  const own = scene.add(
    cases.map(({ own: content, segment, slot: [subject, attribute] }, i) => ({
      content,
      segment,
      ...(isInSlot(i) ? { subject, attribute } : {}),
    })),
  );
  const talks = scene.add(
    cases.flatMap(({ talk }, i) => [
      { content: talk.lead, segment: "knowledge", episode: { id: episodeOf(i), position: LEAD_AT } },
      { content: talk.reply, segment: "knowledge", episode: { id: episodeOf(i), position: REPLY_AT } },
    ]),
  );
  return cases.map((one, i) => ({
    ...one,
    fact: own[i] ?? "",
    isInSlot: isInSlot(i),
    episode: episodeOf(i),
    reply: talks[2 * i + 1] ?? "",
  }));
}

const isInSlot = (index: number): boolean => index % 2 === 0;
const episodeOf = (index: number): string => `talk ${index + 1}`;

/** The question about the fact itself. */
export const askedOfFact = ({ question, own, fact }: Target): Answered => ({
  question,
  fact,
  answer: own,
});

/** The question that the second message answers with the first one's words. */
export const askedOfTalk = ({ talk, reply }: Target): Answered => ({
  question: talk.question,
  fact: reply,
  answer: talk.reply,
});

/**
 * How is an owner's fact attacked? One family per way in: what the attacker writes, copy by copy.
 *
 * A family says nothing about who writes: `attackers.ts` does. A write that the gate refuses is an attack that failed.
 */
import type { AddInput } from "../../src/index.ts";
import { LINK_KINDS } from "../../src/index.ts";
import { DAY_MS } from "../support/corpus.ts";
import { tellingWords } from "../support/stop-words.ts";
import { askedOfFact, askedOfTalk, LEAD_AT, type Target } from "./owner.ts";
import { edited } from "./planted.ts";
import type { Answered } from "./standing.ts";

export interface Family {
  readonly name: string;
  /** The write of that number, of so many; `now` is the time of the attack. */
  write(target: Target, copy: number, copies: number, now: number): Omit<AddInput, "segment" | "source">;
  /** The question that the attack is about. */
  readonly asked: (target: Target) => Answered;
}

type Write = Family["write"];

const family = (name: string, write: Write, asked: Family["asked"] = askedOfFact): Family => ({
  name,
  write,
  asked,
});
/** The wrong answer in the owner's own sentence, or in other words, no two alike. */
const wrongOf = ({ wrong }: Target, copy: number): string => edited(wrong, copy);
const reworded = ({ otherWords }: Target, copy: number): string =>
  edited(otherWords[copy % otherWords.length] ?? "", Math.floor(copy / otherWords.length));

export const FAMILIES: readonly Family[] = [
  family("question-echo", (target, copy) => ({ content: `${target.question} ${wrongOf(target, copy)}` })),
  family("paraphrase", (target, copy) => ({ content: reworded(target, copy) })),
  family("slot", (target, copy) => {
    const [subject, attribute] = target.slot;
    return { content: wrongOf(target, copy), subject, attribute };
  }),
  family("alias", (target, copy) => ({
    content: wrongOf(target, copy),
    aliases: [target.question, target.name, target.own],
  })),
  family("rename", (target, copy) => ({
    content:
      copy % 2 === 0
        ? edited(`${target.name} is now called ${target.impostor}.`, copy / 2)
        : wrongOf(target, (copy - 1) / 2),
  })),
  family("link", (target, copy) => ({
    content: wrongOf(target, copy),
    links: [{ kind: LINK_KINDS[copy % LINK_KINDS.length] ?? "relates", to: target.fact }],
  })),
  family("evidence", (target, copy) => ({ content: wrongOf(target, copy), evidence: [target.fact] })),
  family(
    "episode",
    (target, copy, copies) => ({
      // Of another wording in each conversation, or they would be one fact.
      content: edited(`Ok (${target.episode})`, copy),
      // Between the owner's two messages, however many there are.
      episode: { id: target.episode, position: LEAD_AT + (copy + 1) / (copies + 1) },
    }),
    askedOfTalk,
  ),
  family("tags", (target, copy) => ({
    content: wrongOf(target, copy),
    tags: [...new Set(tellingWords(`${target.question} ${target.own}`))],
  })),
  family("dates", (target, copy, _, now) => ({
    content: wrongOf(target, copy),
    ...[
      { validFrom: now },
      { occurredAt: now },
      { validFrom: now - 400 * DAY_MS, occurredAt: now - 400 * DAY_MS },
      { validFrom: now, validTo: now + 400 * DAY_MS },
    ][copy % 4],
  })),
  family("importance", (target, copy) => ({
    content: wrongOf(target, copy),
    importance: 1,
    confidence: 1,
    decayRate: 0,
    tier: "long",
  })),
  family("denial", (target, copy) => ({
    content: edited(
      copy % 2 === 0 ? `Actually, ${target.wrong}` : `It is no longer true: ${target.own}`,
      Math.floor(copy / 2),
    ),
  })),
  family("flooding", (target, copy) => ({
    content: [
      `${target.question} ${wrongOf(target, copy)}`,
      wrongOf(target, copy),
      reworded(target, copy),
      `${reworded(target, copy)} ${target.question}`,
    ][copy % 4] as string,
    episode: `forged ${copy}`,
  })),
  // What a dream confirms or consolidates: the owner's sentence and the wrong one, again and again.
  family("confirm", (target, copy) => ({
    content: copy % 2 === 0 ? target.own : target.wrong,
    episode: `forged ${copy}`,
  })),
  family("consolidate", (target, copy) => ({
    content: edited(`${target.own} That is, ${target.impostor}.`, copy),
    episode: `forged ${copy}`,
  })),
];

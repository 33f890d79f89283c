/**
 * What does memory hold of one person or source: what they said, what came of it, and where others mention them? Looked up
 * for forgetting them (`forget.ts`), and told as a document that they may be given.
 */
import type { PurgeReason } from "../govern/purge.ts";
import { factsOfSubject, isSaidBy, type SubjectMention } from "../govern/subject.ts";
import {
  type SubjectExport,
  type SubjectFact,
  type SubjectTurn,
  subjectPage,
} from "../govern/subject-page.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { badArgument, fieldsOf, maybe, parseFlag, parseName } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { happenedAt } from "../model/happened.ts";
import { type Origin, type OtherOrigin, parseOrigin, sameOrigin } from "../model/origin.ts";
import { checkManages } from "../write/change-gate.ts";
import { type Asked, erasureOf } from "./erase.ts";
import { type Memory, memoryOf } from "./memory.ts";
import { checkHost } from "./origins.ts";
import { factsQuoting } from "./turns-of.ts";

/** Who or what: a whole memory, whoever is named as the speaker, a source, or somebody who is only mentioned. One of them. */
export interface Subject {
  /** Everything in this memory is theirs. */
  readonly origin?: OtherOrigin | undefined;
  /** Who said it, as facts and turns name them. */
  readonly actor?: string | undefined;
  readonly source?: string | undefined;
  /** A person or thing that others' facts name. */
  readonly entity?: string | undefined;
  /** In whose memory they are looked for, with the last three. Default: the owner's. */
  readonly whose?: Origin | undefined;
}

export interface ReadySubject extends Subject {
  /** The memory in which they are looked for, or mentioned. */
  readonly memory: Memory;
}

/** What memory holds of them. */
export interface Found {
  readonly state: State;
  /** What they said, and the turns they said it in. */
  readonly asked: Asked;
  readonly mentions: readonly SubjectMention[];
}

const KINDS = ["origin", "actor", "source", "entity"] as const;
const TURNS_AT_ONCE = 256;

export function parseSubject(memory: Memory, value: Subject, verb: string): ReadySubject {
  const given = fieldsOf(
    value,
    new Set([...KINDS, "whose"]),
    verb,
    "{ origin }, { actor }, { source } or { entity }",
  );
  const origin = maybe(given, "origin", parseOrigin);
  const whose = maybe(given, "whose", parseOrigin) ?? "owner";
  if (KINDS.filter((kind) => given[kind] !== undefined).length !== 1)
    throw badArgument(`${verb} needs one of ${KINDS.join(", ")}`);
  if (origin === "owner") throw badArgument("The owner's own memory goes with the workspace");
  if (origin !== undefined && sameOrigin(origin, whose))
    throw badArgument("whose must be another memory than the origin's own");
  const { actor, source, entity } = {
    actor: maybe(given, "actor", parseName),
    source: maybe(given, "source", parseName),
    entity: maybe(given, "entity", parseName),
  };
  return {
    ...{ origin, actor, source, entity, whose },
    memory: whose === "owner" ? memory : memoryOf(memory, whose, {}),
  };
}

export function* foundOf(subject: ReadySubject): Steps<Found> {
  const { memory, actor, source, entity, origin } = subject;
  const state = yield* memory.open.replica.catchUp();
  const given = actor ?? entity;
  const known = given === undefined ? undefined : memory.open.entities.named(given, state);
  const names = [
    ...(given === undefined ? [] : [given]),
    ...(known === undefined ? [] : [known.name, ...known.aliases, ...known.formerly.map(({ name }) => name)]),
    ...(origin === undefined ? [] : ["user" in origin ? origin.user : origin.conversationId]),
  ];
  const { said, mentions } = factsOfSubject(
    state.facts.values(),
    { actor, source },
    names,
    new Set(known?.facts),
  );
  const turns = actor === undefined ? [] : yield* turnsBy(memory, actor);
  const drawn = turns.flatMap((turn) => factsQuoting(state, turn));
  const facts = [...new Set([...said.map(({ id }) => id), ...drawn])];
  const isGone = new Set(facts);
  return { state, asked: { facts, turns }, mentions: mentions.filter(({ id }) => !isGone.has(id)) };
}

/** The turns that this actor said. */
function* turnsBy({ open: { inbox } }: Memory, actor: string): Steps<readonly string[]> {
  yield* inbox.catchUp();
  const isTheirs = isSaidBy({ actor });
  const left = [...inbox.all()].filter(({ gone }) => !gone);
  const found: string[] = [];
  for (let at = 0; at < left.length; at += TURNS_AT_ONCE) {
    const some = left.slice(at, at + TURNS_AT_ONCE);
    const words = yield* inbox.wordsOf(some);
    for (const { id } of some) if (isTheirs({ actor: words.get(id)?.actor })) found.push(id);
  }
  return found;
}

/**
 * What memory holds of a person or a source, as data and as a page that they can read. It holds words of others, too: what
 * they said of this person.
 */
export function* exportSubject(
  memory: Memory,
  value: Subject,
  options: { readonly page?: boolean | undefined } = {},
): Steps<string> {
  const given = fieldsOf(options, new Set(["page"]), "exportSubject");
  const isPage = maybe(given, "page", parseFlag) ?? false;
  checkHost(memory, "export what is known of somebody");
  checkManages(memory.speaker, "export what is known of somebody");
  const subject = parseSubject(memory, value, "exportSubject");
  const { memory: looked, ...named } = subject;
  const { state, asked, mentions } = yield* foundOf(subject);
  const own = subject.origin && memoryOf(memory, subject.origin, {});
  const parts = own === undefined ? yield* goingWith(looked, state, asked) : yield* everythingOf(own);
  const document: SubjectExport = {
    ...{ tideline: "subject", format: 1, at: memory.engine.now() },
    subject: JSON.parse(JSON.stringify(named)) as SubjectExport["subject"],
    ...parts,
    mentions,
  };
  return isPage ? subjectPage(document) : `${JSON.stringify(document)}\n`;
}

type Parts = Pick<SubjectExport, "facts" | "turns">;

/** What they said, and what would go with it. */
function* goingWith(memory: Memory, state: State, asked: Asked): Steps<Parts> {
  const { facts, turns } = yield* erasureOf(memory, state, asked);
  const told = facts.flatMap(({ id, why }) => {
    const fact = state.facts.get(id);
    return fact === undefined ? [] : [toldFact(fact, why)];
  });
  return { facts: told, turns: yield* toldTurns(memory, turns) };
}

function* everythingOf(memory: Memory): Steps<Parts> {
  const state = yield* memory.open.replica.catchUp();
  yield* memory.open.inbox.catchUp();
  const turns = [...memory.open.inbox.all()].map(({ id }) => id);
  return {
    facts: Array.from(state.facts.values(), (fact) => toldFact(fact, "asked")),
    turns: yield* toldTurns(memory, turns),
  };
}

function toldFact(fact: Fact, why: PurgeReason): SubjectFact {
  const { id, content, segment, source, sourceName, authority, actor, tags, aliases, slot } = fact;
  const told = {
    ...{ id, content, why: why === "asked" ? "said" : why, segment },
    ...{ source: sourceName ?? source, class: authority, actor, tags, aliases, slot },
    ...{ learnedAt: fact.createdAt, happenedAt: happenedAt(fact), lifecycle: fact.lifecycle },
    ...{ validity: fact.validity, quotes: fact.quotes?.map(({ text, at }) => ({ text, at })) },
  };
  return JSON.parse(JSON.stringify(told)) as SubjectFact;
}

function* toldTurns({ open: { inbox } }: Memory, ids: readonly string[]): Steps<readonly SubjectTurn[]> {
  const told: SubjectTurn[] = [];
  for (let at = 0; at < ids.length; at += TURNS_AT_ONCE) {
    const heads = ids.slice(at, at + TURNS_AT_ONCE).flatMap((id) => inbox.turn(id) ?? []);
    const words = yield* inbox.wordsOf(heads.filter(({ gone }) => !gone));
    for (const { id, role, saidAt } of heads) {
      const said = words.get(id);
      if (said === undefined) continue;
      const { session, actor, content, attachments } = said;
      told.push({
        id,
        role,
        saidAt,
        session,
        content,
        ...(actor === undefined ? {} : { actor }),
        ...(attachments === undefined ? {} : { attachments }),
      });
    }
  }
  return told;
}

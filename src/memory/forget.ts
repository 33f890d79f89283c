/**
 * How is a person forgotten? What they said goes, with everything that came of it, and the keys of it; what others said of
 * them is listed, and goes only if a person says so.
 *
 * It is a shred (`shred.ts`), with its conditions and its certificate; where that cannot be, a purge.
 */
import type { ShredCertificate } from "../govern/certificate.ts";
import type { SubjectMention } from "../govern/subject.ts";
import { MAX_HELD_FACTS } from "../limits.ts";
import type { Steps } from "../log/steps.ts";
import {
  badArgument,
  fieldsOf,
  maybe,
  type Parse,
  parseFlag,
  parseList,
  parseName,
} from "../model/arguments.ts";
import { originKey } from "../model/origin.ts";
import { checkPerson } from "../write/change-gate.ts";
import type { Memory } from "./memory.ts";
import { checkHost, refuseHeldOrigin } from "./origins.ts";
import { type ShredResult, shredAsked, shredOrigin } from "./shred.ts";
import { foundOf, parseSubject, type ReadySubject, type Subject } from "./subject.ts";

/** How somebody is forgotten. */
export interface ForgetOptions {
  /** Only say what would go. */
  readonly preview?: boolean | undefined;
  /** Which facts of others, of those that mention them, go too. Default: none. */
  readonly mentions?: "all" | readonly string[] | undefined;
}

/** What went, or would go, and what is left for decision. */
export interface ForgetResult extends Omit<ShredResult, "certificate" | "whole"> {
  /** How many facts went with a whole origin. */
  readonly whole?: number | undefined;
  /** Facts of others that mention them, and stay. */
  readonly mentions: readonly SubjectMention[];
  /** One for each memory in which something went. */
  readonly certificates: readonly ShredCertificate[];
}

/**
 * Forgets what a person or a source said, with everything that was derived from it or quotes it, and lists what others said
 * of them.
 */
export function* forget(memory: Memory, value: Subject, options: ForgetOptions = {}): Steps<ForgetResult> {
  const given = fieldsOf(options, new Set(["preview", "mentions"]), "forget");
  const preview = maybe(given, "preview", parseFlag) ?? false;
  const chosen = maybe(given, "mentions", parseMentions) ?? [];
  checkHost(memory, "forget somebody");
  checkPerson(memory.speaker, "forget somebody");
  const subject = parseSubject(memory, value, "forget");
  const { asked, mentions } = yield* foundOf(subject);
  const going = goingAmong(mentions, chosen);
  const facts = [...asked.facts, ...going];
  if (subject.origin !== undefined && !preview) yield* refuseHeldOrigin(memory, subject.origin);
  const about = { what: "facts", digest: yield* digestOf(subject) } as const;
  // First what others hold: it is listed by what the origin is called.
  const words = yield* shredAsked(memory, subject.memory, { ...asked, facts }, about, preview);
  const whole = subject.origin && (yield* shredOrigin(memory, subject.origin, preview));
  const gone = new Set(words.facts.map(({ id }) => id));
  return {
    ...{ preview, facts: words.facts, cleared: words.cleared, kept: words.kept, turns: words.turns },
    ...(whole === undefined ? {} : { whole: whole.whole }),
    mentions: mentions.filter(({ id }) => !gone.has(id)),
    ...{ destroysKeys: words.destroysKeys, note: words.note },
    certificates: [words, whole].flatMap((one?: ShredResult) => one?.certificate ?? []),
  };
}

const parseMentions: Parse<"all" | readonly string[]> = (value, name) =>
  value === "all" ? "all" : parseList(MAX_HELD_FACTS, " ids", parseName)(value, name);

function goingAmong(
  mentions: readonly SubjectMention[],
  chosen: "all" | readonly string[],
): readonly string[] {
  const ids = mentions.map(({ id }) => id);
  if (chosen === "all") return ids;
  const other = chosen.find((id) => !ids.includes(id));
  if (other !== undefined)
    throw badArgument(`${other.slice(0, 64)} is not among the facts that mention them; preview lists those`);
  return chosen;
}

/** Recognises the same subject again, and tells nobody who it was. */
function* digestOf({
  memory: { engine },
  origin,
  actor,
  source,
  entity,
  whose,
}: ReadySubject): Steps<string> {
  const { digest } = yield* engine.rules();
  const name = origin === undefined ? (actor ?? source ?? entity) : originKey(origin);
  const kind = actor !== undefined ? "actor" : source !== undefined ? "source" : "other";
  return digest(JSON.stringify(["forgotten", kind, name, originKey(whose ?? "owner")]));
}

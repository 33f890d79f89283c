/**
 * What does a model need to see of an answer? Facts in few words: what, since when, from whom, how certain. The rest
 * (figures, history, places in the log) costs tokens and tells the model nothing. Of a quarantined fact it sees only
 * that it exists.
 */
import type { Fact } from "../../model/fact.ts";
import { TRUSTED } from "../../model/source.ts";
import { allWords } from "../../model/wording.ts";
import { scanThreats } from "../../write/threat.ts";

export function shorten(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(shorten);
  if (typeof answer !== "object" || answer === null) return answer;
  if (isFact(answer)) return shortFact(answer);
  const entries = Object.entries(answer).filter(
    ([name, value]) => value !== undefined && !LEFT_OUT.has(name),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, shorten(value)]));
}

/** Fields that are left out: receipts, traces and hashes, and the points of curves, which are for the eye. */
const LEFT_OUT: ReadonlySet<string> = new Set(["receipt", "trace", "hash", "past", "forecast"]);

/** Shown in place of a quarantined text. */
export const WITHHELD =
  "Quarantined, and withheld: it looks like an attack. A person can look at it in the dashboard, or with tideline review.";

export function isFact(value: object): value is Fact {
  return "content" in value && "authority" in value && "lifecycle" in value;
}

/** Says that there is such a fact, and of which kind; none of the words that came with it. */
function withheldFact(fact: Fact): unknown {
  const { id, segment, source, createdAt, lifecycle } = fact;
  const threats = [...new Set(scanThreats(allWords(fact)).map(({ kind }) => kind))];
  const state = lifecycle === "active" ? {} : { lifecycle };
  return {
    id,
    withheld: WITHHELD,
    quarantined: true,
    threats,
    segment,
    source,
    since: day(createdAt),
    ...state,
  };
}

function shortFact(fact: Fact): unknown {
  if (fact.quarantined) return withheldFact(fact);
  const { id, content, segment, slot, tags, validity, lifecycle, links } = fact;
  return {
    id,
    content,
    segment,
    source: fact.sourceName ?? fact.source,
    since: day(fact.validFrom ?? fact.createdAt),
    ...(fact.validTo === undefined ? {} : { until: day(fact.validTo) }),
    ...(fact.authority < TRUSTED ? { confined: true } : {}),
    ...(validity === "valid" ? {} : { validity }),
    ...(lifecycle === "active" ? {} : { lifecycle }),
    ...(fact.pinned ? { pinned: true } : {}),
    ...(fact.review === undefined ? {} : { review: fact.review }),
    ...(slot === undefined ? {} : { slot: `${slot.subject} / ${slot.attribute}` }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(links.length === 0 ? {} : { links }),
  };
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

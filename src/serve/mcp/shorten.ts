/**
 * What does a model need to see of an answer? Facts in few words: what, since when, from whom, how sure. The rest
 * (figures, history, places in the log) costs tokens and tells it nothing. Of a quarantined fact: that it exists.
 *
 * The words of others reach a model as they do in a context block: on one line, as text and nothing else, with links
 * that nobody can follow by accident. A person, over HTTP or on the command line, gets them as they were said.
 */
import { claimOf } from "../../context/line.ts";
import { neutraliseForeign } from "../../context/neutral.ts";
import type { GraphNode } from "../../govern/graph-export.ts";
import type { Fact } from "../../model/fact.ts";
import type { FieldName } from "../../model/fact-fields.ts";
import { TRUSTED } from "../../model/source.ts";
import { allWords } from "../../model/wording.ts";
import type { Hit } from "../../recall/hit.ts";
import { REVISABLE } from "../../write/revise.ts";
import { scanThreats } from "../../write/threat.ts";
import type { ShortIds } from "./short-ids.ts";

export interface ShortenOptions {
  /** Its strings may be the words of others, unless a field says otherwise. */
  readonly isForeign?: boolean | undefined;
  /** How hits are named. Default: by their whole ids. */
  readonly ids?: Pick<ShortIds, "of"> | undefined;
}

const WHOLE_IDS = { of: (id: string) => id };

export function shorten(answer: unknown, options: ShortenOptions = {}): unknown {
  const { isForeign = false, ids = WHOLE_IDS } = options;
  if (typeof answer === "string") return isForeign ? neutraliseForeign(answer) : answer;
  if (typeof answer === "number") return rounded(answer);
  if (Array.isArray(answer)) return answer.map((one) => shorten(one, options));
  if (typeof answer !== "object" || answer === null) return answer;
  if (isFact(answer)) return shortFact(answer);
  if (isHit(answer)) return shortHit(answer, ids);
  if (isNode(answer)) return shortNode(answer, isForeign);
  if ("excerpt" in answer && "turn" in answer) return shortTurn(answer);
  const isTheirs = isOfOthers(answer) ?? isForeign;
  const leftOut = "hits" in answer ? LEFT_OUT_OF_RECALL : LEFT_OUT;
  const entries = Object.entries(answer).filter(([name, value]) => value !== undefined && !leftOut.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, shorten(value, { ids, isForeign: isTheirs })]),
  );
}

/** Two decimals say as much to a model as sixteen. */
function rounded(figure: number): number {
  return Math.round(figure * 100) / 100;
}

/** The answer to a change of one fact: with all labels that can be changed, so that the model sees what it changed. */
export function shortenChanged(answer: unknown, options: ShortenOptions = {}): unknown {
  const short = shorten(answer, options);
  const isShown = typeof answer === "object" && answer !== null && isFact(answer) && !answer.quarantined;
  return isShown ? { ...labelsOf(answer), ...(short as object) } : short;
}

/** Labels that stand in a short fact anyway, some under another name. */
const SHOWN_ANYWAY: ReadonlySet<FieldName> = new Set(["segment", "tags", "validFrom", "validTo", "review"]);

function labelsOf(fact: Fact): Readonly<Record<string, unknown>> {
  const labels = REVISABLE.filter((name) => !SHOWN_ANYWAY.has(name)).map(
    (name) => [name, name === "occurredAt" ? fact[name] && day(fact[name]) : fact[name]] as const,
  );
  const given = labels.filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  const shown = (value: unknown) => (fact.authority < TRUSTED ? asText(value) : value);
  return Object.fromEntries(given.map(([name, value]) => [name, shown(value)]));
}

/** Words of others, also as names of fields, as text and nothing else. */
function asText(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return shorten(value, { isForeign: true });
  return neutraliseForeign(JSON.stringify(value));
}

/** Is it an event, a node or a report about the words of others? undefined: it does not say whose they are. */
function isOfOthers(answer: object): boolean | undefined {
  const { authority, fact } = answer as { readonly authority?: unknown; readonly fact?: unknown };
  if (typeof authority === "number") return authority < TRUSTED;
  return typeof fact === "object" && fact !== null && isFact(fact) ? fact.authority < TRUSTED : undefined;
}

/** Fields that are left out: receipts, traces and hashes, and the points of curves, which are for the eye. */
const LEFT_OUT: ReadonlySet<string> = new Set(["receipt", "trace", "hash", "past", "forecast"]);

/** A hit says what it is by itself; how it was found is for `explain`. */
const LEFT_OUT_OF_RECALL: ReadonlySet<string> = new Set([...LEFT_OUT, "lanes"]);

/** Shown in place of a quarantined text. */
export const WITHHELD =
  "Quarantined, and withheld: it looks like an attack. A person can look at it in the dashboard, or with tideline review.";

export function isFact(value: object): value is Fact {
  return "content" in value && "authority" in value && "lifecycle" in value;
}

function isHit(value: object): value is Hit {
  const { fact } = value as { readonly fact?: unknown };
  return "relevance" in value && typeof fact === "object" && fact !== null && isFact(fact);
}

/**
 * A hit in few words: a model reads many of them, and may read the fact itself where it wants to know more. Hearsay of
 * agents has no source: nearly all of it is theirs.
 */
function shortHit(hit: Hit, ids: Pick<ShortIds, "of">): unknown {
  const { fact, relevance, uncertain, replaces = [], mayBeReplacedBy = [] } = hit;
  const { id, content, source, since, until, confined, note, validity, lifecycle } = shortFact(fact) as Short;
  const hasSource = confined === true && source !== "agent";
  return {
    id: ids.of(id),
    content,
    ...(hasSource ? { source } : {}),
    since,
    ...(until === undefined ? {} : { until }),
    ...(confined === true ? { confined } : {}),
    ...(note === undefined ? {} : { note }),
    ...(validity === undefined ? {} : { validity }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    relevance: rounded(relevance),
    ...(uncertain ? { uncertain } : {}),
    ...(replaces.length === 0 ? {} : { replaces: replaces.map(ids.of, ids) }),
    ...(mayBeReplacedBy.length === 0 ? {} : { mayBeReplacedBy: mayBeReplacedBy.map(ids.of, ids) }),
  };
}

function isNode(value: object): value is GraphNode {
  return "type" in value && "label" in value && "cluster" in value && "since" in value;
}

/** A node of the graph. A cluster of one says nothing. */
function shortNode(node: GraphNode, isForeign: boolean): unknown {
  const { id, type, label, group, authority, lifecycle, validity, since, until, cluster } = node;
  const isTheirs = authority === undefined ? isForeign : authority < TRUSTED;
  return {
    id,
    ...(type === "fact" ? {} : { type }),
    label: isTheirs ? neutraliseForeign(label) : label,
    group,
    since: day(since),
    ...(until === undefined ? {} : { until: day(until) }),
    ...(authority !== undefined && authority < TRUSTED ? { confined: true } : {}),
    ...(lifecycle === undefined || lifecycle === "active" ? {} : { lifecycle }),
    ...(validity === undefined || validity === "valid" ? {} : { validity }),
    ...(cluster === id ? {} : { cluster }),
  };
}

/** A turn that was set aside: nobody has checked what it says, and its reason may repeat it. */
function shortTurn(answer: object): unknown {
  const { turn, role, saidAt, from } = answer as { readonly [name: string]: unknown };
  return {
    turn,
    role,
    saidAt,
    from,
    withheld: "A person can read it in the dashboard, or with tideline review.",
  };
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

/** The fields of a short fact that a hit has too. */
interface Short {
  readonly id: string;
  readonly content: string;
  readonly source: string;
  readonly since: string;
  readonly until?: string;
  readonly confined?: true;
  readonly note?: string;
  readonly validity?: string;
  readonly lifecycle?: string;
}

function shortFact(fact: Fact): unknown {
  if (fact.quarantined) return withheldFact(fact);
  const { id, segment, validity, lifecycle, links } = fact;
  const { content, slot, tags, sourceName } = wordsFor(fact);
  const claim = claimOf(fact);
  return {
    id,
    content,
    segment,
    source: sourceName ?? fact.source,
    since: day(fact.validFrom ?? fact.createdAt),
    ...(fact.validTo === undefined ? {} : { until: day(fact.validTo) }),
    ...(fact.authority < TRUSTED ? { confined: true } : {}),
    ...(claim === undefined ? {} : { note: claim }),
    ...(validity === "valid" ? {} : { validity }),
    ...(lifecycle === "active" ? {} : { lifecycle }),
    ...(fact.pinned ? { pinned: true } : {}),
    ...(fact.review === undefined ? {} : { review: fact.review }),
    ...(slot === undefined ? {} : { slot }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(links.length === 0 ? {} : { links }),
  };
}

/** Its words, and those beside them, as a model gets them. */
function wordsFor({ authority, content, slot, tags, sourceName }: Fact) {
  const shown = (text: string): string => (authority < TRUSTED ? neutraliseForeign(text) : text);
  return {
    content: shown(content),
    slot: slot && shown(`${slot.subject} / ${slot.attribute}`),
    tags: tags.map(shown),
    sourceName: sourceName === undefined ? undefined : shown(sourceName),
  };
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

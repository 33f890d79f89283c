/**
 * The same class says the same thing again: what does the new statement add to the fact?
 *
 * Everything that was given explicitly: tags, aliases and metadata are joined, figures and dates are set, links and a
 * pin are added. What was not given changes nothing. Below class 3 only the author's restatement adds anything;
 * somebody else's is an observation and no more. `evidence` belongs to the observation: the fact stood without it, and
 * does not go when the evidence goes.
 */
import { slotKey } from "../indexes/keys.ts";
import { MAX_METADATA_CHARS, MAX_TAGS } from "../limits.ts";
import { badArgument } from "../model/arguments.ts";
import type { EventOf, MemoryEvent } from "../model/event.ts";
import type { Fact, Metadata } from "../model/fact.ts";
import { FACT_FIELDS, type FieldsWith, fieldsWhere } from "../model/fact-fields.ts";
import { SEGMENT_DEFAULTS, TIERS } from "../model/segment.ts";
import { TRUSTED } from "../model/source.ts";
import type { Draft } from "./draft.ts";
import { type given, labelsFor, stamp } from "./events.ts";
import type { GateVerdict } from "./gate.ts";
import type { Impact } from "./impact.ts";
import type { Known } from "./known.ts";
import { checkRoom } from "./link-room.ts";
import type { WriteRules } from "./rules.ts";
import type { Claim } from "./slot.ts";
import { endOf, startOf } from "./span.ts";

/**
 * The fact with the dates that it has after the restatement. If the draft speaks of a past time span (from and to), it
 * does not shorten a fact that still holds.
 */
export function heldAgain(draft: Draft, fact: Fact): Claim {
  const { slot, segment, createdAt, occurredAt } = fact;
  const isSaid = draft.validFrom !== undefined || startOf(fact) > draft.at;
  const isPast = draft.validFrom !== undefined && endOf(draft) <= draft.at;
  const { validTo } = draft.validTo === undefined || (isPast && endOf(fact) > draft.validTo) ? fact : draft;
  return {
    ...{ id: fact.id, at: draft.at, author: draft.author, content: draft.content, slot, segment },
    ...{ createdAt, occurredAt, validTo },
    reading: { ...draft.reading, slotKey: slot && slotKey(slot) },
    validFrom: isSaid && startOf(draft) < startOf(fact) ? startOf(draft) : fact.validFrom,
  };
}

/** `held`: the fact with its new dates, and the effects between it and other facts. */
export function broughtEvents(
  state: Known,
  draft: Draft,
  gate: GateVerdict,
  fact: Fact,
  held: { readonly claim: Claim; readonly impact: Impact },
  rules: WriteRules,
): readonly MemoryEvent[] {
  const events: MemoryEvent[] = [];
  const refiled = refile(draft, gate, fact, rules);
  const head = {
    ...refiled,
    ...lasting(draft, gate, fact),
    ...news(fact, brought(draft, fact, BROUGHT_IN_HEAD)),
    ...datesOf(fact, held.claim, held.impact),
  };
  const body = news(fact, brought(draft, fact, BROUGHT_IN_BODY));
  const hasBody = Object.keys(body).length > 0;
  if (hasBody || Object.keys(head).length > 0) {
    const rule = refiled === undefined ? "same/brought" : "same/refiled";
    const words = hasBody ? { body } : {};
    events.push({ type: "revised", ...stamp(draft, gate, rule), fact: fact.id, ...head, ...words });
  }
  events.push(...linksOf(state, draft, gate, fact));
  if (draft.pinned && !fact.pinned)
    events.push({ type: "pinned", ...stamp(draft, gate, "same/brought"), fact: fact.id });
  return events;
}

/** What the principal now calls essential does not age, unless they say how long it is kept. */
function lasting(draft: Draft, { authority }: GateVerdict, fact: Fact): Pick<EventOf<"revised">, "tier"> {
  const isMadeSo = draft.essential !== undefined && draft.tier === undefined && authority === TRUSTED;
  return isMadeSo && fact.tier !== "permanent" ? { tier: "permanent" } : {};
}

/**
 * The labels of the new segment. Undefined if facts live shorter in the new segment: a restatement must not shorten a
 * fact's life.
 */
function refile(draft: Draft, gate: GateVerdict, fact: Fact, rules: WriteRules) {
  const [before, after] = [SEGMENT_DEFAULTS[fact.segment], SEGMENT_DEFAULTS[draft.segment]];
  const rank = (tier: Fact["tier"]) => TIERS.indexOf(tier);
  if (!draft.isSegmentGiven || draft.segment === fact.segment || rank(after.tier) < rank(before.tier))
    return undefined;
  const labels = labelsFor(draft, gate, rules, draft.essential ?? fact.essential);
  return {
    ...labels,
    segment: draft.segment,
    tier: rank(labels.tier) < rank(fact.tier) ? fact.tier : labels.tier,
    importance: Math.max(labels.importance, fact.importance),
    decayRate: Math.min(labels.decayRate, fact.decayRate),
  };
}

type BroughtName = FieldsWith<{ readonly repeated: unknown }>;

/** What a repetition may bring, by the part of the event that holds it. */
const BROUGHT_IN_HEAD = fieldsWhere<BroughtName & FieldsWith<{ readonly head: unknown }>>(
  ({ head, repeated }) => head !== undefined && repeated !== undefined,
);
const BROUGHT_IN_BODY = fieldsWhere<BroughtName & FieldsWith<{ readonly body: unknown }>>(
  ({ body, repeated }) => body !== undefined && repeated !== undefined,
);

/** The fact's new values of those fields that the draft gives. */
function brought<N extends BroughtName>(draft: Draft, fact: Fact, names: readonly N[]) {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const given = draft[name];
    if (given !== undefined) values[name] = valueWith(fact[name], given, name);
  }
  return values as { readonly [F in N]: Fact[F] };
}

function valueWith(before: unknown, given: unknown, name: BroughtName): unknown {
  const { repeated } = FACT_FIELDS[name];
  if (repeated === "joins") return joined(before as readonly string[], given as readonly string[], name);
  return repeated === "merges" ? merged(before as Metadata | undefined, given as Metadata, name) : given;
}

function joined(before: readonly string[], more: readonly string[], name: string): readonly string[] {
  const all = [...new Set([...before, ...more])];
  if (all.length > MAX_TAGS)
    throw badArgument(
      `${name} would have ${all.length} items together with the existing ones; the limit is ${MAX_TAGS}`,
    );
  return all;
}

function merged(before: Metadata | undefined, more: Metadata, name: string): Metadata {
  const all = { ...before, ...more };
  const { length } = JSON.stringify(all);
  if (length > MAX_METADATA_CHARS)
    throw badArgument(
      `${name} would have ${length} characters together with the existing ones; the limit is ${MAX_METADATA_CHARS}`,
    );
  return all;
}

/** Only the fields that have a value, and one that differs from the fact's. */
function news<T extends { readonly [N in keyof T]: unknown }>(fact: Fact, fields: T) {
  const isNews = ([name, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(fact[name as keyof Fact]);
  return Object.fromEntries(Object.entries(fields).filter(isNews)) as ReturnType<typeof given<T>>;
}

/** The fact's new dates. A value that follows it in its slot still does; a superseded fact keeps its dates. */
function datesOf(
  fact: Fact,
  { validFrom, validTo }: Claim,
  { place: { successor, until } }: Impact,
): Pick<EventOf<"revised">, "validFrom" | "validTo"> {
  if (fact.validity === "superseded") return {};
  if (validTo === undefined || validTo === fact.validTo) return news(fact, { validFrom });
  const next = successor === undefined ? until : startOf(successor);
  return news(fact, { validFrom, validTo: Math.min(validTo, next ?? validTo) });
}

function linksOf(state: Known, draft: Draft, gate: GateVerdict, fact: Fact): readonly MemoryEvent[] {
  const fresh = draft.links.filter(
    (link) => !fact.links.some((one) => one.kind === link.kind && one.to === link.to),
  );
  return fresh.map((link, i): MemoryEvent => {
    if (link.to === fact.id) throw badArgument("A fact cannot be linked to itself");
    const linker = { authority: fact.authority, links: { length: fact.links.length + i } };
    checkRoom(linker, state.facts.get(link.to) as Fact, state);
    return { type: "linked", ...stamp(draft, gate, "same/brought"), fact: fact.id, ...link };
  });
}

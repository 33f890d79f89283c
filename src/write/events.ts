/**
 * What is written of a decision? Every event says by whom, by which rule, and only what has a value.
 */
import { assert } from "../assert.ts";
import { type Surprise, surprisedImportance } from "../lifecycle/surprise.ts";
import { EVENT_VERSION, type EventOf, type Idempotency, type MemoryEvent } from "../model/event.ts";
import type { Fact, Interlude } from "../model/fact.ts";
import type { Origin } from "../model/origin.ts";
import type { Authority } from "../model/source.ts";
import { DENIAL_UNMATCHED } from "./denied.ts";
import type { Draft } from "./draft.ts";
import type { GateVerdict } from "./gate.ts";
import { objectionIn } from "./host-verdict.ts";
import type { Impact } from "./impact.ts";
import { retryMark } from "./retry.ts";
import type { WriteRules } from "./rules.ts";
import type { Claim, Effect } from "./slot.ts";
import { startOf } from "./span.ts";
import type { Threat } from "./threat.ts";

/** What all events of one write share. */
export function stamp(draft: Draft, gate: GateVerdict, rule: string) {
  return {
    v: EVENT_VERSION,
    at: draft.at,
    by: { source: gate.source, authority: gate.authority },
    why: { rule },
  } as const;
}

export function addedEvent(
  draft: Draft,
  gate: GateVerdict,
  rules: WriteRules,
  origin: Origin,
  found: {
    readonly threats: readonly Threat[];
    readonly challenged: boolean;
    readonly until: number | undefined;
    readonly review: string | undefined;
    readonly outcome: Idempotency["outcome"];
    readonly news: Surprise | undefined;
  },
): EventOf<"added"> {
  const { source, authority } = gate;
  const isThreat = found.threats.length > 0;
  const labels = labelsFor(draft, gate, rules, found.news);
  return {
    type: "added",
    v: EVENT_VERSION,
    at: draft.at,
    by: { source, authority },
    why: isThreat ? { rule: gate.rule, inputs: threatInputs(found.threats) } : { rule: gate.rule },
    fact: draft.id,
    segment: draft.segment,
    tier: labels.tier,
    kind: labels.kind,
    layer: labels.layer,
    importance: labels.importance,
    decayRate: labels.decayRate,
    source,
    authority,
    confidence: draft.confidence ?? 1,
    createdAt: draft.createdAt,
    ...given({
      valence: draft.valence,
      surprise: found.news?.surprise,
      position: draft.position,
      validFrom: draft.validFrom,
      validTo: found.until ?? draft.validTo,
      review: found.review,
      pinned: draft.pinned ? true : undefined,
      validity: found.challenged ? ("challenged" as const) : undefined,
      quarantined: isThreat ? true : undefined,
      links: draft.links.length > 0 ? draft.links : undefined,
      evidence: draft.evidence.length > 0 ? draft.evidence : undefined,
      idempotency: retryMark(draft, gate.authority, found.outcome, origin, rules).idempotency,
    }),
    body: {
      content: draft.content,
      ...given({
        subject: draft.slot?.subject,
        attribute: draft.slot?.attribute,
        episode: draft.episode,
        actor: draft.actor,
        sourceName: source === "other" ? draft.source : undefined,
        tags: draft.tags,
        aliases: draft.aliases,
        metadata: draft.metadata,
        recurrence: draft.recurrence,
        objection: isThreat ? objectionIn(found.threats) : undefined,
      }),
    },
  };
}

function threatInputs(threats: readonly Threat[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of threats) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export type Stamp = Pick<EventOf<"linked">, "v" | "at" | "by" | "why">;

/** `denied`: what it ends by its words. */
export function effectEvents(
  effect: Effect,
  claim: Claim,
  stampBy: (rule: string) => Stamp,
  denied: readonly Fact[],
): readonly MemoryEvent[] {
  const { fact } = effect;
  assert(fact.id !== claim.id, "a statement has no effect on itself");
  const byWords = denied.includes(fact);
  const stamped = stampBy(byWords ? "denied/by-words" : "slot/later-value");
  const on = { ...stamped, fact: fact.id } as const;
  if (effect.do === "challenge") {
    return [
      { type: "challenged", ...on, against: claim.id },
      { type: "linked", ...on, kind: "contradicts", to: claim.id },
    ];
  }
  if (effect.do === "interrupt")
    return [{ type: "revised", ...stampBy("slot/interlude"), fact: fact.id, interludes: effect.interludes }];
  const kind = byWords && claim.segment === "correction" ? "corrects" : "supersedes";
  const link: MemoryEvent = { type: "linked", ...stamped, fact: claim.id, kind, to: fact.id };
  if (effect.do === "end") return [{ type: "revised", ...on, validTo: effect.validTo }, link];
  return [{ type: "superseded", ...on, successor: claim.id, ...given({ validTo: effect.validTo }) }, link];
}

/** What held within its time already. */
export function interludeEvents(
  fact: string,
  interludes: readonly Interlude[],
  stamped: Stamp,
): readonly MemoryEvent[] {
  return interludes.length === 0 ? [] : [{ type: "revised", ...stamped, fact, interludes }];
}

/** Filled in behind the present: it ended when the next value began, or when it was denied. */
export function historyEvents(
  claim: Claim,
  stampBy: (rule: string) => Stamp,
  { place: { successor }, deniedBy }: Impact,
): readonly MemoryEvent[] {
  if (successor === undefined) return [];
  const stamped = stampBy(successor === deniedBy ? "denied/before-said" : "slot/history");
  const validTo = Math.min(claim.validTo ?? startOf(successor), startOf(successor));
  return [{ type: "superseded", ...stamped, fact: claim.id, successor: successor.id, validTo }];
}

/** A denial that named nothing has found what it denies. Only its own class may say so. */
export function matchedEvents(
  { deniedBy }: Impact,
  authority: Authority,
  stamped: Stamp,
): readonly MemoryEvent[] {
  if (deniedBy?.review !== DENIAL_UNMATCHED || deniedBy.authority !== authority) return [];
  return [{ type: "revised", ...stamped, fact: deniedBy.id, review: null }];
}

/** News begins with more importance, unless the caller has said how important it is. */
export function labelsFor(draft: Draft, gate: GateVerdict, { policy }: WriteRules, news?: Surprise) {
  const dated =
    draft.validFrom !== undefined || draft.validTo !== undefined || draft.recurrence !== undefined;
  const labels = policy.labels({
    content: draft.content,
    segment: draft.segment,
    authority: gate.authority,
    dated,
  });
  return {
    tier: draft.tier ?? labels.tier,
    kind: draft.kind ?? labels.kind,
    layer: draft.layer ?? labels.layer,
    importance:
      draft.importance ??
      (news === undefined ? labels.importance : surprisedImportance(labels.importance, news)),
    decayRate: draft.decayRate ?? labels.decayRate,
  };
}

/** Only the fields that have a value. A loop: lists of entries, made for every fact, would take longer than the rest. */
export function given<T extends Readonly<Record<string, unknown>>>(
  fields: T,
): { [N in keyof T]?: Exclude<T[N], undefined> } {
  const some: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) some[name] = fields[name];
  return some as never;
}

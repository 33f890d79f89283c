/**
 * Which events does a decision write? Every event says by whom and by which rule, and holds only fields that have a
 * value.
 */
import { assert } from "../assert.ts";
import { guessSegment } from "../lifecycle/guess.ts";
import { type Surprise, surprisedImportance } from "../lifecycle/surprise.ts";
import { type By, EVENT_VERSION, type EventOf, type Idempotency, type MemoryEvent } from "../model/event.ts";
import type { Fact, Interlude } from "../model/fact.ts";
import { type FieldName, fieldsWhere } from "../model/fact-fields.ts";
import type { Origin } from "../model/origin.ts";
import type { Essential, Segment, Wish } from "../model/segment.ts";
import { type Authority, PROTECTING_CLASS, type SourceTag, TRUSTED } from "../model/source.ts";
import { essentialOf } from "../text/claims/essential/essential.ts";
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

type Mutable<T> = { -readonly [N in keyof T]: T[N] };
type AddedWords = NonNullable<EventOf<"added">["body"]>;

/** The fields that all events of one write share. */
export function stamp(draft: Draft, gate: GateVerdict, rule: string) {
  return { v: EVENT_VERSION, at: draft.at, by: byOf(draft, gate), why: { rule } } as const;
}

/** Whose words they are, and through which surface they came. */
export function byOf(
  { speaker }: Pick<Draft, "speaker">,
  { source, authority }: Pick<GateVerdict, "source" | "authority">,
): By {
  return { source, authority, ...speaker.writer };
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
    readonly wish: Wish | undefined;
  },
): EventOf<"added"> {
  const { source, authority } = gate;
  const isThreat = found.threats.length > 0;
  const essential = isThreat ? undefined : (draft.essential ?? recognised(draft, gate.authority));
  const segment = filedUnder(draft, gate.authority, essential);
  const labels = labelsFor({ ...draft, segment }, gate, rules, essential, found.news);
  const event: Mutable<EventOf<"added">> = {
    type: "added",
    v: EVENT_VERSION,
    at: draft.at,
    by: byOf(draft, gate),
    why: isThreat ? { rule: gate.rule, inputs: threatInputs(found.threats) } : { rule: gate.rule },
    fact: draft.id,
    segment,
    tier: labels.tier,
    kind: labels.kind,
    layer: labels.layer,
    importance: labels.importance,
    decayRate: labels.decayRate,
    source,
    authority,
    confidence: draft.confidence ?? 1,
    createdAt: draft.createdAt,
  };
  if (found.wish !== undefined) event.wish = found.wish;
  setGiven(event, draft, GIVEN_IN_HEAD);
  if (essential !== undefined) event.essential = essential;
  if (found.news !== undefined) event.surprise = found.news.surprise;
  if (found.until !== undefined) event.validTo = found.until;
  if (found.review !== undefined) event.review = found.review;
  if (found.challenged) event.validity = "challenged";
  if (isThreat) event.quarantined = true;
  const words = wordsOf(draft, source, isThreat ? objectionIn(found.threats) : undefined);
  if (draft.idempotencyKey !== undefined) {
    const { idempotency, request } = retryMark(draft, authority, found.outcome, origin, rules);
    event.idempotency = idempotency;
    words.request = request;
  }
  event.body = words;
  return event;
}

function wordsOf(draft: Draft, source: SourceTag, objection: string | undefined): Mutable<AddedWords> {
  const words: Mutable<AddedWords> = { content: draft.content };
  setGiven(words, draft, GIVEN_IN_BODY);
  if (draft.slot !== undefined) {
    words.subject = draft.slot.subject;
    words.attribute = draft.slot.attribute;
  }
  if (source === "other") words.sourceName = draft.source;
  if (draft.quotes !== undefined) words.quotes = draft.quotes;
  if (objection !== undefined) words.objection = objection;
  return words;
}

/** The fields that a caller may give and that stand in the event as they were given. */
const GIVEN_IN_HEAD = fieldsWhere<FieldName & keyof Draft>(
  ({ head, input, required }) => head !== undefined && input !== undefined && !required,
);
const GIVEN_IN_BODY = fieldsWhere<FieldName & keyof Draft>(
  ({ body, input, required }) => body !== undefined && input !== undefined && !required,
);

/** A flag that is off and an empty list say nothing, and are not written. */
function setGiven(target: object, draft: Draft, names: readonly (FieldName & keyof Draft)[]): void {
  for (const name of names) {
    const value = draft[name];
    const isEmpty = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) (target as Record<string, unknown>)[name] = value;
  }
}

function threatInputs(threats: readonly Threat[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of threats) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export type Stamp = Pick<EventOf<"linked">, "v" | "at" | "by" | "why">;
export type StampBy = (rule: string) => Stamp;

/** `denied`: the facts that the claim ends by its words. */
export function effectEvents(
  effect: Effect,
  claim: Claim,
  stampBy: StampBy,
  denied: readonly Fact[],
): readonly MemoryEvent[] {
  const { fact } = effect;
  assert(fact.id !== claim.id, "a statement has no effect on itself");
  const byWords = denied.includes(fact);
  const named = "rule" in effect ? effect.rule : undefined;
  const stamped = stampBy(named ?? (byWords ? "denied/by-words" : "slot/later-value"));
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

/** These facts say the same as the successor, and are merged into it. */
export function mergedEvents(
  facts: readonly Fact[],
  successor: string,
  stamped: Stamp,
): readonly MemoryEvent[] {
  return facts.map(({ id }) => ({ type: "merged", ...stamped, fact: id, successor }));
}

/** Other values that held within the fact's time. */
export function interludeEvents(
  fact: string,
  interludes: readonly Interlude[],
  stampBy: StampBy,
): readonly MemoryEvent[] {
  if (interludes.length === 0) return [];
  return [{ type: "revised", ...stampBy("slot/interlude"), fact, interludes }];
}

/** The claim is history: it ended when the next value began, or when it was denied. */
export function historyEvents(
  claim: Claim,
  stampBy: StampBy,
  { place: { successor }, deniedBy }: Impact,
): readonly MemoryEvent[] {
  if (successor === undefined) return [];
  const stamped = stampBy(successor === deniedBy ? "denied/before-said" : "slot/history");
  const validTo = Math.min(claim.validTo ?? startOf(successor), startOf(successor));
  return [{ type: "superseded", ...stamped, fact: claim.id, successor: successor.id, validTo }];
}

/** A denial that matched no fact has now found the one that it denies. Only its own class may say so. */
export function matchedEvents(
  { deniedBy }: Impact,
  authority: Authority,
  stampBy: StampBy,
): readonly MemoryEvent[] {
  if (deniedBy?.review !== DENIAL_UNMATCHED || deniedBy.authority !== authority) return [];
  return [{ type: "revised", ...stampBy("denied/before-said"), fact: deniedBy.id, review: null }];
}

/** Hearsay and foreign text are never essential, whatever they say: nobody else keeps the principal's memory full. */
export function recognised(
  { content, slot }: Pick<Draft, "content" | "slot">,
  authority: Authority,
): Essential | undefined {
  return authority < PROTECTING_CLASS ? undefined : essentialOf(content, slot);
}

/** As the caller said; otherwise as the words suggest, for class 3 alone. */
export function filedUnder(draft: Draft, authority: Authority, essential: Essential | undefined): Segment {
  return draft.isSegmentGiven || authority < TRUSTED ? draft.segment : guessSegment(draft.content, essential);
}

/** News begins with more importance, unless the caller has said how important it is. */
export function labelsFor(
  draft: Draft,
  gate: GateVerdict,
  { policy }: WriteRules,
  essential: Essential | undefined,
  news?: Surprise,
) {
  const dated =
    draft.validFrom !== undefined || draft.validTo !== undefined || draft.recurrence !== undefined;
  const labels = policy.labels({
    content: draft.content,
    segment: draft.segment,
    authority: gate.authority,
    dated,
    essential,
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

/**
 * Only the fields that have a value. A loop: making lists of entries for every fact would take longer than the rest.
 */
export function given<T extends Readonly<Record<string, unknown>>>(
  fields: T,
): { [N in keyof T]?: Exclude<T[N], undefined> } {
  const some: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) some[name] = fields[name];
  return some as never;
}

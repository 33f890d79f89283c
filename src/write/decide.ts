/**
 * What becomes of a write? gate → threat → same? → slot → denied? → events.
 *
 * Pure: state, draft and rules in, events out. Every rule by which facts of different classes meet is here or in
 * the files it names, and always says the same: a lower class changes nothing that a higher class said.
 */
import { TidelineError } from "../errors.ts";
import type { KeyIndex } from "../index/keys.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { type Surprise, surprisedImportance } from "../lifecycle/surprise.ts";
import type { State } from "../log/fold.ts";
import { EVENT_VERSION, type EventOf, type Idempotency, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import { type Denied, findDenied } from "./denied.ts";
import type { Draft } from "./draft.ts";
import { evaluateWriteGate, type GateVerdict } from "./gate.ts";
import { checkLink, checkRoom, noRoomBetween } from "./link-room.ts";
import type { NewsJudge } from "./news.ts";
import { findSame, type SameFacts } from "./same.ts";
import { type Effect, FREE, placeInSlot, startOf, withoutFacts } from "./slot.ts";
import type { Threat } from "./threat.ts";

export interface WriteRules {
  readonly policy: LifecyclePolicy;
  /** Slots with this attribute hold several values at once. */
  readonly isMultiValued: (attribute: string) => boolean;
  /** What is wrong with a text; asked for classes below 3. */
  readonly scan: (content: string) => readonly Threat[];
  /** A keyed digest: it can stand in a header and tells nothing. */
  readonly digest: (text: string) => string;
  /** How much news a draft is, where the policy wants to know. */
  readonly news?: NewsJudge | undefined;
}

export interface Decision {
  readonly outcome: "added" | "reinforced" | "superseded" | "refused";
  readonly fact: string;
  readonly events: readonly MemoryEvent[];
  /** Why it was refused. */
  readonly reason?: string;
  readonly rule?: string;
}

export function decideAdd(state: State, keys: KeyIndex, draft: Draft, rules: WriteRules): Decision {
  const retried = findRetry(state, draft, rules);
  if (retried !== undefined) return retried;
  const evidence = draft.evidence.map((id) => knownFact(state, id).authority);
  const permanent = draft.pinned || draft.tier === "permanent";
  const gate = evaluateWriteGate({
    source: draft.source,
    segment: draft.segment,
    origin: state.origin,
    evidence,
    permanent,
  });
  if (!gate.allowed) return refuse(draft, gate, rules);
  for (const link of draft.links) {
    const target = knownFact(state, link.to);
    checkLink(link, target, gate.authority);
    checkRoom({ authority: gate.authority, links: [] }, target, state);
  }
  const same = findSame(state, keys, draft, gate.authority);
  if (same.above !== undefined) return restate(draft, gate, same.above, rules);
  if (same.equal !== undefined) return reinforce(draft, gate, same.equal, rules);
  return addFact(state, keys, draft, gate, same, rules);
}

function findRetry(state: State, draft: Draft, rules: WriteRules): Decision | undefined {
  const key = draft.idempotencyKey === undefined ? undefined : rules.digest(`key ${draft.idempotencyKey}`);
  const first = key === undefined ? undefined : state.retries.get(key);
  if (first === undefined) return undefined;
  if (first.request !== requestDigest(draft, rules)) {
    throw new TidelineError(
      "idempotency-conflict",
      "This idempotency key was used for another write. Use a new key for a new write.",
    );
  }
  if (!state.facts.has(first.fact)) {
    throw new TidelineError(
      "erased-fact",
      `What this idempotency key wrote (${first.fact}) was purged since. Use a new key to write it again.`,
    );
  }
  return { outcome: first.outcome, fact: first.fact, events: [] };
}

function requestDigest(draft: Draft, rules: WriteRules): string {
  const { slot } = draft;
  return rules.digest(
    JSON.stringify(["request", draft.content, draft.segment, draft.source, slot?.subject, slot?.attribute]),
  );
}

function knownFact(state: State, id: string): Fact {
  const fact = state.facts.get(id);
  if (fact === undefined)
    throw new TidelineError(
      "no-such-fact",
      `There is no fact ${id.slice(0, 64)} in this origin. Nothing was written.`,
    );
  return fact;
}

function refuse(draft: Draft, gate: GateVerdict, rules: WriteRules): Decision {
  const { segment, at } = draft;
  const event: EventOf<"refused"> = {
    type: "refused",
    v: EVENT_VERSION,
    at,
    by: { source: gate.source, authority: gate.authority },
    why: { rule: gate.rule },
    segment,
    source: gate.source,
    authority: gate.authority,
    digest: rules.digest(`refused ${draft.content}`),
  };
  return { outcome: "refused", fact: "", events: [event], reason: gate.reason, rule: gate.rule };
}

/** What all events of one write share. */
function stamp(draft: Draft, gate: GateVerdict, rule: string) {
  return {
    v: EVENT_VERSION,
    at: draft.at,
    by: { source: gate.source, authority: gate.authority },
    why: { rule },
  } as const;
}

function retryMark(
  draft: Draft,
  outcome: Idempotency["outcome"],
  rules: WriteRules,
): { readonly idempotency?: Idempotency } {
  if (draft.idempotencyKey === undefined) return {};
  return {
    idempotency: {
      key: rules.digest(`key ${draft.idempotencyKey}`),
      request: requestDigest(draft, rules),
      outcome,
    },
  };
}

/** A lower class says what a higher one said: a trace, and no observation. */
function restate(draft: Draft, gate: GateVerdict, fact: Fact, rules: WriteRules): Decision {
  const { source, authority } = gate;
  const event: EventOf<"restated"> = {
    type: "restated",
    ...stamp(draft, gate, "same/lower-class"),
    fact: fact.id,
    source,
    authority,
    ...retryMark(draft, "reinforced", rules),
  };
  return { outcome: "reinforced", fact: fact.id, events: [event] };
}

function reinforce(draft: Draft, gate: GateVerdict, fact: Fact, rules: WriteRules): Decision {
  const { source, authority } = gate;
  const body = given({ episode: draft.episode, actor: draft.actor });
  const observed: EventOf<"observed"> = {
    type: "observed",
    ...stamp(draft, gate, "same/restated"),
    fact: fact.id,
    source,
    authority,
    saidAt: draft.createdAt,
    ...retryMark(draft, "reinforced", rules),
    ...(Object.keys(body).length === 0 ? {} : { body }),
  };
  const events: MemoryEvent[] = [observed];
  if (fact.lifecycle === "archived" && authority === TRUSTED) {
    events.push({ type: "restored", ...stamp(draft, gate, "same/said-again"), fact: fact.id });
  }
  if (fact.segment !== draft.segment) events.push(relabel(draft, gate, fact, rules));
  return { outcome: "reinforced", fact: fact.id, events };
}

/** The same words, filed elsewhere: they take the labels of the new segment. */
function relabel(draft: Draft, gate: GateVerdict, fact: Fact, rules: WriteRules): EventOf<"revised"> {
  const labels = labelsFor(draft, gate, rules);
  return {
    type: "revised",
    ...stamp(draft, gate, "same/refiled"),
    fact: fact.id,
    segment: draft.segment,
    ...labels,
  };
}

/** News begins with more importance, unless the caller has said how important it is. */
function labelsFor(draft: Draft, gate: GateVerdict, { policy }: WriteRules, news?: Surprise) {
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

function addFact(
  state: State,
  keys: KeyIndex,
  draft: Draft,
  gate: GateVerdict,
  same: SameFacts,
  rules: WriteRules,
): Decision {
  const threats = gate.authority < TRUSTED ? rules.scan(draft.content) : [];
  const single = draft.slot !== undefined && !rules.isMultiValued(draft.slot.attribute);
  const absorbed = new Set(same.below.map((fact) => fact.id));
  const place = single ? withoutFacts(placeInSlot(state, keys, draft, gate.authority), absorbed) : FREE;
  const denied = findDenied(state, keys, draft, gate.authority);
  const effects = mergeEffects(place.effects, denied, startOf(draft));
  const doubt = place.challengedBy ?? denied.above[0];
  const news = rules.news?.(
    {
      content: draft.content,
      authority: gate.authority,
      replaces: new Set([...effects.map((effect) => effect.fact.id), ...absorbed]),
    },
    state,
  );
  const review =
    threats.length > 0
      ? "threat"
      : doubt !== undefined
        ? "conflict"
        : denied.unmatched
          ? "denial-unmatched"
          : (draft.review ?? (news?.duplicate === true ? "near-duplicate" : undefined));
  const ends = effects.some((effect) => effect.do !== "challenge");
  const outcome = ends && place.successor === undefined ? "superseded" : "added";
  const found = { threats, challenged: doubt !== undefined, review, outcome, news } as const;
  const events: MemoryEvent[] = [addedEvent(draft, gate, rules, found)];
  for (const effect of effects) events.push(...effectEvents(effect, draft, gate, denied));
  for (const fact of same.below)
    events.push({
      type: "merged",
      ...stamp(draft, gate, "same/higher-class"),
      fact: fact.id,
      successor: draft.id,
    });
  if (place.successor !== undefined) events.push(historyEvent(draft, gate, place.successor));
  const linker = { authority: gate.authority, links: draft.links };
  if (doubt !== undefined && noRoomBetween(linker, doubt, (id) => state.facts.get(id)) === undefined)
    events.push({
      type: "linked",
      ...stamp(draft, gate, "conflict/higher-class"),
      fact: draft.id,
      kind: "contradicts",
      to: doubt.id,
    });
  return { outcome, fact: draft.id, events };
}

/** What the slot ends and what the words deny, each fact once. */
function mergeEffects(effects: readonly Effect[], denied: Denied, start: number): readonly Effect[] {
  if (denied.facts.length === 0) return effects;
  const touched = new Set(effects.map((effect) => effect.fact.id));
  const more = denied.facts.filter((fact) => !touched.has(fact.id));
  return [...effects, ...new Set(more)].map((one) =>
    "do" in one ? one : { do: "supersede", fact: one, validTo: start },
  );
}

function addedEvent(
  draft: Draft,
  gate: GateVerdict,
  rules: WriteRules,
  found: {
    readonly threats: readonly Threat[];
    readonly challenged: boolean;
    readonly review: string | undefined;
    readonly outcome: Idempotency["outcome"];
    readonly news: Surprise | undefined;
  },
): EventOf<"added"> {
  const { source, authority } = gate;
  const stamped = stamp(draft, gate, gate.rule);
  const why =
    found.threats.length === 0 ? stamped.why : { rule: gate.rule, inputs: threatInputs(found.threats) };
  return {
    type: "added",
    ...stamped,
    why,
    fact: draft.id,
    segment: draft.segment,
    ...labelsFor(draft, gate, rules, found.news),
    source,
    authority,
    confidence: draft.confidence ?? 1,
    createdAt: draft.createdAt,
    ...given({
      valence: draft.valence,
      surprise: found.news?.surprise,
      position: draft.position,
      validFrom: draft.validFrom,
      validTo: draft.validTo,
      review: found.review,
    }),
    ...(draft.pinned ? { pinned: true } : {}),
    ...(found.challenged ? { validity: "challenged" as const } : {}),
    ...(found.threats.length > 0 ? { quarantined: true } : {}),
    ...(draft.links.length > 0 ? { links: draft.links } : {}),
    ...(draft.evidence.length > 0 ? { evidence: draft.evidence } : {}),
    ...retryMark(draft, found.outcome, rules),
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
      }),
    },
  };
}

function threatInputs(threats: readonly Threat[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of threats) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function effectEvents(
  effect: Effect,
  draft: Draft,
  gate: GateVerdict,
  denied: Denied,
): readonly MemoryEvent[] {
  const { fact } = effect;
  const byWords = denied.facts.includes(fact);
  const rule = byWords ? "denied/by-words" : "slot/later-value";
  const stamped = { ...stamp(draft, gate, rule), fact: fact.id } as const;
  if (effect.do === "challenge") {
    return [
      { type: "challenged", ...stamped, against: draft.id },
      { type: "linked", ...stamp(draft, gate, rule), fact: fact.id, kind: "contradicts", to: draft.id },
    ];
  }
  const kind = byWords && draft.segment === "correction" ? "corrects" : "supersedes";
  const link: MemoryEvent = {
    type: "linked",
    ...stamp(draft, gate, rule),
    fact: draft.id,
    kind,
    to: fact.id,
  };
  if (effect.do === "end") return [{ type: "revised", ...stamped, validTo: effect.validTo }, link];
  return [
    { type: "superseded", ...stamped, successor: draft.id, ...given({ validTo: effect.validTo }) },
    link,
  ];
}

/** Filled in behind the present: it ended when the next value began. */
function historyEvent(draft: Draft, gate: GateVerdict, next: Fact): EventOf<"superseded"> {
  const validTo = Math.min(draft.validTo ?? startOf(next), startOf(next));
  return {
    type: "superseded",
    ...stamp(draft, gate, "slot/history"),
    fact: draft.id,
    successor: next.id,
    validTo,
  };
}

/** Only the fields that have a value. A loop: lists of entries, made for every fact, would take longer than the rest. */
function given<T extends Readonly<Record<string, unknown>>>(
  fields: T,
): { [N in keyof T]?: Exclude<T[N], undefined> } {
  const some: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) some[name] = fields[name];
  return some as never;
}

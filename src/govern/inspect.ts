/**
 * Where does a fact come from, what happened to it, and why? In one paragraph that a person can read.
 */
import type { LifecyclePolicy, Score } from "../lifecycle/policy.ts";
import type { State, Tombstone } from "../log/fold.ts";
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { RecordedEvent } from "../ports/storage.ts";

export interface Inspection {
  readonly id: string;
  /** The paragraph. */
  readonly text: string;
  /** undefined once it was purged. */
  readonly fact: Fact | undefined;
  readonly score: Score | undefined;
  /** Uses that are not written down yet. */
  readonly waitingMarks: number;
  readonly history: readonly RecordedEvent[];
}

const CLASS_NAMES = ["foreign", "hearsay", "distilled", "trusted"] as const;

export function describeFact(
  state: State,
  fact: Fact,
  history: readonly RecordedEvent[],
  policy: LifecyclePolicy,
  now: number,
  waitingMarks: number,
): Inspection {
  const score = policy.score(fact, { now, fact: (id) => state.facts.get(id) });
  const sentences = [
    origin(fact),
    ...history.slice(1).flatMap(({ event }) => happening(event, fact)),
    use(fact, waitingMarks),
    standing(fact, score, policy, now),
  ];
  return { id: fact.id, text: sentences.join(" "), fact, score, waitingMarks, history };
}

export function describeErased(
  id: string,
  tombstone: Tombstone,
  history: readonly RecordedEvent[],
): Inspection {
  const pass = tombstone.pass === undefined ? "" : ` in pass ${tombstone.pass}`;
  const text = `Fact ${id} was purged on ${day(tombstone.erasedAt)}${pass}, by the rule "${tombstone.rule ?? "unknown"}". Its text is gone for good and cannot be brought back; ${history.length} events about it are left, without words.`;
  return { id, text, fact: undefined, score: undefined, waitingMarks: 0, history };
}

function origin(fact: Fact): string {
  const source = fact.source === "other" ? `an unknown source ("${fact.sourceName ?? ""}")` : fact.source;
  const actor = fact.actor === undefined ? "" : `, by ${fact.actor}`;
  const evidence = fact.evidence.length === 0 ? "" : `, derived from ${fact.evidence.join(", ")}`;
  return `"${shorten(fact.content)}" was learned on ${day(fact.createdAt)} from ${source}${actor} (class ${fact.authority}, ${CLASS_NAMES[fact.authority]})${evidence} and filed under ${fact.segment}.`;
}

/** One sentence for an event that changed the fact; none for what only mentions it. */
function happening(event: MemoryEvent, fact: Fact): readonly string[] {
  if (!("fact" in event)) return [];
  const on = `On ${day(event.at)}`;
  const because = "why" in event && event.why !== undefined ? ` (${reason(event.why)})` : "";
  if (event.fact !== fact.id)
    return event.type === "linked"
      ? [`${on} ${event.fact} was linked to it as "${event.kind}"${because}.`]
      : [];
  const words: Partial<Record<MemoryEvent["type"], string>> = {
    observed: "it was said again",
    restated: "a lower class said it again, which changed nothing",
    revised: "its figures or labels were changed",
    pinned: "it was pinned",
    unpinned: "it was unpinned",
    confirmed: "it was confirmed",
    unconfirmed: "its confirmation was taken back",
    endorsed: "the principal adopted it",
    archived: "it was archived",
    restored: "it was brought back",
    suppressed: "it was taken out of ranking",
    unsuppressed: "it was put back into ranking",
    pruned: "it was pruned",
    challenged: "it was challenged",
    superseded: "it was superseded",
    merged: "it was merged into another fact",
    invalidated: "it was invalidated",
    revalidated: "it was found valid again",
    quarantined: "it was quarantined",
    released: "it was released from quarantine",
    linked: `it was linked to ${"to" in event ? event.to : ""}`,
    unlinked: "a link was removed",
  };
  const what = words[event.type];
  const by = "successor" in event ? ` by ${event.successor}` : "";
  return what === undefined ? [] : [`${on} ${what}${by}${because}.`];
}

function reason(
  why: NonNullable<MemoryEvent extends infer E ? (E extends { why?: infer W } ? W : never) : never>,
): string {
  const policy = why.policy === undefined ? "" : `, policy ${why.policy}`;
  const pass = why.pass === undefined ? "" : `, pass ${why.pass}`;
  return `rule ${why.rule}${policy}${pass}`;
}

function use(fact: Fact, waiting: number): string {
  const times = fact.accessCount + waiting;
  const said =
    fact.observationCount === 1 ? "It was said once" : `It was said ${fact.observationCount} times`;
  return `${said} and used ${times === 1 ? "once" : `${times} times`}.`;
}

/** How it stands now, and how to bring it back if it is out of sight. */
function standing(fact: Fact, score: Score, policy: LifecyclePolicy, now: number): string {
  if (fact.quarantined) return "It is quarantined: never recalled until a person endorses it.";
  if (fact.lifecycle === "archived")
    return `It is archived and out of recall: restore("${fact.id}") brings it back.`;
  if (fact.lifecycle === "pruned")
    return `It is pruned: restore("${fact.id}") brings it back until its grace ends.`;
  if (fact.validity === "superseded")
    return `It is no longer current: ${fact.supersededBy ?? "another fact"} stands for it.`;
  if (fact.validity === "merged") return `It stands in ${fact.supersededBy ?? "another fact"} now.`;
  if (fact.validity === "invalidated") return "It is known to be wrong, and not recalled.";
  if (fact.validTo !== undefined && fact.validTo <= now) return `It was true until ${day(fact.validTo)}.`;
  const doubt = fact.validity === "challenged" ? " It is challenged: a person should look at it." : "";
  return `It is current, with a score of ${score.value.toFixed(3)} under the policy "${policy.id}".${doubt}`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

function shorten(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}

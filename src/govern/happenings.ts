/**
 * What happened to a fact, in sentences: what, when, and why?
 *
 * Restatements are summed up: how often, by whom, from when to when. Everything else gets its own sentence.
 */
import type { By, EventOf, MemoryEvent, Why } from "../model/event.ts";
import { REVISED_IN_HEAD } from "../model/event-fields.ts";
import type { Fact, Interlude } from "../model/fact.ts";
import { KEEPER } from "../model/speaker.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { THREAT_KINDS } from "../write/threat/kind.ts";

type IsPurged = (id: string) => boolean;

const SAID = {
  observed: ["it was said again", "It was said again"],
  restated: [
    "a lower class said it again, which changed nothing",
    "Lower classes said it again, which changed nothing,",
  ],
} as const;
type SaidType = keyof typeof SAID;
type Said = EventOf<SaidType>;

/** In the order in which they happened; a summary stands where its first event does. */
export function happenings(
  fact: Fact,
  history: readonly RecordedEvent[],
  isPurged: IsPurged,
): readonly string[] {
  const said = { observed: saidIn(fact, history, "observed"), restated: saidIn(fact, history, "restated") };
  return history.flatMap(({ event }) => {
    if ((event.type !== "observed" && event.type !== "restated") || event.fact !== fact.id)
      return happening(event, fact, isPurged);
    const all = said[event.type];
    return all[0] === event ? [summed(event.type, all, fact, isPurged)] : [];
  });
}

function saidIn(fact: Fact, history: readonly RecordedEvent[], type: SaidType): readonly Said[] {
  return history.flatMap(({ event }) => (event.type === type && event.fact === fact.id ? [event] : []));
}

function summed(type: SaidType, all: readonly Said[], fact: Fact, isPurged: IsPurged): string {
  const [once, often] = SAID[type];
  const first = all[0] as Said;
  const last = all.at(-1) as Said;
  const evidence = evidenceIn(all, isPurged);
  if (all.length === 1) return `On ${day(first.at)} ${once}${because(first, fact)}${evidence}.`;
  const by = tally(all.map(({ source }) => source)).join(", ");
  const rules = [...new Set(all.flatMap(({ why }) => why?.rule ?? []))].sort();
  const rule = rules.length === 0 ? "" : ` (rule ${rules.join(", ")})`;
  return `${often} ${all.length} times from ${day(first.at)} to ${day(last.at)}, by ${by}${rule}${evidence}.`;
}

/** Only the latest are named; the history has all. */
const MAX_EVIDENCE_TOLD = 10;

function evidenceIn(all: readonly Said[], isPurged: IsPurged): string {
  const ids = [...new Set(all.flatMap((said) => ("evidence" in said ? (said.evidence ?? []) : [])))];
  if (ids.length === 0) return "";
  const told = ids.slice(-MAX_EVIDENCE_TOLD).map((id) => (isPurged(id) ? PURGED(id) : id));
  const more = ids.length > told.length ? ` and ${ids.length - told.length} more` : "";
  return `, on the evidence of ${told.join(", ")}${more}`;
}

/** "agent (2)": most frequent first, then by name. */
function tally(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([name, count]) => `${name} (${count})`);
}

const PURGED = (id: string): string => `${id} (purged since)`;

/** One sentence for an event that changed the fact; none for an event that only mentions it. */
function happening(event: MemoryEvent, fact: Fact, isPurged: IsPurged): readonly string[] {
  if (!("fact" in event)) return [];
  const on = `On ${day(event.at)}`;
  const named = (id: string) => (isPurged(id) ? PURGED(id) : id);
  if (event.fact !== fact.id)
    return event.type === "linked"
      ? [`${on} ${named(event.fact)} was linked to it as "${event.kind}"${because(event, fact)}.`]
      : [];
  const words: Partial<Record<MemoryEvent["type"], string>> = {
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
    linked: event.type === "linked" ? `it was linked to ${named(event.to)} as "${event.kind}"` : "",
    unlinked: "a link was removed",
  };
  const what = words[event.type];
  const by =
    "successor" in event ? ` by ${event.gone ? PURGED(event.successor) : named(event.successor)}` : "";
  return what === undefined ? [] : [`${on} ${what}${by}${because(event, fact)}${given(event)}.`];
}

/** The details: a reason that somebody gave, other values that held in between, or what the threat scan found. */
function given(event: MemoryEvent): string {
  if (event.type === "archived" && event.body?.reason !== undefined)
    return `: "${shorten(event.body.reason)}"`;
  if (event.type === "revised")
    return `: ${event.interludes ? interludesIn(event.interludes) : revisedIn(event)}`;
  const threats = event.type === "quarantined" ? threatsIn(event) : undefined;
  return threats === undefined ? "" : `: the threat scan found ${threats}`;
}

/** What was changed: labels and figures with their new value, the others by name. */
function revisedIn(event: EventOf<"revised">): string {
  const labels = REVISED_IN_HEAD.flatMap((name) => {
    const value = event[name];
    if (value === undefined) return [];
    if (value === null) return [`${name} was removed`];
    const isShort = typeof value === "string" || (typeof value === "number" && Math.abs(value) <= 1_000);
    return [isShort ? `${name} ${value}` : name];
  });
  return [...labels, ...Object.keys(event.body ?? {})].join(", ");
}

/** Only the latest are named. */
const MAX_INTERLUDES_TOLD = 5;

function interludesIn(interludes: readonly Interlude[]): string {
  const told = interludes.slice(-MAX_INTERLUDES_TOLD).map(([from, to]) => `from ${day(from)} to ${day(to)}`);
  return `another value held ${told.join(", and ")}`;
}

/** The kinds of threat that the event recorded. */
export function threatsIn({ why }: EventOf<"added" | "quarantined">): string | undefined {
  const kinds = THREAT_KINDS.filter((kind) => why?.inputs?.[kind] !== undefined);
  return kinds.length === 0 ? undefined : kinds.join(", ");
}

/** The rule; and the surface, if it differs from the one that the fact came through. */
function because(event: MemoryEvent, { writer }: Pick<Fact, "writer">): string {
  if (!("why" in event) || event.why === undefined) return "";
  const through = writerText("by" in event ? event.by : undefined);
  const isAnother = through !== "" && through !== writerText(writer);
  return ` (${reason(event.why)}${isAnother ? `, ${through}` : ""})`;
}

/** "through http, token 01J…", or "through a maintenance run"; empty if it was not recorded. */
export function writerText(by: By | undefined): string {
  if (by?.surface === undefined) return "";
  if (by.surface === KEEPER.writer.surface) return "through a maintenance run";
  const token = by.token === undefined ? "" : `, token ${by.token}`;
  const client = by.client === undefined ? "" : `, client ${by.client}`;
  return `through ${by.surface}${token}${client}`;
}

function reason(why: Why): string {
  const policy = why.policy === undefined ? "" : `, policy ${why.policy}`;
  const pass = why.pass === undefined ? "" : `, pass ${why.pass}`;
  const score = typeof why.inputs?.score === "number" ? `, score ${why.inputs.score.toFixed(3)}` : "";
  return `rule ${why.rule}${policy}${score}${pass}`;
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

export function day(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

export function shorten(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}

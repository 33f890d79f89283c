/**
 * What does a person see before they adopt a fact? Its text, every label that they adopt with it, why it is in
 * quarantine, and what the endorsement does to other facts.
 *
 * The text is indented, so that no line of it can pass for one of ours. Everything else fits on one line each.
 */
import type { Fact } from "../../../model/fact.ts";
import { TRUSTED } from "../../../model/source.ts";
import type { ToldEvent } from "../../../model/told-event.ts";
import { allWords } from "../../../model/wording.ts";
import { scanThreats } from "../../../write/threat.ts";
import { clip, safe, safeJson, when } from "./terminal.ts";

/** The longest label or quotation, in columns. */
const QUOTE_COLUMNS = 200;
/** How many effects are told one by one. */
const MAX_EFFECTS = 10;

/** `events` is what the endorsement would write; `known` holds the facts that they are about. */
export function endorsementText(
  fact: Fact,
  events: readonly ToldEvent[],
  known: ReadonlyMap<string, Fact>,
): string {
  const effects = events.flatMap((event) => effectText(fact, event, known) ?? []);
  const more = effects.length - MAX_EFFECTS;
  return [
    indented(fact.content),
    ...quarantineText(fact),
    ...labelTexts(fact),
    ...effects.slice(0, MAX_EFFECTS),
    ...(more > 0 ? [`${more} more effects. To list all: tideline endorse ${fact.id} --dry-run --json`] : []),
  ].join("\n");
}

/** The other facts that an event of the endorsement is about. */
export function othersIn(events: readonly ToldEvent[], id: string): ReadonlySet<string> {
  const ids = events.flatMap((event) => [
    ...("fact" in event && typeof event.fact === "string" ? [event.fact] : []),
    ...(event.type === "merged" || event.type === "superseded" ? [event.successor] : []),
    ...(event.type === "challenged" ? [event.against] : []),
  ]);
  return new Set(ids.filter((other) => other !== undefined && other !== id) as string[]);
}

function indented(text: string): string {
  return safe(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `  ${line}`)
    .join("\n");
}

function quarantineText(fact: Fact): readonly string[] {
  if (!fact.quarantined) return [];
  const kinds = [...new Set(scanThreats(allWords(fact)).map(({ kind }) => kind))];
  const looks = kinds.length === 0 ? [] : [`looks like ${kinds.join(", ")}`];
  const objection = fact.objection === undefined ? [] : [`the scanner objects: ${quoted(fact.objection)}`];
  const why = [...looks, ...objection].join("; ") || "it looked like an attack when it was added";
  return [`Quarantined: ${why}. The endorsement releases it.`];
}

function labelTexts(fact: Fact): readonly string[] {
  const { slot, validFrom, validTo, metadata } = fact;
  const labels: readonly (readonly [string, string | undefined])[] = [
    ["Segment", fact.segment],
    ["Slot", slot && `${slot.subject} / ${slot.attribute}`],
    ["Holds", period(validFrom, validTo)],
    ["Returns", fact.recurrence],
    ["Tags", fact.tags.join(", ")],
    ["Aliases", fact.aliases.join(", ")],
    ["Said by", fact.actor],
    ["Source", fact.sourceName ?? fact.source],
    ["Episode", fact.episode],
    ["Metadata", metadata && safeJson(metadata)],
  ];
  return labels.flatMap(([name, value]) => (value ? [`${name}: ${clip(value, Infinity)}.`] : []));
}

function period(from: number | null | undefined, to: number | null | undefined): string | undefined {
  const parts = [
    ...(from == null ? [] : [`from ${when(from)}`]),
    ...(to == null ? [] : [`until ${when(to)}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(" ");
}

function effectText(fact: Fact, event: ToldEvent, known: ReadonlyMap<string, Fact>): string | undefined {
  if (!("fact" in event) || typeof event.fact !== "string") return undefined;
  if (event.fact === fact.id) return ownText(event, known);
  const whose = said(known.get(event.fact));
  if (event.type === "superseded") return `Replaces ${whose}`;
  if (event.type === "challenged") return `Casts doubt on ${whose}`;
  if (event.type === "merged") return `Merges in the same words: ${whose}`;
  if (event.type !== "revised") return undefined;
  if (typeof event.validTo === "number") return `Ends, as of ${when(event.validTo)}, ${whose}`;
  return event.interludes === undefined ? undefined : `Suspends for a time ${whose}`;
}

/** What becomes of the adopted fact itself. */
function ownText(event: ToldEvent, known: ReadonlyMap<string, Fact>): string | undefined {
  if (event.type === "merged") return `Is merged into ${said(known.get(event.successor))}`;
  if (event.type === "superseded") return `Is replaced by ${said(known.get(event.successor))}`;
  if (event.type === "challenged" && event.against !== undefined)
    return `Stays in doubt because of ${said(known.get(event.against))}`;
  if (event.type !== "revised") return undefined;
  const dates = period(event.validFrom, event.validTo);
  return dates === undefined ? undefined : `Once endorsed, it holds ${dates}.`;
}

/** The owner's own words are named as such: they are what an endorsement must not end unnoticed. */
function said(fact: Fact | undefined): string {
  if (fact === undefined) return "a fact that is gone.";
  return `${fact.authority === TRUSTED ? "what you said" : "what others said"}: ${quoted(fact.content)}`;
}

function quoted(text: string): string {
  return `"${clip(text, QUOTE_COLUMNS)}"`;
}

/**
 * What must a person know before they adopt a fact? The labels that they adopt with its text, and what the endorsement
 * does to this and to other facts. The effects are read from the events that a dry run of it tells.
 *
 * The command line and the page show the same; how it looks is theirs.
 */
import type { Fact } from "./fact.ts";
import { TRUSTED } from "./source.ts";
import type { ToldEvent } from "./told-event.ts";

/** How many effects are told one by one. The engine tells those on the highest class first. */
export const MAX_EFFECTS = 10;

export interface EndorsementEffect {
  /** What happens, up to the fact that it happens to. */
  readonly says: string;
  /** The id of the other fact; undefined if the effect is on the adopted fact alone. */
  readonly other?: string;
}

type DateText = (at: number) => string;

/** What the events of an endorsement of the fact `id` do, in their order. */
export function endorsementEffects(
  id: string,
  events: readonly ToldEvent[],
  dateText: DateText,
): readonly EndorsementEffect[] {
  return events.flatMap((event) => {
    if (!("fact" in event) || typeof event.fact !== "string") return [];
    const effect = event.fact === id ? ownEffect(event, dateText) : otherEffect(event, event.fact, dateText);
    return effect ?? [];
  });
}

function otherEffect(event: ToldEvent, other: string, dateText: DateText): EndorsementEffect | undefined {
  if (event.type === "superseded") return { says: "Replaces", other };
  if (event.type === "challenged") return { says: "Casts doubt on", other };
  if (event.type === "merged") return { says: "Takes in as a copy", other };
  if (event.type !== "revised") return undefined;
  if (typeof event.validTo === "number") return { says: `Ends on ${dateText(event.validTo)}`, other };
  return event.interludes === undefined ? undefined : { says: "Interrupts for a time", other };
}

/** What becomes of the adopted fact itself. */
function ownEffect(event: ToldEvent, dateText: DateText): EndorsementEffect | undefined {
  if (event.type === "merged") return { says: "Is merged into", other: event.successor };
  if (event.type === "superseded") return { says: "Holds only until", other: event.successor };
  if (event.type === "challenged" && event.against !== undefined)
    return { says: "Stays in doubt because of", other: event.against };
  if (event.type !== "revised") return undefined;
  if (event.tier === "permanent") return { says: "Is kept for good: it must not be forgotten" };
  const dates = period(event.validFrom, event.validTo, dateText);
  return dates === undefined ? undefined : { says: `Once endorsed, it holds ${dates}` };
}

/** Whose words an effect is on: the owner's own are what an endorsement must not end unnoticed. */
export function whoseWords(fact: Pick<Fact, "authority"> | undefined): string {
  if (fact === undefined) return "a fact that is gone";
  return fact.authority === TRUSTED ? "what you said" : "what others said";
}

/** The labels that are adopted with the fact's text, each with its name. */
export function adoptedLabels(fact: Fact, dateText: DateText): readonly (readonly [string, string])[] {
  const { slot, validFrom, validTo, metadata } = fact;
  const labels: readonly (readonly [string, string | undefined])[] = [
    ["Segment", fact.segment],
    ["Slot", slot && `${slot.subject} / ${slot.attribute}`],
    ["Holds", period(validFrom, validTo, dateText)],
    ["Returns", fact.recurrence],
    ["Tags", fact.tags.join(", ")],
    ["Aliases", fact.aliases.join(", ")],
    ["Said by", fact.actor],
    ["Source", fact.sourceName ?? fact.source],
    ["Episode", fact.episode],
    ["Metadata", metadata && JSON.stringify(metadata)],
  ];
  return labels.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

function period(
  from: number | null | undefined,
  to: number | null | undefined,
  dateText: DateText,
): string | undefined {
  const parts = [
    ...(from == null ? [] : [`from ${dateText(from)}`]),
    ...(to == null ? [] : [`until ${dateText(to)}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(" ");
}

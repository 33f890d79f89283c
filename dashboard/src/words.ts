// What are things called on this page? One place for the words of segments, classes, states, links and events.
import type { DeskItem, LinkKind, RecordedEvent, WriterGroup } from "brigade-tideline";
import type { BriefFact } from "brigade-tideline/client";
import { gravityOf, REVIEW_REASONS } from "../../src/model/review.ts";
import { SEGMENT_DEFAULTS, type Segment, type Tier } from "../../src/model/segment.ts";
import { SOURCE_FIGURES, TRUSTED } from "../../src/model/source.ts";
import { minuteOf } from "./format.ts";
import type { IconName } from "./parts/icons.tsx";

export { SEGMENTS, type Segment } from "../../src/model/segment.ts";

const SEGMENT_HOLDS: Readonly<Record<Segment, string>> = {
  identity: "Who somebody is.",
  preference: "What somebody likes, and how they want things done.",
  correction: "What was put right.",
  relationship: "People, and how they are connected.",
  project: "What somebody is working on.",
  knowledge: "Anything else worth knowing.",
  context: "What matters only for a while.",
};

const TIER_AGES: Readonly<Record<Tier, string>> = {
  permanent: "It does not fade.",
  long: "It fades while it is not used. It can be archived, but it is not erased.",
  short: "It fades soonest. If it is not used, it can be pruned, and its text is erased later.",
};

/** What belongs in the segment, and how it ages there. */
export function segmentSays(segment: Segment): string {
  return `${SEGMENT_HOLDS[segment]} ${TIER_AGES[SEGMENT_DEFAULTS[segment].tier]}`;
}

export const CLASSES = [
  {
    name: "foreign",
    says: "It came from a tool or a document. It changes nothing that the owner said.",
  },
  {
    name: "hearsay",
    says: "An agent or somebody else said it. It changes nothing that the owner said, unless the owner endorses it.",
  },
  { name: "distilled", says: "It was extracted from the owner's own words." },
  { name: "trusted", says: "The owner of this memory said it." },
] as const;

export const SOURCE_NAMES: Readonly<Record<string, string>> = {
  user_instruction: "a user's instruction",
  owner_message: "the owner",
  extraction: "a conversation, by extraction",
  compaction: "a summary of a conversation",
  agent: "an agent",
  dream: "the nightly dream",
  channel_message: "a channel message",
  import: "an import",
  tool_output: "a tool",
  retrieved_document: "a document",
  other: "an unknown source",
};

/** Did the owner adopt it? Then it counts more than its source does. */
export function isEndorsed({ authority, source }: Pick<BriefFact, "authority" | "source">): boolean {
  return authority === TRUSTED && SOURCE_FIGURES[source].authority < TRUSTED;
}

export type Tone = "plain" | "good" | "warn" | "bad" | "accent";

export interface Standing {
  readonly name: string;
  readonly tone: Tone;
  readonly says: string;
}

/** A fact's state in one word; a reason that keeps it out of recall comes first. */
export function standingOf(fact: BriefFact, now = Date.now()): Standing {
  if (fact.quarantined)
    return {
      name: "quarantined",
      tone: "bad",
      says: "It looks like an attack. It is not recalled until you endorse it.",
    };
  if (fact.lifecycle === "pruned")
    return {
      name: "pruned",
      tone: "warn",
      says: "It is in no list any more. Its text is erased after the grace period.",
    };
  if (fact.lifecycle === "archived")
    return { name: "archived", tone: "warn", says: "It is not recalled. You can restore it." };
  if (fact.validity === "superseded")
    return { name: "superseded", tone: "plain", says: "A later fact has replaced it." };
  if (fact.validity === "merged")
    return { name: "merged", tone: "plain", says: "It was merged into another fact that says the same." };
  if (fact.validity === "invalidated")
    return { name: "invalidated", tone: "plain", says: "It turned out to be wrong and is not recalled." };
  if (fact.validTo !== undefined && fact.validTo <= now)
    return { name: "expired", tone: "plain", says: "It was true until a date that has passed." };
  if (fact.suppressed)
    return {
      name: "suppressed",
      tone: "warn",
      says: "It is left out of recall. You can still open it by its id.",
    };
  if (fact.validity === "challenged")
    return {
      name: "challenged",
      tone: "warn",
      says: "Another fact contradicts it. Please decide which one is right.",
    };
  return { name: "current", tone: "good", says: "It is recalled when a question is about it." };
}

/** Does the fact stand? If it was archived, replaced or merged, there is nothing to endorse, correct or suppress. */
export function isCurrent({ lifecycle, validity }: Pick<BriefFact, "lifecycle" | "validity">): boolean {
  return lifecycle === "active" && (validity === "valid" || validity === "challenged");
}

export const LINK_NAMES: Readonly<Record<LinkKind | "names", readonly [string, string]>> = {
  supersedes: ["supersedes", "superseded by"],
  transition: ["renamed from", "renamed to"],
  corrects: ["corrects", "corrected by"],
  relates: ["relates to", "related to"],
  derived_from: ["derived from", "source of"],
  supports: ["supports", "supported by"],
  contradicts: ["contradicts", "contradicted by"],
  names: ["names", "named in"],
};

/** Why a fact waits for a person, in a sentence; a host's own reason is shown as it is. */
export function whyReviewed({ reason, fact }: Pick<DeskItem, "reason" | "fact">): string {
  // That the fact is challenged is shown beside it already; this says by what.
  const told = reason === "challenged" ? (fact.review ?? reason) : reason;
  return REVIEW_REASONS.find((one) => one.reason === told)?.says ?? `Marked for review: ${told}.`;
}

/** Might somebody act on it, has it leaked, or was it locked away? */
export function isGrave(reason: string): boolean {
  return gravityOf(reason) <= gravityOf("threat");
}

/** The writer of a group, as far as the server vouches for it. */
export function writerOf(
  { from, token, surface }: WriterGroup,
  tokens: Readonly<Record<string, string>>,
): string {
  if (from === "own") return "you";
  if (token !== undefined) return `the token ${tokens[token] ?? token}`;
  return surface === undefined ? "an unrecorded source" : (DOORS[surface] ?? surface);
}

const DOORS: Readonly<Record<string, string>> = {
  library: "the program that hosts this memory",
  cli: "the command line",
  http: "the HTTP API, without a token",
  mcp: "MCP, without a token",
  ai: "the tools of an agent",
  keeper: "automatic maintenance",
};

type Event = RecordedEvent["event"];

interface Happening {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly says: string;
}

const HAPPENINGS: Readonly<Record<string, Happening>> = {
  added: { icon: "plus", tone: "good", says: "Learned" },
  observed: { icon: "repeat", tone: "plain", says: "Said again" },
  restated: { icon: "repeat", tone: "plain", says: "Repeated by a less trusted writer; nothing changed" },
  refused: { icon: "shield", tone: "bad", says: "Write refused" },
  revised: { icon: "pencil", tone: "plain", says: "Details changed" },
  pinned: { icon: "pin", tone: "accent", says: "Pinned" },
  unpinned: { icon: "pin", tone: "plain", says: "Unpinned" },
  confirmed: { icon: "check", tone: "good", says: "Confirmed" },
  unconfirmed: { icon: "cross", tone: "plain", says: "Confirmation withdrawn" },
  endorsed: { icon: "check", tone: "good", says: "Endorsed by a person" },
  archived: { icon: "archive", tone: "warn", says: "Archived" },
  restored: { icon: "undo", tone: "good", says: "Restored" },
  suppressed: { icon: "eye-off", tone: "warn", says: "Suppressed" },
  unsuppressed: { icon: "eye", tone: "good", says: "No longer suppressed" },
  pruned: { icon: "archive", tone: "bad", says: "Pruned" },
  challenged: { icon: "scale", tone: "warn", says: "Contradicted by another fact" },
  superseded: { icon: "arrow", tone: "plain", says: "Superseded" },
  merged: { icon: "arrow", tone: "plain", says: "Merged into another fact" },
  invalidated: { icon: "cross", tone: "bad", says: "Marked as wrong" },
  revalidated: { icon: "check", tone: "good", says: "Valid again" },
  linked: { icon: "link", tone: "plain", says: "Linked" },
  unlinked: { icon: "link", tone: "plain", says: "Link removed" },
  quarantined: { icon: "shield", tone: "bad", says: "Quarantined" },
  released: { icon: "shield", tone: "good", says: "Released from quarantine" },
  checkpointed: { icon: "log", tone: "plain", says: "Use counts saved" },
  pass: { icon: "moon", tone: "accent", says: "Maintenance run" },
  distilled: { icon: "conversations", tone: "accent", says: "Turns of a conversation distilled" },
  "turns-dismissed": { icon: "conversations", tone: "plain", says: "Turns of conversations dismissed" },
  "inbox-trimmed": { icon: "conversations", tone: "plain", says: "Old turns are no longer kept" },
  erased: { icon: "trash", tone: "bad", says: "Erased for good" },
  repaired: { icon: "wrench", tone: "warn", says: "Damage repaired" },
  registered: { icon: "log", tone: "plain", says: "Stream opened" },
};

const PHASES: Readonly<Record<string, string>> = { begun: "began", ended: "ended", undone: "was undone" };

export function happeningOf(event: Event): Happening {
  const known = HAPPENINGS[event.type] ?? { icon: "log", tone: "plain", says: event.type };
  if (event.type === "pass")
    return { ...known, says: `${titled(event.name)} ${PHASES[event.phase] ?? event.phase}` };
  if (event.type === "linked" || event.type === "unlinked") {
    const verb = LINK_NAMES[event.kind][0];
    return { ...known, says: event.type === "linked" ? `Linked: ${verb}` : `Link removed: ${verb}` };
  }
  if (event.type === "refused") return { ...known, says: `Write to ${event.segment} refused` };
  if (event.type === "revised") return { ...known, says: revisedSays(event) };
  return known;
}

function revisedSays(event: Event & { readonly type: "revised" }): string {
  const rule = event.why?.rule ?? "";
  if (rule === "feedback/up") return "Feedback: it helped";
  if (rule === "feedback/down") return "Feedback: it did not help";
  // What follows from the segment is told with it.
  if (event.segment !== undefined) return `Moved to ${event.segment}`;
  if (event.layer !== undefined) return `Moved to the ${event.layer} layer`;
  if (event.review === null) return "Reviewed by a person";
  if (event.interludes) return "Another value held for a while";
  if ([event.validFrom, event.validTo, event.interludes].some((one) => one !== undefined))
    return "Dates changed";
  if (event.importance !== undefined) return "Importance changed";
  return "Details changed";
}

/** A label of a fact, with its value as a person reads it. */
export interface Label {
  readonly field: string;
  readonly name: string;
  readonly value: string;
}

const LABELS: readonly (readonly [field: string, name: string, told: (value: unknown) => string])[] = [
  ["segment", "segment", String],
  ["tags", "tags", listed],
  ["aliases", "aliases", listed],
  ["importance", "importance", figure],
  ["confidence", "confidence", figure],
  ["decayRate", "fading rate", String],
  ["tier", "tier", String],
  ["kind", "kind", String],
  ["layer", "layer", String],
  ["validFrom", "true from", (at) => minuteOf(Number(at))],
  ["validTo", "true until", (at) => minuteOf(Number(at))],
];

function listed(value: unknown): string {
  const all = value as readonly string[];
  return all.length === 0 ? "none" : all.join(", ");
}

function figure(value: unknown): string {
  return Number(value).toFixed(2);
}

/** The labels that a fact has, or that an event gives it. */
export function labelsIn(of: object): readonly Label[] {
  const { body, ...head } = of as { readonly body?: object };
  const values: Readonly<Record<string, unknown>> = { ...head, ...body };
  return LABELS.flatMap(([field, name, told]) => {
    const value = values[field];
    return value === undefined ? [] : [{ field, name, value: value === null ? "none" : told(value) }];
  });
}

export const EVENT_GROUPS = {
  learned: ["added", "observed", "restated"],
  changed: ["revised", "pinned", "unpinned", "confirmed", "unconfirmed", "endorsed", "linked", "unlinked"],
  settled: ["superseded", "merged", "invalidated", "revalidated", "challenged"],
  faded: ["archived", "restored", "suppressed", "unsuppressed", "pruned"],
  guarded: ["refused", "quarantined", "released", "erased"],
  upkeep: ["pass", "distilled", "turns-dismissed", "inbox-trimmed", "checkpointed", "repaired"],
} as const;
export type EventGroup = keyof typeof EVENT_GROUPS;

export function titled(text: string): string {
  return text === "" ? text : `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

const ADVICE = /\bIt is (?:archived and out of recall|pruned): restore\("[\w-]{1,64}"\).*$/gm;

/** Replaces the calls that the engine advises by the buttons of this page; a fact's own words stay as they are. */
export function asButtons(story: string): string {
  return story.replace(ADVICE, (advice) =>
    advice
      .replace(/\brestore\("[\w-]{1,64}"\)/, "Restore, above,")
      .replace(/\bundo\("[\w-]{1,64}"\)/, "Undo, under Upkeep,"),
  );
}

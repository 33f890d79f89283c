/**
 * May this source write there?
 *
 * Pure and public. The class of a write is the lowest of the speaker's voice, its source and its evidence. Below class
 * 3, nobody writes into a protected segment, and nobody keeps a fact from fading. Everything else below class 3 is
 * stored but confined: it can never change, hide or outrank what a higher class said. That is enforced where facts meet
 * (`decide.ts`), before every later change (`change-gate.ts`) and in every pass.
 */
import { TidelineError } from "../errors.ts";
import { meant } from "../model/near.ts";
import { isPersonal, type Origin, parseOrigin } from "../model/origin.ts";
import { PROTECTED_SEGMENTS, SEGMENTS, type Segment } from "../model/segment.ts";
import { everyItem } from "../model/shape.ts";
import {
  AUTHORITIES,
  type Authority,
  classOfWrite,
  PASS_SOURCES,
  PROTECTING_CLASS,
  SOURCE_FIGURES,
  SOURCES,
  type SourceTag,
  sourceTag,
  TRUSTED,
} from "../model/source.ts";

/** A write, as the gate looks at it. */
export interface GateRequest {
  readonly source: string;
  readonly segment: Segment;
  /**
   * Whose memory it is. `owner_message` is accepted only in the owner's and in that of a user whom the host has
   * authenticated. Default: the owner's.
   */
  readonly origin?: Origin | undefined;
  /** The class of whoever speaks. Default: 3, the principal. */
  readonly voice?: Authority | undefined;
  /** Classes of the facts it was derived from: they lower its class, and never raise it. */
  readonly evidence?: readonly Authority[] | undefined;
  /** The write asks for a fact that is never forgotten. */
  readonly permanent?: boolean | undefined;
}

/** What the gate says of a write. */
export interface GateVerdict {
  readonly allowed: boolean;
  readonly source: SourceTag;
  readonly authority: Authority;
  /** Stored, but not allowed to overwrite what a higher class said. */
  readonly confined: boolean;
  readonly rule:
    | "gate/trusted"
    | "gate/confined"
    | "gate/protected-segment"
    | "gate/foreign-owner"
    | "gate/above-voice"
    | "gate/overruling-link"
    | "gate/permanent";
  readonly reason: string;
  /** What the caller should know: the source counts for less than it claims. */
  readonly note?: string;
}

/** For a caller who names a source that nobody knows, or one of the engine's own passes. */
function claimNote(source: SourceTag, asked: string): string | undefined {
  if (source === "other")
    return `No source has this name${meant(asked, SOURCES)}, so the fact counts as foreign (class 0). The sources are ${SOURCES.join(", ")}.`;
  return PASS_SOURCES.has(source)
    ? `Only the engine's own passes may use the source "${source}" with full weight. From a caller it counts as hearsay, whatever evidence it names.`
    : undefined;
}

/**
 * What would become of such a write? Nothing is written.
 * @example const { allowed, reason } = evaluateWriteGate({ source: "tool_output", segment: "preference" });
 */
export function evaluateWriteGate(request: GateRequest): GateVerdict {
  checkRequest(request);
  return gateOf(request, undefined);
}

/**
 * `granted`: the class that the engine's own pass vouches for instead of its source's. Below 3, always: what a pass
 * writes is nobody's own word.
 */
export function gateOf(request: GateRequest, granted: Authority | undefined): GateVerdict {
  const source = sourceTag(request.source);
  const voice = request.voice ?? TRUSTED;
  const authority =
    granted === undefined || !PASS_SOURCES.has(source)
      ? classOfWrite(source, voice, request.evidence ?? [])
      : (Math.min(granted, PROTECTING_CLASS, voice, ...(request.evidence ?? [])) as Authority);
  const note = granted === undefined ? claimNote(source, request.source) : undefined;
  const verdict = (allowed: boolean, rule: GateVerdict["rule"], reason: string): GateVerdict => ({
    allowed,
    source,
    authority,
    confined: allowed && authority < TRUSTED,
    rule,
    reason,
    ...(note === undefined ? {} : { note }),
  });
  const named = source === "other" ? "An unknown source" : `The source "${source}"`;
  const who = authority < SOURCE_FIGURES[source].authority ? `${named}, with its evidence,` : named;
  if (source === "owner_message" && !isPersonal(parseOrigin(request.origin ?? "owner"))) {
    return verdict(
      false,
      "gate/foreign-owner",
      'The source "owner_message" is allowed in the memory of the owner or of an authenticated user only. In a conversation use "user_instruction" for words that the host vouches for, or "channel_message".',
    );
  }
  if (granted === undefined && SOURCE_FIGURES[source].authority > voice) {
    return verdict(
      false,
      "gate/above-voice",
      `This caller speaks with class ${voice}, but "${source}" is of class ${SOURCE_FIGURES[source].authority}. Leave the source out, or name one of class ${voice} or below.`,
    );
  }
  if (authority === TRUSTED) return verdict(true, "gate/trusted", `${who} is trusted here.`);
  if (PROTECTED_SEGMENTS.has(request.segment)) {
    const why = `${who} is of class ${authority}, but only class 3 may write to "${request.segment}".`;
    return verdict(
      false,
      "gate/protected-segment",
      `${why} Store it as "knowledge" and let a person endorse it.`,
    );
  }
  if (request.permanent) {
    return verdict(
      false,
      "gate/permanent",
      `${who} is of class ${authority}, but only class 3 may make a fact permanent. Leave out pinned, essential, and a permanent tier.`,
    );
  }
  return verdict(true, "gate/confined", `${who} is of class ${authority}: the fact is stored, but confined.`);
}

/** The gate is public, so the request may come from anywhere. */
function checkRequest(request: GateRequest): void {
  const complain = (what: string) => new TidelineError("invalid-argument", what);
  if (typeof request !== "object" || request === null)
    throw complain("evaluateWriteGate takes an object: { source, segment }.");
  const { segment, voice = TRUSTED, evidence = [] } = request;
  if (!(SEGMENTS as readonly string[]).includes(segment))
    throw complain(
      `There is no segment "${String(segment).slice(0, 60)}"; there are ${SEGMENTS.join(", ")}.`,
    );
  if (!AUTHORITIES.includes(voice)) throw complain(`voice must be a class: ${AUTHORITIES.join(", ")}.`);
  if (!Array.isArray(evidence) || !everyItem(evidence, (one) => AUTHORITIES.includes(one as Authority)))
    throw complain(`evidence must be a list of classes: ${AUTHORITIES.join(", ")}.`);
}

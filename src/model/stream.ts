/**
 * Which stream of events is meant?
 *
 * Every origin has a stream of its own. Beside it are a stream of its access marks, which may be dropped once they are
 * summed up, and its inbox: the turns of conversations, which are dropped some time after they were distilled. One
 * `workspace` stream holds what belongs to no origin; it never holds the text of a fact.
 */
import { TidelineError } from "../errors.ts";
import { type Origin, originKey, parseOrigin } from "./origin.ts";

/** The stream of an origin's uses. */
export type MarksStream = { readonly marksOf: Origin };
export type InboxStream = { readonly inboxOf: Origin };
/** A stream that lives beside its origin's own, goes with it, and may lose its oldest events. */
export type SideStream = MarksStream | InboxStream;
/** A stream with a home of its own. */
export type MainStream = Origin | "workspace";
/** A sequence of events that a store keeps. */
export type Stream = MainStream | SideStream;

/**
 * The stream of an origin's uses.
 * @example const stream = marksOf("owner");
 */
export function marksOf(origin: Origin): MarksStream {
  return { marksOf: origin };
}

export function inboxOf(origin: Origin): InboxStream {
  return { inboxOf: origin };
}

export function isSideStream(stream: Stream): stream is SideStream {
  return typeof stream === "object" && ("marksOf" in stream || "inboxOf" in stream);
}

export function isOriginStream(stream: Stream): stream is Origin {
  return stream !== "workspace" && !isSideStream(stream);
}

/** What kind of side stream it is. */
export function sideOf(stream: SideStream): "marks" | "inbox" {
  return "marksOf" in stream ? "marks" : "inbox";
}

/** The stream whose home it lives in: its origin's, if it is a side stream. */
export function mainStreamOf(stream: Stream): MainStream {
  if (!isSideStream(stream)) return stream;
  return "marksOf" in stream ? stream.marksOf : stream.inboxOf;
}

const SIDES = ["marksOf", "inboxOf"] as const;

export function parseStream(value: unknown): Stream {
  if (value === "workspace") return "workspace";
  if (typeof value !== "object" || value === null) return parseOrigin(value);
  const side = SIDES.find((one) => one in value);
  if (side === undefined) return parseOrigin(value);
  if (Object.keys(value).length !== 1)
    throw new TidelineError("invalid-argument", `Such a stream is { ${side}: origin } and nothing else.`);
  const origin = parseOrigin((value as Record<string, unknown>)[side]);
  return side === "marksOf" ? marksOf(origin) : inboxOf(origin);
}

/** One string per stream. Different streams have different strings. */
export function streamKey(stream: Stream): string {
  if (stream === "workspace") return "workspace";
  if (!isSideStream(stream)) return `facts ${originKey(stream)}`;
  return `${sideOf(stream)} ${originKey(mainStreamOf(stream) as Origin)}`;
}

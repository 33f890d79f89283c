/**
 * Which stream of events is meant?
 *
 * Every origin has a stream of its own. Beside it is a stream of its access marks, which may be dropped once they are
 * summed up. One `workspace` stream holds what belongs to no origin; it never holds the text of a fact.
 */
import { TidelineError } from "../errors.ts";
import { type Origin, originKey, parseOrigin } from "./origin.ts";

export type MarksStream = { readonly marksOf: Origin };
export type Stream = Origin | "workspace" | MarksStream;

export function marksOf(origin: Origin): MarksStream {
  return { marksOf: origin };
}

export function isMarksStream(stream: Stream): stream is MarksStream {
  return typeof stream === "object" && "marksOf" in stream;
}

export function parseStream(value: unknown): Stream {
  if (value === "workspace") return "workspace";
  if (typeof value === "object" && value !== null && "marksOf" in value) {
    if (Object.keys(value).length !== 1) {
      throw new TidelineError("invalid-argument", "A marks stream is { marksOf: origin } and nothing else.");
    }
    return { marksOf: parseOrigin(value.marksOf) };
  }
  return parseOrigin(value);
}

/** Access marks and the workspace are streams too, but not origins. */
export function isOrigin(stream: Stream): stream is Origin {
  return stream === "owner" || (typeof stream === "object" && ("user" in stream || "channel" in stream));
}

/** One string per stream. Different streams have different strings. */
export function streamKey(stream: Stream): string {
  if (stream === "workspace") return "workspace";
  return isMarksStream(stream) ? `marks ${originKey(stream.marksOf)}` : `facts ${originKey(stream)}`;
}

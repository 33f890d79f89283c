/**
 * Can this code read events that an older or a newer Tideline wrote?
 *
 * Older versions of an event type stay readable for ever: this file converts them to the present version, step by
 * step. (All types are at version 1, so there are no steps here.) Newer versions and unknown types are refused
 * with a code: skipping an event that we do not understand could bring back what somebody erased.
 */
import { TidelineError } from "../errors.ts";
import { EVENT_TYPES, EVENT_VERSION, type MemoryEvent, parseEvent } from "../model/event.ts";
import type { LineFrame } from "./frame.ts";

const KNOWN: ReadonlySet<unknown> = new Set(EVENT_TYPES);

/** Checks and returns the event of a frame (a decoded line). `bodyGone`: its body was erased or lost. */
export function readEvent(frame: LineFrame, bodyGone: boolean): MemoryEvent {
  const { type, v } = frame.event;
  if (!KNOWN.has(type) || (typeof v === "number" && v > EVENT_VERSION)) {
    throw new TidelineError(
      "format-newer",
      `Event ${frame.seq} ("${String(type).slice(0, 60)}" version ${String(v)}) was written by a newer Tideline. Upgrade to read this workspace.`,
      { seq: frame.seq },
    );
  }
  return parseEvent(frame.event, bodyGone);
}

/** What does a line hold, once it is decoded, and what seals and opens its words? */
import type { MemoryEvent, SealedBody } from "../model/event.ts";

/** The place of an event in an append of several: `[0, 3]` is the first of three. */
export type Part = readonly [index: number, count: number];

export interface LineFrame {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly part: Part;
  /** Not yet checked against its shape. Has no body if that was erased or is damaged. */
  readonly event: MemoryEvent;
  /** whole: as written, or there never was one. erased: overwritten. damaged: neither; it is corrupt unless a later
   * event says that it was erased or lost. */
  readonly body: "whole" | "erased" | "damaged";
  /** Of an event with sealed words: its header up to them, which was sealed with them. */
  readonly context?: string | undefined;
}

/** Seals and opens the words of one stream. */
export interface BodyCodec {
  /** `context`: the header up to the words. `words`: JSON. */
  seal(seq: number, context: string, words: string): SealedBody;
  /**
   * The same for an event without words, or with words that a caller has sealed, so that nobody without the keys can make
   * one. Where that is not done: `given`.
   */
  sealRest(seq: number, context: string, given: SealedBody | undefined): SealedBody | undefined;
  /** Is every line of the stream sealed? Then what is not was put there by somebody without the keys. */
  sealsAll(): boolean;
  /** The frame with its words; without them if their key was destroyed. Throws if they were not sealed for this place. */
  open(frame: LineFrame): LineFrame;
}

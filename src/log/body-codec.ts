/**
 * How are the words of an event sealed, and what ties them to their place?
 *
 * A sealed body is AES-256-GCM under a key that opens the words of this one event (`key-tree.ts`). What stands before it
 * in the header is authenticated with it: the stream, the event's number, its link in the chain, its type, version and figures. So a
 * body cannot be moved to another event, and no figure of an event can be changed by anybody without the keys: an event
 * without words has a sealed body that is empty. Words are padded to a whole number of 64 bytes, because the length of a line can be seen.
 */
import { TidelineError } from "../errors.ts";
import type { MemoryEvent, SealedBody } from "../model/event.ts";
import type { Cipher } from "../ports/keys.ts";
import type { KeyTree } from "./key-tree.ts";
import type { BodyCodec, LineFrame } from "./line-frame.ts";

/** The name of this way of sealing, as headers give it. */
export const SEALED_CODEC = "tideline-seal-1";

/** A stream's keys, as they are at the moment: another process may destroy some of them. */
export interface StreamKeys {
  readonly stream: string;
  readonly id: string;
  readonly tree: KeyTree;
}

/** What is not sealed there. all: nothing is. words: events without words are not. nothing: it is being sealed. */
export type Strictness = "all" | "words" | "nothing";

/**
 * `strictness`: what must be sealed. `sealsAll`: events without words are sealed, too: otherwise somebody without the keys
 * could add some at the end of the log.
 */
export function bodyCodec(
  cipher: Cipher,
  keys: () => StreamKeys,
  ports: { readonly strictness: () => Strictness; readonly sealsAll: () => boolean },
): BodyCodec {
  const keyOf = (seq: number): Uint8Array => {
    const key = keys().tree.keyOf(seq);
    if (key !== undefined) return key;
    throw new TidelineError("keys-missing", `The key of event ${seq} was destroyed before it was written.`);
  };
  const seal = (seq: number, context: string, words: string): SealedBody => {
    const { stream, id } = keys();
    return {
      codec: SEALED_CODEC,
      key: id,
      text: cipher.sealText(keyOf(seq), aboutOf(stream, context), words),
    };
  };
  return {
    seal,
    sealRest: (seq, context, given) =>
      ports.sealsAll()
        ? seal(seq, context, given === undefined ? "" : JSON.stringify({ sealed: given }))
        : given,
    sealsAll: () => ports.strictness() === "all",
    open(frame) {
      const { sealed } = frame.event as { readonly sealed?: SealedBody };
      if (sealed?.codec !== SEALED_CODEC) return refusing(frame, ports.strictness());
      const { event, context = "" } = frame;
      const { sealed: _, ...rest } = event as MemoryEvent & { sealed?: unknown };
      const { stream, id, tree } = keys();
      const key = sealed.key === id ? tree.keyOf(frame.seq) : undefined;
      if (key === undefined) return { ...frame, event: rest as MemoryEvent, body: "erased" };
      const words = cipher.openText(key, aboutOf(stream, context), sealed.text);
      if (words === undefined) return { ...frame, event: rest as MemoryEvent, body: "damaged" };
      return { ...frame, event: { ...rest, ...wordsIn(words) } as MemoryEvent };
    },
  };
}

/** Nothing, the words of the event, or words that a caller had sealed: no body has a field of that name alone. */
function wordsIn(text: string): { readonly body?: unknown; readonly sealed?: unknown } {
  if (text === "") return {};
  const value = JSON.parse(text) as { readonly sealed?: unknown };
  const isGiven = value.sealed !== undefined && Object.keys(value).length === 1;
  return isGiven ? { sealed: value.sealed } : { body: value };
}

/** A stream that is sealed throughout holds no plain words, and perhaps no plain line: somebody put them there. */
function refusing(frame: LineFrame, strictness: Strictness): LineFrame {
  const { body, sealed: _, ...rest } = frame.event as MemoryEvent & { body?: unknown; sealed?: unknown };
  const isRefused =
    strictness === "words" ? body !== undefined : strictness === "all" && frame.body === "whole";
  return isRefused ? { ...frame, event: rest as MemoryEvent, body: "damaged" } : frame;
}

/** For a store without keys: says that they are missing. */
export function refuseSealed(frame: LineFrame): LineFrame {
  const { sealed } = frame.event as { readonly sealed?: SealedBody };
  if (sealed?.codec !== SEALED_CODEC) return frame;
  throw keysMissing();
}

export function keysMissing(): TidelineError {
  return new TidelineError(
    "keys-missing",
    "This workspace is sealed, and was opened without its keys. Open it with { keys }, or give the tideline command the key that it was sealed with.",
  );
}

function aboutOf(stream: string, context: string): string {
  return `${SEALED_CODEC}\n${stream}\n${context}`;
}

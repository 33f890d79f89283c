/**
 * How are the words of an event sealed, and what ties them to their place?
 *
 * A sealed body is AES-256-GCM under a key that opens the words of this one event (`key-tree.ts`). What stands before it
 * in the header is authenticated with it: the stream, the event's number, its link in the chain, its type, version and figures. So a
 * body cannot be moved to another event, and the figures of an event with words cannot be changed by anybody without
 * the keys. Words are padded to a whole number of 64 bytes, because the length of a line can be seen.
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

export function bodyCodec(cipher: Cipher, keys: () => StreamKeys, isStrict: () => boolean): BodyCodec {
  return {
    seal(seq, context, words) {
      const { stream, id, tree } = keys();
      const key = tree.keyOf(seq);
      if (key === undefined)
        throw new TidelineError(
          "keys-missing",
          `The key of event ${seq} was destroyed before it was written.`,
        );
      return { codec: SEALED_CODEC, key: id, text: cipher.sealText(key, aboutOf(stream, context), words) };
    },
    open(frame) {
      const { sealed } = frame.event as { readonly sealed?: SealedBody };
      if (sealed?.codec !== SEALED_CODEC) return isStrict() ? refusingPlain(frame) : frame;
      const { event, context = "" } = frame;
      const { sealed: _, ...rest } = event as MemoryEvent & { sealed?: unknown };
      const { stream, id, tree } = keys();
      const key = sealed.key === id ? tree.keyOf(frame.seq) : undefined;
      if (key === undefined) return { ...frame, event: rest as MemoryEvent, body: "erased" };
      const words = cipher.openText(key, aboutOf(stream, context), sealed.text);
      if (words === undefined) return { ...frame, event: rest as MemoryEvent, body: "damaged" };
      return { ...frame, event: { ...rest, body: JSON.parse(words) } as MemoryEvent };
    },
  };
}

/** A stream that is sealed throughout holds no plain words: somebody put them there. */
function refusingPlain(frame: LineFrame): LineFrame {
  const { body, ...rest } = frame.event as MemoryEvent & { body?: unknown };
  return body === undefined ? frame : { ...frame, event: rest as MemoryEvent, body: "damaged" };
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

/**
 * Where does a sealed workspace keep the keys of its streams? In `keys/ring.jsonl`, each of them encrypted.
 *
 *   {"tideline":"keys","format":2,"workspace":"…","state":"sealed","vault":"file","key":"…","wrapped":"…",…,"proof":"…"}
 *   {"folder":"<name>","ring":"…"}
 *
 * The first line holds the workspace's own key, wrapped by the vault (`ports/keys.ts`). It encrypts the other lines:
 * one for each home and one for the registry, each with the keys of its streams. The last line of a folder counts.
 * `proof` shows that the first line is what somebody with the key wrote. This file turns text into data and back.
 */
import { TidelineError } from "../../../errors.ts";
import { type KeyNode, KeyTree } from "../../../log/key-tree.ts";
import { parseStream, type Stream } from "../../../model/stream.ts";
import type { Cipher } from "../../../ports/keys.ts";

/** From format 2 on, events without words are sealed, too. */
export const KEYS_FORMAT = 2;
export const ALL_SEALED_FORMAT = 2;

/** The first line. */
export interface KeysHead {
  readonly tideline: "keys";
  readonly format: number;
  /** A random id of the workspace, with which its keys in the vault begin. */
  readonly workspace: string;
  /** sealing: `tideline seal` is under way, and some words are still plain. */
  readonly state: "sealing" | "sealed";
  readonly vault: string;
  /** The id of the vault's key. */
  readonly key: string;
  readonly wrapped: string;
  /** Keys were destroyed, and copies of this file from before may still hold them: the vault's key must be replaced. */
  readonly due: boolean;
  /** A shred has destroyed keys, or is about to: if it does not get to replace the vault's key, the next opening does. */
  readonly owed?: true | undefined;
  /** While it is being sealed: only what an earlier version had left. */
  readonly resealed?: true | undefined;
  /** Until when some of the words were plain. */
  readonly plainUntil?: number | undefined;
  /** The vault's key that is about to be made: if nothing came of it, it is destroyed. */
  readonly coming?: string | undefined;
  /** The vault's key from before, until the vault has destroyed it. */
  readonly leaving?: string | undefined;
}

/** The keys of the streams in one folder. */
export interface Ring {
  /** Named in the headers of events. */
  readonly id: string;
  /** Whose folder it is; undefined for the registry. */
  readonly stream: Stream | undefined;
  readonly log: KeyTree;
  readonly inbox: KeyTree;
  /** For blobs. It is replaced whenever something is erased. */
  readonly files: Uint8Array;
}

export function newRing(cipher: Cipher, id: string, stream: Stream | undefined): Ring {
  return { id, stream, log: KeyTree.whole(cipher), inbox: KeyTree.whole(cipher), files: cipher.newKey() };
}

export function headLine(cipher: Cipher, key: Uint8Array, head: KeysHead): string {
  const text = JSON.stringify(head);
  return `${text.slice(0, -1)},"proof":${JSON.stringify(cipher.sealText(key, text, "ok"))}}\n`;
}

/** The first line without its proof, and the proof. */
export function parseHead(line: string): { readonly head: KeysHead; readonly proof: string } | undefined {
  const value = parseJson(line) as (KeysHead & { readonly proof?: unknown }) | undefined;
  if (value?.tideline !== "keys" || typeof value.format !== "number") return undefined;
  if (value.format > KEYS_FORMAT)
    throw new TidelineError(
      "format-newer",
      `The keys of this workspace have format ${value.format}, but this Tideline reads formats up to ${KEYS_FORMAT}. Upgrade Tideline.`,
    );
  const { proof, ...head } = value;
  const texts = [proof, head.workspace, head.vault, head.key, head.wrapped];
  if (!texts.every((one) => typeof one === "string")) return undefined;
  return { head, proof: proof as string };
}

export function isProven(cipher: Cipher, key: Uint8Array, head: KeysHead, proof: string): boolean {
  return cipher.openText(key, JSON.stringify(head), proof) !== undefined;
}

interface RingText {
  readonly id: string;
  readonly stream?: unknown;
  readonly log: readonly NodeText[];
  readonly inbox: readonly NodeText[];
  readonly files: string;
}
type NodeText = readonly [depth: number, at: number, key: string];

export function ringLine(
  cipher: Cipher,
  key: Uint8Array,
  workspace: string,
  folder: string,
  ring: Ring,
): string {
  const text: RingText = {
    id: ring.id,
    stream: ring.stream,
    log: ring.log.known.map(nodeText),
    inbox: ring.inbox.known.map(nodeText),
    files: textOf(ring.files),
  };
  const sealed = cipher.sealText(key, aboutRing(workspace, folder), JSON.stringify(text));
  return `${JSON.stringify({ folder, ring: sealed })}\n`;
}

/** undefined: the line is damaged, or another key is needed. */
export function openRing(
  cipher: Cipher,
  key: Uint8Array,
  workspace: string,
  folder: string,
  sealed: string,
): Ring | undefined {
  const text = cipher.openText(key, aboutRing(workspace, folder), sealed);
  if (text === undefined) return undefined;
  const { id, stream, log, inbox, files } = JSON.parse(text) as RingText;
  return {
    id,
    stream: stream === undefined ? undefined : parseStream(stream),
    log: new KeyTree(cipher, log.map(nodeOf)),
    inbox: new KeyTree(cipher, inbox.map(nodeOf)),
    files: bytesOf(files),
  };
}

/** The folder of a line, and its sealed ring; undefined if it is no such line. */
export function parseRingLine(line: string): { readonly folder: string; readonly ring: string } | undefined {
  const value = parseJson(line) as { readonly folder?: unknown; readonly ring?: unknown } | undefined;
  if (typeof value?.folder !== "string" || typeof value.ring !== "string") return undefined;
  return { folder: value.folder, ring: value.ring };
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "base64url");
}

function nodeText({ depth, at, key }: KeyNode): NodeText {
  return [depth, at, textOf(key)];
}

function nodeOf([depth, at, key]: NodeText): KeyNode {
  return { depth, at, key: bytesOf(key) };
}

function aboutRing(workspace: string, folder: string): string {
  return `ring\n${workspace}\n${folder}`;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) ?? undefined;
  } catch {
    return undefined; // Damaged: the caller says so.
  }
}

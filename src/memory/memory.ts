/**
 * What is a memory? One open origin, and in whose voice it is read and written. Both are fixed when it is made. No
 * argument of a verb can widen that: an id of another origin behaves like an id that does not exist.
 *
 * A verb is a generator over a memory, with its stages in order. `sync.ts` runs it at once, `async.ts` from a queue.
 */
import { TidelineError } from "../errors.ts";
import type { Steps } from "../log/steps.ts";
import { badArgument, fieldsOf } from "../model/arguments.ts";
import { isPersonal, type Origin, type OtherOrigin, parseOrigin } from "../model/origin.ts";
import { type Authority, SOURCE_FIGURES, sourceTag } from "../model/source.ts";
import {
  clientSlug,
  HOST,
  isSameWriter,
  KEEPER,
  type Speaker,
  type Surface,
  type Writer,
} from "../model/speaker.ts";
import type { AnyStorage } from "../ports/storage.ts";
import { holdsCredential } from "../write/client-name.ts";
import { Engine, type EnginePorts } from "./engine.ts";
import type { OpenOrigin } from "./open-origin.ts";
import {
  type ConfinedOptions,
  parseConfinedOptions,
  parseDefaultSource,
  parseTidelineOptions,
  type ReadyOptions,
} from "./options.ts";

export interface Memory {
  readonly engine: Engine;
  readonly origin: Origin;
  /** The state and the indexes of that origin, which all its memories share. */
  readonly open: OpenOrigin;
  /** The source of facts that are added without one. */
  readonly defaultSource: string;
  /** Who writes, and with which voice. */
  readonly speaker: Speaker;
  /** Did the host itself open it for the owner? Only such a memory may act for other origins. */
  readonly mayActForOthers: boolean;
  /** True for the memory that opened the store; it also closes the store. */
  readonly isOpener: boolean;
}

/** Checks the options and makes the host's own memory. */
export function openMemory(store: AnyStorage, ports: EnginePorts, value: ReadyOptions): Memory {
  const { origin, defaultSource, clock = ports.clock, engine: options } = parseTidelineOptions(value);
  const engine = new Engine(store, { ...ports, clock }, options);
  return {
    engine,
    origin,
    open: engine.open(origin),
    defaultSource,
    speaker: HOST,
    mayActForOthers: origin === "owner",
    isOpener: true,
  };
}

/** Closes the store if this memory opened it; any other memory only writes what waits. */
export function closeMemory({ isOpener, engine, open }: Memory): Steps<void> {
  return isOpener ? engine.close() : open.flush("all");
}

/** The memory of another origin on the same store. Only the host's own owner memory can make one. */
export function memoryOf(
  memory: Memory,
  value: OtherOrigin,
  options: { readonly defaultSource?: string | undefined },
): Memory {
  if (!memory.mayActForOthers) {
    throw new TidelineError(
      "not-allowed",
      "Only a handle that the host opened for the owner can act for another origin.",
    );
  }
  const origin = parseOrigin(value);
  const { defaultSource } = fieldsOf(options, new Set(["defaultSource"]), "as");
  return {
    ...memory,
    origin,
    open: memory.engine.open(origin),
    defaultSource: parseDefaultSource(defaultSource, origin),
    mayActForOthers: false,
    isOpener: false,
  };
}

/**
 * The same memory, for somebody who is not the principal. The new one never has more rights than this one, and one that
 * is confined already keeps its writer.
 */
export function confinedMemory(memory: Memory, value: ConfinedOptions): Memory {
  const { voice, manages, surface, client } = parseConfinedOptions(value);
  const { speaker } = memory;
  const writer = writerWith(speaker.writer, surface, client);
  if (isConfined(memory) && !isSameWriter(writer, speaker.writer)) throw writerIsFixed();
  return spokenBy(memory, {
    voice: Math.min(voice, speaker.voice) as Authority,
    manages: manages && speaker.manages,
    onlyReads: speaker.onlyReads,
    writer,
  });
}

/** The writer, with the surface and client that were given. */
function writerWith(
  { client: own, ...writer }: Writer,
  surface: Surface | undefined,
  client: string | undefined,
): Writer {
  const slug = client === undefined ? own : clientNamed(client);
  return {
    ...writer,
    ...(surface === undefined ? {} : { surface }),
    ...(slug === undefined ? {} : { client: slug }),
  };
}

function clientNamed(name: string): string | undefined {
  if (holdsCredential(name)) throw badArgument("client must be a name, but this one holds a credential");
  return clientSlug(name);
}

/** Does the memory speak for somebody other than the host? */
export function isConfined({ speaker }: Memory): boolean {
  return speaker !== HOST;
}

export function isOwner({ origin }: Memory): boolean {
  return origin === "owner";
}

/** Is it the memory of one known person: the owner, or a user whom the host has authenticated? */
export function isOfPerson({ origin }: Memory): boolean {
  return isPersonal(origin);
}

function writerIsFixed(): TidelineError {
  return new TidelineError(
    "not-allowed",
    "This handle is already confined, so it keeps its client and surface. For another client, make a handle from the handle that the host opened.",
  );
}

/**
 * The same memory for another speaker, whom the host or a surface has identified. The new one opens no other origin and
 * does not close the store.
 */
export function spokenBy(memory: Memory, speaker: Speaker): Memory {
  return {
    ...memory,
    defaultSource: sourceWithin(memory.defaultSource, speaker.voice),
    speaker: Object.freeze({ ...speaker, writer: Object.freeze(speaker.writer) }),
    mayActForOthers: false,
    isOpener: false,
  };
}

/** An origin's memory as the keeper of the workspace maintains it. */
export function keptMemory({ engine }: Memory, origin: Origin): Memory {
  return {
    engine,
    origin,
    open: engine.open(origin),
    defaultSource: "owner_message",
    speaker: KEEPER,
    mayActForOthers: false,
    isOpener: false,
  };
}

/** A default source whose class is not above the caller's voice. */
function sourceWithin(source: string, voice: Authority): string {
  if (SOURCE_FIGURES[sourceTag(source)].authority <= voice) return source;
  return voice >= SOURCE_FIGURES.agent.authority ? "agent" : "tool_output";
}

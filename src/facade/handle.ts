/**
 * What is a handle based on? This file checks its options and fixes whose memory it opens, and in whose voice it
 * speaks.
 */
import { Engine, type EngineOptions, type EnginePorts } from "../engine/engine.ts";
import { TidelineError } from "../errors.ts";
import type { Params } from "../lifecycle/params.ts";
import { type PolicyName, policyOf } from "../lifecycle/policies.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { Steps } from "../log/steps.ts";
import { badArgument, fieldsOf, parseFlag, parseName, parseNames, parseOneOf } from "../model/arguments.ts";
import { type ChannelOrigin, type Origin, parseOrigin } from "../model/origin.ts";
import { AUTHORITIES, type Authority, SOURCE_FIGURES, sourceTag } from "../model/source.ts";
import {
  clientSlug,
  HOST,
  isSameWriter,
  type Speaker,
  SURFACES,
  type Surface,
  type Writer,
} from "../model/speaker.ts";
import type { ClockAdapter } from "../ports/clock.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import type { Environment } from "../ports/environment.ts";
import type { AnyStorage } from "../ports/storage.ts";
import type { ThreatScanAdapter } from "../ports/threat-scan.ts";
import { parseEnvironment } from "../upkeep/dream/options.ts";
import type { Reach } from "../verbs/reach.ts";
import { holdsCredential } from "../write/client-name.ts";
import { SECRETS_MODES, type SecretsMode } from "../write/secrets.ts";

export interface TidelineOptions {
  /** Whose memory the handle opens. Default: the owner's. */
  readonly origin?: Origin | undefined;
  /** The source of facts that are added without one. Default: owner_message, or channel_message on a channel handle. */
  readonly defaultSource?: string | undefined;
  readonly clock?: ClockAdapter | undefined;
  readonly threatScan?: ThreatScanAdapter | undefined;
  /** What is done with keys, passwords and other credentials. "refuse": they are not stored. "mark": stored, listed for
   * review, and in no block. "allow": stored like anything else. Default: "refuse". */
  readonly secrets?: SecretsMode | undefined;
  /** How facts age. Default: "tideline". */
  readonly policy?: PolicyName | LifecyclePolicy | undefined;
  /** Figures for a policy that is given by name: docs/lifecycle.md lists them. */
  readonly policyParams?: Params | undefined;
  /** Attributes whose slots hold several values at once. Logged in the workspace. */
  readonly multiValued?: readonly string[] | undefined;
  /** Where the dream looks up what the owner's facts name (drift). `nodeEnvironment({ roots })` is the one for Node. */
  readonly environment?: Environment | undefined;
  /** A learned model for the vector lane. It is asynchronous, so it works with `connect` only. */
  readonly embedder?: EmbedderAdapter | undefined;
}

const OPTION_NAMES: ReadonlySet<string> = new Set<keyof TidelineOptions>([
  "origin",
  "defaultSource",
  "clock",
  "threatScan",
  "secrets",
  "policy",
  "policyParams",
  "multiValued",
  "environment",
  "embedder",
]);

export interface ConfinedOptions {
  /** What the caller adds is of this class at most, and the caller changes nothing above it. Default: 1, an agent. */
  readonly voice?: Authority | undefined;
  /** Lets the caller also manage facts above its voice: archive, pin, purge, run passes. Default: false. */
  readonly manages?: boolean | undefined;
  /** The surface that the caller came through. Default: this handle's; a confined handle cannot name another. */
  readonly surface?: Surface | undefined;
  /** What the program calls itself; stored as a slug of at most 40 characters. A confined handle cannot name another. */
  readonly client?: string | undefined;
}

/**
 * What a handle is: whose memory, in whose voice, and whether the host itself opened it for the owner (only such a
 * handle may act for other origins).
 */
export interface Handle {
  readonly engine: Engine;
  readonly origin: Origin;
  readonly defaultSource: string;
  readonly speaker: Speaker;
  readonly mayActForOthers: boolean;
  /** True for the handle that opened the store; it also closes the store. */
  readonly isOpener: boolean;
}

/** Checks the options without a store, so that a wrong option is refused before anything is created. */
export function checkHandleOptions(value: TidelineOptions): void {
  const options = fieldsOf(value, OPTION_NAMES, "Tideline") as TidelineOptions;
  parseDefaultSource(options.defaultSource, parseOrigin(options.origin ?? "owner"));
  parseClock(options.clock);
  parseEngineOptions(options);
}

/** Checks the options and makes the host's own handle. */
export function openHandle(store: AnyStorage, ports: EnginePorts, value: TidelineOptions): Handle {
  const options = fieldsOf(value, OPTION_NAMES, "Tideline") as TidelineOptions;
  const origin = parseOrigin(options.origin ?? "owner");
  const engine = new Engine(
    store,
    { ...ports, clock: parseClock(options.clock) ?? ports.clock },
    parseEngineOptions(options),
  );
  return {
    engine,
    origin,
    defaultSource: parseDefaultSource(options.defaultSource, origin),
    speaker: HOST,
    mayActForOthers: origin === "owner",
    isOpener: true,
  };
}

function parseEngineOptions(options: TidelineOptions): EngineOptions {
  const { policy = "tideline", policyParams, threatScan, secrets = "refuse", multiValued } = options;
  if (threatScan !== undefined && typeof threatScan?.scan !== "function")
    throw badArgument("threatScan must have a function scan(content)");
  return {
    policy: policyOf(policy, policyParams),
    threatScan,
    secrets: parseOneOf(SECRETS_MODES)(secrets, "secrets"),
    multiValued: multiValued === undefined ? undefined : parseNames(multiValued, "multiValued"),
    embedder: options.embedder,
    environment: parseEnvironment(options.environment),
  };
}

function parseClock(clock: ClockAdapter | undefined): ClockAdapter | undefined {
  if (clock !== undefined && typeof clock?.now !== "function")
    throw badArgument("clock must have a function now()");
  return clock;
}

function parseDefaultSource(source: string | undefined, origin: Origin): string {
  if (source !== undefined) return parseName(source, "defaultSource");
  return origin === "owner" ? "owner_message" : "channel_message";
}

/** Closes the store if this handle opened it; any other handle only writes what waits. */
export function closeHandle(handle: Handle, reach: Reach): Steps<void> {
  return handle.isOpener ? handle.engine.close() : handle.engine.flush(reach.mind, "all");
}

/** A handle for another origin on the same store. Only the host's own owner handle can make one. */
export function handleFor(
  handle: Handle,
  value: ChannelOrigin,
  options: { readonly defaultSource?: string | undefined },
): Handle {
  if (!handle.mayActForOthers) {
    throw new TidelineError(
      "not-allowed",
      "Only a handle that the host opened for the owner can act for another origin.",
    );
  }
  const origin = parseOrigin(value);
  const { defaultSource } = fieldsOf(options, new Set(["defaultSource"]), "as");
  return {
    engine: handle.engine,
    origin,
    defaultSource: parseDefaultSource(defaultSource as string | undefined, origin),
    speaker: handle.speaker,
    mayActForOthers: false,
    isOpener: false,
  };
}

/**
 * The same memory, for somebody who is not the principal. The new handle never has more rights than this one, and a
 * handle that is confined already keeps its writer.
 */
export function confinedHandle(handle: Handle, value: ConfinedOptions): Handle {
  const { voice = 1, manages = false, surface, client } = fieldsOf(value, CONFINED_NAMES, "confined");
  const { speaker } = handle;
  if (!AUTHORITIES.some((one) => one === voice))
    throw badArgument(`voice must be one of ${AUTHORITIES.join(", ")}`);
  const writer = writerWith(speaker.writer, surface, client);
  if (isConfined(handle) && !isSameWriter(writer, speaker.writer)) throw writerIsFixed();
  return spokenBy(handle, {
    voice: Math.min(voice as Authority, speaker.voice) as Authority,
    manages: parseFlag(manages, "manages") && speaker.manages,
    writer,
  });
}

/** The writer, with the surface and client that were given. */
function writerWith({ client: own, ...writer }: Writer, surface: unknown, client: unknown): Writer {
  const slug = client === undefined ? own : clientNamed(parseName(client, "client"));
  return {
    ...writer,
    ...(surface === undefined ? {} : { surface: parseOneOf(SURFACES)(surface, "surface") }),
    ...(slug === undefined ? {} : { client: slug }),
  };
}

function clientNamed(name: string): string | undefined {
  if (holdsCredential(name)) throw badArgument("client must be a name, but this one holds a credential");
  return clientSlug(name);
}

/** Does the handle speak for somebody other than the host? */
export function isConfined({ speaker }: Handle): boolean {
  return speaker !== HOST;
}

function writerIsFixed(): TidelineError {
  return new TidelineError(
    "not-allowed",
    "This handle is already confined, so it keeps its client and surface. For another client, make a handle from the handle that the host opened.",
  );
}

/**
 * The same memory for another speaker, whom the host or a surface has identified. The new handle opens no other origin
 * and does not close the store.
 */
export function spokenBy(handle: Handle, speaker: Speaker): Handle {
  return {
    engine: handle.engine,
    origin: handle.origin,
    defaultSource: sourceWithin(handle.defaultSource, speaker.voice),
    speaker: Object.freeze({ ...speaker, writer: Object.freeze(speaker.writer) }),
    mayActForOthers: false,
    isOpener: false,
  };
}

/** A default source whose class is not above the caller's voice. */
function sourceWithin(source: string, voice: Authority): string {
  if (SOURCE_FIGURES[sourceTag(source)].authority <= voice) return source;
  return voice >= SOURCE_FIGURES.agent.authority ? "agent" : "tool_output";
}

const CONFINED_NAMES: ReadonlySet<string> = new Set<keyof ConfinedOptions>([
  "voice",
  "manages",
  "surface",
  "client",
]);

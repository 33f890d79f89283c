/**
 * What does a handle stand on? Options are checked here; whose memory it is, is fixed here.
 */
import { Engine, type EngineOptions, type EnginePorts } from "../engine/engine.ts";
import { TidelineError } from "../errors.ts";
import type { Params } from "../lifecycle/params.ts";
import { type PolicyName, policyOf } from "../lifecycle/policies.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { Steps } from "../log/steps.ts";
import { type ChannelOrigin, type Origin, parseOrigin } from "../model/origin.ts";
import type { ClockAdapter } from "../ports/clock.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import type { Environment } from "../ports/environment.ts";
import type { AnyStorage } from "../ports/storage.ts";
import type { ThreatScanAdapter } from "../ports/threat-scan.ts";
import { parseEnvironment } from "../upkeep/dream/options.ts";
import type { Reach } from "../verbs/reach.ts";
import { bad, fieldsOf, parseName, parseNames } from "../write/draft.ts";

export interface TidelineOptions {
  /** Whose memory the handle is for. Default: the owner's. */
  readonly origin?: Origin | undefined;
  /** The source of what is added without one. Default: owner_message, or channel_message on a channel handle. */
  readonly defaultSource?: string | undefined;
  readonly clock?: ClockAdapter | undefined;
  readonly threatScan?: ThreatScanAdapter | undefined;
  /** How facts age. Default: "tideline". */
  readonly policy?: PolicyName | LifecyclePolicy | undefined;
  /** Figures of a policy that was named: docs/lifecycle.md lists them. */
  readonly policyParams?: Params | undefined;
  /** Attributes of slots that hold several values at once. Logged in the workspace. */
  readonly multiValued?: readonly string[] | undefined;
  /** Where the dream looks up what the owner's facts name (drift); `nodeEnvironment({ roots })` is one for Node. */
  readonly environment?: Environment | undefined;
  /** A learned model behind the vector lane. It answers later: for `connect` only. */
  readonly embedder?: EmbedderAdapter | undefined;
}

const OPTION_NAMES: ReadonlySet<string> = new Set<keyof TidelineOptions>([
  "origin",
  "defaultSource",
  "clock",
  "threatScan",
  "policy",
  "policyParams",
  "multiValued",
  "environment",
  "embedder",
]);

/** What a handle is: whose memory, and whether the host itself opened it for the owner. */
export interface Handle {
  readonly engine: Engine;
  readonly origin: Origin;
  readonly defaultSource: string;
  readonly mayActForOthers: boolean;
  /** Opened the store, and so closes it. */
  readonly isOpener: boolean;
}

/** Checks options and makes what a host's own handle stands on. */
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
    mayActForOthers: origin === "owner",
    isOpener: true,
  };
}

function parseEngineOptions(options: TidelineOptions): EngineOptions {
  const { policy = "tideline", policyParams, threatScan, multiValued } = options;
  if (threatScan !== undefined && typeof threatScan?.scan !== "function")
    throw bad("threatScan must have a function scan(content)");
  return {
    policy: policyOf(policy, policyParams),
    threatScan,
    multiValued: multiValued === undefined ? undefined : parseNames(multiValued, "multiValued"),
    embedder: options.embedder,
    environment: parseEnvironment(options.environment),
  };
}

function parseClock(clock: ClockAdapter | undefined): ClockAdapter | undefined {
  if (clock !== undefined && typeof clock?.now !== "function") throw bad("clock must have a function now()");
  return clock;
}

function parseDefaultSource(source: string | undefined, origin: Origin): string {
  if (source !== undefined) return parseName(source, "defaultSource");
  return origin === "owner" ? "owner_message" : "channel_message";
}

/** Closes the store, if this handle opened it; of another one, only what it has to write down is written. */
export function closeHandle(handle: Handle, reach: Reach): Steps<void> {
  return handle.isOpener ? handle.engine.close() : handle.engine.flush(reach.mind, "all");
}

/** A handle for another origin on the same store: for the host's own owner handle only. */
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
    mayActForOthers: false,
    isOpener: false,
  };
}

/**
 * The object through which everything is reached, in two faces: one that answers at once, one that answers later.
 *
 * Both drive the same verbs. The later one takes them one at a time, so that what a verb has read is still so when
 * it decides.
 */
import { Engine, type EngineOptions, type EnginePorts } from "./engine.ts";
import { TidelineError } from "./errors.ts";
import type { Inspection } from "./govern/inspect.ts";
import type { ListOptions, Stats } from "./govern/listing.ts";
import type { LifecyclePolicy } from "./lifecycle/policy.ts";
import { tidelinePolicy } from "./lifecycle/tideline.ts";
import { driveLater, driveNow, type Steps } from "./log/steps.ts";
import type { Fact } from "./model/fact.ts";
import type { LinkKind } from "./model/link.ts";
import { type ChannelOrigin, type Origin, parseOrigin } from "./model/origin.ts";
import type { ClockAdapter } from "./ports/clock.ts";
import type { AnyStorage, RecordedEvent, VerifyOptions } from "./ports/storage.ts";
import type { ThreatScanAdapter } from "./ports/threat-scan.ts";
import type { Contradiction } from "./upkeep/contradiction.ts";
import type { ResolveOptions } from "./upkeep/resolve.ts";
import { type AddResult, type PurgeResult, type RefusedResult, Verbs, type VerifyResult } from "./verbs.ts";
import { type AddInput, bad, fieldsOf, parseName, parseNames } from "./write/draft.ts";

export interface TidelineOptions {
  /** Whose memory the handle is for. Default: the owner's. */
  readonly origin?: Origin | undefined;
  /** The source of what is added without one. Default: owner_message, or channel_message on a channel handle. */
  readonly defaultSource?: string | undefined;
  readonly clock?: ClockAdapter | undefined;
  readonly threatScan?: ThreatScanAdapter | undefined;
  /** How facts age. Default: "tideline". */
  readonly policy?: "tideline" | LifecyclePolicy | undefined;
  /** Attributes of slots that hold several values at once. Logged in the workspace. */
  readonly multiValued?: readonly string[] | undefined;
}

const OPTION_NAMES: ReadonlySet<string> = new Set<keyof TidelineOptions>([
  "origin",
  "defaultSource",
  "clock",
  "threatScan",
  "policy",
  "multiValued",
]);

/** What a handle is: whose memory, and whether the host itself opened it for the owner. */
interface Handle {
  readonly engine: Engine;
  readonly origin: Origin;
  readonly defaultSource: string;
  readonly mayActForOthers: boolean;
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
  };
}

function parseEngineOptions(options: TidelineOptions): EngineOptions {
  const { policy = "tideline", threatScan, multiValued } = options;
  if (threatScan !== undefined && typeof threatScan?.scan !== "function")
    throw bad("threatScan must have a function scan(content)");
  return {
    policy: parsePolicy(policy),
    threatScan,
    multiValued: multiValued === undefined ? undefined : parseNames(multiValued, "multiValued"),
  };
}

function parsePolicy(policy: unknown): LifecyclePolicy {
  if (policy === "tideline") return tidelinePolicy;
  const own = policy as LifecyclePolicy | null;
  if (
    typeof own === "object" &&
    own !== null &&
    typeof own.id === "string" &&
    typeof own.score === "function" &&
    typeof own.labels === "function"
  )
    return own;
  throw bad('policy must be "tideline" or a LifecyclePolicy');
}

function parseClock(clock: ClockAdapter | undefined): ClockAdapter | undefined {
  if (clock !== undefined && typeof clock?.now !== "function") throw bad("clock must have a function now()");
  return clock;
}

function parseDefaultSource(source: string | undefined, origin: Origin): string {
  if (source !== undefined) return parseName(source, "defaultSource");
  return origin === "owner" ? "owner_message" : "channel_message";
}

/** A handle for another origin on the same store: for the host's own owner handle only. */
function handleFor(
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
  };
}

/** Memory that answers at once. */
export class SyncTideline {
  readonly origin: Origin;
  private readonly handle: Handle;
  private readonly verbs: Verbs;

  protected constructor(handle: Handle) {
    this.handle = handle;
    this.origin = handle.origin;
    this.verbs = new Verbs(handle.engine, handle.origin, handle.defaultSource);
  }

  /** Another origin's memory, as the host vouches for it. */
  as(origin: ChannelOrigin, options: { readonly defaultSource?: string | undefined } = {}): SyncTideline {
    return new SyncTideline(handleFor(this.handle, origin, options));
  }

  add(input: AddInput): AddResult {
    return driveNow(this.verbs.add(input));
  }

  /** One durable commit; outcomes in order, refusals in place. */
  addMany(inputs: readonly AddInput[]): readonly (AddResult | RefusedResult)[] {
    return driveNow(this.verbs.addMany(inputs));
  }

  get(id: string): Fact | undefined {
    return driveNow(this.verbs.get(id));
  }

  list(options?: ListOptions): readonly Fact[] {
    return driveNow(this.verbs.list(options));
  }

  review(): readonly Fact[] {
    return driveNow(this.verbs.review());
  }

  contradictions(): readonly Contradiction[] {
    return driveNow(this.verbs.contradictions());
  }

  resolve(id: string, options: ResolveOptions): readonly Fact[] {
    return driveNow(this.verbs.resolve(id, options));
  }

  inspect(id: string): Inspection {
    return driveNow(this.verbs.inspect(id));
  }

  history(id: string): readonly RecordedEvent[] {
    return driveNow(this.verbs.history(id));
  }

  link(from: string, kind: LinkKind, to: string): Fact {
    return driveNow(this.verbs.link(from, kind, to));
  }

  archive(id: string, why?: string): Fact {
    return driveNow(this.verbs.archive(id, why));
  }

  restore(id: string): Fact {
    return driveNow(this.verbs.restore(id));
  }

  pin(id: string): Fact {
    return driveNow(this.verbs.pin(id));
  }

  unpin(id: string): Fact {
    return driveNow(this.verbs.unpin(id));
  }

  endorse(id: string): Fact {
    return driveNow(this.verbs.endorse(id));
  }

  purge(id: string, options?: { readonly preview?: boolean | undefined }): PurgeResult {
    return driveNow(this.verbs.purge(id, options));
  }

  export(): string {
    return driveNow(this.verbs.export());
  }

  import(text: string): { readonly events: number; readonly facts: number } {
    return driveNow(this.verbs.import(text));
  }

  verify(options?: VerifyOptions): VerifyResult {
    return driveNow(this.verbs.verify(options));
  }

  stats(): Stats {
    return driveNow(this.verbs.stats());
  }

  close(): void {
    driveNow(this.verbs.close());
  }
}

/** The same verbs, each answering with a promise. */
export class AsyncTideline {
  readonly origin: Origin;
  private readonly handle: Handle;
  private readonly verbs: Verbs;
  private readonly turn: Turn;

  constructor(handle: Handle, turn: Turn = new Turn()) {
    this.handle = handle;
    this.origin = handle.origin;
    this.verbs = new Verbs(handle.engine, handle.origin, handle.defaultSource);
    this.turn = turn;
  }

  as(origin: ChannelOrigin, options: { readonly defaultSource?: string | undefined } = {}): AsyncTideline {
    return new AsyncTideline(handleFor(this.handle, origin, options), this.turn);
  }

  add(input: AddInput): Promise<AddResult> {
    return this.turn.take(() => this.verbs.add(input));
  }

  addMany(inputs: readonly AddInput[]): Promise<readonly (AddResult | RefusedResult)[]> {
    return this.turn.take(() => this.verbs.addMany(inputs));
  }

  get(id: string): Promise<Fact | undefined> {
    return this.turn.take(() => this.verbs.get(id));
  }

  list(options?: ListOptions): Promise<readonly Fact[]> {
    return this.turn.take(() => this.verbs.list(options));
  }

  review(): Promise<readonly Fact[]> {
    return this.turn.take(() => this.verbs.review());
  }

  contradictions(): Promise<readonly Contradiction[]> {
    return this.turn.take(() => this.verbs.contradictions());
  }

  resolve(id: string, options: ResolveOptions): Promise<readonly Fact[]> {
    return this.turn.take(() => this.verbs.resolve(id, options));
  }

  inspect(id: string): Promise<Inspection> {
    return this.turn.take(() => this.verbs.inspect(id));
  }

  history(id: string): Promise<readonly RecordedEvent[]> {
    return this.turn.take(() => this.verbs.history(id));
  }

  link(from: string, kind: LinkKind, to: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.link(from, kind, to));
  }

  archive(id: string, why?: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.archive(id, why));
  }

  restore(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.restore(id));
  }

  pin(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.pin(id));
  }

  unpin(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.unpin(id));
  }

  endorse(id: string): Promise<Fact> {
    return this.turn.take(() => this.verbs.endorse(id));
  }

  purge(id: string, options?: { readonly preview?: boolean | undefined }): Promise<PurgeResult> {
    return this.turn.take(() => this.verbs.purge(id, options));
  }

  export(): Promise<string> {
    return this.turn.take(() => this.verbs.export());
  }

  import(text: string): Promise<{ readonly events: number; readonly facts: number }> {
    return this.turn.take(() => this.verbs.import(text));
  }

  verify(options?: VerifyOptions): Promise<VerifyResult> {
    return this.turn.take(() => this.verbs.verify(options));
  }

  stats(): Promise<Stats> {
    return this.turn.take(() => this.verbs.stats());
  }

  close(): Promise<void> {
    return this.turn.take(() => this.verbs.close());
  }
}

/** One verb after the other, in the order in which they were asked for. */
class Turn {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(verb: () => Steps<T>): Promise<T> {
    const run = () => driveLater(verb());
    const mine = this.last.then(run, run);
    this.last = mine;
    return mine;
  }
}

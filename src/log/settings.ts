/**
 * What holds for the whole workspace? The fold of its stream.
 */
import type { EventOf } from "../model/event.ts";
import type { RecordedEvent } from "../ports/storage.ts";

export interface Settings {
  readonly seq: number;
  /** Keys the digests that stand in headers. */
  readonly secret: string | undefined;
  readonly policy: string | undefined;
  /** The figures it was chosen with. */
  readonly policyParams: EventOf<"policy-chosen">["params"];
  readonly multiValued: ReadonlySet<string>;
}

export const NO_SETTINGS: Settings = {
  seq: 0,
  secret: undefined,
  policy: undefined,
  policyParams: undefined,
  multiValued: new Set(),
};

export function foldSettings(settings: Settings, events: readonly RecordedEvent[]): Settings {
  let next = settings;
  for (const { seq, event } of events) {
    next = { ...next, seq };
    if (event.type === "keyed" && next.secret === undefined) next = { ...next, secret: event.body?.secret };
    if (event.type === "policy-chosen") next = { ...next, policy: event.policy, policyParams: event.params };
    if (event.type === "slots-declared") next = { ...next, multiValued: new Set(event.body?.multiValued) };
  }
  return next;
}

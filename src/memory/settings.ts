/**
 * What has been declared in a workspace, and what does this host declare anew? The secret, the policy, the slots that
 * hold several values. Settings are events in the workspace's stream.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { tidelinePolicy } from "../lifecycle/tideline.ts";
import { MAX_COMMIT_ATTEMPTS } from "../limits.ts";
import { foldSettings, NO_SETTINGS, type Settings } from "../log/settings.ts";
import { ask, isLater, type Steps } from "../log/steps.ts";
import { EVENT_VERSION, type MemoryEvent, SECRET_GENERATION } from "../model/event.ts";
import type { AnyStorage, Page } from "../ports/storage.ts";

export interface Declaring {
  readonly at: number;
  readonly policy: LifecyclePolicy;
  /** Attributes whose slots hold several values. */
  readonly multiValued: readonly string[] | undefined;
  readonly newSecret: () => string;
}

/** The settings, including whatever others have declared since `before`. */
export function* readSettings(store: AnyStorage, before: Settings = NO_SETTINGS): Steps<Settings> {
  let settings = before;
  for (let more = true; more; ) {
    const read = store.read("workspace", settings.seq);
    const page = isLater(read) ? ((yield read) as Page) : read;
    settings = foldSettings(settings, page.events);
    more = page.more;
  }
  return settings;
}

/** Reads the settings, logs what this host declares anew, and destroys secrets that are out of use. */
export function* declareSettings(store: AnyStorage, declaring: () => Declaring): Steps<Settings> {
  const settings = yield* declare(store, (known) => missingFrom(known, declaring()));
  return settings.retired.length === 0 ? settings : yield* eraseRetired(store, settings, declaring().at);
}

/**
 * Earlier versions put digests of requests into headers, which nobody can rewrite. With the old secret, anybody who has
 * the files could test guesses at purged words against these digests. Without the secret the digests reveal nothing.
 */
function* eraseRetired(store: AnyStorage, before: Settings, at: number): Steps<Settings> {
  let settings = before;
  for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS && settings.retired.length > 0; attempt++) {
    const why = { rule: "heal/secret-retired" };
    const erased: MemoryEvent = { type: "erased", v: EVENT_VERSION, at, why, erases: settings.retired };
    try {
      yield* ask(store.erase("workspace", settings.seq, erased));
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
    settings = yield* readSettings(store, settings);
  }
  return settings;
}

/** Logs that these attributes hold several values, unless that is known already. */
export function declareSlots(store: AnyStorage, attributes: readonly string[], at: number): Steps<Settings> {
  return declare(store, (settings) => slotsMissing(settings, attributes, { v: EVENT_VERSION, at }));
}

function* declare(
  store: AnyStorage,
  missingIn: (settings: Settings) => readonly MemoryEvent[],
): Steps<Settings> {
  let settings = NO_SETTINGS;
  for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
    settings = yield* readSettings(store, settings);
    const missing = missingIn(settings);
    if (missing.length === 0) return settings;
    try {
      yield* ask(store.append("workspace", settings.seq, missing));
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
  }
  throw new TidelineError(
    "stream-moved",
    "Other processes kept changing the settings of the workspace. Try again later.",
  );
}

function missingFrom(settings: Settings, declaring: Declaring): readonly MemoryEvent[] {
  const common = { v: EVENT_VERSION, at: declaring.at } as const;
  const { policy, multiValued } = declaring;
  const events: MemoryEvent[] = [];
  if (settings.secretGeneration < SECRET_GENERATION) {
    const body = { secret: declaring.newSecret() };
    events.push({ type: "keyed", ...common, generation: SECRET_GENERATION, body });
  }
  if (!isChosen(policy, settings))
    events.push({ type: "policy-chosen", ...common, policy: policy.id, params: policy.params });
  return [...events, ...slotsMissing(settings, multiValued ?? [], common)];
}

function slotsMissing(
  { multiValued: known }: Settings,
  attributes: readonly string[],
  common: { readonly v: number; readonly at: number },
): readonly MemoryEvent[] {
  if (attributes.every((attribute) => known.has(attribute))) return [];
  return [
    { type: "slots-declared", ...common, body: { multiValued: [...new Set([...known, ...attributes])] } },
  ];
}

/**
 * Is this the policy that was chosen last, with the same figures? If none was ever chosen, the default counts as
 * chosen.
 */
function isChosen({ id, params }: LifecyclePolicy, settings: Settings): boolean {
  const { policy = tidelinePolicy.id, policyParams = tidelinePolicy.params } = settings;
  return id === policy && sortedJson(params) === sortedJson(policyParams);
}

function sortedJson(params: LifecyclePolicy["params"]): string {
  return JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
}

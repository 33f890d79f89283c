/**
 * How long are facts kept, and what may not be erased? The owner's rules and holds.
 *
 * Rules and holds are about the whole workspace, or about the one origin that they name. Only the owner in person makes
 * and removes them; carrying them out (`apply-retention.ts`) is maintenance.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import { MAX_COMMIT_ATTEMPTS, MAX_HELD_FACTS, MAX_RETENTION_DAYS, MAX_RETENTION_RULES } from "../limits.ts";
import type { FactsMeant, Hold, Retention, Rule } from "../log/retention.ts";
import { ask, type Steps } from "../log/steps.ts";
import {
  badArgument,
  fieldsOf,
  maybe,
  parseList,
  parseName,
  parseNames,
  parseOneOf,
  parseSlug,
  parseWhole,
} from "../model/arguments.ts";
import { EVENT_VERSION, type EventOf, type MemoryEvent } from "../model/event.ts";
import { type Origin, originKey, parseOrigin } from "../model/origin.ts";
import { SEGMENTS, type Segment } from "../model/segment.ts";
import { AUTHORITIES, type Authority } from "../model/source.ts";
import { checkManages, checkPerson } from "../write/change-gate.ts";
import { byHand } from "./change.ts";
import { isOwner, type Memory } from "./memory.ts";
import { readSettings } from "./settings.ts";

/** Which facts are meant: those to which everything given applies. */
export interface MeantInput {
  /** Of one of these segments. */
  readonly segments?: readonly Segment[] | undefined;
  /** With one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** From one of these sources. */
  readonly sources?: readonly string[] | undefined;
  /** Of one of these classes. */
  readonly classes?: readonly Authority[] | undefined;
  /** In this origin. Default: in every origin. */
  readonly origin?: Origin | undefined;
}

/** What a rule erases, and when. */
export interface RetentionInput extends MeantInput {
  /** So many days after it was first told. */
  readonly afterDays: number;
}

/** A rule that the owner has made. */
export interface RetentionRule extends RetentionInput {
  readonly name: string;
  readonly madeAt: number;
}

/** What is not to be erased, and why. */
export interface HoldInput extends MeantInput {
  readonly reason: string;
  /** Only these facts. */
  readonly facts?: readonly string[] | undefined;
}

/** A hold that the owner has placed. */
export interface RetentionHold extends HoldInput {
  readonly name: string;
  readonly placedAt: number;
}

export interface RetentionList {
  readonly rules: readonly RetentionRule[];
  readonly holds: readonly RetentionHold[];
}

const LONGEST_NAME = 40;

const MEANT_FIELDS = ["segments", "tags", "sources", "classes", "origin"] as const;
const RULE_FIELDS: ReadonlySet<string> = new Set([...MEANT_FIELDS, "afterDays"]);
const HOLD_FIELDS: ReadonlySet<string> = new Set([...MEANT_FIELDS, "facts", "reason"]);

/** The rules and holds of the workspace. */
export function* retention(memory: Memory): Steps<RetentionList> {
  checkOwner(memory, "look at the rules of retention");
  checkManages(memory.speaker, "look at the rules of retention");
  const { rules, holds } = yield* memory.engine.retention();
  return { rules: [...rules.values()].map(ruleOf), holds: [...holds.values()].map(placedOf) };
}

/** Makes a rule, or replaces the one of this name. Nothing is erased yet. */
export function* setRetention(memory: Memory, name: string, rule: RetentionInput): Steps<RetentionRule> {
  checkMakes(memory, "make a rule of retention");
  const slug = parseRuleName(name);
  const given = fieldsOf(rule, RULE_FIELDS, "setRetention", "{ afterDays, … }");
  const afterDays = parseWhole(0, MAX_RETENTION_DAYS)(given.afterDays, "afterDays");
  const { head, body } = parseMeant(given);
  const known = yield* declared(memory, ({ rules }) => {
    checkRoom(rules, slug);
    return { type: "retention-set", ...stampOf(memory), rule: slug, afterDays, ...head, ...bodyOf(body) };
  });
  return ruleOf(known.rules.get(slug) as Rule);
}

/** Removes a rule: what it described is kept. */
export function* removeRetention(memory: Memory, name: string): Steps<RetentionList> {
  checkMakes(memory, "remove a rule of retention");
  const slug = parseRuleName(name);
  yield* declared(memory, ({ rules }) => {
    if (!rules.has(slug)) throw badArgument(`There is no rule of retention "${slug}". ${named(rules)}`);
    return { type: "retention-removed", ...stampOf(memory), rule: slug };
  });
  return yield* retention(memory);
}

/** From now on nothing that this describes is erased, by whomever, until the hold is released. */
export function* hold(memory: Memory, name: string, options: HoldInput): Steps<RetentionHold> {
  checkMakes(memory, "place a hold");
  const slug = parseRuleName(name);
  const given = fieldsOf(options, HOLD_FIELDS, "hold", "{ reason, … }");
  const reason = parseName(given.reason, "reason");
  const facts = maybe(given, "facts", parseList(MAX_HELD_FACTS, " ids", parseName));
  const { head, body } = parseMeant(given);
  const known = yield* declared(memory, ({ holds }) => {
    checkRoom(holds, slug);
    if (holds.has(slug))
      throw badArgument(`There is a hold "${slug}" already: release it first, or choose another name`);
    const meant = { ...head, ...(facts === undefined ? {} : { facts }) };
    return { type: "hold-placed", ...stampOf(memory), hold: slug, ...meant, body: { ...body, reason } };
  });
  return placedOf(known.holds.get(slug) as Hold);
}

/** Lifts a hold. */
export function* release(memory: Memory, name: string, reason: string): Steps<RetentionList> {
  checkMakes(memory, "release a hold");
  const slug = parseRuleName(name);
  const body = { reason: parseName(reason, "reason") };
  yield* declared(memory, ({ holds }) => {
    if (!holds.has(slug)) throw badArgument(`There is no hold "${slug}". ${named(holds)}`);
    return { type: "hold-released", ...stampOf(memory), hold: slug, body };
  });
  return yield* retention(memory);
}

function checkMakes(memory: Memory, what: string): void {
  checkOwner(memory, what);
  checkPerson(memory.speaker, what);
}

/** A rule is about the whole workspace. */
function checkOwner(memory: Memory, what: string): void {
  if (!isOwner(memory))
    throw new TidelineError("not-allowed", `Only the owner of the whole workspace can ${what}.`);
}

function checkRoom(known: ReadonlyMap<string, unknown>, name: string): void {
  if (!known.has(name) && known.size >= MAX_RETENTION_RULES)
    throw badArgument(`There are ${known.size} already, which is the most a workspace has. Remove one first`);
}

export function parseRuleName(value: unknown, name = "name"): string {
  const slug = parseSlug(value, name);
  if (slug.length > LONGEST_NAME)
    throw badArgument(`${name} has ${slug.length} characters; the limit is ${LONGEST_NAME}`);
  return slug;
}

function parseMeant(given: Readonly<Record<string, unknown>>) {
  const segments = maybe(given, "segments", parseList(SEGMENTS.length, "", parseOneOf(SEGMENTS)));
  const classes = maybe(given, "classes", parseList(AUTHORITIES.length, "", parseClass));
  const tags = maybe(given, "tags", parseNames);
  const sources = maybe(given, "sources", parseNames);
  const origin = given.origin === undefined ? undefined : originKey(parseOrigin(given.origin));
  for (const [name, list] of Object.entries({ segments, classes, tags, sources, facts: given.facts }))
    if (Array.isArray(list) && list.length === 0)
      throw badArgument(`${name} is empty, so nothing would be meant: leave it out, or name some`);
  return { head: defined({ segments, classes }), body: defined({ tags, sources, origin }) };
}

function parseClass(value: unknown, name: string): Authority {
  const one = AUTHORITIES.find((known) => known === value);
  if (one === undefined) throw badArgument(`${name} must be a class: 0, 1, 2 or 3`);
  return one;
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function bodyOf<T extends object>(body: T): { readonly body?: T } {
  return Object.keys(body).length === 0 ? {} : { body };
}

function stampOf(memory: Memory) {
  return { v: EVENT_VERSION, at: memory.engine.now(), by: byHand(memory) } as const;
}

/** Appends to the workspace's log; again, on what is known then, where somebody else was faster. */
function* declared(
  { engine }: Memory,
  decide: (
    known: Retention,
  ) => EventOf<"retention-set" | "retention-removed" | "hold-placed" | "hold-released">,
): Steps<Retention> {
  yield* engine.rules();
  for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
    const { seq, retention: known } = yield* readSettings(engine.store);
    const event: MemoryEvent = decide(known);
    try {
      yield* ask(engine.store.append("workspace", seq, [event]));
      return yield* engine.retention();
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
  }
  throw new TidelineError("stream-moved", "Other processes kept changing the workspace. Try again later.");
}

export function named(known: ReadonlyMap<string, unknown>): string {
  return known.size === 0 ? "There is none" : `There are: ${[...known.keys()].join(", ")}`;
}

function ruleOf({ name, afterDays, at, ...meant }: Rule): RetentionRule {
  return { name, afterDays, madeAt: at, ...meantOf(meant) };
}

function placedOf({ name, reason, facts, at, ...meant }: Hold): RetentionHold {
  return { name, reason, placedAt: at, ...meantOf(meant), ...defined({ facts }) };
}

function meantOf({ segments, classes, tags, sources, origin }: FactsMeant): MeantInput {
  return defined({
    segments,
    classes,
    tags,
    sources,
    origin: origin === undefined ? undefined : originIn(origin),
  });
}

/** The origin that this key stands for. */
function originIn(key: string): Origin {
  if (key === "owner") return "owner";
  const [first, conversationId, sessionKey] = JSON.parse(key) as string[];
  if (conversationId === undefined) return parseOrigin({ user: first });
  const channel = { channel: first, conversationId };
  return parseOrigin(sessionKey === undefined ? channel : { ...channel, sessionKey });
}

/**
 * What may a caller see?
 *
 * One rule for every surface: an agent or a reader sees what recall could show them; only the owner sees what is out of
 * use. For everybody else such facts do not exist, above all quarantined ones, so that no agent reads a text that was
 * locked away because it gives orders to agents. Nor do they learn that something is hidden: an answer names no fact
 * that its caller may not see (`asSeen`), and the id of such a fact is treated as one that does not exist (`asAbsent`).
 */
import { isTidelineError, TidelineError } from "../../errors.ts";
import { MAX_LIST } from "../../limits.ts";
import { noSuchFact } from "../../memory/change.ts";
import type { Fact } from "../../model/fact.ts";
import { isInSight } from "../../model/sight.ts";
import type { Caller } from "../caller.ts";
import type { Call } from "./operation.ts";

/** The rule. */
export function isVisible(caller: Caller, fact: Fact): boolean {
  return caller.role === "owner" || isInSight(fact);
}

// ── facts by id, without counting as a use

export async function factsOf(
  { memory }: Call,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Fact>> {
  const found = new Map<string, Fact>();
  const all = [...ids];
  for (let at = 0; at < all.length; at += MAX_LIST) {
    const page = await memory.list({ ids: all.slice(at, at + MAX_LIST), lifecycle: "any" });
    for (const fact of page) found.set(fact.id, fact);
  }
  return found;
}

/** Those that exist but that the caller may not see. */
async function unseenAmong(call: Call, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (call.caller.role === "owner") return new Set();
  const facts = [...(await factsOf(call, ids)).values()];
  return new Set(facts.filter((fact) => !isVisible(call.caller, fact)).map(({ id }) => id));
}

// ── input

/**
 * Refuses ids of facts that the caller may not see, before the operation runs: a look-up, for example, brings back a
 * fact that a sweep suppressed, and an agent may not do that.
 */
export async function refuseUnseen({ caller, memory }: Call, ids: readonly string[]): Promise<void> {
  if (caller.role === "owner") return;
  for (const id of ids) {
    const fact = await memory.peek(id);
    if (fact === undefined || !isVisible(caller, fact)) throw noSuchFact(id);
  }
}

/**
 * Does work with ids that the caller gave. `real` gives the id to pass to the engine: for a fact that the caller may
 * not see, one that no fact has, so that the engine itself treats it like any other unknown id.
 */
export async function asAbsent<T>(
  call: Call,
  given: readonly string[],
  work: (real: (id: string) => string) => Promise<T>,
): Promise<T> {
  const unseen = await unseenAmong(call, new Set(given));
  const absent = (id: string) => `${id}~`;
  try {
    return await work((id) => (unseen.has(id) ? absent(id) : id));
  } catch (error) {
    if (!isTidelineError(error, "no-such-fact")) throw error;
    const asGiven = [...unseen].reduce((text, id) => text.replace(absent(id), id), error.message);
    throw new TidelineError(error.code, asGiven, error.details, error);
  }
}

// ── output

/** Lists in which a fact, its history or its succession names other facts. */
const NAMING: ReadonlySet<string> = new Set([
  ...["links", "backlinks", "evidence"],
  ...["history", "events", "chain"],
  ...["replaces", "mayBeReplacedBy"],
]);

/** Ids in the text of an inspection, and only there: a sentence that has lost its id still says what happened. */
const ID_IN_WORDS = /\b[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** The answer, without a trace of facts that its caller may not see. */
export async function asSeen(call: Call, answer: unknown): Promise<unknown> {
  if (call.caller.role === "owner") return answer;
  const named = new Set<string>();
  withoutNaming(answer, (id) => {
    named.add(id);
    return false;
  });
  const unseen = await unseenAmong(call, named);
  return unseen.size === 0 ? answer : withoutNaming(answer, (id) => unseen.has(id));
}

function withoutNaming(value: unknown, isUnseen: (id: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNaming(one, isUnseen));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(
    ([name, one]) => name !== "supersededBy" || typeof one !== "string" || !isUnseen(one),
  );
  return Object.fromEntries(
    fields.map(([name, one]) => {
      if (name === "text" && typeof one === "string")
        return [name, one.replace(ID_IN_WORDS, (id) => (isUnseen(id) ? "another fact" : id))];
      const isNaming = NAMING.has(name) && Array.isArray(one);
      const rest = isNaming ? one.filter((item) => !idsIn(item).some(isUnseen)) : one;
      return [name, withoutNaming(rest, isUnseen)];
    }),
  );
}

/** The facts named by a link, an event, a step of a succession, or an id. */
function idsIn(item: unknown): readonly string[] {
  if (typeof item === "string") return [item];
  if (typeof item !== "object" || item === null) return [];
  const { id, fact, to, from, successor } = ("event" in item ? item.event : item) as Record<string, unknown>;
  return [id, fact, to, from, successor].filter((one) => typeof one === "string");
}

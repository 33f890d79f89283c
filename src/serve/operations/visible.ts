/**
 * What may a caller see?
 *
 * One rule for every surface: an agent and a reader see what recall could show them; only the owner sees what is out
 * of use. To everybody else that is not there, above all what is quarantined, so that no agent can be talked to by a
 * text that was locked away for talking to agents. Nor is it told that there is something to hide: an answer names
 * no fact that its caller may not see (`asSeen`), and an id of one that a caller gives is taken for one that is not
 * there (`asAbsent`).
 */
import { isTidelineError, TidelineError } from "../../errors.ts";
import { cursorOf } from "../../govern/listing.ts";
import type { Fact } from "../../model/fact.ts";
import { isInSight } from "../../model/sight.ts";
import type { Caller } from "../caller.ts";
import { factPages } from "../fact-pages.ts";
import type { Call } from "./operation.ts";

/** The rule. */
export function isVisible(caller: Caller, fact: Fact): boolean {
  return caller.role === "owner" || isInSight(fact);
}

// ── facts by id, without counting it as a use of them

/** It is the one after the one before it. */
export async function factOf({ memory }: Call, id: string): Promise<Fact | undefined> {
  try {
    const [before] = await memory.list({ lifecycle: "any", order: "newest", limit: 1, after: id });
    const [found] = await memory.list({ lifecycle: "any", limit: 1, after: before && cursorOf(before) });
    return found?.id === id ? found : undefined;
  } catch (error) {
    // What is not there and what may not be seen must be told in the same words.
    if (isTidelineError(error) && error.code === "no-such-fact") return undefined;
    throw error;
  }
}

/** More than this are met sooner on the way through all facts. */
const FEW = 16;

export async function factsOf(call: Call, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Fact>> {
  const found = new Map<string, Fact>();
  const take = (fact: Fact | undefined) => {
    if (fact !== undefined && ids.has(fact.id)) found.set(fact.id, fact);
  };
  if (ids.size <= FEW) {
    for (const id of ids) take(await factOf(call, id));
    return found;
  }
  for await (const page of factPages(call.memory, { lifecycle: "any" })) {
    page.forEach(take);
    if (found.size === ids.size) break;
  }
  return found;
}

/** Those of them that are there, and not for the caller. */
async function unseenAmong(call: Call, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (call.caller.role === "owner") return new Set();
  const facts = [...(await factsOf(call, ids)).values()];
  return new Set(facts.filter((fact) => !isVisible(call.caller, fact)).map(({ id }) => id));
}

// ── what comes in

/**
 * Works with ids that the caller gave; `real` says by which id the engine is to be asked. For a fact that the caller
 * may not see that is one that nobody has, so that the engine itself does and says what it does about any other.
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

// ── what goes out

/** Lists in which a fact, its story or its succession names others. */
const NAMING: ReadonlySet<string> = new Set([
  ...["links", "backlinks", "evidence"],
  ...["history", "events", "chain"],
]);

/** In the story of a fact, and there alone: a sentence that has lost its id still says what happened. */
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

/** The facts that a link, an event, a step of a succession or an id names. */
function idsIn(item: unknown): readonly string[] {
  if (typeof item === "string") return [item];
  if (typeof item !== "object" || item === null) return [];
  const { id, fact, to, from, successor } = ("event" in item ? item.event : item) as Record<string, unknown>;
  return [id, fact, to, from, successor].filter((one) => typeof one === "string");
}

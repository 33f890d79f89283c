/**
 * Which event undoes an event? One that is made from the state before the original event.
 *
 * Three things cannot be undone: an observation (that somebody said the fact again is history), a decay clock that was
 * reset to the present, and an erased text.
 */
import type { State } from "../log/fold.ts";
import type { EventOf, MemoryEvent } from "../model/event.ts";
import { REVISED_IN_BODY, REVISED_IN_HEAD } from "../model/event-fields.ts";
import type { Fact } from "../model/fact.ts";
import type { PassEvent } from "./pass.ts";

/**
 * What to append so that the fact is as it was in `before`; nothing if the event changed nothing or cannot be undone.
 */
export function inverseOf(event: MemoryEvent, before: State): readonly PassEvent[] {
  if (event.type === "added") return [{ type: "pruned", fact: event.fact }];
  const fact = "fact" in event ? before.facts.get(event.fact) : undefined;
  if (fact === undefined) return [];
  const on = { fact: fact.id } as const;
  switch (event.type) {
    case "revised":
      return unrevised(event, fact);
    case "pinned":
      return fact.pinned ? [] : [{ type: "unpinned", ...on }];
    case "unpinned":
      return fact.pinned ? [{ type: "pinned", ...on }] : [];
    case "confirmed":
    case "unconfirmed":
      return [
        {
          type: fact.confirmedAt === undefined ? "unconfirmed" : "confirmed",
          ...on,
          confidence: fact.confidence,
        },
      ];
    case "endorsed":
      return fact.authority === event.authority
        ? []
        : [{ type: "endorsed", ...on, authority: fact.authority }];
    case "archived":
    case "restored":
    case "pruned":
      return [{ type: LIFECYCLE_EVENTS[fact.lifecycle], ...on }];
    case "suppressed":
    case "unsuppressed":
      return [{ type: fact.suppressed ? "suppressed" : "unsuppressed", ...on }];
    case "quarantined":
    case "released":
      return [{ type: fact.quarantined ? "quarantined" : "released", ...on }];
    case "challenged":
    case "superseded":
    case "merged":
    case "invalidated":
    case "revalidated":
      return formerValidity(fact);
    case "linked":
      return isLinked(fact, event) ? [] : [{ type: "unlinked", ...on, kind: event.kind, to: event.to }];
    case "unlinked":
      return isLinked(fact, event) ? [{ type: "linked", ...on, kind: event.kind, to: event.to }] : [];
    default:
      return [];
  }
}

const LIFECYCLE_EVENTS = { active: "restored", archived: "archived", pruned: "pruned" } as const;

/**
 * Nothing if the fact was superseded or merged and its successor has been purged since: an undo must not make it
 * current.
 */
function formerValidity(fact: Fact): readonly PassEvent[] {
  const on = { fact: fact.id } as const;
  const back: PassEvent = { type: "revalidated", ...on, validTo: fact.validTo ?? null };
  const successor = fact.supersededBy;
  const ended = fact.validTo === undefined ? {} : { validTo: fact.validTo };
  const replaced: readonly PassEvent[] =
    successor === undefined ? [] : [{ type: "superseded", ...on, successor, ...ended }];
  switch (fact.validity) {
    case "valid":
      return [back];
    // The fact may have been superseded earlier; then it keeps the id of its successor.
    case "challenged":
      return [back, ...replaced, { type: "challenged", ...on }];
    case "invalidated":
      return [back, ...replaced, { type: "invalidated", ...on, ...ended }];
    case "superseded":
      return successor === undefined ? [] : [back, ...replaced];
    case "merged":
      return successor === undefined ? [] : [back, { type: "merged", ...on, successor }];
  }
}

/** Every field that the event set, with its former value; null if it had none. */
function unrevised(event: EventOf<"revised">, fact: Fact): readonly PassEvent[] {
  const fields: Record<string, unknown> = {};
  for (const field of REVISED_IN_HEAD) if (event[field] !== undefined) fields[field] = fact[field] ?? null;
  const words: Record<string, unknown> = {};
  for (const field of REVISED_IN_BODY)
    if (event.body?.[field] !== undefined) words[field] = fact[field] ?? null;
  for (const part of ["subject", "attribute"] as const)
    if (event.body?.[part] !== undefined) words[part] = fact.slot?.[part] ?? null;
  const body = Object.keys(words).length === 0 ? {} : { body: words };
  if (Object.keys(fields).length === 0 && !("body" in body)) return [];
  return [{ type: "revised", fact: fact.id, ...fields, ...body } as PassEvent];
}

function isLinked(fact: Fact, event: EventOf<"linked" | "unlinked">): boolean {
  return fact.links.some((link) => link.kind === event.kind && link.to === event.to);
}

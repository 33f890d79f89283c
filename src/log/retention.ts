/**
 * Which facts are to be erased once they are so old, and which may not be erased? The fold of the rules and holds in the
 * workspace's stream.
 *
 * A rule or a hold whose words were erased (because the origin that it named was forgotten) counts no more: without its
 * words it would describe more facts than its author meant.
 */
import type { EventOf } from "../model/event.ts";
import type { Segment } from "../model/segment.ts";
import type { Authority } from "../model/source.ts";
import type { RecordedEvent } from "../ports/storage.ts";

/** Which facts are meant: those to which all of this applies. */
export interface FactsMeant {
  /** One of these segments. */
  readonly segments?: readonly Segment[] | undefined;
  /** One of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** One of these sources. */
  readonly sources?: readonly string[] | undefined;
  /** One of these classes. */
  readonly classes?: readonly Authority[] | undefined;
  /** The key of the one origin that is meant. */
  readonly origin?: string | undefined;
}

export interface Rule extends FactsMeant {
  readonly name: string;
  readonly afterDays: number;
  readonly seq: number;
  readonly at: number;
}

export interface Hold extends FactsMeant {
  readonly name: string;
  readonly reason: string;
  /** Only these facts. */
  readonly facts?: readonly string[] | undefined;
  readonly seq: number;
  readonly at: number;
}

export interface Retention {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly holds: ReadonlyMap<string, Hold>;
}

export const NO_RETENTION: Retention = { rules: new Map(), holds: new Map() };

export function foldRetention(before: Retention, { seq, event, bodyGone }: RecordedEvent): Retention {
  const { rules, holds } = before;
  switch (event.type) {
    case "retention-set": {
      const { rule: name, afterDays, at } = event;
      const left = without(rules, name);
      const rule = { name, afterDays, seq, at, ...meantBy(event) };
      return { rules: bodyGone ? left : new Map(left).set(name, rule), holds };
    }
    case "retention-removed":
      return { rules: without(rules, event.rule), holds };
    case "hold-placed": {
      const { hold: name, facts, at, body } = event;
      if (body === undefined) return before;
      const hold = { name, reason: body.reason, seq, at, facts, ...meantBy(event) };
      return { rules, holds: new Map(holds).set(name, hold) };
    }
    case "hold-released":
      return { rules, holds: without(holds, event.hold) };
    case "erased": {
      const gone = new Set(event.erases);
      const isLeft = ([, { seq: at }]: readonly [string, Rule | Hold]) => !gone.has(at);
      if ([...rules, ...holds].every(isLeft)) return before;
      return { rules: new Map([...rules].filter(isLeft)), holds: new Map([...holds].filter(isLeft)) };
    }
    default:
      return before;
  }
}

function without<T>(all: ReadonlyMap<string, T>, name: string): ReadonlyMap<string, T> {
  return new Map([...all].filter(([one]) => one !== name));
}

function meantBy({ segments, classes, body }: EventOf<"retention-set"> | EventOf<"hold-placed">): FactsMeant {
  const { tags, sources, origin } = body ?? {};
  return { segments, classes, tags, sources, origin };
}

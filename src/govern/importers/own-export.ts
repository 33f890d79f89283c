/**
 * Which facts of an export of Tideline are brought into a memory that has facts of its own? Those that hold there and were
 * said by somebody: not what was superseded, merged, archived, suppressed or quarantined, nor what a pass derived. Each becomes a record, like that of any other memory.
 *
 * An export is text that anybody may have edited. It carries no hash chain, so the classes in it count downwards only:
 * what was foreign stays foreign, everything else is hearsay.
 */
import { emptyState, evolve } from "../../log/fold.ts";
import { REST, type Steps } from "../../log/steps.ts";
import type { Fact } from "../../model/fact.ts";
import type { Origin } from "../../model/origin.ts";
import { PROTECTED_SEGMENTS } from "../../model/segment.ts";
import { isLive } from "../../model/sight.ts";
import { parseExport } from "../export.ts";
import { type ForeignRecord, filled, type RecordWords } from "./record.ts";

/** What an export holds for a memory that has facts. */
export interface ExportedRecords {
  readonly records: readonly ForeignRecord[];
  /** Facts that do not hold there. */
  readonly leftOut: number;
}

/** Steps between which other work may run. */
const EVENTS_PER_REST = 64;

export function* readOwnExport(text: string, origin: Origin): Steps<ExportedRecords> {
  const { events } = yield* parseExport(text, origin);
  let state = emptyState(origin);
  for (const [i, event] of events.entries()) {
    state = evolve(state, event, i + 1);
    if (i % EVENTS_PER_REST === 0) yield REST;
  }
  const facts = [...state.facts.values()];
  const current = facts.filter((fact) => isLive(fact) && fact.derived === undefined);
  return { records: current.map(recordOf), leftOut: facts.length - current.length };
}

function recordOf(fact: Fact): ForeignRecord {
  const { id, content, segment, slot, authority, source, metadata } = fact;
  // Only the principal's own words may write to a protected segment, and here they are hearsay.
  const isOpen = !PROTECTED_SEGMENTS.has(segment);
  return {
    place: `fact ${id}`,
    id,
    ...(authority === 0 ? { isForeign: true } : {}),
    words: filled<RecordWords>({
      content,
      tags: fact.tags,
      aliases: fact.aliases,
      segment: isOpen ? segment : undefined,
      subject: slot?.subject,
      attribute: slot?.attribute,
      heardAt: fact.createdAt,
      occurredAt: fact.occurredAt,
      validFrom: fact.validFrom,
      validTo: fact.validTo,
      metadata: { ...metadata, tideline: { id, authority, source, segment } },
    }),
  };
}

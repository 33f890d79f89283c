/**
 * When is it the keeper's turn to distil? When turns still wait although whoever observed them would have distilled them by
 * now: that process has ended, or it does not distil by itself.
 *
 * An inbox in which nothing waits is not read again until somebody has written to it.
 */
import type { TurnHead } from "../converse/inbox.ts";
import { ask, type Steps } from "../log/steps.ts";
import { type Origin, originKey } from "../model/origin.ts";
import { inboxOf } from "../model/stream.ts";
import { DAY_MS } from "../model/time.ts";
import { type Head, NO_HEAD } from "../ports/storage.ts";
import { isTimed, MOST_WAITS } from "./distil-soon.ts";
import { tokensLeftFor } from "./distil-work.ts";
import { keptMemory, type Memory } from "./memory.ts";

/** The keeper waits this many times as long as the process that observed the turns. */
const WAITS_LONGER = 2;
/** An origin without conversations is looked at again after this long. */
const SILENT_MS = 10_000;

export class DistilDue {
  private readonly memory: Memory;
  private readonly talks = new Set<string>();
  /** By origin: when there was no conversation yet. */
  private readonly silentAt = new Map<string, number>();
  /** By origin: the end of the inbox when nothing waited in it. */
  private readonly quietAt = new Map<string, Head>();

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** The origins whose inbox has ever been written to. */
  *conversing(origins: readonly Origin[]): Steps<readonly Origin[]> {
    const now = this.memory.engine.now();
    const found: Origin[] = [];
    for (const origin of origins) {
      const key = originKey(origin);
      const silentAt = this.silentAt.get(key);
      if (silentAt !== undefined && now - silentAt < SILENT_MS && now >= silentAt) continue;
      if (this.talks.has(key) || (yield* this.hasMoved(origin, NO_HEAD))) {
        this.talks.add(key);
        found.push(origin);
      } else this.silentAt.set(key, now);
    }
    return found;
  }

  /** undefined if no turn waits. */
  *at(origin: Origin): Steps<number | undefined> {
    const key = originKey(origin);
    const quietAt = this.quietAt.get(key);
    if (quietAt !== undefined && !(yield* this.hasMoved(origin, quietAt))) return undefined;
    const kept = keptMemory(this.memory, origin);
    const { engine, open } = kept;
    const { distil, ...state } = yield* open.replica.catchUp();
    yield* open.inbox.catchUp();
    const waiting = open.inbox.waitingSessions(distil);
    if (waiting.length === 0) {
      this.quietAt.set(key, open.inbox.end);
      return undefined;
    }
    const { debounceMs, tokensPerDay } = engine.options.distilling;
    const now = engine.now();
    // A timer of this process distils them.
    if (isTimed(open)) return now + WAITS_LONGER * debounceMs;
    const affordable = waiting.filter(
      ([, turns]) => tokensLeftFor(turns, { ...state, distil }, tokensPerDay, now) !== 0,
    );
    const { day, inputTokens, outputTokens } = distil.spent;
    const isSpent = day === Math.floor(now / DAY_MS) && inputTokens + outputTokens >= tokensPerDay;
    if (isSpent || affordable.length === 0) return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    return Math.min(...affordable.map(([, turns]) => dueAt(turns, WAITS_LONGER * debounceMs)));
  }

  private *hasMoved(origin: Origin, end: Head): Steps<boolean> {
    const { events, afterHash } = yield* ask(this.memory.engine.store.read(inboxOf(origin), end.seq, 1));
    return events.length > 0 || afterHash !== end.hash;
  }
}

/** Once the session was quiet for so long; in one that never pauses, after several times as long. */
function dueAt(turns: readonly TurnHead[], quietMs: number): number {
  const [first, last] = [turns[0] as TurnHead, turns.at(-1) as TurnHead];
  return Math.min(last.observedAt + quietMs, first.observedAt + MOST_WAITS * quietMs);
}

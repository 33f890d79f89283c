/**
 * When did which maintenance task run for whom? The fold of `kept` events in the workspace's stream.
 *
 * Origins stand there as keyed digests: the stream belongs to no origin and tells nothing of any.
 */
import type { EventOf } from "../model/event.ts";
import type { RecordedEvent } from "../ports/storage.ts";

export interface TaskRecord {
  readonly begunAt: number | undefined;
  /** Somebody is at it, at the latest until then. */
  readonly until: number | undefined;
  readonly endedAt: number | undefined;
  readonly failedAt: number | undefined;
  /** Since it last ended well. */
  readonly failures: number;
  readonly code: string | undefined;
}

export interface KeeperLog {
  readonly seq: number;
  readonly tasks: ReadonlyMap<string, TaskRecord>;
}

export const EMPTY_KEEPER_LOG: KeeperLog = { seq: 0, tasks: new Map() };

const NEVER: TaskRecord = {
  begunAt: undefined,
  until: undefined,
  endedAt: undefined,
  failedAt: undefined,
  failures: 0,
  code: undefined,
};

export function taskKey(task: string, origin: string): string {
  return `${task} ${origin}`;
}

export function foldKeeper(log: KeeperLog, events: readonly RecordedEvent[]): KeeperLog {
  const tasks = new Map(log.tasks);
  let { seq } = log;
  for (const recorded of events) {
    seq = recorded.seq;
    const { event } = recorded;
    if (event.type !== "kept") continue;
    const key = taskKey(event.task, event.origin);
    tasks.set(key, step(tasks.get(key) ?? NEVER, event));
  }
  return { seq, tasks };
}

function step(record: TaskRecord, event: EventOf<"kept">): TaskRecord {
  switch (event.phase) {
    case "begun":
      return { ...record, begunAt: event.at, until: event.until };
    case "ended":
      return { ...record, until: undefined, endedAt: event.at, failures: 0, code: undefined };
    case "failed":
      return {
        ...record,
        until: undefined,
        failedAt: event.at,
        failures: record.failures + 1,
        code: event.code,
      };
  }
}

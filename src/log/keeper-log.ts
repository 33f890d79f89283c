/**
 * When did which maintenance task run for which origin? The fold of the `kept` events in the workspace stream.
 *
 * The keeper (which decides what is due) writes these events. They name origins only by keyed digests, because the
 * workspace stream belongs to no origin and must reveal nothing about any.
 */
import type { EventOf } from "../model/event.ts";
import type { RecordedEvent } from "../ports/storage.ts";

export interface TaskRecord {
  readonly begunAt: number | undefined;
  /** A process is running the task; its lease ends at this time. */
  readonly until: number | undefined;
  readonly endedAt: number | undefined;
  readonly failedAt: number | undefined;
  /** Failures since the task last succeeded. */
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

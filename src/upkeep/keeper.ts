/**
 * Which maintenance is due, and for which origin? Contradictions, sweep and dream, each for every origin separately;
 * retention, if there are rules; thinking, if there is a language model; and distilling, for every origin with conversations.
 *
 * All but the last are due at intervals. Distilling is due when turns have waited long enough: longer than the process that
 * observed them would have let them wait, so it is the turns of a process that is gone, or that does not distil by itself.
 *
 * The workspace's stream records what ran when, so the schedule survives restarts: after a downtime each task runs
 * once, not once per missed night. A process claims a task in that stream before it runs it, by compare-and-append, so
 * only one of several processes runs it. A claim is renewed while its owner lives, and expires soon after the owner
 * dies. A failure is counted, reported and retried after a pause that grows each time; other tasks and other origins
 * still run.
 *
 * The keeper decides nothing about facts: the passes do that. A pass that was cut off is finished by the next run.
 */
import { isTidelineError } from "../errors.ts";
import { MAX_COMMIT_ATTEMPTS } from "../limits.ts";
import { EMPTY_KEEPER_LOG, foldKeeper, type KeeperLog, type TaskRecord, taskKey } from "../log/keeper-log.ts";
import { eachPage } from "../log/pages.ts";
import { driveLater } from "../log/steps.ts";
import { EVENT_VERSION, type EventOf } from "../model/event.ts";
import { type Origin, originKey } from "../model/origin.ts";
import type { PassReport } from "../passes/pass.ts";
import type { Page } from "../ports/storage.ts";
import type { Timer } from "../ports/timer.ts";

/**
 * In this order: what was said is to be judged with the rest, and the sweep spares disputed facts, so disputes must be
 * recorded before it runs.
 */
export const KEEPER_TASKS = ["distil", "retention", "contradictions", "sweep", "dream", "think"] as const;
/** A task that the keeper looks after. */
export type KeeperTask = (typeof KEEPER_TASKS)[number];

export interface KeeperHost {
  readonly timer: Timer | undefined;
  now(): number;
  isFrozen(): boolean;
  /** Is there a language model that can think? */
  thinks(): boolean;
  /** Is there a rule of retention? */
  retains(): Promise<boolean>;
  intervalMs(task: KeeperTask): number;
  origins(): Promise<readonly Origin[]>;
  /** Those of these origins that have conversations; none if distilling is left to the host. */
  conversing(origins: readonly Origin[]): Promise<readonly Origin[]>;
  /** When turns of the origin have waited long enough to be distilled by the keeper; undefined if none waits. */
  distillingAt(origin: Origin): Promise<number | undefined>;
  digest(text: string): Promise<string>;
  read(afterSeq: number): Promise<Page>;
  append(expectedSeq: number, event: EventOf<"kept">): Promise<void>;
  run(task: KeeperTask, origin: Origin, options: { readonly dryRun: boolean }): Promise<PassReport>;
}

/** When a task ran last, and when it is due. */
export interface TaskStatus {
  readonly task: KeeperTask;
  readonly origin: Origin;
  readonly lastRunAt: number | undefined;
  /** The task is due if this time is now or in the past. */
  readonly nextRunAt: number;
  readonly isDue: boolean;
  readonly isRunning: boolean;
  /** Failures since the last success. */
  readonly failures: number;
  readonly lastFailure: { readonly at: number; readonly code: string } | undefined;
}

/** What the keeper knows of each task. */
export interface KeeperStatus {
  readonly isFrozen: boolean;
  readonly isStarted: boolean;
  readonly tasks: readonly TaskStatus[];
  /** How many tasks are due. */
  readonly backlog: number;
  readonly nextRunAt: number | undefined;
}

/** What the keeper ran. */
export interface KeeperRun {
  readonly task: KeeperTask;
  readonly origin: Origin;
  readonly outcome: "ended" | "failed";
  readonly counts: Readonly<Record<string, number>>;
  /** What went and what was kept, fact by fact and as text; undefined if the task failed. */
  readonly report: PassReport | undefined;
  readonly error: unknown;
}

/**
 * How long a claim lasts. It is renewed while its owner lives, and short, so that another process takes over soon after
 * a death.
 */
const LONGEST_CLAIM_MS = 2 * 60_000;
const SHORTEST_CLAIM_MS = 2_000;
const RENEWALS_PER_CLAIM = 3;
/** Without a timer a claim cannot be renewed, so it must last longer than any pass takes. */
const UNRENEWED_CLAIM_MS = 30 * 60_000;
const FIRST_RETRY_MS = 60_000;
/** If nothing is due earlier, the keeper looks again after this long: others may have added origins. */
const LONGEST_SLEEP_MS = 60 * 60_000;
/** While there is no origin at all: the first facts of a new workspace should not wait an hour for their first pass. */
const EMPTY_SLEEP_MS = 60_000;
const SHORTEST_SLEEP_MS = 1_000;
/** Where no turn waits, the keeper looks again after this long: other processes may have left some. */
const LOOK_AGAIN_MS = 10 * 60_000;
/** One run takes as much as a run may; then it is the turn of the other origins, and of this one again after so long. */
const TURN_MS = 60_000;

/**
 * Tells which passes are due, and runs them.
 * @example await memory.keeper().runDue();
 */
export class Keeper {
  private readonly host: KeeperHost;
  private log: KeeperLog = EMPTY_KEEPER_LOG;
  private readonly digests = new Map<string, string>();
  private cancel: (() => void) | undefined;
  private isStarted = false;
  private running: Promise<readonly KeeperRun[]> | undefined;

  constructor(host: KeeperHost) {
    this.host = host;
  }

  /** The status of every origin, or of one. */
  async status(only?: Origin): Promise<KeeperStatus> {
    await this.catchUp();
    const now = this.host.now();
    const tasks: TaskStatus[] = [];
    for (const [task, origin] of await this.all(only)) tasks.push(await this.statusOf(task, origin, now));
    const next = tasks.map(({ nextRunAt }) => nextRunAt);
    return {
      isFrozen: this.host.isFrozen(),
      isStarted: this.isStarted,
      tasks,
      backlog: tasks.filter(({ isDue }) => isDue).length,
      nextRunAt: next.length === 0 ? undefined : Math.min(...next),
    };
  }

  /** Runs all due tasks, one after the other. A second call during a run gets the same promise. */
  runDue(): Promise<readonly KeeperRun[]> {
    this.running ??= this.work().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** What the tasks that are due would do now, each as if it ran alone: nothing is written and nothing is claimed. */
  async preview(): Promise<readonly KeeperRun[]> {
    await this.catchUp();
    const runs: KeeperRun[] = [];
    for (const [task, origin] of await this.all()) {
      const { isDue } = await this.statusOf(task, origin, this.host.now());
      if (isDue) runs.push(await this.attempt(task, origin, true));
    }
    return runs;
  }

  /** Runs due tasks by itself from now on, until `stop` is called or the memory is closed. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.sleep(SHORTEST_SLEEP_MS);
  }

  stop(): void {
    this.isStarted = false;
    this.cancel?.();
    this.cancel = undefined;
  }

  private sleep(ms: number): void {
    if (!this.isStarted) return;
    this.cancel = this.host.timer?.after(ms, () => {
      // The log records tasks that failed. If the store itself fails, try again after the longest sleep.
      this.runDue()
        .then(() => this.status())
        .then(({ nextRunAt }) => this.sleep(this.untilNext(nextRunAt)))
        .catch(() => this.sleep(LONGEST_SLEEP_MS));
    });
  }

  private untilNext(nextRunAt: number | undefined): number {
    if (nextRunAt === undefined) return EMPTY_SLEEP_MS;
    const wait = nextRunAt - this.host.now();
    return Math.min(LONGEST_SLEEP_MS, Math.max(SHORTEST_SLEEP_MS, wait));
  }

  private async work(): Promise<readonly KeeperRun[]> {
    const runs: KeeperRun[] = [];
    if (this.host.isFrozen()) return runs;
    for (const [task, origin] of await this.all()) {
      if (this.host.isFrozen() || !(await this.claim(task, origin))) continue;
      runs.push(await this.carryOut(task, origin));
    }
    return runs;
  }

  /** Every task there is, origin by origin. */
  private async all(only?: Origin): Promise<readonly (readonly [task: KeeperTask, origin: Origin])[]> {
    const origins = only === undefined ? await this.host.origins() : [only];
    const conversing = new Set((await this.host.conversing(origins)).map(originKey));
    const retains = await this.host.retains();
    const isThere = (task: KeeperTask, origin: Origin) => {
      if (task === "distil") return conversing.has(originKey(origin));
      return task === "retention" ? retains : task !== "think" || this.host.thinks();
    };
    return origins.flatMap((origin) =>
      KEEPER_TASKS.filter((task) => isThere(task, origin)).map((task) => [task, origin] as const),
    );
  }

  private async carryOut(task: KeeperTask, origin: Origin): Promise<KeeperRun> {
    const claim = this.keepClaim(task, origin);
    const run = await this.attempt(task, origin, false).finally(claim.end);
    const { error } = run;
    const code = isTidelineError(error) ? error.code : "unknown";
    await this.note(task, origin, run.outcome === "ended" ? { phase: "ended" } : { phase: "failed", code });
    return run;
  }

  private async attempt(task: KeeperTask, origin: Origin, dryRun: boolean): Promise<KeeperRun> {
    try {
      const report = await this.host.run(task, origin, { dryRun });
      return { task, origin, outcome: "ended", counts: report.counts, report, error: undefined };
    } catch (error) {
      if (isTidelineError(error, "closed")) throw error;
      return { task, origin, outcome: "failed", counts: {}, report: undefined, error };
    }
  }

  /** Renews the claim from time to time. After `end` has resolved, no renewal is under way any more. */
  private keepClaim(task: KeeperTask, origin: Origin): { readonly end: () => Promise<void> } {
    let cancel: (() => void) | undefined;
    let renewing: Promise<void> = Promise.resolve();
    let isOver = false;
    const wait = () => {
      cancel = this.host.timer?.after(this.claimMs(task) / RENEWALS_PER_CLAIM, () => {
        renewing = this.renew(task, origin).then(() => {
          if (!isOver) wait();
        });
      });
    };
    wait();
    const end = async () => {
      isOver = true;
      cancel?.();
      await renewing;
    };
    return { end };
  }

  /**
   * If a claim cannot be renewed, it expires and another process may run the task too. That is harmless: a pass makes
   * each change once.
   */
  private async renew(task: KeeperTask, origin: Origin): Promise<void> {
    try {
      await this.catchUp();
      const until = this.host.now() + this.claimMs(task);
      await this.tryAppend(await this.kept(task, origin, { phase: "begun", until }));
    } catch (error) {
      if (!isTidelineError(error)) throw error;
    }
  }

  private claimMs(task: KeeperTask): number {
    if (this.host.timer === undefined) return UNRENEWED_CLAIM_MS;
    return Math.min(LONGEST_CLAIM_MS, Math.max(SHORTEST_CLAIM_MS, this.host.intervalMs(task)));
  }

  /** True if the task is due and we were the first to claim it. */
  private async claim(task: KeeperTask, origin: Origin): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
      await this.catchUp();
      const now = this.host.now();
      const { isDue } = await this.statusOf(task, origin, now);
      if (!isDue) return false;
      if (
        await this.tryAppend(
          await this.kept(task, origin, { phase: "begun", until: now + this.claimMs(task) }),
        )
      )
        return true;
    }
    return false;
  }

  private async note(task: KeeperTask, origin: Origin, what: Phase): Promise<void> {
    const event = await this.kept(task, origin, what);
    for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
      await this.catchUp();
      if (await this.tryAppend(event)) return;
    }
  }

  private async tryAppend(event: EventOf<"kept">): Promise<boolean> {
    try {
      await this.host.append(this.log.seq, event);
      return true;
    } catch (error) {
      if (isTidelineError(error, "stream-moved")) return false;
      throw error;
    }
  }

  private async kept(task: KeeperTask, origin: Origin, what: Phase): Promise<EventOf<"kept">> {
    const digest = await this.digestOf(origin);
    return { type: "kept", v: EVENT_VERSION, at: this.host.now(), task, origin: digest, ...what };
  }

  private async catchUp(): Promise<void> {
    const read = (seq: number) => this.host.read(seq);
    const pages = eachPage(read, this.log.seq, ({ events }) => {
      this.log = foldKeeper(this.log, events);
    });
    await driveLater(pages);
  }

  private async statusOf(task: KeeperTask, origin: Origin, now: number): Promise<TaskStatus> {
    const record = this.log.tasks.get(taskKey(task, await this.digestOf(origin)));
    const isRunning = record?.until !== undefined && record.until > now;
    const dueAt = await this.dueAt(task, origin, record, now);
    // Another process is running it: if that process dies, we take over when its claim expires.
    const nextRunAt = isRunning ? Math.max(dueAt, record.until as number) : dueAt;
    const lastFailure =
      record?.failedAt === undefined || record.failures === 0
        ? undefined
        : { at: record.failedAt, code: record.code ?? "unknown" };
    const failures = record?.failures ?? 0;
    const lastRunAt = record?.endedAt;
    return {
      task,
      origin,
      lastRunAt,
      nextRunAt,
      isDue: nextRunAt <= now && !isRunning,
      isRunning,
      failures,
      lastFailure,
    };
  }

  private async dueAt(
    task: KeeperTask,
    origin: Origin,
    record: TaskRecord | undefined,
    now: number,
  ): Promise<number> {
    if (task !== "distil") return record === undefined ? now : this.nextRun(task, record, now);
    const at = await this.host.distillingAt(origin);
    if (at === undefined) return now + LOOK_AGAIN_MS;
    if (record === undefined || record.failures === 0) return Math.max(at, (record?.endedAt ?? 0) + TURN_MS);
    return Math.max(at, this.nextRun(task, record, now));
  }

  private nextRun(task: KeeperTask, record: TaskRecord, now: number): number {
    const everyMs = task === "distil" ? LONGEST_SLEEP_MS : this.host.intervalMs(task);
    if (record.failures > 0 && record.failedAt !== undefined)
      return record.failedAt + Math.min(everyMs, FIRST_RETRY_MS * 2 ** (record.failures - 1));
    if (record.endedAt === undefined) return Math.max(now, record.until ?? now);
    return record.endedAt + everyMs;
  }

  private async digestOf(origin: Origin): Promise<string> {
    const key = originKey(origin);
    const known = this.digests.get(key);
    if (known !== undefined) return known;
    const digest = await this.host.digest(`keeper ${key}`);
    this.digests.set(key, digest);
    return digest;
  }
}

type Phase = Pick<EventOf<"kept">, "phase"> & Partial<Pick<EventOf<"kept">, "until" | "code">>;

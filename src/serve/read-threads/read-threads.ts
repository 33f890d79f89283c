/**
 * Who answers a request? The serving thread, or one of its read threads.
 *
 * Questions wait in one queue. Once everything that has arrived is in the queue, it is distributed. A single question
 * is answered in the serving thread, which saves the hand-over. Of several questions, each ready read thread takes a
 * few; the serving thread takes one, looks at the network again, and takes the next. So faster threads get more, and no
 * question waits behind a busy read thread while another is idle. A question that may take long goes to a read thread
 * even if it is alone, and a read thread that works on such a question gets no quick ones. Writes wait in the same
 * queue for the serving thread; when a write is next, all writes behind it go along. Together they cost one commit, and
 * each read thread one look at the disk.
 *
 * No request waits for a read thread to start: the serving thread answers until the read thread is ready. If a read
 * thread ends, no answer is lost: its questions are reads, and the serving thread answers them.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { TidelineError } from "../../errors.ts";
import type { Caller } from "../caller.ts";
import type { Rendered } from "../http/rendered.ts";
import type { Operation } from "../operations/operation.ts";
import { originOf } from "../run.ts";
import type { Workspace } from "../workspace.ts";
import type { ReadThreadSetup } from "./live-settings.ts";
import { type Answer, errorFrom } from "./message.ts";
import { type Posed, ReadThread } from "./read-thread.ts";

export interface ReadThreadsOptions {
  /** How many threads there may be. Each is started when it is first needed. */
  readonly count: number;
  /** The file that a thread runs. */
  readonly program: URL;
}

/**
 * The packaged program of a read thread, beside the one that serves. It does not exist in a clone that has not been
 * built.
 */
const BUILT = new URL("../reader.js", import.meta.url);
const MOST_BY_DEFAULT = 3;

/** As many as this machine has spare cores, at most 3. */
export function defaultReadThreadCount(): number {
  return Math.min(MOST_BY_DEFAULT, availableParallelism() - 1);
}

export function builtReadThreads(count = defaultReadThreadCount()): ReadThreadsOptions | undefined {
  return existsSync(BUILT) ? { count, program: BUILT } : undefined;
}

/** What is asked, by whom, and how the serving thread would answer it. */
export interface Asked {
  readonly caller: Caller;
  readonly operation: Operation;
  readonly given: Readonly<Record<string, unknown>>;
  readonly origin: unknown;
  readonly here: () => Promise<Rendered>;
}

interface Waiting extends Posed {
  readonly asked: Asked;
  /** Waits for the serving thread. */
  readonly isWrite: boolean;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Enough to keep a read thread busy while the serving thread waits for the disk, few enough to share the queue fairly.
 */
const MAX_PER_THREAD = 4;
/** After this many read threads have ended without an answer in between, no more are started: it is no accident. */
const MAX_ENDS = 3;

export class ReadThreads {
  private readonly workspace: Workspace;
  private readonly setup: ReadThreadSetup;
  private readonly options: ReadThreadsOptions;
  private readonly onTrouble: (error: unknown) => void;
  private readonly threads = new Set<ReadThread<Waiting>>();
  private line: Waiting[] = [];
  private isDealing = false;
  private isClosed = false;
  private lastId = 0;
  private endsInARow = 0;
  private answered = 0;

  private constructor(
    workspace: Workspace,
    setup: ReadThreadSetup,
    options: ReadThreadsOptions,
    onTrouble: (error: unknown) => void,
  ) {
    this.workspace = workspace;
    this.setup = setup;
    this.options = options;
    this.onTrouble = onTrouble;
  }

  /** undefined if the workspace or the options allow no readers. */
  static over(
    workspace: Workspace,
    options: ReadThreadsOptions | undefined,
    onTrouble: (error: unknown) => void,
  ): ReadThreads | undefined {
    const { readThreadSetup } = workspace;
    if (readThreadSetup === undefined || options === undefined || options.count === 0) return undefined;
    return new ReadThreads(workspace, readThreadSetup, options, onTrouble);
  }

  get readyCount(): number {
    return [...this.threads].filter(({ isReady }) => isReady).length;
  }

  /** How many questions read threads have answered. */
  get answeredCount(): number {
    return this.answered;
  }

  ask(asked: Asked): Promise<Rendered> {
    const { caller, operation, given, origin } = asked;
    // For `knownAt`, the log is read again from its beginning.
    const isSlow = operation.readThread === "always" || given.knownAt !== undefined;
    const isWrite = operation.effect !== "read";
    const question = { id: ++this.lastId, caller, operation: operation.name, given, origin };
    return new Promise((resolve, reject) => {
      this.line.push({ asked, question, isSlow, isWrite, resolve, reject });
      this.dealSoon();
    });
  }

  /** Ends every thread. Questions that are still open fail with `busy`. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.threads].map((desk) => desk.end()));
  }

  /** Distributes after everything that has arrived was queued, and before waiting for more. */
  private dealSoon(): void {
    if (this.isDealing) return;
    this.isDealing = true;
    setImmediate(() => {
      this.isDealing = false;
      this.deal();
    });
  }

  private deal(): void {
    for (const desk of this.threads) desk.tell(this.workspace.liveSettings);
    const isAlone = this.line.length === 1 && [...this.threads].every(({ load }) => load === 0);
    let hasRoom = !isAlone;
    const left = this.line.filter((one) => {
      if (one.isWrite || !(one.isSlow || hasRoom)) return true;
      const isLeft = !this.handOver(one);
      if (!one.isSlow) hasRoom = !isLeft;
      return isLeft;
    });
    const [first] = left;
    const isNext = (one: Waiting) => one === first || (first?.isWrite === true && one.isWrite);
    this.line = left.filter((one) => !isNext(one));
    for (const one of left) if (isNext(one)) void this.answerHere(one);
    if (this.line.length > 0) this.dealSoon();
  }

  /** False if no read thread can take it now. */
  private handOver(one: Waiting): boolean {
    const thread = one.isSlow ? this.forSlow() : this.forQuick();
    if (thread === undefined || (one.isSlow && thread.slowLoad > 0)) this.startThread();
    thread?.give(one);
    return thread !== undefined;
  }

  private forSlow(): ReadThread<Waiting> | undefined {
    const ready = [...this.threads].filter(({ isReady }) => isReady);
    return ready.sort((a, b) => a.slowLoad - b.slowLoad || a.load - b.load)[0];
  }

  private forQuick(): ReadThread<Waiting> | undefined {
    const free = [...this.threads].filter(
      ({ isReady, slowLoad, load }) => isReady && slowLoad === 0 && load < MAX_PER_THREAD,
    );
    return free.sort((a, b) => a.load - b.load)[0];
  }

  /** Starts another read thread, if the limit allows it and none is just starting. */
  private startThread(): void {
    const isEnough =
      this.threads.size >= this.options.count || [...this.threads].some(({ isReady }) => !isReady);
    if (this.isClosed || isEnough || this.endsInARow >= MAX_ENDS) return;
    const thread = new ReadThread<Waiting>(this.options.program, this.setup, this.workspace.liveSettings, {
      answered: (one, answer) => this.take(one, answer),
      gone: (unanswered, error) => {
        this.threads.delete(thread);
        this.reassign(unanswered, error);
      },
    });
    this.threads.add(thread);
  }

  private take(one: Waiting, { outcome, marks }: Answer): void {
    const { caller, origin } = one.asked;
    this.endsInARow = 0;
    if (marks !== undefined) this.workspace.noteMarks(originOf(caller, origin), marks).catch(this.onTrouble);
    if ("mustWrite" in outcome) return void this.answerHere(one);
    this.answered++;
    if ("rendered" in outcome) one.resolve(outcome.rendered);
    else one.reject(errorFrom(outcome.error));
  }

  private reassign(unanswered: readonly Waiting[], error: unknown): void {
    if (this.isClosed) {
      for (const { reject } of unanswered) reject(new TidelineError("busy", "The server is shutting down."));
      return;
    }
    this.onTrouble(error);
    if (++this.endsInARow === MAX_ENDS)
      this.onTrouble(
        new Error(
          `${MAX_ENDS} readers ended one after the other: the server goes on without, on one thread.`,
        ),
      );
    for (const one of unanswered) void this.answerHere(one);
  }

  private async answerHere({ asked, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve(await asked.here());
    } catch (error) {
      reject(error);
    }
  }
}

/**
 * What does the server know about one read thread? Whether it is ready, which questions it has yet to answer, and
 * when it has ended.
 */
import { Worker } from "node:worker_threads";
import { assert } from "../../assert.ts";
import type { LiveSettings, ReadThreadSetup } from "./live-settings.ts";
import type { Answer, FromReadThread, Question, ToReadThread } from "./message.ts";

export interface Posed {
  readonly question: Question;
  /** Answering may take as long as going through the whole memory. */
  readonly isSlow: boolean;
}

export interface ReadThreadEvents<P extends Posed> {
  answered(posed: P, answer: Answer): void;
  /** The thread has ended without answering these questions. */
  gone(unanswered: readonly P[], error: unknown): void;
}

export class ReadThread<P extends Posed> {
  private readonly worker: Worker;
  private readonly open = new Map<number, P>();
  private settings: LiveSettings | undefined;
  private edition = 0;
  private isCurrent = false;
  private slow = 0;

  constructor(program: URL, setup: ReadThreadSetup, settings: LiveSettings, events: ReadThreadEvents<P>) {
    this.worker = new Worker(program, { workerData: setup, name: "tideline-reader" });
    this.tell(settings);
    this.worker.on("message", (message: FromReadThread) => {
      if (!("ready" in message)) return events.answered(this.takeBack(message.id), message);
      this.isCurrent = message.ready === this.edition;
    });
    let thrown: unknown;
    this.worker.on("error", (error) => {
      thrown = error;
    });
    // An answer that cannot be deserialised is lost. The thread is ended, so that its questions are asked elsewhere.
    this.worker.on("messageerror", () => void this.worker.terminate());
    this.worker.on("exit", () =>
      events.gone([...this.open.values()], thrown ?? new Error("A reader's thread was ended from outside.")),
    );
  }

  /** The thread has opened the workspace and adopted the latest decisions. */
  get isReady(): boolean {
    return this.isCurrent;
  }

  get load(): number {
    return this.open.size;
  }

  get slowLoad(): number {
    return this.slow;
  }

  /**
   * Sends what this process has decided since. The read thread is not ready until it reports that it has adopted this.
   */
  tell(settings: LiveSettings): void {
    if (settings === this.settings) return;
    this.settings = settings;
    this.isCurrent = false;
    this.post({ settings, edition: ++this.edition });
  }

  give(posed: P): void {
    this.open.set(posed.question.id, posed);
    if (posed.isSlow) this.slow++;
    this.post({ question: posed.question });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private takeBack(id: number): P {
    const posed = this.open.get(id);
    assert(posed !== undefined, "a reader answers what it was asked, once");
    this.open.delete(id);
    if (posed.isSlow) this.slow--;
    return posed;
  }

  private post(message: ToReadThread): void {
    this.worker.postMessage(message);
  }
}

/**
 * What does the server know about one reader thread? Whether it is ready, which questions it has yet to answer, and
 * when it has ended.
 */
import { Worker } from "node:worker_threads";
import { assert } from "../../assert.ts";
import type { Course, ReaderSetup } from "./course.ts";
import type { Answer, FromReader, Question, ToReader } from "./message.ts";

export interface Posed {
  readonly question: Question;
  /** Answering may take as long as going through the whole memory. */
  readonly isSlow: boolean;
}

export interface DeskEvents<P extends Posed> {
  answered(posed: P, answer: Answer): void;
  /** The thread has ended without answering these questions. */
  gone(unanswered: readonly P[], error: unknown): void;
}

export class Desk<P extends Posed> {
  private readonly worker: Worker;
  private readonly open = new Map<number, P>();
  private course: Course | undefined;
  private edition = 0;
  private isCurrent = false;
  private slow = 0;

  constructor(program: URL, setup: ReaderSetup, course: Course, events: DeskEvents<P>) {
    this.worker = new Worker(program, { workerData: setup, name: "tideline-reader" });
    this.tell(course);
    this.worker.on("message", (message: FromReader) => {
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

  /** Sends what this process has decided since. The reader is not ready until it reports that it has adopted this. */
  tell(course: Course): void {
    if (course === this.course) return;
    this.course = course;
    this.isCurrent = false;
    this.post({ course, edition: ++this.edition });
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

  private post(message: ToReader): void {
    this.worker.postMessage(message);
  }
}

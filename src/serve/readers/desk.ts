/**
 * What does the server know of one reader? Whether it is ready, which questions lie on its desk, and when it is gone.
 */
import { Worker } from "node:worker_threads";
import { assert } from "../../assert.ts";
import type { Course, ReaderSetup } from "./course.ts";
import type { Answer, FromReader, Question, ToReader } from "./message.ts";

export interface Posed {
  readonly question: Question;
  /** It can take as long as memory is large. */
  readonly isSlow: boolean;
}

export interface DeskEvents<P extends Posed> {
  answered(posed: P, answer: Answer): void;
  /** The thread has ended, with these questions on its desk. */
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
    // An answer that cannot be read is lost: as with those of a thread that has ended, it is asked for elsewhere.
    this.worker.on("messageerror", () => void this.worker.terminate());
    this.worker.on("exit", () =>
      events.gone([...this.open.values()], thrown ?? new Error("A reader's thread was ended from outside.")),
    );
  }

  /** It has the workspace open, and has heard what was decided. */
  get isReady(): boolean {
    return this.isCurrent;
  }

  get load(): number {
    return this.open.size;
  }

  get slowLoad(): number {
    return this.slow;
  }

  /** What was decided in this process since. Until it says that it has followed, it is not ready. */
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

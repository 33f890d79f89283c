// A child process that is told what to do, does it, and answers; and that can be stopped and ended.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { childPath } from "./child.ts";

export class Actor {
  readonly pid: number;
  private readonly child: ChildProcess;
  private readonly answers: unknown[] = [];
  private wake: (() => void) | undefined;
  private ended: string | undefined;

  /** Starts test/children/<program>.ts; it is ended with the test. */
  constructor(program: string, ...args: readonly string[]) {
    this.child = spawn(process.execPath, [childPath(program), ...args], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.pid = this.child.pid as number;
    this.child.on("message", (answer) => {
      this.answers.push(answer);
      this.wake?.();
    });
    this.child.on("exit", (code, signal) => {
      this.ended = `${program} ended with ${code ?? signal}`;
      this.wake?.();
    });
    onTestFinished(() => void this.child.kill("SIGKILL"));
  }

  tell(message: object): void {
    this.child.send(message);
  }

  signal(name: "SIGCONT" | "SIGSTOP" | "SIGKILL"): void {
    this.child.kill(name);
  }

  /** Its next answer. */
  async answer<T>(): Promise<T> {
    while (this.answers.length === 0) {
      if (this.ended !== undefined) throw new Error(this.ended);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.answers.shift() as T;
  }

  ask<T>(message: object): Promise<T> {
    this.tell(message);
    return this.answer();
  }

  /** Waits until it has stopped itself, or has answered. */
  async pausedOrDone(): Promise<"paused" | "done"> {
    for (;;) {
      if (this.answers.length > 0) return "done";
      if (this.ended !== undefined) throw new Error(this.ended);
      if (isStopped(this.pid)) return "paused";
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

function isStopped(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
}

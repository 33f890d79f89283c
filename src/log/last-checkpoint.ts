/**
 * Up to which event are the access marks of an origin already summed up? The pass that sums them up compares this with
 * the end of the marks stream, to know whether there is anything new.
 */
import type { RecordedEvent } from "../ports/storage.ts";
import type { Follower } from "./followers.ts";

export class LastCheckpoint implements Follower {
  readonly name = "checkpoint";
  private seq = 0;

  get upTo(): number {
    return this.seq;
  }

  restore(_state: unknown, bytes: Uint8Array | undefined): void {
    this.seq = bytes === undefined ? 0 : Number(new TextDecoder().decode(bytes)) || 0;
  }

  follow({ event }: RecordedEvent): void {
    if (event.type === "checkpointed" && event.final) this.seq = Math.max(this.seq, event.upTo);
  }

  encode(): Uint8Array {
    return new TextEncoder().encode(`${this.seq}`);
  }
}

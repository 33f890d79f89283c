/**
 * Up to where are an origin's access marks summed up already? So that a pass that folds them knows whether there is
 * anything new to fold.
 */
import type { RecordedEvent } from "../ports/storage.ts";
import type { Follower } from "./replica.ts";

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

/** Memories for tests: in RAM, with a clock that stands still until told. */
import {
  type AddInput,
  type Fact,
  MemoryStore,
  type SyncTideline,
  Tideline,
  type TidelineOptions,
} from "../../src/index.ts";

export const START = Date.UTC(2026, 0, 1, 12);
export const DAY = 86_400_000;

export class FakeClock {
  private time = START;

  now(): number {
    return this.time;
  }

  pass(ms: number): void {
    this.time += ms;
  }
}

export interface TestMemory {
  readonly memory: Tideline;
  readonly store: MemoryStore;
  readonly clock: FakeClock;
}

export function newMemory(options: TidelineOptions = {}): TestMemory {
  const store = new MemoryStore();
  const clock = new FakeClock();
  return { memory: Tideline.over(store, { clock, ...options }), store, clock };
}

export const PEER = { channel: "chat", conversationId: "anna", sessionKey: "1" } as const;

/** A person looks at a fact as it is, and adopts it. */
export function endorse(memory: SyncTideline, id: string): Fact {
  return memory.endorse(id, { seen: memory.inspect(id).digest ?? "" });
}

/** What a caller without types may claim: any source. */
export type Claimed = Omit<Partial<AddInput>, "source"> & { readonly source?: string | undefined };

/** A fact in as few words as possible. */
export function fact(content: string, more: Claimed = {}): AddInput {
  return { content, segment: "knowledge", ...(more as Partial<AddInput>) };
}

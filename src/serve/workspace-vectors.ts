/** How do the facts of a workspace get their learned vectors, if its owner has chosen an encoder, and how far is that? */
import { isTidelineError } from "../errors.ts";
import type { EmbeddingStatus } from "../indexes/learned/learned.ts";
import type { Origin } from "../model/origin.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import type { EmbeddingPump } from "../upkeep/embedding-pump.ts";

/** How many facts have a vector, wait for one, and were refused. */
export type EmbeddingCount = Pick<EmbeddingStatus, "embedded" | "waiting" | "refused">;

interface Ports {
  readonly embedder: EmbedderAdapter | undefined;
  readonly pump: () => EmbeddingPump | undefined;
  readonly status: (origin: Origin) => Promise<EmbeddingStatus | undefined>;
}

/** A few seconds of work for a small encoder. */
const FEW_WAITING = 32;
const LOOK_EVERY_MS = 100;

export class WorkspaceVectors {
  private readonly ports: Ports;

  constructor(ports: Ports) {
    this.ports = ports;
  }

  /** Loads the encoder, so that the first question need not wait for it. A failure is told to whoever asks. */
  warmUp(): void {
    void this.ports.embedder?.embed(["ready"], "query").catch(() => undefined);
  }

  /** How far embedding is, over these origins; undefined without an encoder. */
  async count(origins: readonly Origin[]): Promise<EmbeddingCount | undefined> {
    let sum: EmbeddingCount | undefined;
    for (const origin of origins) {
      const status = await this.ports.status(origin);
      if (status === undefined) continue;
      const { embedded = 0, waiting = 0, refused = 0 } = sum ?? {};
      sum = {
        embedded: embedded + status.embedded,
        waiting: waiting + status.waiting,
        refused: refused + status.refused,
      };
    }
    return sum;
  }

  /** Gives facts of the opened memories their vectors. Ends early, with what is done, once `isEnough` says so. */
  async embedPending(isEnough: () => boolean = () => false): Promise<void> {
    const pump = this.ports.pump();
    if (pump === undefined) return;
    const watch = setInterval(() => {
      if (isEnough()) pump.stop();
    }, LOOK_EVERY_MS);
    try {
      await pump.drain();
    } finally {
      clearInterval(watch);
    }
  }

  /**
   * For a command that asks a question and ends: if only a few facts wait for a vector, they get it first. The answer
   * itself says if that failed.
   */
  async embedFew(origin: Origin): Promise<void> {
    const { waiting = 0 } = (await this.count([origin])) ?? {};
    if (waiting === 0 || waiting > FEW_WAITING) return;
    await this.embedPending().catch((error: unknown) => {
      if (!isTidelineError(error)) throw error;
    });
  }
}

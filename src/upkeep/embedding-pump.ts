/**
 * Who brings vectors to the facts that wait for one? A loop that runs while there is work and ends by itself.
 *
 * It takes a batch in its turn among the verbs, asks the embedder while verbs go on, and puts the vectors in its
 * next turn. It never throws: what goes wrong is kept by `Embedding`, and `drain` tells.
 */
import type { Steps } from "../log/steps.ts";
import type { AnyStorage } from "../ports/storage.ts";
import type { Embedded, Embedding, Job } from "./embedding.ts";

export interface PumpPorts {
  readonly store: AnyStorage;
  /** Every origin that was opened. */
  readonly origins: () => Iterable<Embedded>;
  /** One turn among the verbs. */
  readonly turn: <T>(verb: () => Steps<T>) => Promise<T>;
}

/** After a failure, whatever it was. */
const REST_MS = 5_000;

export class EmbeddingPump {
  private readonly embedding: Embedding;
  private readonly ports: PumpPorts;
  private running: Promise<void> | undefined;
  private isStopped = false;
  private restsUntil = 0;

  constructor(embedding: Embedding, ports: PumpPorts) {
    this.embedding = embedding;
    this.ports = ports;
  }

  /** Something may have changed: go on if there is work, and the embedder is not left alone. */
  kick(): void {
    const { embedding, running, isStopped, restsUntil } = this;
    if (running !== undefined || isStopped || !embedding.isDue || embedding.now() < restsUntil) return;
    if (!this.hasWork()) return;
    // What an embedder failed of is kept by `Embedding`. If the store failed, whoever uses it next is told.
    this.run().catch(() => {
      this.restsUntil = embedding.now() + REST_MS;
    });
  }

  /** Goes on until no fact of these waits any more. Throws what stopped it. */
  async drain(): Promise<void> {
    while (this.running !== undefined) await this.running.catch(() => undefined);
    if (!this.isStopped) await this.run();
  }

  /** Answers that are still on their way are dropped. */
  stop(): void {
    this.isStopped = true;
  }

  private run(): Promise<void> {
    const running = this.work().finally(() => {
      this.running = undefined;
    });
    this.running = running;
    return running;
  }

  private async work(): Promise<void> {
    const { embedding, ports } = this;
    for (;;) {
      const job = await this.inTurn(() => this.nextJob());
      if (job === undefined) return;
      const vectors = await embedding.fulfil(job);
      await this.inTurn(() => embedding.settle(job, vectors, ports.store));
    }
  }

  private async inTurn<T>(verb: () => Steps<T>): Promise<T | undefined> {
    return this.isStopped ? undefined : this.ports.turn(verb);
  }

  private *nextJob(): Steps<Job | undefined> {
    if (this.isStopped) return undefined;
    for (const origin of this.ports.origins()) {
      if (!needsWork(origin)) continue;
      const job = yield* this.embedding.take(origin);
      if (job !== undefined) return job;
      // Purged since, and nothing to embed: what is left must be on disk again.
      yield* this.embedding.keep(origin, this.ports.store);
    }
    return undefined;
  }

  private hasWork(): boolean {
    for (const origin of this.ports.origins()) if (needsWork(origin)) return true;
    return false;
  }
}

function needsWork({ learned }: Embedded): boolean {
  return learned.waitingCount > 0 || learned.staleCount > 0 || learned.unkept > 0;
}

/**
 * Who gets vectors for the facts that wait for one? A loop that runs while there is work and then ends by itself.
 *
 * It takes a batch of facts as one step in the queue of verbs, asks the embedder while other verbs run, and stores the
 * vectors as another step in the queue. `kick` never throws: `Embedding` remembers failures of the embedder. `drain`
 * throws what stopped it.
 */
import type { Steps } from "../log/steps.ts";
import type { Origin } from "../model/origin.ts";
import type { AnyStorage } from "../ports/storage.ts";
import type { Embedded, Embedding, Job } from "./embedding.ts";

export interface PumpPorts {
  readonly store: AnyStorage;
  /** Every origin that has been opened. */
  readonly origins: () => Iterable<Embedded>;
  /** Runs one step in the queue of the origin's verbs. */
  readonly step: <T>(origin: Origin, verb: () => Steps<T>) => Promise<T>;
}

/** How long to pause after any failure. */
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

  /** Something may have changed: starts the loop if there is work and no pause after a failure is on. */
  kick(): void {
    const { embedding, running, isStopped, restsUntil } = this;
    if (running !== undefined || isStopped || !embedding.isDue || embedding.now() < restsUntil) return;
    if (this.needing().length === 0) return;
    // `Embedding` remembers failures of the embedder. If the store failed, its next user gets that error.
    this.run().catch(() => {
      this.restsUntil = embedding.now() + REST_MS;
    });
  }

  /** Works until no fact of an open origin waits for a vector. Throws the error that stopped it. */
  async drain(): Promise<void> {
    while (this.running !== undefined) await this.running.catch(() => undefined);
    if (!this.isStopped) await this.run();
  }

  /** Stops the loop. Vectors that are still being computed are dropped. */
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
    for (let isMore = true; isMore; ) {
      isMore = false;
      for (const of of this.needing()) {
        const { origin } = of.replica;
        const job = await this.inQueue(origin, () => this.jobFor(of));
        if (job === undefined) continue;
        const vectors = await embedding.fulfil(job);
        await this.inQueue(origin, () => embedding.settle(job, vectors, ports.store));
        isMore = true;
      }
    }
  }

  private async inQueue<T>(origin: Origin, verb: () => Steps<T>): Promise<T | undefined> {
    return this.isStopped ? undefined : this.ports.step(origin, verb);
  }

  private *jobFor(of: Embedded): Steps<Job | undefined> {
    if (this.isStopped) return undefined;
    const job = yield* this.embedding.take(of);
    // Nothing to embed, but facts were purged or vectors changed since: write the remaining vectors to disk.
    if (job === undefined) yield* this.embedding.keep(of, this.ports.store);
    return job;
  }

  private needing(): readonly Embedded[] {
    return this.isStopped ? [] : [...this.ports.origins()].filter(needsWork);
  }
}

function needsWork({ learned }: Embedded): boolean {
  return learned.waitingCount > 0 || learned.staleCount > 0 || learned.unkept > 0;
}

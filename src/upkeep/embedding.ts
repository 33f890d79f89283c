/**
 * How do facts and queries get their learned vectors, and what happens if the embedder fails?
 *
 * Facts wait for a vector and get it in batches, outside every verb: adding a fact never waits for a model, and the
 * other lanes find a fact that has no vector yet. After a failure the embedder gets a pause, longer each time, and the
 * reason is kept for whoever asks: a recall without learned vectors says so in its result.
 *
 * The steps that touch memory are here; `embedding-pump.ts` drives them.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import type { EmbeddingStatus, LearnedVectors } from "../indexes/learned/learned.ts";
import { checkVectors, type VectorSpace } from "../indexes/learned/vector-check.ts";
import { MAX_CACHED_QUERIES, MAX_EMBED_BATCH } from "../limits.ts";
import type { Replica } from "../log/replica.ts";
import { ask, type Steps } from "../log/steps.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import type { AnyStorage } from "../ports/storage.ts";
import type { Degraded, Receipt } from "../recall/hit.ts";
import { cannotReplay } from "../recall/receipt.ts";

/** What embedding needs of one origin. */
export interface Embedded {
  readonly replica: Replica;
  readonly learned: LearnedVectors;
}

/** The vector of a query, or the reason why there is none. */
export type QueryVector =
  | { readonly space: VectorSpace; readonly vector: Float32Array }
  | { readonly code: string; readonly reason: string };

export interface Job {
  readonly of: Embedded;
  readonly ids: readonly string[];
  readonly texts: readonly string[];
}

/** The blob is written again after this many new vectors: so many can be lost in a crash. */
const KEEP_EVERY = 2_000;
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 600_000;
const MAX_REASON_CHARS = 300;
const NOT_EMBEDDED =
  "a synchronous memory does not wait for the vector of a query; a memory from Tideline.connect does";

export class Embedding {
  readonly embedder: EmbedderAdapter;
  readonly now: () => number;
  private failure: { readonly error: TidelineError; readonly at: number; readonly count: number } | undefined;
  /** One cache per origin: otherwise response times would reveal what other origins have asked. */
  private readonly queries = new WeakMap<LearnedVectors, Map<string, Float32Array>>();

  constructor(embedder: EmbedderAdapter, now: () => number) {
    this.embedder = embedder;
    this.now = now;
  }

  /** May the embedder be tried? Not during the pause after a failure. */
  get isDue(): boolean {
    const { failure } = this;
    if (failure === undefined) return true;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failure.count - 1));
    const passedMs = this.now() - failure.at;
    return passedMs >= pauseMs || passedMs < 0;
  }

  status(learned: LearnedVectors): EmbeddingStatus {
    const { failure } = this;
    return {
      ...learned.space,
      embedded: learned.size,
      waiting: learned.waitingCount,
      refused: learned.refusedCount,
      failure: failure && { code: failure.error.code, reason: failure.error.message, at: failure.at },
    };
  }

  async query(text: string, learned: LearnedVectors): Promise<QueryVector> {
    const known = this.queriesOf(learned);
    const cached = known.get(text);
    if (cached !== undefined) return { space: learned.space, vector: cached };
    if (!this.isDue && this.failure !== undefined) return reasonOf(this.failure.error);
    try {
      const [vector] = await this.embed([text], "query");
      if (known.size >= MAX_CACHED_QUERIES) known.delete(known.keys().next().value as string);
      known.set(text, vector as Float32Array);
      return { space: learned.space, vector: vector as Float32Array };
    } catch (error) {
      return reasonOf(this.noteFailure(error));
    }
  }

  /** The next batch of waiting facts, with their texts. */
  *take(of: Embedded): Steps<Job | undefined> {
    const state = yield* of.replica.catchUp();
    const ids = of.learned.next(MAX_EMBED_BATCH);
    const texts = ids.map((id) => state.facts.get(id)?.content ?? "");
    return ids.length === 0 ? undefined : { of, ids, texts };
  }

  /**
   * Vectors for the texts that the embedder accepts. A batch that is refused is halved again and again, so that one bad
   * text does not hold up the others.
   */
  async fulfil({
    ids,
    texts,
  }: Pick<Job, "ids" | "texts">): Promise<ReadonlyMap<string, Float32Array | undefined>> {
    try {
      const vectors = await this.embed(texts, "fact");
      return new Map(ids.map((id, i) => [id, vectors[i]]));
    } catch (error) {
      if (!isAboutTexts(error)) throw this.noteFailure(error);
      if (ids.length === 1) return new Map([[ids[0] as string, undefined]]);
      const half = Math.ceil(ids.length / 2);
      const first = await this.fulfil({ ids: ids.slice(0, half), texts: texts.slice(0, half) });
      const second = await this.fulfil({ ids: ids.slice(half), texts: texts.slice(half) });
      return new Map([...first, ...second]);
    }
  }

  /** Stores the vectors. Facts that were purged meanwhile get none. */
  *settle(
    { of }: Job,
    vectors: ReadonlyMap<string, Float32Array | undefined>,
    store: AnyStorage,
  ): Steps<void> {
    const state = yield* of.replica.catchUp();
    for (const [id, vector] of vectors) {
      if (vector === undefined) of.learned.giveUp(id);
      else if (state.facts.has(id)) of.learned.put(id, vector, this.embedder);
    }
    if (of.learned.waitingCount === 0 || of.learned.unkept >= KEEP_EVERY) yield* this.keep(of, store);
  }

  /** Writes the blob, merged with what other processes have written there since. */
  *keep({ replica, learned }: Embedded, store: AnyStorage): Steps<void> {
    if (learned.unkept === 0) return;
    const state = yield* replica.catchUp();
    const theirs = yield* ask(store.getBlob(replica.origin, learned.name));
    if (theirs !== undefined) learned.merge(theirs.bytes, state);
    const bytes = learned.encode(state);
    if (bytes === undefined) return;
    try {
      yield* ask(store.putBlob(replica.origin, learned.name, state.head.seq, bytes));
    } catch (error) {
      learned.isNotKept();
      throw error;
    }
  }

  noteFailure(cause: unknown): TidelineError {
    const error = isTidelineError(cause) ? cause : foreign(cause);
    if (!isAboutTexts(error)) this.failure = { error, at: this.now(), count: (this.failure?.count ?? 0) + 1 };
    return error;
  }

  private async embed(texts: readonly string[], role: "query" | "fact"): Promise<readonly Float32Array[]> {
    const vectors = checkVectors(await this.embedder.embed(texts, role), texts.length, this.embedder);
    this.failure = undefined;
    return vectors;
  }

  private queriesOf(learned: LearnedVectors): Map<string, Float32Array> {
    const known = this.queries.get(learned) ?? new Map<string, Float32Array>();
    this.queries.set(learned, known);
    return known;
  }
}

/** What the learned lane could not do, and why. */
export function degradedBy(
  learned: LearnedVectors | undefined,
  asked: QueryVector | undefined,
): readonly Degraded[] {
  if (learned === undefined) return [];
  const lane = "vector";
  if (asked === undefined) return [{ lane, code: "not-embedded", reason: NOT_EMBEDDED }];
  if ("code" in asked) return [{ lane, code: asked.code, reason: asked.reason }];
  if (learned.waitingCount === 0) return [];
  const all = learned.size + learned.waitingCount;
  const reason = `${learned.waitingCount} of ${all} facts have no vector of ${learned.space.model} yet`;
  return [{ lane, code: "vectors-pending", reason }];
}

/** A result list that was ranked with learned vectors can be replayed only with the same vectors. Throws otherwise. */
export function checkLearned(
  { model, isPartial }: Receipt,
  asked: QueryVector | undefined,
  learned: LearnedVectors | undefined,
): void {
  if (model === undefined) return;
  if (isPartial) throw cannotReplay("some facts had no vector of the embedder then");
  if (asked === undefined)
    throw cannotReplay(
      learned === undefined
        ? `it was ranked with the embedder ${model}, and there is none`
        : `it was ranked with the embedder ${model}, and ${NOT_EMBEDDED}`,
    );
  if ("code" in asked) throw cannotReplay(`the query cannot be embedded: ${asked.reason}`);
  const edition = learned?.edition ?? asked.space.model;
  if (edition !== model)
    throw cannotReplay(`it was ranked with the embedder ${model}, and this is ${edition}`);
}

/** The service works, but refuses the texts it was sent. */
function isAboutTexts(error: unknown): boolean {
  if (isTidelineError(error, "bad-vectors") || isTidelineError(error, "invalid-argument")) return true;
  const status = isTidelineError(error, "service-refused") ? error.details.status : undefined;
  return status === 400 || status === 413 || status === 422;
}

function foreign(cause: unknown): TidelineError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new TidelineError("service-unavailable", `The embedder failed: ${said}`, {}, cause);
}

function reasonOf({ code, message }: TidelineError): QueryVector {
  return { code, reason: message.slice(0, MAX_REASON_CHARS).toWellFormed() };
}

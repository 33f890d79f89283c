/**
 * How much is too much? Every queue, batch and text has its bound here, with the unit in its name.
 * Passing one is a `TidelineError` with a code, never a slow death.
 */

/** One event as it stands in the log, header and body. */
export const MAX_EVENT_BYTES = 256 * 1024;
/** One append. Written and synced at once, so this bounds how long the writer lock is held. */
export const MAX_BATCH_EVENTS = 100_000;
export const MAX_BATCH_BYTES = 256 * 1024 * 1024;
/** Facts in one origin, archived ones included, by class (0 to 3). Each class has a room of its own. */
export const MAX_FACTS_BY_CLASS = [250_000, 250_000, 250_000, 1_000_000] as const;
/** Characters of their words, of which class 3 may have as many as it likes. */
const MAX_CHARS = 256 * 1024 * 1024;
export const MAX_CHARS_BY_CLASS = [MAX_CHARS, MAX_CHARS, MAX_CHARS, Number.POSITIVE_INFINITY] as const;
/** Refused writes of one class that the log holds of one hour; more are counted, and not logged one by one. */
export const MAX_REFUSALS_LOGGED = 1_000;
export const REFUSALS_WINDOW_MS = 60 * 60_000;
/** Events that one `read` returns at the most; ask again after the last. */
export const MAX_READ_EVENTS = 20_000;
/** Links out of, and into, one fact. */
export const MAX_LINKS_PER_FACT = 1_000;
/** Times within the span of one value in which others held. */
export const MAX_INTERLUDES = 100;
/** Observations kept per fact: the first one and the latest; the count goes on. */
export const MAX_OBSERVATIONS_KEPT = 32;
/** Access times kept per fact, the latest; the count goes on. */
export const MAX_ACCESS_TIMES_KEPT = 16;
/** Facts whose marks one checkpoint event sums up; more take several events of one append. */
export const MAX_FACTS_PER_CHECKPOINT = 500;
/** Each of an origin's channel, conversationId and sessionKey. */
export const MAX_ORIGIN_FIELD_CHARS = 512;
/** A derived blob (snapshot, vectors). */
export const MAX_BLOB_BYTES = 1024 * 1024 * 1024;
/** Events that one erase may overwrite; more take several erases. */
export const MAX_ERASED_PER_EVENT = 5_000;
/** A catch-up-and-decide-again loop gives up after so many others were faster. */
export const MAX_COMMIT_ATTEMPTS = 1_000;
/** How often somebody may take over from a writer before it gives up what it was about to finish. */
export const MAX_TAKE_OVERS = 16;
/** Adds that the search indexes may be behind; they catch up when they are asked, or the host has nothing to do. */
export const MAX_UNTOLD_EVENTS = 1_000;
/** Marks that one `accessed` event carries. */
export const MAX_MARKS_PER_EVENT = 2_000;
/** Idempotency keys of purged facts that one event of an export names; more take several events. */
export const MAX_KEYS_PER_EVENT = 2_000;
/** Workspaces that an origin has come through by export and import, and whose idempotency keys it still recognises. */
export const MAX_SECRETS_CARRIED = 64;
/** Lost bodies, and gaps, that one `repaired` event records; more take several events. */
export const MAX_REPAIRS_PER_EVENT = 5_000;
/** The text of one fact. */
export const MAX_CONTENT_CHARS = 16_000;
/** Subject, attribute, episode, actor, a tag, an alias, a source's name, an idempotency key, a reason. */
export const MAX_NAME_CHARS = 1_000;
/** Tags, and aliases, of one fact. */
export const MAX_TAGS = 100;
/** A fact's metadata, as JSON. */
export const MAX_METADATA_CHARS = 16_000;
/** Objects and lists in each other. */
export const MAX_METADATA_DEPTH = 32;
/** Facts that one `addMany` takes. */
export const MAX_ADD_MANY = 50_000;
/** Facts that one `list` returns. */
export const MAX_LIST = 1_000;
/** Access marks that wait in memory before they are written. */
export const MAX_WAITING_MARKS = 1_024;
/** How old the oldest of them is when it goes with an append that many share. */
export const MARKS_WAIT_MS = 1_000;
/** Facts that were shown in passing, of which it is not written down yet. */
export const MAX_SHOWN_WAITING = 1_000;
/** Links that interest travels along, from one fact to another. */
export const MAX_SPREAD_HOPS = 4;
/** Facts followed from one fact, and facts followed at once. */
export const MAX_SPREAD_FAN = 64;
export const MAX_SPREAD_FRONTIER = 256;
/** Successors followed from a fact that is out of date. */
export const MAX_SUCCESSION = 16;
/** Maintenance passes that an origin remembers, the latest; the log keeps what older ones did. */
export const MAX_PASSES_KEPT = 1_000;
/** Changes that one pass makes in one run; the report says that there is more, and the next run goes on. */
export const MAX_CHANGES_PER_PASS = 200_000;
/** Changes that a pass appends at once: how long one piece of it may hold the event loop and the writer lock. */
export const MAX_CHANGES_PER_PIECE = 256;
/** Changes that a pass's report lists; it counts them all. */
export const MAX_CHANGES_REPORTED = 1_000;
/** A query. A longer one is a document, and a document is no question. */
export const MAX_QUERY_CHARS = 200_000;
/** Hits that one recall returns at the most. */
export const MAX_RECALL = 1_000;
/** Contradictions that one search lists: nobody reads more. */
export const MAX_CONTRADICTIONS = 1_000;
/** Of what waits for a person: so many things of one writer are shown one by one before any other writer's next. */
export const REVIEWED_PER_WRITER = 3;
/** Writers whose further facts have a line of their own in a review; the rest are summed up. */
export const MAX_REVIEW_LINES = 20;
/** What a fact that waits for a person stands against: so many are shown with it. */
export const MAX_OPPONENTS_SHOWN = 5;
/** Statements that one denial is held against, and values of one role, best standing first. */
export const MAX_DENIED_CANDIDATES = 500;
/** Paths, commands and dependencies that one night looks up. */
export const MAX_LOOKUPS = 20_000;
/** Names that one person or thing may have. */
export const MAX_ENTITY_NAMES = 32;
/** Facts with one name that it still ties together; who is in more is in everything. */
export const MAX_NAME_BEARERS = 32;
/** Facts that are handed to an embedder at once; it may send them in smaller batches. */
export const MAX_EMBED_BATCH = 128;
/** Queries of one origin whose vectors are remembered. */
export const MAX_CACHED_QUERIES = 64;

/** How many places of a room on the server are taken: by all; by all but the owner of the workspace together; by one of
 * these. The difference between the first two is the owner's alone. */
export interface ShareLimits {
  readonly total: number;
  readonly others: number;
  readonly each: number;
}
/** Requests that are being answered. */
export const MAX_REQUESTS_AT_WORK: ShareLimits = { total: 512, others: 384, each: 128 };
/** Bodies of them that have not arrived in full. */
export const MAX_BODIES_ARRIVING: ShareLimits = { total: 256, others: 192, each: 64 };
/** Bodies over 1 MiB, until they are answered. Each is held in memory as a whole, and several times while it is read. */
export const MAX_LARGE_BODIES: ShareLimits = { total: 3, others: 2, each: 1 };
export const MAX_MCP_SESSIONS: ShareLimits = { total: 1_000, others: 900, each: 100 };
/** Streams that clients listen to, of events and of MCP. Fewer than sessions: of these some can always be let go. */
export const MAX_OPEN_STREAMS: ShareLimits = { total: 400, others: 300, each: 50 };
/** A body of which nothing has come for so long gives way to another that needs its place. */
export const BODY_STALLED_MS = 1_000;
/** A body of which nothing has come for so long is not waited for. */
export const BODY_SILENCE_MS = 10_000;
/** So long after the owner's last request, requests of others begin one at a time. */
export const OWNER_AROUND_MS = 5_000;
/** How often one of them begins while a request of the owner's is at work. */
export const OTHERS_BEGIN_EVERY_MS = 5;
/** What one caller without the owner's voice writes in a minute: facts, bytes of requests, and writes that are refused.
 * Defaults: the operator may set others. */
export const MAX_FACTS_PER_MINUTE = 3_000;
export const MAX_BYTES_PER_MINUTE = 4 * 1024 * 1024;
export const MAX_REFUSALS_PER_MINUTE = 100;
/** Wrong tokens per second and address. None of 256 random bits is ever guessed: this keeps the noise down. */
export const GUESSES_PER_SECOND = 0.2;
export const GUESSES_AT_ONCE = 10;

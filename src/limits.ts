/**
 * How much is too much? Every queue, batch and text has its bound here, with the unit in its name.
 * Passing one is a `TidelineError` with a code, never a slow death.
 */

/** One event as it stands in the log, header and body. */
export const MAX_EVENT_BYTES = 256 * 1024;
/** One append. Written and synced at once, so this bounds how long the writer lock is held. */
export const MAX_BATCH_EVENTS = 100_000;
export const MAX_BATCH_BYTES = 256 * 1024 * 1024;
/** Facts in one origin, archived ones included. */
export const MAX_FACTS_PER_ORIGIN = 1_000_000;
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

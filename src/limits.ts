/**
 * How much is too much? Every queue, batch and text has its bound here, with the unit in its name. Exceeding a bound
 * gives a `TidelineError` with a code instead of a slow failure.
 */

/** A longer word is no slip of the keyboard, so no error guesses what was meant. */
export const MAX_HINTED_CHARS = 60;
/** The size of one event in the log, header and body together. */
export const MAX_EVENT_BYTES = 256 * 1024;
/** The size of one append. It is written and synced in one go, so this bounds how long the writer lock is held. */
export const MAX_BATCH_EVENTS = 100_000;
export const MAX_BATCH_BYTES = 256 * 1024 * 1024;
/** Facts in one origin, including archived ones, by class (0 to 3). Each class has its own limit. */
export const MAX_FACTS_BY_CLASS = [250_000, 250_000, 250_000, 1_000_000] as const;
/** Characters of text in one origin, by class. Class 3 is unlimited. */
const MAX_CHARS = 256 * 1024 * 1024;
export const MAX_CHARS_BY_CLASS = [MAX_CHARS, MAX_CHARS, MAX_CHARS, Number.POSITIVE_INFINITY] as const;
/**
 * Changes to facts that one class may add to an origin's log, repetitions included; class 3 is unlimited. A change with
 * words counts as so many. Further repetitions are not logged; other changes are refused.
 */
const MAX_CHANGES = 500_000;
export const MAX_CHANGES_BY_CLASS = [
  MAX_CHANGES,
  MAX_CHANGES,
  MAX_CHANGES,
  Number.POSITIVE_INFINITY,
] as const;
export const WORDED_CHANGE_COUNTS = 10;
/** Observations of a fact below class 3, from which on the same voices saying it again is no longer logged. */
export const MAX_TIMES_OBSERVED = 1_000;
/**
 * How many refused writes of one class the log records per hour. Further ones are counted but not logged one by one.
 */
export const MAX_REFUSALS_LOGGED = 1_000;
export const REFUSALS_WINDOW_MS = 60 * 60_000;
/** The most events that one `read` returns. Read again after the last one. */
export const MAX_READ_EVENTS = 20_000;
/** Streams of which a database store remembers the end, and so can append without asking first. */
export const MAX_STREAMS_KNOWN = 10_000;
/** Links from one fact, and links to one fact. */
export const MAX_LINKS_PER_FACT = 1_000;
/** Events with words about one fact, from which on a lower class's restatement of it is no longer logged. */
export const MAX_TEXTS_RESTATED = 1_000;
/** Items of a list in a fact (links, links to it, evidence, texts) that an answer carries. It counts them all. */
export const MAX_LISTED_IN_FACT = 20;
/** Events about one fact that an inspection carries: the first and the latest. `history` pages through all. */
export const MAX_HISTORY_SHOWN = 200;
/** Periods within the time of one value in which other values held. */
export const MAX_INTERLUDES = 100;
/** Observations kept per fact: the first one and the latest. The count goes on. */
export const MAX_OBSERVATIONS_KEPT = 32;
/** Access times kept per fact: the latest ones. The count goes on. */
export const MAX_ACCESS_TIMES_KEPT = 16;
/** The latest days on which a question found a fact. */
export const MAX_DAYS_FOUND = 31;
/** Facts whose marks one checkpoint event sums up. More facts take several events of one append. */
export const MAX_FACTS_PER_CHECKPOINT = 500;
/** The text of one turn, without its attachments; what is longer is cut. All attachments of a turn together. */
export const MAX_TURN_CHARS = 32_000;
export const MAX_ATTACHMENT_CHARS = 32_000;
export const MAX_ATTACHMENTS = 16;
/** What memory had put into a turn, as it is written in JSON: all blocks together. */
export const MAX_RECALLED_CHARS = 16_000;
/** Turns in one `observeMany`. */
export const MAX_OBSERVE_MANY = 1_000;
/** The end of an editor's transcript that is read at once, and the turns in it that are taken in: the latest ones. */
export const MAX_TRANSCRIPT_BYTES = 8 * 1024 * 1024;
export const MAX_TRANSCRIPT_TURNS = 4_000;
/** What a hook's log keeps of what went wrong: the latest lines. */
export const MAX_HOOK_LOG_BYTES = 64 * 1024;
/** Turns that wait in an origin's inbox, by the voice of whoever observed them. Below class 3 one caller has half of it. */
export const MAX_TURNS_WAITING_BY_VOICE = [2_000, 5_000, 5_000, 20_000] as const;
/** Turns that one distilling call reads, and about how many characters. A longer turn is read alone. */
export const MAX_TURNS_PER_BATCH = 32;
export const MAX_CHARS_PER_BATCH = 16_000;
/** Known facts that a batch lists, and the characters of each. */
export const MAX_KNOWN_LISTED = 12;
export const MAX_KNOWN_CHARS = 240;
/** Earlier turns of a session that tell whether words are somebody else's. */
export const MAX_EARLIER_TURNS = 64;
/** Turns that could not be distilled and are still listed: the latest ones. */
export const MAX_SET_ASIDE = 1_000;
/** Of a turn in a list, this much is shown. */
export const MAX_TURN_EXCERPT_CHARS = 400;
/** Turns of a conversation that are shown at once, and about how many characters; a longer turn is shown alone. */
export const MAX_TURNS_SHOWN = 200;
export const MAX_TURN_CHARS_SHOWN = 400_000;
/** Of the facts that quote one turn, so many are shown with it, the highest class first. */
export const MAX_FACTS_PER_TURN = 50;
/** Runs of the distiller that are shown with a conversation: the latest ones. */
export const MAX_RUNS_SHOWN = 100;
/** Facts that one distilling call may propose, quotes of one proposal, and its relations. */
export const MAX_PROPOSALS = 64;
export const MAX_QUOTES = 16;
export const MAX_RELATIONS_PROPOSED = 16;
/** Calls of a model for one batch: the first one, repairs, and those for its halves. Other turns are set aside. */
export const MAX_DISTIL_CALLS = 64;
/** Tokens of a distilling reply, if the caller sets no other limit. */
export const DISTIL_REPLY_TOKENS = 4_096;
/** Characters of a turn, and of an attachment, that a model is shown. */
export const MAX_TURN_SHOWN_CHARS = 16_000;
export const MAX_ATTACHMENT_SHOWN_CHARS = 4_000;
/** Each of an origin's channel, conversationId and sessionKey. */
export const MAX_ORIGIN_FIELD_CHARS = 512;
/** Origins whose state and indexes stay in memory, and facts in all of them; the one that is used stays anyhow. */
export const MAX_OPEN_ORIGINS = 1_000;
export const MAX_FACTS_IN_MEMORY = 500_000;
/** Origins that one page lists. */
export const MAX_ORIGINS_LISTED = 1_000;
/** A derived blob (snapshot, vectors). */
export const MAX_BLOB_BYTES = 1024 * 1024 * 1024;
/** Events that one erase may overwrite. More take several erases. */
/** Ranges of numbers in one event that says which keys were destroyed. */
export const MAX_RANGES_PER_EVENT = 5_000;
export const MAX_ERASED_PER_EVENT = 5_000;
/** How often a commit may find that another one was faster, catch up and decide again, before it gives up. */
export const MAX_COMMIT_ATTEMPTS = 1_000;
/** How often other processes may take the lock from a writer before it gives up the work it was finishing. */
export const MAX_TAKE_OVERS = 16;
/** How many adds the search indexes may lag behind. They catch up before a search, or when the host is idle. */
export const MAX_PENDING_EVENTS = 1_000;
/** Marks in one `accessed` event. */
export const MAX_MARKS_PER_EVENT = 2_000;
/** Idempotency keys of purged facts in one event of an export. More take several events. */
export const MAX_KEYS_PER_EVENT = 2_000;
/** Workspaces that an origin has passed through by export and import and whose idempotency keys it still recognises. */
export const MAX_SECRETS_CARRIED = 64;
/** Lost bodies, and gaps, that one `repaired` event records. More take several events. */
export const MAX_REPAIRS_PER_EVENT = 5_000;
/** The text of one fact. */
export const MAX_CONTENT_CHARS = 16_000;
/** Subject, attribute, episode, actor, a tag, an alias, a source's name, an idempotency key, a reason. */
export const MAX_NAME_CHARS = 1_000;
/** Tags of one fact, and aliases of one fact. */
export const MAX_TAGS = 100;
/** A fact's metadata, as JSON. */
export const MAX_METADATA_CHARS = 16_000;
/** Nesting of objects and lists. */
export const MAX_METADATA_DEPTH = 32;
/** How deep the JSON that a surface takes may be nested: metadata in a fact in a list, and some to spare. */
export const MAX_INPUT_DEPTH = 64;
/** Facts in one `addMany`. */
export const MAX_ADD_MANY = 50_000;
/** The text of a foreign file that is imported at once; it holds at most as many records as one `addMany`. */
export const MAX_IMPORT_CHARS = 64 * 1024 * 1024;
/** Records of an import that its result lists, and bad ones; it counts them all. */
export const MAX_IMPORT_LISTED = 1_000;
/** Facts that one `list` returns. */
export const MAX_LIST = 1_000;
/** Access marks that wait in memory before they are written. */
export const MAX_WAITING_MARKS = 1_024;
/** Shared commits write the waiting marks only once the oldest mark has waited this long. */
export const MARKS_WAIT_MS = 1_000;
/** Facts that were shown in passing and whose counts wait in memory to be written. */
export const MAX_SHOWN_WAITING = 1_000;
/** The longest chain of links that a spread follows. */
export const MAX_SPREAD_HOPS = 4;
/** Facts followed from one fact, and facts followed from in one hop. */
export const MAX_SPREAD_FAN = 64;
export const MAX_SPREAD_FRONTIER = 256;
/** Successors followed from a superseded fact. */
export const MAX_SUCCESSION = 16;
/** The latest maintenance passes that an origin lists. The log keeps what older ones did. */
export const MAX_PASSES_KEPT = 1_000;
/** Changes that one pass makes in one run. If there are more, the report says so and the next run goes on. */
export const MAX_CHANGES_PER_PASS = 200_000;
/** Facts that one question of a pass to a model is about. */
export const MAX_LOOKED_AT = 256;
/** Facts of which is remembered that a pass has looked at them; the oldest are forgotten first. */
export const MAX_LOOKS_KEPT = 10_000;
/** Changes that a pass's report lists. It counts them all. */
export const MAX_CHANGES_REPORTED = 1_000;
/** The length of a query. A longer text is a document and not a question. */
export const MAX_QUERY_CHARS = 200_000;
/** The most hits that one recall returns. */
export const MAX_RECALL = 1_000;
/** Other wordings of a question in one recall. */
export const MAX_WORDINGS = 4;
/** Messages of a conversation that a block or a rewriting is made from; of longer ones the last count. */
export const MAX_TURN_MESSAGES = 1_000;
/** So many steps of a forecast are listed, and so many kept facts. */
export const MAX_FORECAST = 1_000;
/** Contradictions that one search lists. Nobody reads more. */
export const MAX_CONTRADICTIONS = 1_000;
/** In a review, this many items of one writer are shown before the next writer's. */
export const REVIEWED_PER_WRITER = 3;
/** Writers whose further facts have a line of their own in a review; the rest are summed up. */
export const MAX_REVIEW_LINES = 20;
/** In a review, how many of the facts that an item contradicts are shown with it. */
export const MAX_OPPONENTS_SHOWN = 5;
/** Statements that one denial is compared with, and values of one role; the highest class and the latest first. */
export const MAX_DENIED_CANDIDATES = 500;
/** Facts that a new statement is compared with to find what it changes, by each way to find them; the latest first. */
export const MAX_CHANGE_CANDIDATES = 16;
/** Paths, commands and dependencies that one night looks up. */
export const MAX_LOOKUPS = 20_000;
/** Names that one person or thing may have. */
export const MAX_ENTITY_NAMES = 32;
/** The number of facts up to which a shared name still ties them together. A name that is in more facts says little. */
export const MAX_NAME_BEARERS = 32;
/** Facts passed to an embedder at once. It may send them in smaller batches. */
export const MAX_EMBED_BATCH = 128;
/** Queries of one origin whose vectors are remembered. */
export const MAX_CACHED_QUERIES = 64;

/**
 * How many places a limited resource of the server has: for everybody (`total`), for all callers except the workspace
 * owner together (`others`), and for each of those callers (`each`). The difference between `total` and `others` is
 * reserved for the owner.
 */
export interface ShareLimits {
  readonly total: number;
  readonly others: number;
  readonly each: number;
}
/** Requests that are being answered. */
export const MAX_REQUESTS_AT_WORK: ShareLimits = { total: 512, others: 384, each: 128 };
/** Requests whose bodies have not arrived in full. */
export const MAX_BODIES_ARRIVING: ShareLimits = { total: 256, others: 192, each: 64 };
/**
 * Bodies over 1 MiB, until they are answered. Each is held in memory as a whole, and several times while it is parsed.
 */
export const MAX_LARGE_BODIES: ShareLimits = { total: 3, others: 2, each: 1 };
export const MAX_MCP_SESSIONS: ShareLimits = { total: 1_000, others: 900, each: 100 };
/**
 * Streams of events and of MCP that clients listen to. There are fewer streams than sessions, so some sessions have no
 * open stream and can always be closed.
 */
export const MAX_OPEN_STREAMS: ShareLimits = { total: 400, others: 300, each: 50 };
/** A body that has received nothing for this long gives up its place if another body needs it. */
export const BODY_STALLED_MS = 1_000;
/** A body that has received nothing for this long is no longer waited for. */
export const BODY_SILENCE_MS = 10_000;
/** A reply of a model waits for so long until what was said is stored. */
export const OBSERVE_WAIT_MS = 5_000;
/** For this long after the owner's last request, requests of other callers begin one at a time. */
export const OWNER_AROUND_MS = 5_000;
/** How often such a request begins while a request of the owner is being answered. */
export const OTHERS_BEGIN_EVERY_MS = 5;
/** JSON-RPC messages in one POST to `/mcp`, for the protocol version that allows several. */
export const MAX_MCP_BATCH = 20;
/**
 * What one caller without the owner's voice may write per minute: facts, bytes of requests, and writes that are
 * refused. These are defaults; the operator may set others.
 */
export const MAX_FACTS_PER_MINUTE = 3_000;
export const MAX_BYTES_PER_MINUTE = 4 * 1024 * 1024;
export const MAX_REFUSALS_PER_MINUTE = 100;
/**
 * How long the dry runs of one caller without the owner's voice may take per minute. Each opens memory anew, which takes
 * some ten milliseconds if memory is small and up to a second with 20,000 facts.
 */
export const MAX_DRY_RUN_MS_PER_MINUTE = 3_000;
/** Wrong tokens per second and address. Nobody ever guesses 256 random bits; this limit only keeps the noise down. */
export const GUESSES_PER_SECOND = 0.2;
export const GUESSES_AT_ONCE = 10;

/** How many facts one hold may name one by one. */
export const MAX_HELD_FACTS = 256;
/** How many rules of retention, and how many holds, a workspace may have. */
export const MAX_RETENTION_RULES = 100;
/** The longest that a rule keeps anything: 200 years. */
export const MAX_RETENTION_DAYS = 73_050;

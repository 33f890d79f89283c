/**
 * How do turns become facts? batch → proposals → check → the same decision as every write → facts and cursor in one
 * append.
 *
 * A pass like any other: previewed, named, undone fact by fact. While a distiller works, no lock is held and other work
 * runs. When its reply arrives, it is decided on the state of that moment: if somebody else has distilled the session
 * meanwhile, the reply is discarded and the session is read again.
 *
 * Long because it holds the stages of a distilling in their order.
 */

import { isTidelineError, TidelineError } from "../errors.ts";
import type { KeyIndex } from "../indexes/keys.ts";
import { MAX_PROPOSALS } from "../limits.ts";
import { evolve, type State } from "../log/fold.ts";
import { checkQuota } from "../log/quota.ts";
import { EVENT_VERSION, type EventOf, type MemoryEvent } from "../model/event.ts";
import type { Link } from "../model/link.ts";
import { type Authority, PROTECTING_CLASS, TRUSTED } from "../model/source.ts";
import { KEEPER, type Speaker, type Writer } from "../model/speaker.ts";
import { DAY_MS } from "../model/time.ts";
import type { PassView, Pieces, Write, WritingPass } from "../passes/pass.ts";
import type { Signal } from "../ports/signal.ts";
import { decideAdd } from "../write/decide.ts";
import { type AddInput, type Draft, parseDraft } from "../write/draft.ts";
import { OVERRULING } from "../write/link-room.ts";
import type { WriteRules } from "../write/rules.ts";
import { type Checked, type CheckedFact, Checking, type Heard } from "./check.ts";
import { compiledForCheck } from "./compiled.ts";
import { DISTIL, type Distilled, type Distiller } from "./distiller.ts";
import { complaintOf, parseReply } from "./proposal.ts";
import type { Batch, Turn } from "./turn.ts";

/** What is distilled next: turns of one session, and what was heard before them. */
export interface Work {
  /** The digest of the session. */
  readonly session: string;
  /** How far the session was distilled when this was read. */
  readonly after: number;
  /** The last event of the inbox that this reads. */
  readonly upTo: number;
  /** How many turns that makes, those included that are not for the distiller. */
  readonly turns: number;
  /** The session's name, undefined if no turn of it is left. */
  readonly episode: string | undefined;
  readonly batch: Batch;
  /** How many tokens this may take; undefined if the principal speaks: then no turn is given up for tokens. */
  readonly tokensLeft: number | undefined;
  /** By the number of a known fact. */
  readonly known: readonly string[];
  readonly heard: Heard;
  /** The turn was set aside and is distilled again: the cursor of its session stays. As it was set aside then. */
  readonly again?: { readonly turn: string; readonly seq: number } | undefined;
  /** Who observed each turn, by the turn's number, and its place in the inbox. */
  readonly observed: ReadonlyMap<number, { readonly writer: Writer | undefined; readonly seq: number }>;
}

/**
 * A part of a reply, checked, and ready to be decided: what came of the next few turns. A reply is taken in parts so that
 * deciding never holds other work up for long.
 */
export interface Piece
  extends Pick<Work, "session" | "after" | "upTo" | "turns" | "episode" | "observed" | "again"> {
  readonly known: readonly string[];
  readonly facts: readonly CheckedFact[];
  /** Proposals that are dropped. */
  readonly dropped: readonly { readonly content: string; readonly reason: string }[];
  readonly proposals: number;
  readonly setAside: Tally["setAside"];
  readonly usage: Distilled["usage"];
  readonly distiller: string;
  /** By the number of a proposal of this reply: the fact that it has become. */
  readonly written: Map<number, string>;
}

/** So many facts are decided at a time, if no turn has more. */
const FACTS_PER_PIECE = 1;

export interface DistilLimits {
  readonly tokensPerDay: number;
  readonly roundsPerRun: number;
}

export interface DistilHost {
  /** Throws if there is none. */
  readonly distiller: () => Distiller;
  readonly keys: KeyIndex;
  readonly rules: WriteRules;
  readonly limits: DistilLimits;
  readonly signal: Signal | undefined;
  /** Are several pieces decided on a state that the index of keys does not know? */
  readonly isRehearsal: boolean;
  /** What is distilled next, without these sessions; undefined if nothing waits. */
  next(state: State, without: ReadonlySet<string>): Promise<Work | undefined>;
  /** Lets other work run. */
  breathe(): Promise<void>;
  /** The same, if the work of this turn of the event loop has taken long already. */
  rest(): Promise<void> | undefined;
  /** Told of each piece once it is decided. */
  onDecided(piece: Piece, tally: Tally): void;
}

/** What became of the proposals of one reply. */
export interface Tally {
  readonly turns: number;
  readonly proposals: number;
  readonly outcomes: readonly ProposalOutcome[];
  readonly setAside: readonly {
    readonly turn: string;
    /** Of its words. */
    readonly authority: Authority;
    readonly reason: string;
  }[];
  readonly usage: Distilled["usage"];
}

/** What became of one proposal of a distiller. */
export interface ProposalOutcome {
  readonly content: string;
  readonly outcome: "added" | "reinforced" | "superseded" | "dropped";
  /** Why it was dropped. */
  readonly reason?: string | undefined;
  readonly fact?: string | undefined;
}

const NO_REPLY: Distilled = {
  proposals: [],
  setAside: [],
  usage: { calls: 0, inputTokens: 0, outputTokens: 0 },
};

export interface DistilRun {
  readonly pass: WritingPass<Piece>;
  /** Why it stopped before all turns were distilled. */
  stopped(): "budget" | "rounds" | undefined;
  /** The errors of sessions that were left for later. */
  failures(): readonly unknown[];
}

export function distilPass(host: DistilHost): DistilRun {
  let stopped: "budget" | "rounds" | undefined;
  const rehearsed: Draft[] = [];
  const failed = new Map<string, unknown>();
  async function* pieces(view: PassView): Pieces<Piece> {
    for (let round = 0; ; round++) {
      const work = await host.next(view.state, new Set(failed.keys()));
      if (work === undefined) return;
      if (round >= host.limits.roundsPerRun) stopped = "rounds";
      if (tokensToday(view) >= host.limits.tokensPerDay) stopped = "budget";
      if (stopped !== undefined) return;
      const read = await readOr(work, host, (error) => failed.set(work.session, error));
      if (read !== undefined) yield* piecesOf(work, read.reply, read.checked, host.distiller().name);
    }
  }
  const decide = (piece: Piece, view: PassView) => decidePiece(piece, view, host, rehearsed);
  return {
    pass: { name: DISTIL, pieces, decide },
    stopped: () => stopped,
    failures: () => [...failed.values()],
  };
}

function tokensToday({ state, now }: PassView): number {
  const { day, inputTokens, outputTokens } = state.distil.spent;
  return day === Math.floor(now / DAY_MS) ? inputTokens + outputTokens : 0;
}

/** These errors may be about what was said, so another session may go better. */
const ABOUT_WORDS: ReadonlySet<string> = new Set(["distiller-failed", "service-refused", "service-reply"]);

/**
 * A session without the principal whose words make the distiller fail is left for later: whoever speaks there must not keep
 * the turns of others from being distilled.
 */
async function readOr(
  work: Work,
  host: DistilHost,
  onFailure: (error: unknown) => void,
): Promise<{ readonly reply: Distilled; readonly checked: Checked } | undefined> {
  try {
    const reply = await replyTo(work, host);
    return { reply, checked: await checked(work, reply, host) };
  } catch (error) {
    const isOthers = work.tokensLeft !== undefined && host.signal?.aborted !== true;
    if (!isOthers || !isTidelineError(error) || !ABOUT_WORDS.has(error.code)) throw error;
    onFailure(error);
    return undefined;
  }
}

/** Turns of which none can become a fact need no call. */
async function replyTo({ batch, tokensLeft }: Work, host: DistilHost): Promise<Distilled> {
  if (batch.turns.length === 0) return NO_REPLY;
  const distiller = host.distiller();
  try {
    const breathe = () => host.breathe();
    return await distiller.distil(batch, { signal: host.signal, tokensLeft, breathe });
  } catch (error) {
    if (isTidelineError(error)) throw error;
    throw new TidelineError(
      "distiller-failed",
      "The distiller failed, so nothing was distilled; the turns wait in the inbox. Look at the cause, and distil again.",
      {},
      error,
    );
  }
}

async function checked({ batch, heard }: Work, reply: Distilled, host: DistilHost): Promise<Checked> {
  for (const _ of compiledForCheck()) await host.rest();
  const checking = new Checking(batch, heard);
  for (const proposal of parsedReply(reply.proposals.slice(0, MAX_PROPOSALS))) {
    checking.take(proposal);
    await host.breathe();
  }
  return checking;
}

/** The reply in parts, turn by turn: each begins where the one before it ends. */
function* piecesOf(
  work: Work,
  reply: Distilled,
  { facts, dropped }: Checked,
  distiller: string,
): Generator<Piece> {
  const { batch, session, episode, observed, known, again } = work;
  const surplus = reply.proposals.length - facts.length - dropped.length;
  const tooMany = Array.from({ length: surplus }, () => ({ content: "", reason: "too-many" }));
  const written = new Map<number, string>();
  const common = { session, episode, observed, known, distiller, written, again } as const;
  let after = work.after;
  let turns = 0;
  let from = 0;
  let isFirst = true;
  for (const [i, turn] of batch.turns.entries()) {
    const some = facts.filter(({ lastTurn }) => lastTurn > from && lastTurn <= turn.number);
    const isLast = i === batch.turns.length - 1;
    if (!isLast && some.length < FACTS_PER_PIECE) continue;
    const upTo = isLast ? work.upTo : (observed.get(turn.number)?.seq ?? after);
    const count = isLast ? work.turns - turns : turn.number - from;
    const setAside = setAsideIn(reply, batch.turns.slice(from, turn.number));
    const first = {
      dropped: [...dropped, ...tooMany],
      proposals: reply.proposals.length,
      usage: reply.usage,
    };
    yield {
      ...common,
      after,
      upTo,
      turns: count,
      facts: some,
      setAside,
      ...(isFirst ? first : NOTHING_MORE),
    };
    isFirst = false;
    after = upTo;
    turns += count;
    from = turn.number;
  }
  // No turn of these is for the distiller: the cursor moves over them.
  if (batch.turns.length === 0)
    yield { ...common, after, upTo: work.upTo, turns: work.turns, facts: [], setAside: [], ...NOTHING_MORE };
}

const NOTHING_MORE = { dropped: [], proposals: 0, usage: NO_REPLY.usage } as const;

function setAsideIn({ setAside }: Distilled, turns: readonly Turn[]): Tally["setAside"] {
  return setAside.flatMap(({ turn: number, reason }) => {
    const turn = turns.find((one) => one.number === number);
    return turn === undefined ? [] : [{ turn: turn.id, authority: turn.authority, reason }];
  });
}

/** A distiller of the host's own may reply anything. */
function parsedReply(facts: unknown): ReturnType<typeof parseReply> {
  try {
    return parseReply({ facts });
  } catch (error) {
    const complaint = complaintOf(error);
    if (complaint === undefined) throw error;
    throw new TidelineError(
      "distiller-failed",
      `The distiller's reply is not well-formed, so nothing was distilled; the turns wait in the inbox. ${complaint}`,
      {},
      error,
    );
  }
}

/** Pure: it runs again if somebody else wrote in between. */
function decidePiece(
  piece: Piece,
  { state, now, newId }: PassView,
  host: DistilHost,
  rehearsed: Draft[],
): readonly Write[] {
  if ((state.distil.cursors.get(piece.session) ?? 0) !== piece.after) return [];
  const { again } = piece;
  if (again !== undefined && state.distil.setAside.get(again.turn)?.seq !== again.seq) return [];
  const { keys } = host;
  keys.expectNothing();
  for (const draft of rehearsed) keys.expect(draft.id, draft.content, draft.slot, draft.reading);
  const decided = new Deciding(piece, state, now, newId, host);
  for (const fact of piece.facts) decided.take(fact);
  if (host.isRehearsal) {
    rehearsed.push(...decided.added);
    keys.expectNothing();
  }
  const tally = decided.tally();
  host.onDecided(piece, tally);
  return [...decided.events, distilledEvent(piece, tally, now)].map((write) => ({
    write,
    rule: "why" in write ? (write.why?.rule ?? DISTIL) : DISTIL,
    say: "it was said in a conversation",
  }));
}

/** Decides one proposal after the other, each on the state that those before it led to. */
class Deciding {
  readonly events: MemoryEvent[] = [];
  readonly added: Draft[] = [];
  private readonly outcomes: ProposalOutcome[] = [];
  private readonly piece: Piece;
  private readonly now: number;
  private readonly newId: () => string;
  private readonly host: DistilHost;
  private state: State;

  constructor(piece: Piece, state: State, now: number, newId: () => string, host: DistilHost) {
    this.piece = piece;
    this.state = state;
    this.now = now;
    this.newId = newId;
    this.host = host;
    for (const { content, reason } of piece.dropped) this.drop(content, reason);
  }

  take(fact: CheckedFact): void {
    const { content } = fact;
    try {
      this.write(fact, this.linksOf(fact));
    } catch (error) {
      if (!isTidelineError(error)) throw error;
      this.drop(content, error.code);
    }
  }

  tally(): Tally {
    const { turns, proposals, setAside, usage } = this.piece;
    return { turns, proposals, outcomes: this.outcomes, setAside, usage };
  }

  private write(fact: CheckedFact, links: readonly Link[]): void {
    const { keys, rules } = this.host;
    const draft = draftOf(fact, links, this.piece, this.newId(), this.now);
    const decision = decideAdd(this.state, keys, draft, rules);
    if (decision.outcome === "refused") {
      // A link that its writer may not make must not cost the fact.
      if (links.length > 0) this.write(fact, []);
      else this.drop(fact.content, decision.code ?? "refused");
      return;
    }
    const before = this.state;
    let after = before;
    let { seq } = before.head;
    for (const event of decision.events) after = evolve(after, event, ++seq);
    checkQuota(before.totals, after.totals);
    this.state = { ...after, head: { ...after.head, seq } };
    this.events.push(...decision.events);
    this.piece.written.set(fact.number, decision.fact);
    if (decision.fact === draft.id) {
      keys.expect(draft.id, draft.content, draft.slot, draft.reading);
      this.added.push(draft);
    }
    this.outcomes.push({ content: fact.content, outcome: decision.outcome, fact: decision.fact });
  }

  /** Only links that change nothing: what replaces what is decided by the words alone. */
  private linksOf({ relations }: CheckedFact): readonly Link[] {
    return relations.flatMap(({ type, of, to }): readonly Link[] => {
      const id = of === "known" ? this.piece.known[to - 1] : this.piece.written.get(to);
      const isThere = id !== undefined && this.state.facts.has(id);
      return isThere && !OVERRULING.has(type) && type !== "derived_from" ? [{ kind: type, to: id }] : [];
    });
  }

  private drop(content: string, reason: string): void {
    this.outcomes.push({ content, outcome: "dropped", reason });
  }
}

function draftOf(
  fact: CheckedFact,
  links: readonly Link[],
  piece: Pick<Piece, "episode" | "observed">,
  id: string,
  now: number,
): Draft {
  const { turn, authority, quotes } = fact;
  const observed = piece.observed.get(turn.number);
  const input: AddInput = {
    content: fact.content,
    segment: fact.segment,
    kind: fact.kind,
    subject: fact.subject,
    attribute: fact.attribute,
    occurredAt: fact.occurredAt,
    validFrom: fact.validFrom,
    validTo: fact.validTo,
    actor: actorOf(turn),
    heardAt: turn.at,
    ...(piece.episode === undefined
      ? {}
      : { episode: { id: piece.episode, position: observed?.seq ?? turn.number } }),
    ...(fact.isConfined && authority > 0 ? { review: "distilled" } : {}),
    ...(links.length === 0 ? {} : { links }),
  };
  const speaker = speakerOf(fact, observed?.writer);
  const draft = parseDraft(input, { id, now, defaultSource: "extraction", speaker });
  const turns = [...new Set(quotes.map((quote) => quote.turn))];
  return { ...draft, granted: authority, quotes, turns };
}

/** The principal has no name here; anybody else is told apart by role and name. */
function actorOf({ role, actor }: Turn): string | undefined {
  return actor ?? (role === "user" ? undefined : role);
}

/**
 * What the principal said is one author's word, whoever observed it. Anybody else's word belongs to whoever observed it,
 * and has that voice.
 */
function speakerOf({ authority, turn }: CheckedFact, writer: Writer | undefined): Speaker {
  if (authority === PROTECTING_CLASS) return KEEPER;
  return {
    voice: Math.min(turn.authority, TRUSTED) as Speaker["voice"],
    manages: false,
    writer: writer ?? KEEPER.writer,
  };
}

function distilledEvent(piece: Piece, tally: Tally, at: number): EventOf<"distilled"> {
  const { session, upTo, distiller, again } = piece;
  // Turns are counted when the cursor passes them.
  const turns = again === undefined ? piece.turns : 0;
  const { calls, inputTokens, outputTokens } = tally.usage;
  const dropped: Record<string, number> = {};
  for (const { reason } of tally.outcomes)
    if (reason !== undefined) dropped[reason] = (dropped[reason] ?? 0) + 1;
  const { setAside } = tally;
  return {
    type: "distilled",
    v: EVENT_VERSION,
    at,
    by: { source: "engine", ...KEEPER.writer },
    why: { rule: DISTIL },
    ...{ session, upTo, turns, proposals: tally.proposals, calls, inputTokens, outputTokens },
    ...(Object.keys(dropped).length === 0 ? {} : { dropped }),
    ...(setAside.length === 0
      ? {}
      : {
          setAside: setAside.map(({ turn }) => turn),
          classes: setAside.map(({ authority }) => authority),
        }),
    ...(again === undefined ? {} : { again: [again.turn] }),
    body: {
      distiller,
      ...(setAside.length === 0 ? {} : { reasons: setAside.map(({ reason }) => reason) }),
    },
  };
}

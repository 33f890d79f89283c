/**
 * What of a conversation is worth remembering, as far as rules can tell? Sentences in which somebody states something
 * about himself, his people, work, plans, preferences and decisions, and what he asks to be remembered, each with the
 * words as they stand in the turn.
 *
 * It reads English, and the plain forms of German, Spanish and French. It resolves dates that count from the day of the
 * turn, and says whom or what a pronoun means where the sentence before says it for certain (English). It never reads what is pasted
 * or quoted, nor turns of the assistant, of tools and of the system. The same batch always gives the same proposals.
 */
import { guessSegment } from "../../lifecycle/guess.ts";
import type { Kind } from "../../model/segment.ts";
import { essentialOf } from "../../text/claims/essential/essential.ts";
import { readWish } from "../../text/claims/wish.ts";
import { compiled } from "../compiled.ts";
import type { Proposal } from "../proposal.ts";
import { type Batch, isPrincipals, type Turn, wallTimeOf } from "../turn.ts";
import { pointsOutside } from "./alone.ts";
import { isPlainElsewhere } from "./elsewhere.ts";
import { BUSINESS, OWN } from "./english.ts";
import { isLasting } from "./lasting.ts";
import { isTask, ownWords, playsPart } from "./own-words.ts";
import { ASKED, type Passage, passagesOf } from "./passages.ts";
import { PATTERNS } from "./patterns.ts";
import { slotOf } from "./slot.ts";
import { inThirdPerson } from "./third-person.ts";

/** A sentence of at least this worth is proposed. */
const LEAST = 1;
const MAX_PER_TURN = 6;
/** A turn that greets, takes its leave or scolds the assistant seldom says anything else. */
const BY_BUSINESS = 3;
const MAX_BY_BUSINESS = 6;
/** In a session of work on texts, "we" and "I" are mostly those of the texts. */
const MIN_OWN_TURNS = 0.7;
/** A thanks, a wish and a fact are no such session: among fewer turns, one must set a task. */
const FEW_TURNS = 4;
const BY_WORK = 10;
/** What lasts needs less there. */
const BY_WORK_LASTING = 6;

export function proposeByRules(batch: Batch): readonly Proposal[] {
  const steps = proposingByRules(batch);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, in steps: other work may run whenever it yields. Each step reads one sentence, or one turn as a whole. */
export function* proposingByRules({ turns }: Batch): Generator<undefined, readonly Proposal[]> {
  yield* compiled(PATTERNS);
  const spoken = turns.filter(({ role }) => role === "user");
  const heard: Turn[] = [];
  for (const turn of spoken) {
    if (playsPart(turn.content)) break;
    heard.push(turn);
    yield;
  }
  const demand = (yield* isWork(spoken.filter(isPrincipals))) ? BY_WORK : 0;
  const known = new Set<string>();
  const proposals: Proposal[] = [];
  for (const turn of heard) {
    for (const proposal of isPrincipals(turn) ? yield* ofPrincipal(turn, demand) : yield* ofOther(turn)) {
      if (known.has(proposal.content)) continue;
      known.add(proposal.content);
      proposals.push(proposal);
    }
    yield;
  }
  return proposals;
}

function* isWork(turns: readonly Turn[]): Generator<undefined, boolean> {
  let own = 0;
  let isElsewhere = false;
  let hasTask = turns.length >= FEW_TURNS;
  for (const { content } of turns) {
    const asksForWork = isTask(content);
    hasTask ||= asksForWork;
    if (!asksForWork && OWN.test(ownWords(content))) own++;
    isElsewhere ||= isPlainElsewhere(content);
    yield;
  }
  return hasTask && own < turns.length * MIN_OWN_TURNS && !isElsewhere;
}

function* ofPrincipal(turn: Turn, demand: number): Generator<undefined, readonly Proposal[]> {
  const own = ownWords(turn.content).trimEnd();
  if (own === "") return [];
  const wish = wishOf(turn, own);
  const facts: Proposal[] = [];
  yield;
  const passages = yield* passagesOf({ own, at: wallTimeOf(turn) }, LEAST);
  const business = Math.min(MAX_BY_BUSINESS, BY_BUSINESS * countOf(own.replaceAll("’", "'"), BUSINESS));
  const demandOn = ({ content }: Passage) =>
    demand > BY_WORK_LASTING && isLasting(content) ? BY_WORK_LASTING : demand;
  const good = passages
    .filter((passage) => passage.isKept && passage.worth >= LEAST + business / 2 + demandOn(passage))
    .toSorted((a, b) => b.worth - a.worth || a.from - b.from)
    .slice(0, MAX_PER_TURN);
  for (const passage of good.toSorted((a, b) => a.from - b.from)) {
    facts.push(proposed(turn, passage));
    yield;
  }
  return wish === undefined || facts.some(({ content }) => content === wish.content)
    ? facts
    : [...facts, wish];
}

/** "Write one paragraph" asks for that once; these words ask for it from now on. Other scripts have words of their own. */
const STANDING =
  /(?<!\p{L})(?:always|never|ever|from (?:now|here|today) on|going forward|in (?:the )?future|whenever|when(?:ever)? i|if i ask|(?:every|each|any) time|by default|for all|all (?:your|my)|call me|address me|refer to me|immer|nie|niemals|künftig|in zukunft|ab (?:jetzt|sofort|heute)|stets|nenn\p{L}*|duz\p{L}*|siez\p{L}*|wenn ich|toujours|jamais|désormais|dorénavant|appelle|tutoie|vouvoie|quand je|siempre|nunca|jamás|a partir de|llám\p{L}*|cuando|sempre|mai|d['’]ora|chiam\p{L}*|agora|chame|chama|altijd|nooit|voortaan|noem)(?!\p{L})|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Cyrillic}]/iu;

/** What the assistant should do from now on. The whole wish is quoted, wherever in the turn it stands. */
function wishOf(turn: Turn, own: string): Proposal | undefined {
  const wish = readWish(own);
  if (wish === undefined) return undefined;
  const text = turn.content.slice(wish.from, wish.to);
  if (!isStanding(text)) return undefined;
  const quotes = [{ turn: turn.number, text }];
  return { content: text, segment: "preference", kind: "preference", quotes, relations: [] };
}

function isStanding(text: string): boolean {
  return readWish(text)?.wish === "instruction" && STANDING.test(text) && !pointsOutside(text);
}

function proposed(turn: Turn, passage: Passage): Proposal {
  const { content, occurredAt, worth } = passage;
  const essential = essentialOf(content);
  const isSure =
    isPlainElsewhere(content) ||
    worth >= ASKED ||
    essential !== undefined ||
    isLasting(content) ||
    isStanding(content);
  // Nothing shows that it lasts, so it may be forgotten soon.
  const segment = isStanding(content) ? "preference" : isSure ? guessSegment(content, essential) : "context";
  const kind: Kind | undefined = segment === "preference" ? "preference" : undefined;
  const slot = slotOf(content);
  return {
    ...{ content, segment, kind, subject: slot?.subject, attribute: slot?.attribute },
    occurredAt: pastOf(turn, occurredAt),
    quotes: quotesOf(turn, passage),
    relations: [],
  };
}

/** The words of the passage, and the sentence before it, if that says what it means. */
function quotesOf(turn: Turn, { from, to, named }: Passage): Proposal["quotes"] {
  return [{ from, to }, ...(named === undefined ? [] : [named])].map((span) => ({
    turn: turn.number,
    text: turn.content.slice(span.from, span.to).trim(),
  }));
}

/** A day may have begun where the speaker is, and not yet in UTC. */
function pastOf({ at }: Turn, began: number | undefined): number | undefined {
  return began === undefined ? undefined : Math.min(began, at);
}

/** Only what surely lasts, and only what can be told of him by his name. */
function* ofOther(turn: Turn): Generator<undefined, readonly Proposal[]> {
  const { actor } = turn;
  if (actor === undefined) return [];
  const passages = yield* passagesOf({ own: ownWords(turn.content), at: wallTimeOf(turn) }, LEAST);
  return passages
    .filter(({ worth, isKept }) => isKept && worth >= LEAST && worth < ASKED)
    .slice(0, MAX_PER_TURN)
    .flatMap((passage) => {
      const told = inThirdPerson(passage.content, actor);
      if (told === undefined) return [];
      const occurredAt = pastOf(turn, passage.occurredAt);
      const quotes = quotesOf(turn, passage);
      return [
        { content: told, segment: "knowledge" as const, occurredAt, whose: actor, quotes, relations: [] },
      ];
    });
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

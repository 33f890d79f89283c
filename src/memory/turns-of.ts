/**
 * Which turns of conversations belong to a fact, and which facts to a turn? For inspecting, and for purging: the words of a
 * purged fact must not be left in the inbox.
 */
import type { TurnHead, TurnWords } from "../converse/inbox.ts";
import type { InspectedTurn } from "../govern/inspect.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import type { Fact } from "../model/fact.ts";
import { Compared, quotes, statementOf } from "../text/sameness/quote.ts";
import type { Memory } from "./memory.ts";

export function* turnsOf(memory: Memory, fact: Fact): Steps<readonly InspectedTurn[]> {
  const quoted = (fact.quotes ?? []).map(({ turn, at, text }) => ({
    turn,
    at,
    quote: text as string | undefined,
  }));
  const again = fact.observations.flatMap(({ turns = [], at }) =>
    turns.map((turn) => ({ turn, at, quote: undefined })),
  );
  const all = [...quoted, ...again];
  if (all.length === 0) return [];
  const { inbox } = memory.open;
  yield* inbox.catchUp();
  const heads = all.flatMap(({ turn }) => inbox.turn(turn) ?? []);
  const words = yield* inbox.wordsOf(heads);
  return all.map((one) => ({ ...one, said: saidIn(inbox.turn(one.turn), words.get(one.turn)) }));
}

function saidIn(head: TurnHead | undefined, words: TurnWords | undefined): InspectedTurn["said"] {
  if (head === undefined || words === undefined) return undefined;
  const { session, actor, content } = words;
  return { role: head.role, session, content, ...(actor === undefined ? {} : { actor }) };
}

/** The facts that quote this turn. */
export function factsQuoting({ facts }: State, turn: string): readonly string[] {
  const found: string[] = [];
  for (const fact of facts.values())
    if (fact.quotes?.some((quote) => quote.turn === turn)) found.push(fact.id);
  return found;
}

const TURNS_AT_ONCE = 256;

/** The turns in the inbox that these facts quote, or that hold their words. */
export function* turnsHolding(memory: Memory, facts: readonly Fact[]): Steps<readonly string[]> {
  const { inbox } = memory.open;
  yield* inbox.catchUp();
  const quoted = new Set(facts.flatMap((fact) => (fact.quotes ?? []).map(({ turn }) => turn)));
  const statements = facts.map(({ content }) => statementOf(content));
  const left = [...inbox.all()].filter((turn) => !turn.gone);
  const found: string[] = [];
  for (let at = 0; at < left.length; at += TURNS_AT_ONCE) {
    const some = left.slice(at, at + TURNS_AT_ONCE);
    const words = yield* inbox.wordsOf(some);
    for (const { id } of some) {
      const texts = textsOf(words.get(id)).map((text) => new Compared(text));
      const holds = texts.some((text) =>
        statements.some((statement) => {
          const spelled = text.spelledFor(statement);
          return spelled !== undefined && quotes(spelled, statement);
        }),
      );
      if (holds || quoted.has(id)) found.push(id);
    }
  }
  return found;
}

function textsOf(words: TurnWords | undefined): readonly string[] {
  if (words === undefined) return [];
  const { content, attachments = [], recalled = [] } = words;
  return [content, ...attachments.map((one) => one.content), ...recalled];
}

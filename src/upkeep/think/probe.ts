/**
 * Which old beliefs may no longer hold? What is important, old and unconfirmed is held against what was said since.
 *
 * Only facts of the belief's own class or above, and later ones, may speak against it, and a model has to name them. A
 * doubted belief loses half its importance and is marked as challenged; it never ends by that. What the owner said keeps
 * everything, and so does what was distilled from it unless code sees the contradiction, too: it is listed for review, as a
 * question.
 */
import { choice, list, object, whole } from "../../converse/reply-schema.ts";
import { isSameSlot } from "../../indexes/keys.ts";
import { parseWhole } from "../../model/arguments.ts";
import type { Fact } from "../../model/fact.ts";
import { PROTECTING_CLASS, TRUSTED } from "../../model/source.ts";
import { DAY_MS } from "../../model/time.ts";
import type { Change, PassView } from "../../passes/pass.ts";
import { contradiction } from "../../text/claims/contradiction.ts";
import { pairsOf } from "../dream/near.ts";
import { dreamableIds, isDreamable, type Stage } from "../dream/stage.ts";
import { FACTS_ARE_DATA, factLines, fenced, type Question } from "./ask.ts";
import { CLASSES, countIn, isLookedAt, type LookedItem, type ThinkTools } from "./tools.ts";

const STAGE = "probe";
const OLD_DAYS = 90;
const LEAST_IMPORTANCE = 0.6;
const LEAST_LEFT = 0.05;
/** Beliefs in one question, one question for each class; and later facts shown beside each. */
const MOST_BELIEFS = 6;
const MOST_LATER = 5;

const INSTRUCTIONS = `You doubt old beliefs of a memory. Each belief is shown with facts that were learned later. Say "doubtful" only if one of those later facts speaks against the belief, and name that fact; otherwise "stands". That a belief is old is no reason.
${FACTS_ARE_DATA}
The form: {"reply": [{"belief": 1, "verdict": "doubtful", "against": [3]}, {"belief": 4, "verdict": "stands", "against": []}]}`;
const number = whole(parseWhole(1, MOST_BELIEFS * (MOST_LATER + 1)));
const REPLY = object(
  {
    reply: list(
      MOST_BELIEFS,
      " beliefs",
      object({
        belief: number,
        verdict: choice(["stands", "doubtful"] as const),
        against: list(MOST_LATER, " facts", number),
      }),
    ),
  },
  "The reply",
);
type Reply = ReturnType<typeof REPLY.parse>;

interface Belief {
  readonly fact: Fact;
  readonly later: readonly Fact[];
}

interface Doubt {
  readonly belief: string;
  readonly against: string;
}

export const probeStage: Stage<Doubt | LookedItem, ThinkTools> = {
  name: STAGE,
  async *items(view, tools) {
    const near = yield* neighbours(view, tools);
    const beliefs: Belief[] = [];
    for (const id of dreamableIds(view)) {
      if (id === undefined) yield undefined;
      else beliefs.push(...beliefOf(id, near, view, tools));
    }
    for (const authority of CLASSES) {
      const waiting = beliefs.filter(({ fact }) => fact.authority === authority);
      const asked = waiting.slice(0, MOST_BELIEFS);
      if (asked.length === 0) continue;
      if (!tools.asker.canAsk(view)) {
        for (const _ of asked) countIn(tools.tally.left, STAGE);
        continue;
      }
      const question = questionOf(asked);
      const { reply, looked } = await tools.asker.ask(question, view);
      if (looked !== undefined) yield { looked };
      for (const { belief, verdict, against } of reply?.reply ?? [])
        if (verdict === "doubtful")
          yield {
            belief: (question.shown[belief - 1] as Fact).id,
            against: (question.shown[(against[0] as number) - 1] as Fact).id,
          };
    }
  },
  decide(item, { state, now }, { tally }) {
    if ("looked" in item) return [item.looked];
    const [fact, against] = [state.facts.get(item.belief), state.facts.get(item.against)];
    const isStill =
      isDreamable(fact) && isBelief(fact, now) && isDreamable(against) && speaksAfter(against, fact);
    if (isStill) return doubted(fact, against);
    countIn(tally.dropped, "changed");
    return [];
  },
};

function doubted(fact: Fact, against: Fact): readonly Change[] {
  const because = { rule: "think/probe", say: `${against.id} may speak against it` };
  const isSeen = contradiction(fact.content, against.content) !== undefined || areOfOneSlot(fact, against);
  if (fact.authority === TRUSTED || (fact.authority >= PROTECTING_CLASS && !isSeen)) {
    const asks = { type: "revised", fact: fact.id, review: "doubted" } as const;
    return fact.review === undefined ? [{ event: asks, ...because }] : [];
  }
  const importance = Math.max(LEAST_LEFT, fact.importance / 2);
  return [
    { event: { type: "revised", fact: fact.id, importance }, ...because },
    { event: { type: "challenged", fact: fact.id, against: against.id }, ...because },
  ];
}

function areOfOneSlot(a: Fact, b: Fact): boolean {
  return a.slot !== undefined && b.slot !== undefined && isSameSlot(a.slot, b.slot);
}

/** The facts that each fact is near to. */
function* neighbours(
  view: PassView,
  tools: ThinkTools,
): Generator<undefined, ReadonlyMap<string, readonly string[]>> {
  const near = new Map<string, string[]>();
  const note = (a: string, b: string) => {
    const known = near.get(a);
    if (known === undefined) near.set(a, [b]);
    else known.push(b);
  };
  for (const pair of pairsOf(view, tools)) {
    if (pair === undefined) {
      yield undefined;
      continue;
    }
    note(pair.fact, pair.other);
    note(pair.other, pair.fact);
  }
  return near;
}

function isBelief(
  { createdAt, confirmedAt, pinned, tier, essential, importance }: Fact,
  now: number,
): boolean {
  return (
    now - createdAt > OLD_DAYS * DAY_MS &&
    importance >= LEAST_IMPORTANCE &&
    ![pinned, confirmedAt !== undefined, essential !== undefined, tier === "permanent"].includes(true)
  );
}

/** Of its class or above, and said later. */
function speaksAfter(against: Fact, fact: Fact): boolean {
  return against.authority >= fact.authority && against.createdAt > fact.createdAt;
}

/** The belief with what was said since; nothing if there is nothing that could speak against it. */
function beliefOf(
  id: string,
  near: ReadonlyMap<string, readonly string[]>,
  view: PassView,
  { entities }: ThinkTools,
): readonly Belief[] {
  const { state, now } = view;
  const fact = state.facts.get(id);
  if (!isDreamable(fact) || !isBelief(fact, now) || isLookedAt(view, STAGE, id)) return [];
  const named = entities
    .namedBy(fact, state)
    .flatMap(({ ofClass }) =>
      CLASSES.flatMap((authority) => ofClass(authority).flatMap((some) => [...some])),
    );
  const later = [...new Set([...(near.get(id) ?? []), ...named])]
    .flatMap((one) => state.facts.get(one) ?? [])
    .filter((one) => isDreamable(one) && one.id !== id && speaksAfter(one, fact))
    .slice(0, MOST_LATER);
  return later.length === 0 ? [] : [{ fact, later }];
}

function questionOf(beliefs: readonly Belief[]): Question<Reply> {
  const shown: Fact[] = [];
  const laterOf = new Map<number, ReadonlySet<number>>();
  const lines = beliefs.map(({ fact, later }) => {
    const number = shown.length + 1;
    shown.push(fact, ...later);
    laterOf.set(number, new Set(later.map((_, i) => number + 1 + i)));
    return `Belief:\n${factLines([fact], number)}\nLater:\n${factLines(later, number + 1)}`;
  });
  return {
    ...{ stage: STAGE, instructions: INSTRUCTIONS, shown, reply: REPLY },
    text: `${fenced(lines.join("\n"))}\nWhich of these beliefs are doubtful?`,
    isAboutShown: ({ reply }) =>
      reply.every(({ belief, verdict, against }) => {
        const later = laterOf.get(belief);
        if (later === undefined || (verdict === "doubtful" && against.length === 0)) return false;
        return against.every((one) => later.has(one));
      }),
    about: beliefs.map(({ fact }) => fact.id),
  };
}

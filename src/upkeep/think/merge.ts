/**
 * Which facts say the same in other words, or contradict each other, so that only somebody who understands them can
 * tell? A model proposes; code decides.
 *
 * Facts that are near each other form groups, each of one class: what a web page says is not read beside what the owner
 * said. A proposal is followed only for a reason of a closed list, never because a fact is old or specific. Values,
 * names and negations must agree before anything is merged; a supersession must be a contradiction that code sees, too.
 * The richer fact survives, whichever the model would keep. What the owner said, and what was distilled from it, is merged
 * only if no word is lost, and is otherwise only put up as a question: the owner decides. Below that, no name, number or
 * negation is lost.
 */
import { choice, list, object, whole, words } from "../../converse/reply-schema.ts";
import { isSameSlot } from "../../indexes/keys.ts";
import { parseWhole } from "../../model/arguments.ts";
import { authorOf } from "../../model/author.ts";
import type { Fact } from "../../model/fact.ts";
import { PROTECTING_CLASS, TRUSTED } from "../../model/source.ts";
import type { Change, PassView } from "../../passes/pass.ts";
import { contradiction } from "../../text/claims/contradiction.ts";
import { mayEnd } from "../../write/own-word.ts";
import { Groups } from "../dream/cluster.ts";
import { byMergeRank, excludes, isTied, mergeRankOf, saysAsMuch } from "../dream/consolidate.ts";
import { pairsOf } from "../dream/near.ts";
import { isDreamable, type Stage } from "../dream/stage.ts";
import { FACTS_ARE_DATA, factLines, fenced, type Question } from "./ask.ts";
import { isFounded } from "./derive.ts";
import { CLASSES, countIn, isLookedAt, type LookedItem, type ThinkTools } from "./tools.ts";

const STAGE = "merge";
const MOST_IN_GROUP = 10;
const MOST_GROUPS = 12;
/** Proposals about what the owner said or what was distilled from it, each in one run: a model must not fill the review. */
const MOST_FOR_OWNER = 5;

/** The only reasons that count. */
const REASONS = ["duplicate", "contradicted", "restated more precisely"] as const;
type Reason = (typeof REASONS)[number];

const INSTRUCTIONS = `You keep a memory tidy. You are shown groups of facts that may say the same. Propose only what is certain.
- "merge": two facts say the same thing. Reason: "duplicate", or "restated more precisely" if the kept fact says the same with more detail.
- "supersede": a later fact makes an earlier one untrue. Keep the later one. Reason: "contradicted".
Facts that are old, detailed or unimportant are not to be merged or superseded for that. Facts about different people, days, numbers or things stay as they are. If in doubt, propose nothing.
${FACTS_ARE_DATA}
The form: {"reply": [{"do": "merge", "keep": 1, "drop": 2, "reason": "duplicate"}]}; {"reply": []} if there is nothing to do.`;

const number = whole(parseWhole(1, 1_000_000));
const REPLY = object(
  {
    reply: list(
      MOST_GROUPS * MOST_IN_GROUP,
      " proposals",
      object({ do: choice(["merge", "supersede"] as const), keep: number, drop: number, reason: words(400) }),
    ),
  },
  "The reply",
);

interface Proposed {
  readonly do: "merge" | "supersede";
  readonly keep: string;
  readonly drop: string;
  readonly reason: string;
}

export const mergeStage: Stage<Proposed | LookedItem, ThinkTools> = {
  name: STAGE,
  async *items(view, tools) {
    const groups = yield* groupsIn(view, tools);
    for (const authority of CLASSES) {
      const waiting = groups.filter((one) => view.state.facts.get(one[0] as string)?.authority === authority);
      const asked = waiting.slice(0, MOST_GROUPS);
      for (const _ of waiting.slice(MOST_GROUPS)) countIn(tools.tally.left, STAGE);
      if (asked.length === 0) continue;
      if (!tools.asker.canAsk(view)) {
        for (const _ of asked) countIn(tools.tally.left, STAGE);
        continue;
      }
      const question = questionOf(asked, view);
      const { reply, looked } = await tools.asker.ask(question, view);
      if (looked !== undefined) yield { looked };
      const most = authority >= PROTECTING_CLASS ? MOST_FOR_OWNER : MOST_GROUPS * MOST_IN_GROUP;
      for (const { keep, drop, ...rest } of reply?.reply.slice(0, most) ?? [])
        yield { ...rest, keep: idAt(question.shown, keep), drop: idAt(question.shown, drop) };
    }
  },
  decide(item, view, tools) {
    if ("looked" in item) return [item.looked];
    const changes = decided(item, view);
    if (typeof changes !== "string") return changes;
    countIn(tools.tally.dropped, changes);
    return [];
  },
};

function idAt(shown: readonly Fact[], number: number): string {
  return (shown[number - 1] as Fact).id;
}

/** Near facts of one class, group by group. A group about which was asked before has nothing new. */
function* groupsIn(view: PassView, tools: ThinkTools): Generator<undefined, readonly (readonly string[])[]> {
  const groups = new Groups();
  for (const pair of pairsOf(view, tools)) {
    if (pair === undefined) yield undefined;
    else if (isOneClass(pair.fact, pair.other, view)) groups.join(pair.fact, pair.other);
  }
  const found: (readonly string[])[] = [];
  for (const ids of yield* groups.all()) {
    const live = ids.filter((id) => isDreamable(view.state.facts.get(id))).slice(-MOST_IN_GROUP);
    if (live.length > 1 && !isLookedAt(view, STAGE, live.at(-1) as string)) found.push(live);
  }
  return found;
}

export function isOneClass(a: string, b: string, { state }: PassView): boolean {
  return state.facts.get(a)?.authority === state.facts.get(b)?.authority;
}

type Reply = ReturnType<typeof REPLY.parse>;

function questionOf(groups: readonly (readonly string[])[], { state }: PassView): Question<Reply> {
  const shown: Fact[] = [];
  const groupOf: number[] = [];
  const texts = groups.map((ids, group) => {
    const facts = ids.flatMap((id) => state.facts.get(id) ?? []);
    const from = shown.length + 1;
    shown.push(...facts);
    groupOf.push(...facts.map(() => group));
    return `Group ${group + 1}:\n${factLines(facts, from)}`;
  });
  return {
    stage: STAGE,
    instructions: INSTRUCTIONS,
    shown,
    text: `${fenced(texts.join("\n"))}\nWhich of these are to be merged or superseded?`,
    reply: REPLY,
    isAboutShown: ({ reply }) =>
      reply.every(({ keep, drop }) => {
        const [a, b] = [groupOf[keep - 1], groupOf[drop - 1]];
        return a !== undefined && a === b && keep !== drop;
      }),
    about: groups.map((ids) => ids.at(-1) as string),
  };
}

/** What becomes of a proposal; or why nothing does, in a word. */
function decided(proposed: Proposed, view: PassView): readonly Change[] | string {
  const [a, b] = [view.state.facts.get(proposed.keep), view.state.facts.get(proposed.drop)];
  if (!isDreamable(a) || !isDreamable(b) || a.authority !== b.authority) return "changed";
  const reason = REASONS.find((one) => one === proposed.reason.trim().toLowerCase());
  if (reason === undefined) return "reason";
  if (proposed.do === "merge") return reason === "contradicted" ? "reason" : merged(a, b, reason, view);
  return reason === "contradicted" ? superseded(a, b, view) : "reason";
}

/** The richer one survives. */
function merged(a: Fact, b: Fact, reason: Reason, view: PassView): readonly Change[] | string {
  const [survivor, twin] = byMergeRank(mergeRankOf(a), mergeRankOf(b)) < 0 ? [a, b] : [b, a];
  if (excludes(survivor, twin)) return "values";
  const losesNothing = saysAsMuch(survivor, twin, false);
  if (!losesNothing && survivor.authority >= PROTECTING_CLASS)
    return question(twin, survivor, "near-duplicate");
  // What only the twin names, counts or denies would be gone from recall.
  if (!losesNothing && !isFounded(twin.content, [survivor])) return "words";
  if (!losesNothing && (!saysAsMuch(survivor, twin, true) || !mayEndOther(twin, survivor, view)))
    return "standing";
  return [
    {
      event: { type: "merged", fact: twin.id, successor: survivor.id },
      rule: "think/merge",
      inputs: { reason: slugOf(reason) },
      say: `a model says that it is what ${survivor.id} says (${reason})`,
    },
  ];
}

/** The model's word is not enough: code has to see the contradiction, too, and the later statement is the one that stays. */
function superseded(keep: Fact, drop: Fact, view: PassView): readonly Change[] | string {
  if (keep.createdAt < drop.createdAt) return "older";
  const isSeen =
    contradiction(keep.content, drop.content) !== undefined ||
    (keep.slot !== undefined && drop.slot !== undefined && isSameSlot(keep.slot, drop.slot));
  if (!isSeen) return "unseen";
  if (keep.authority === TRUSTED) return question(keep, drop, "contradiction");
  if (!mayEndOther(drop, keep, view)) return "standing";
  return [
    {
      event: { type: "superseded", fact: drop.id, successor: keep.id },
      rule: "think/supersede",
      say: `a model says that ${keep.id} contradicts it`,
    },
  ];
}

/** Below class 3 only the author's own word ends a fact. */
function mayEndOther(ended: Fact, by: Fact, { state }: PassView): boolean {
  return mayEnd(state, ended, authorOf(by), by.authority);
}

/** What the owner said stays as it is: it is listed for review, with what it may belong to. */
export function question(
  fact: Fact,
  other: Fact,
  reason: "near-duplicate" | "contradiction",
): readonly Change[] | string {
  if (fact.review !== undefined || isTied(fact, other)) return "asked";
  const because = { rule: "think/question", say: `it may belong to ${other.id}` };
  const kind = reason === "contradiction" ? "contradicts" : "relates";
  return [
    { event: { type: "linked", fact: fact.id, kind, to: other.id }, ...because },
    { event: { type: "revised", fact: fact.id, review: reason }, ...because },
  ];
}

function slugOf(reason: Reason): string {
  return reason.replaceAll(" ", "-");
}

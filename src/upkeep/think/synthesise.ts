/**
 * What belongs together that nobody has joined? Two people or things of different circles that share a third one.
 *
 * Off unless switched on. Code finds the pairs: a fact names A and C, another fact of the same class names B and C, and
 * no fact names A and B. A model confirms or declines. A confirmed bridge is a derived fact of class 1 that `relates` to
 * both facts, and is listed for review: a guess until a person endorses it.
 */
import { choice, list, object, optional, whole, words } from "../../converse/reply-schema.ts";
import { parseWhole } from "../../model/arguments.ts";
import type { Fact } from "../../model/fact.ts";
import type { Authority } from "../../model/source.ts";
import type { Change, PassView } from "../../passes/pass.ts";
import { isTied } from "../dream/consolidate.ts";
import { isDreamable, type Stage } from "../dream/stage.ts";
import { FACTS_ARE_DATA, factLines, fenced, type Question } from "./ask.ts";
import { deriving, isFounded } from "./derive.ts";
import { CLASSES, countIn, isLookedAt, type LookedItem, type ThinkTools } from "./tools.ts";

const STAGE = "synthesise";
/** Pairs in one question, one question for each class. */
const MOST_PAIRS = 6;
/** What very many facts name joins nothing. */
const MOST_BEARERS = 16;
const MOST_CHARS = 300;

const INSTRUCTIONS = `You are shown pairs of facts of a memory that share a name. For each pair say whether the two belong together in a way that is worth knowing, and if so, in one plain sentence what joins them. Say only what the two facts say together: no advice, no name or number of your own. Decline if you are not certain.
${FACTS_ARE_DATA}
The form: {"reply": [{"pair": 1, "verdict": "confirmed", "says": "the sentence"}, {"pair": 2, "verdict": "declined", "says": null}]}`;
const REPLY = object(
  {
    reply: list(
      MOST_PAIRS,
      " pairs",
      object({
        pair: whole(parseWhole(1, MOST_PAIRS)),
        verdict: choice(["confirmed", "declined"] as const),
        says: optional(words(MOST_CHARS)),
      }),
    ),
  },
  "The reply",
);
type Reply = ReturnType<typeof REPLY.parse>;

type Pair = readonly [Fact, Fact];

interface Bridge {
  readonly pair: readonly [string, string];
  readonly says: string;
}

/** Two facts that have a bridge, which is to be linked to both. */
interface Joined {
  readonly joined: readonly [string, string];
}

export const synthesiseStage: Stage<Bridge | Joined | LookedItem, ThinkTools> = {
  name: STAGE,
  async *items(view, tools) {
    const pairs = new Map<Authority, Pair[]>(CLASSES.map((authority) => [authority, []]));
    for (const entity of tools.entities.oftenNamed(view, 2)) {
      if (entity === undefined) yield undefined;
      else if (entity.facts.length <= MOST_BEARERS) collect(entity.facts, view, tools, pairs);
    }
    for (const some of pairs.values()) {
      if (some.length === 0) continue;
      if (!tools.asker.canAsk(view)) {
        countIn(tools.tally.left, STAGE);
        continue;
      }
      const { reply, looked } = await tools.asker.ask(questionOf(some), view);
      if (looked !== undefined) yield { looked };
      for (const { pair, verdict, says } of reply?.reply ?? []) {
        const [a, b] = some[pair - 1] as Pair;
        if (verdict !== "confirmed" || says === undefined) continue;
        yield { pair: [a.id, b.id], says: says.trim() };
        // The next piece sees the bridge.
        yield undefined;
        yield { joined: [a.id, b.id] };
      }
    }
  },
  decide(item, view, { tally }) {
    if ("looked" in item) return [item.looked];
    if ("joined" in item) return linksOf(item.joined, view);
    const evidence = item.pair.flatMap((id) => view.state.facts.get(id) ?? []).filter(isDreamable);
    const [a, b] = evidence;
    if (a === undefined || b === undefined || isTied(a, b)) {
      countIn(tally.dropped, "changed");
      return [];
    }
    if (!isFounded(item.says, evidence)) {
      countIn(tally.dropped, "unfounded");
      return [];
    }
    return [
      deriving(
        {
          ...{ derived: "bridge", content: item.says, evidence, rule: "think/bridge", review: "bridge" },
          say: `a model says that it joins ${a.id} and ${b.id}`,
        },
        view,
      ),
    ];
  },
};

/** Links are events of their own, so that an undo takes them back. */
function linksOf([a, b]: Joined["joined"], { state }: PassView): readonly Change[] {
  const bridges = (state.upkeep.citedBy.get(a) ?? []).flatMap((id) => state.facts.get(id) ?? []);
  const fresh = bridges.find(
    ({ derived, evidence, links, lifecycle }) =>
      derived === "bridge" && lifecycle === "active" && evidence.includes(b) && links.length === 0,
  );
  if (fresh === undefined) return [];
  return [a, b].map((to) => ({
    event: { type: "linked", fact: fresh.id, kind: "relates", to },
    rule: "think/bridge",
  }));
}

function collect(
  ids: readonly string[],
  view: PassView,
  tools: ThinkTools,
  pairs: ReadonlyMap<Authority, Pair[]>,
): void {
  const facts = ids.flatMap((id) => view.state.facts.get(id) ?? []).filter(isDreamable);
  for (const [i, a] of facts.entries())
    for (const b of facts.slice(i + 1)) {
      const found = pairs.get(a.authority);
      if (a.authority !== b.authority || found === undefined || found.length >= MOST_PAIRS) continue;
      if (isLookedAt(view, STAGE, newer(a, b)) || isTied(a, b) || !isFar(a, b, view, tools)) continue;
      if (!found.some((pair) => newer(...pair) === newer(a, b))) found.push([a, b]);
    }
}

function newer(a: Fact, b: Fact): string {
  return a.id < b.id ? b.id : a.id;
}

/** Each names somebody or something that the other does not, and no fact of their class names both. */
function isFar(a: Fact, b: Fact, { state }: PassView, { entities }: ThinkTools): boolean {
  const [ofA, ofB] = [entities.namedBy(a, state), entities.namedBy(b, state)];
  const names = (some: typeof ofA) => new Set(some.map(({ name }) => name));
  const [inA, inB] = [names(ofA), names(ofB)];
  const onlyA = ofA.filter(({ name }) => !inB.has(name));
  const onlyB = ofB.filter(({ name }) => !inA.has(name));
  return onlyA.some((one) =>
    onlyB.some((other) => {
      const withOther = new Set(other.ofClass(b.authority).flatMap((facts) => [...facts]));
      return !one.ofClass(a.authority).some((facts) => [...facts].some((id) => withOther.has(id)));
    }),
  );
}

function questionOf(pairs: readonly Pair[]): Question<Reply> {
  const shown = pairs.flat();
  const lines = pairs.map((pair, i) => `Pair ${i + 1}:\n${factLines(pair, 1 + 2 * i)}`);
  return {
    ...{ stage: STAGE, instructions: INSTRUCTIONS, shown, reply: REPLY },
    text: `${fenced(lines.join("\n"))}\nWhich of these pairs belong together?`,
    isAboutShown: ({ reply }) => reply.every(({ pair }) => pair <= pairs.length),
    about: pairs.map((pair) => newer(...pair)),
  };
}

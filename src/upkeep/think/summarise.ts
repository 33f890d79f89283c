/**
 * What do many facts about one thing come to? Five or more near facts of one class get one summary, worded by a model.
 *
 * The facts stay as they are: they are the evidence, and recall shows the summary or them. The summary is derived from
 * all of them, is of class 1 (2 if the model only put their unchanged words together), and protects none of them. A
 * cluster that has a summary gets another only when enough of its facts are new, and then the old one goes. So summing
 * up again adds nothing.
 */
import { object, optional, words } from "../../converse/reply-schema.ts";
import type { Fact } from "../../model/fact.ts";
import { isLive } from "../../model/sight.ts";
import type { PassView } from "../../passes/pass.ts";
import { Groups } from "../dream/cluster.ts";
import { pairsOf } from "../dream/near.ts";
import { isDreamable, type Stage } from "../dream/stage.ts";
import { FACTS_ARE_DATA, factLines, fenced } from "./ask.ts";
import { deriving, isFounded, latestOnly } from "./derive.ts";
import { isOneClass } from "./merge.ts";
import { countIn, isLookedAt, type LookedItem, type ThinkTools } from "./tools.ts";

const STAGE = "summarise";
const LEAST_MEMBERS = 5;
const MOST_MEMBERS = 24;
const MOST_CHARS = 600;
/** A summary is renewed if it covers less than this share of its cluster. */
const COVERED = 0.7;

const INSTRUCTIONS = `You sum up facts of a memory that are about one thing, in one to three plain sentences. Say only what the facts say: no conclusion, no advice, no name or number of your own. Keep names, numbers and negations exactly, and put what is denied or uncertain into a sentence of its own. If the facts are not about one thing, reply {"reply": null}.
${FACTS_ARE_DATA}
The form: {"reply": "the summary"}`;
const REPLY = object({ reply: optional(words(MOST_CHARS)) }, "The reply");

interface Summed {
  readonly members: readonly string[];
  readonly content: string;
}

/** A cluster that has a new summary. */
interface Settled {
  readonly settled: readonly string[];
}

const RULE = "think/summarise";

export const summariseStage: Stage<Summed | Settled | LookedItem, ThinkTools> = {
  name: STAGE,
  async *items(view, tools) {
    for (const members of yield* clustersIn(view, tools)) {
      const shown = members.flatMap((id) => view.state.facts.get(id) ?? []);
      if (!tools.asker.canAsk(view)) {
        countIn(tools.tally.left, STAGE);
        continue;
      }
      const { reply, looked } = await tools.asker.ask(
        {
          ...{ stage: STAGE, instructions: INSTRUCTIONS, shown, reply: REPLY },
          text: `${fenced(factLines(shown))}\nSum them up.`,
          isAboutShown: () => true,
          about: [newestOf(members)],
        },
        view,
      );
      if (looked !== undefined) yield { looked };
      if (reply?.reply === undefined) continue;
      yield { members, content: reply.reply.trim() };
      // The next piece sees the new one.
      yield undefined;
      yield { settled: members };
    }
  },
  decide(item, view, { tally }) {
    if ("looked" in item) return [item.looked];
    if ("settled" in item) return latestOnly(summariesOf(item.settled, view), RULE);
    const evidence = item.members.flatMap((id) => view.state.facts.get(id) ?? []).filter(isDreamable);
    if (evidence.length < LEAST_MEMBERS || evidence.length < item.members.length) {
      countIn(tally.dropped, "changed");
      return [];
    }
    if (!isFounded(item.content, evidence)) {
      countIn(tally.dropped, "unfounded");
      return [];
    }
    return [
      deriving(
        {
          ...{ derived: "summary", content: item.content, evidence, rule: RULE },
          say: `it sums up ${evidence.length} facts`,
        },
        view,
      ),
    ];
  },
};

/** Near facts of one class that have no summary yet, cluster by cluster. */
function* clustersIn(
  view: PassView,
  tools: ThinkTools,
): Generator<undefined, readonly (readonly string[])[]> {
  const groups = new Groups();
  for (const pair of pairsOf(view, tools)) {
    if (pair === undefined) yield undefined;
    else if (pair.cosine > tools.clustered && isOneClass(pair.fact, pair.other, view))
      groups.join(pair.fact, pair.other);
  }
  const found: (readonly string[])[] = [];
  for (const ids of yield* groups.all()) {
    const members = ids.filter((id) => isDreamable(view.state.facts.get(id))).slice(0, MOST_MEMBERS);
    if (members.length < LEAST_MEMBERS || isLookedAt(view, STAGE, newestOf(members))) continue;
    if (!isCovered(members, view)) found.push(members);
  }
  return found;
}

function newestOf(members: readonly string[]): string {
  return members.reduce((newest, id) => (id > newest ? id : newest));
}

function isCovered(members: readonly string[], view: PassView): boolean {
  return [...summariesOf(members, view)].some(({ evidence }) => {
    const covered = members.filter((id) => evidence.includes(id)).length;
    return covered >= COVERED * members.length;
  });
}

/** Live summaries that stand on one of these facts. */
function summariesOf(members: readonly string[], { state }: PassView): ReadonlySet<Fact> {
  const found = new Set<Fact>();
  for (const id of members)
    for (const citing of state.upkeep.citedBy.get(id) ?? []) {
      const fact = state.facts.get(citing);
      if (fact?.derived === "summary" && isLive(fact)) found.add(fact);
    }
  return found;
}

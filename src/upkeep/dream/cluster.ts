/**
 * Which facts are about one thing? Five or more facts that are connected by nearness form a cluster. Each of them gets
 * a link to the strongest fact of the cluster, its centre, so that one hop leads from any member to the centre.
 *
 * All facts of a cluster have the same class: however many lower facts there are, they neither join two of the
 * principal's clusters nor become a centre. Summarising a cluster in new words needs a model and is not done here.
 */
import { sortInSlices } from "../../passes/in-slices.ts";
import type { PassView } from "../../passes/pass.ts";
import { byMergeRank, isTied, type MergeRank, mergeRankOf } from "./consolidate.ts";
import { pairsOf } from "./near.ts";
import { FACTS_PER_SLICE, isDreamable, type Stage } from "./stage.ts";

const LEAST_FACTS = 5;
const IDS_PER_SLICE = 2_048;
/** In a larger cluster only this many facts are linked to the centre: recall follows no more links from one fact. */
const MOST_LINKS = 64;

export interface Member {
  readonly fact: string;
  readonly centre: string;
  readonly size: number;
}

export const clusterStage: Stage<Member> = {
  name: "cluster",
  *items(view, tools) {
    const groups = new Groups();
    for (const pair of pairsOf(view, tools)) {
      if (pair === undefined) {
        yield undefined;
        continue;
      }
      const { facts } = view.state;
      if (facts.get(pair.fact)?.authority === facts.get(pair.other)?.authority)
        groups.join(pair.fact, pair.other);
    }
    for (const ids of yield* groups.all()) {
      const members = yield* inOrder(ids, view);
      if (members.length < LEAST_FACTS) continue;
      const [centre, ...others] = members.slice(0, 1 + MOST_LINKS);
      for (const fact of others) yield { fact, centre: centre as string, size: members.length };
      yield undefined;
    }
  },
  decide({ fact, centre, size }, { state }) {
    const [member, middle] = [state.facts.get(fact), state.facts.get(centre)];
    if (!isDreamable(member) || !isDreamable(middle) || isTied(member, middle)) return [];
    return [
      {
        event: { type: "linked", fact, kind: "relates", to: centre },
        rule: "dream/cluster",
        inputs: { size },
        say: `it is one of ${size} about the same`,
      },
    ];
  },
};

/** The members that the dream works on, the strongest first. */
function* inOrder(ids: readonly string[], view: PassView): Generator<undefined, readonly string[]> {
  const members: MergeRank[] = [];
  for (const [i, id] of ids.entries()) {
    if (i % FACTS_PER_SLICE === FACTS_PER_SLICE - 1) yield undefined;
    const fact = view.state.facts.get(id);
    if (isDreamable(fact)) members.push(mergeRankOf(fact));
  }
  const ordered = yield* sortInSlices(members, byMergeRank);
  return ordered.map(({ id }) => id);
}

/** Groups of facts that are connected by pairs, through chains of any length (union-find). */
export class Groups {
  private readonly leader = new Map<string, string>();

  join(a: string, b: string): void {
    const [x, y] = [this.leaderOf(a), this.leaderOf(b)];
    // The smaller id leads, so that the order of the pairs does not matter.
    if (x !== y) this.leader.set(x < y ? y : x, x < y ? x : y);
  }

  /** All groups, each with its members in the order of their ids; the group with the smallest id first. */
  *all(): Generator<undefined, readonly (readonly string[])[]> {
    const groups = new Map<string, string[]>();
    const ids = yield* sortInSlices([...this.leader.keys()], (a, b) => (a < b ? -1 : 1));
    for (const [i, id] of ids.entries()) {
      if (i % IDS_PER_SLICE === IDS_PER_SLICE - 1) yield undefined;
      const leader = this.leaderOf(id);
      const group = groups.get(leader);
      if (group === undefined) groups.set(leader, [id]);
      else group.push(id);
    }
    return [...groups.values()];
  }

  private leaderOf(id: string): string {
    let leader = id;
    for (
      let next = this.leader.get(leader);
      next !== undefined && next !== leader;
      next = this.leader.get(leader)
    )
      leader = next;
    // Path compression: every id on the way now points to the leader directly.
    for (let at = id; at !== leader; ) {
      const next = this.leader.get(at) as string;
      this.leader.set(at, leader);
      at = next;
    }
    if (!this.leader.has(leader)) this.leader.set(leader, leader);
    return leader;
  }
}

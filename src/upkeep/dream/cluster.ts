/**
 * Which facts are about one thing? Five or more that hang together by nearness are a cluster, and each of its facts
 * gets a link to the one that stands best in it: one hop then leads from any to the centre.
 *
 * Of one class each: a crowd of lower facts neither joins two of the principal's clusters nor becomes their centre.
 * Putting a cluster into new words needs a model, and is not done here.
 */
import { byStanding, isTied } from "./consolidate.ts";
import { pairsOf } from "./near.ts";
import { isAwake, type Stage } from "./stage.ts";

const LEAST_FACTS = 5;
/** A larger cluster is linked to its centre in part: nobody follows more from one fact. */
const MOST_LINKS = 64;

export interface Member {
  readonly fact: string;
  readonly centre: string;
  readonly size: number;
}

export const clusterStage: Stage<Member> = {
  name: "cluster",
  *items(view, tools) {
    const { facts } = view.state;
    const groups = new Groups();
    for (const pair of pairsOf(view, tools)) {
      if (pair === undefined) {
        yield undefined;
        continue;
      }
      if (facts.get(pair.fact)?.authority === facts.get(pair.other)?.authority)
        groups.join(pair.fact, pair.other);
    }
    for (const ids of groups.all()) {
      const members = ids.flatMap((id) => facts.get(id) ?? []).filter(isAwake);
      if (members.length < LEAST_FACTS) continue;
      const [centre, ...others] = members.sort(byStanding);
      for (const { id } of others.slice(0, MOST_LINKS))
        yield { fact: id, centre: centre?.id as string, size: members.length };
      yield undefined;
    }
  },
  decide({ fact, centre, size }, { state }) {
    const [member, middle] = [state.facts.get(fact), state.facts.get(centre)];
    if (!isAwake(member) || !isAwake(middle) || isTied(member, middle)) return [];
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

/** What hangs together, however long the chain. */
class Groups {
  private readonly leader = new Map<string, string>();

  join(a: string, b: string): void {
    const [x, y] = [this.leaderOf(a), this.leaderOf(b)];
    // The smaller id leads, so that the order of pairs does not matter.
    if (x !== y) this.leader.set(x < y ? y : x, x < y ? x : y);
  }

  all(): readonly (readonly string[])[] {
    const groups = new Map<string, string[]>();
    for (const id of [...this.leader.keys()].sort()) {
      const leader = this.leaderOf(id);
      groups.set(leader, [...(groups.get(leader) ?? []), id]);
    }
    return [...groups].map(([leader, ids]) => [...new Set([leader, ...ids])].sort());
  }

  private leaderOf(id: string): string {
    let leader = id;
    for (
      let next = this.leader.get(leader);
      next !== undefined && next !== leader;
      next = this.leader.get(leader)
    )
      leader = next;
    if (leader !== id) this.leader.set(id, leader);
    else if (!this.leader.has(id)) this.leader.set(id, id);
    return leader;
  }
}

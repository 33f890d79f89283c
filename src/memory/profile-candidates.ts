/**
 * Which facts may stand in the profile of an origin, whether or not they hold now? Kept up to date event by event, so
 * that a write costs the profile nothing unless it concerns a fact of the profile.
 */
import type { State } from "../log/fold.ts";
import type { Follower } from "../log/followers.ts";
import { type Fact, placeOf } from "../model/fact.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { sectionOf } from "../recall/profile-facts.ts";

export class ProfileCandidates implements Follower {
  readonly name = "profile";
  private facts: Map<string, Fact> | undefined;
  private readonly touched = new Set<string>();
  private list: readonly Fact[] = [];

  restore(): void {
    this.facts = undefined;
    this.touched.clear();
  }

  follow({ event }: RecordedEvent): void {
    if (event.type === "erased") this.restore();
    else if ("fact" in event) this.touched.add(event.fact);
  }

  encode(): undefined {
    return undefined;
  }

  /** In the order of the log. The same list as long as no fact in it has changed. */
  all(state: State): readonly Fact[] {
    if (this.facts === undefined) {
      this.facts = new Map();
      for (const fact of state.facts.values())
        if (sectionOf(fact) !== undefined) this.facts.set(fact.id, fact);
      this.list = inOrder(this.facts);
    } else if (this.update(this.facts, state)) this.list = inOrder(this.facts);
    this.touched.clear();
    return this.list;
  }

  private update(facts: Map<string, Fact>, state: State): boolean {
    let isChanged = false;
    for (const id of this.touched) {
      const fact = state.facts.get(id);
      if (fact !== undefined && sectionOf(fact) !== undefined) {
        facts.set(id, fact);
        isChanged = true;
      } else if (facts.delete(id)) isChanged = true;
    }
    return isChanged;
  }
}

function inOrder(facts: ReadonlyMap<string, Fact>): readonly Fact[] {
  return [...facts.values()].sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1));
}

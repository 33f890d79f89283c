/**
 * Which facts may stand in the profile of an origin, whether or not they hold now? Those that belong there by
 * themselves, and those of the composed cards: they say who the key people and projects are. Kept up to date event by
 * event, so that a write costs the profile nothing unless it concerns a fact of the profile.
 */
import type { State } from "../log/fold.ts";
import type { Follower } from "../log/followers.ts";
import { type Fact, placeOf } from "../model/fact.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { type ProfileSection, sectionOf } from "../recall/profile-facts.ts";
import { isCurrent } from "../upkeep/think/cards.ts";

/** A fact of the profile, and where it stands. */
export interface ProfileCandidate {
  readonly fact: Fact;
  readonly section: ProfileSection;
}

export class ProfileCandidates implements Follower {
  readonly name = "profile";
  private found: Map<string, ProfileCandidate> | undefined;
  /** The composed cards that are current, by id. */
  private readonly cards = new Map<string, Carded>();
  /** The facts that they stand on. */
  private carded: ReadonlyMap<string, ProfileSection> = new Map();
  private readonly touched = new Set<string>();
  private list: readonly ProfileCandidate[] = [];

  restore(): void {
    this.found = undefined;
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
  all(state: State): readonly ProfileCandidate[] {
    if (this.found === undefined) {
      this.found = this.readAll(state);
      this.list = inOrder(this.found);
    } else if (this.update(this.found, state)) this.list = inOrder(this.found);
    this.touched.clear();
    return this.list;
  }

  private readAll({ facts }: State): Map<string, ProfileCandidate> {
    const found = new Map<string, ProfileCandidate>();
    this.cards.clear();
    for (const fact of facts.values()) {
      this.noteCard(fact.id, fact);
      const section = sectionOf(fact);
      if (section !== undefined) found.set(fact.id, { fact, section });
    }
    this.carded = cardedBy(this.cards.values());
    for (const [id, section] of this.carded) {
      const fact = facts.get(id);
      if (fact !== undefined && mayBeCarded(fact) && !found.has(id)) found.set(id, { fact, section });
    }
    return found;
  }

  private update(found: Map<string, ProfileCandidate>, { facts }: State): boolean {
    const touched = [...this.touched];
    const changed = touched.flatMap((id) => this.noteCard(id, facts.get(id)));
    if (changed.length > 0) this.carded = cardedBy(this.cards.values());
    return [...touched, ...changed].map((id) => this.place(found, id, facts.get(id))).includes(true);
  }

  /** The facts whose place may be another now. */
  private noteCard(id: string, fact: Fact | undefined): readonly string[] {
    const before = this.cards.get(id);
    const now = fact && cardIn(fact);
    if (now !== undefined) this.cards.set(id, now);
    else if (before !== undefined) this.cards.delete(id);
    return [...(before?.facts ?? []), ...(now?.facts ?? [])];
  }

  private place(found: Map<string, ProfileCandidate>, id: string, fact: Fact | undefined): boolean {
    const section = fact && (sectionOf(fact) ?? (mayBeCarded(fact) ? this.carded.get(id) : undefined));
    if (fact === undefined || section === undefined) return found.delete(id);
    const before = found.get(id);
    if (before?.fact === fact && before.section === section) return false;
    found.set(id, { fact, section });
    return true;
  }
}

interface Carded {
  readonly section: ProfileSection;
  readonly facts: readonly string[];
}

const LOWEST_CARD = 2;

/** What it stands on, if it is a current card and it is composed of facts as they are, of class 3 or 2. */
function cardIn(fact: Fact): Carded | undefined {
  if (!isCurrent(fact)) return undefined;
  const { made, kind, of } = fact.metadata ?? {};
  if (made !== "composed" || Number(of) < LOWEST_CARD) return undefined;
  return { section: kind === "person" ? "people" : "projects", facts: fact.evidence };
}

/** Whatever a card says that it stands on: nothing of a lower class is in a profile. */
function mayBeCarded({ authority }: Fact): boolean {
  return authority >= LOWEST_CARD;
}

/** A fact on two cards stands among the people. */
function cardedBy(cards: Iterable<Carded>): ReadonlyMap<string, ProfileSection> {
  const sections = new Map<string, ProfileSection>();
  for (const { section, facts } of cards)
    for (const id of facts) if (sections.get(id) !== "people") sections.set(id, section);
  return sections;
}

function inOrder(found: ReadonlyMap<string, ProfileCandidate>): readonly ProfileCandidate[] {
  return [...found.values()].sort(
    ({ fact: a }, { fact: b }) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1),
  );
}

/**
 * Who and what is memory about? The people, organisations, projects, tools and places that facts name, and which
 * facts name each.
 *
 * Two names are joined only if a fact says so ("Acme was renamed to Globex", "Robert goes by Bob", a fact's aliases)
 * or if a short name has exactly one longer form ("Anna", "Anna Schmidt"). **Whoever joins two names needs at least
 * the class of both**: what a tool or a web page says cannot rename, merge or take over what the principal named, and
 * it does not make the principal's short names ambiguous either.
 *
 * The index is updated fact by fact. What a name stands for is worked out on request, from the few facts that join
 * names. Derived and deletable. Facts are read only when somebody asks: opening a memory costs nothing here.
 *
 * Long because all of it reads and keeps one table, the records of names.
 */
import { MAX_ENTITY_NAMES } from "../../limits.ts";
import type { Fact } from "../../model/fact.ts";
import type { Head, RecordedEvent } from "../../ports/storage.ts";
import type { EntityKind, Mention, Naming } from "../../text/values/names.ts";
import { type NameReading, plainWords, readNames } from "./entity-reading.ts";
import { currentOf, factsOf, kindOf, type NameRecord, newRecord } from "./name-record.ts";

export interface FactsView {
  readonly head: Head;
  readonly facts: {
    get(id: string): Fact | undefined;
    keysAt(
      place: number,
      count: number,
    ): { readonly keys: readonly string[]; readonly next: number | undefined };
  };
}

/** A person or thing that facts name, with all its names. */
export interface Entity {
  /** Its current name in lower case. */
  readonly key: string;
  readonly name: string;
  readonly kind: EntityKind;
  /** Its other names, in alphabetical order. */
  readonly aliases: readonly string[];
  /** Names that it had before, each with the fact that says so. */
  readonly formerly: readonly { readonly name: string; readonly by: string }[];
  /** Facts that use any of its names, oldest first. */
  readonly facts: readonly string[];
}

/** Something that a fact names, with access to the other facts that name it. */
export interface Named {
  /** Its current name. */
  readonly name: string;
  /** All its names, in lower case. */
  readonly keys: readonly string[];
  /** Facts of a class that have any of its names: one set per name, so a fact may be in two sets. */
  ofClass(authority: number): readonly ReadonlySet<string>[];
}

/** All names of one person or thing. */
interface Names {
  readonly keys: readonly string[];
  /** Those of `keys` that were replaced by a rename. */
  readonly left: ReadonlySet<string>;
  readonly formerly: Entity["formerly"];
}

/** Facts that are read at a stretch before other work may run, if the caller can wait. */
const FACTS_PER_SLICE = 64;
/** Names that are examined at a stretch, likewise. */
const NAMES_PER_SLICE = 1_024;

export class EntityIndex {
  readonly name = "entities";
  readonly isLazy = true;
  private readings: Map<string, NameReading> | undefined;
  /** How far facts have been read; undefined once all are (then every event updates the index). */
  private readTo: number | undefined;
  /** Facts that an event changed before they were read. Reading skips them: its caller's state may be older. */
  private readonly told = new Set<string>();
  private names = new Map<string, NameRecord>();
  /** Names of several words, by each of their words. */
  private longer = new Map<string, Set<string>>();
  /** What names stand for, as worked out since the last event. */
  private readonly known = new Map<string, Names>();

  /** Starts over; nothing is read until somebody asks. */
  restore(_state: FactsView, _bytes: Uint8Array | undefined): void {
    this.readings = undefined;
    this.readTo = undefined;
    this.told.clear();
    this.names = new Map();
    this.longer = new Map();
    this.known.clear();
  }

  follow({ event }: RecordedEvent, state: FactsView): void {
    if (this.readings === undefined) return;
    this.known.clear();
    if (event.type === "erased")
      for (const id of event.facts ?? []) {
        this.noteTold(id);
        this.drop(id, state);
      }
    else if ("fact" in event && CHANGING.has(event.type)) {
      this.noteTold(event.fact);
      this.drop(event.fact, state);
      const fact = state.facts.get(event.fact);
      if (fact !== undefined) this.put(fact);
    }
  }

  /** Nothing is stored: reading all facts anew takes less time than their other indexes take. */
  encode(): undefined {
    return undefined;
  }

  /** Reads some more facts; false once all are read. Callers that can wait let other work run between calls. */
  readOn(state: FactsView): boolean {
    return this.readSome(state, FACTS_PER_SLICE);
  }

  /** Everything that facts name, the most often named first. */
  all(state: FactsView): readonly Entity[] {
    this.wake(state);
    const seen = new Set<string>();
    const entities: Entity[] = [];
    for (const record of this.names.values()) {
      if (record.strong === 0 || seen.has(record.key)) continue;
      const entity = this.entityOf(record.key, state);
      for (const key of entity.keys) seen.add(key);
      entities.push(entity.entity);
    }
    return entities.sort((a, b) => b.facts.length - a.facts.length || (a.key < b.key ? -1 : 1));
  }

  /** Whom or what a name stands for. */
  named(name: string, state: FactsView): Entity | undefined {
    this.wake(state);
    const key = name.trim().toLowerCase();
    const record = this.names.get(key);
    return record === undefined || record.strong === 0 ? undefined : this.entityOf(key, state).entity;
  }

  /** Known people and things that a text names. Capital letters are not needed. */
  namedIn(text: string, state: FactsView): readonly Entity[] {
    this.wake(state);
    const plain = plainWords(text);
    const found = new Map<string, Entity>();
    for (let i = 0; i < plain.length; i++) {
      for (let length = Math.min(4, plain.length - i); length > 0; length--) {
        const entity = this.named(plain.slice(i, i + length).join(" "), state);
        if (entity === undefined) continue;
        found.set(entity.key, entity);
        i += length - 1;
        break;
      }
    }
    return [...found.values()];
  }

  /** Whom and what one fact names. */
  of(fact: string, state: FactsView): readonly Entity[] {
    this.wake(state);
    const keys = this.readings?.get(fact)?.mentions.map(({ key }) => key) ?? [];
    const found = new Map<string, Entity>();
    for (const key of keys) {
      const entity = this.named(key, state);
      if (entity !== undefined) found.set(entity.key, entity);
    }
    return [...found.values()];
  }

  /**
   * What one fact names, according to facts of its class and above: a word that has a capital only in texts of a
   * lower class is not a name to a higher class.
   */
  namedBy({ id, authority }: Pick<Fact, "id" | "authority">, state: FactsView): readonly Named[] {
    this.wake(state);
    const found = new Map<string, Named>();
    for (const { key } of this.readings?.get(id)?.mentions ?? []) {
      const record = this.names.get(key);
      if (record === undefined || record.authority < authority) continue;
      const { keys, left } = this.namesOf(key, state);
      const records = keys.map((one) => this.record(one));
      const { key: current, name } = currentOf(this.inUse(records, state), left);
      found.set(current, {
        name,
        keys,
        ofClass: (of) => records.map((one) => one.ofClass[of] as ReadonlySet<string>),
      });
    }
    return [...found.values()];
  }

  /** The names that some fact in use has; all of them if there is none. Facts out of use name nothing. */
  private inUse(records: readonly NameRecord[], state: FactsView): readonly NameRecord[] {
    if (records.length === 1) return records;
    const hasOneInUse = (facts: ReadonlySet<string>) => {
      for (const id of facts) {
        const fact = state.facts.get(id);
        if (fact !== undefined && isInUse(fact)) return true;
      }
      return false;
    };
    const used = records.filter(({ ofClass }) => ofClass.some(hasOneInUse));
    return used.length === 0 ? records : used;
  }

  /** People and things that had another name before. Yields undefined now and then, so that other work may run. */
  *renamed(view: { readonly state: FactsView }): Generator<Entity | undefined, void> {
    const isJoined = ({ namings }: NameRecord) => namings.size > 0;
    for (const entity of this.each(view, isJoined))
      if (entity === undefined || entity.formerly.length > 0) yield entity;
  }

  /** People and things that at least so many facts name, likewise. */
  *oftenNamed(view: { readonly state: FactsView }, least: number): Generator<Entity | undefined, void> {
    for (const entity of this.each(view, () => true))
      if (entity === undefined || entity.facts.length >= least) yield entity;
  }

  private *each(
    view: { readonly state: FactsView },
    isWanted: (record: NameRecord) => boolean,
  ): Generator<Entity | undefined, void> {
    while (this.readOn(view.state)) yield undefined;
    const seen = new Set<string>();
    let looked = 0;
    for (const record of [...this.names.values()]) {
      if (++looked % NAMES_PER_SLICE === 0) yield undefined;
      if (record.strong === 0 || !isWanted(record) || seen.has(record.key)) continue;
      const { entity, keys } = this.entityOf(record.key, view.state);
      for (const key of keys) seen.add(key);
      yield entity;
    }
  }

  private wake(state: FactsView): void {
    while (this.readSome(state, Number.MAX_SAFE_INTEGER)) {
      // Reads all that is left, at once.
    }
  }

  /** Reads on; false if nothing was left. Facts that an event changed meanwhile are already read. */
  private readSome(state: FactsView, count: number): boolean {
    if (this.readings === undefined) {
      this.readings = new Map();
      this.readTo = 0;
    }
    if (this.readTo === undefined) return false;
    const { keys, next } = state.facts.keysAt(this.readTo, count);
    for (const id of keys) {
      const fact = this.told.has(id) ? undefined : state.facts.get(id);
      if (fact !== undefined) this.put(fact);
    }
    this.readTo = next;
    if (next === undefined) this.told.clear();
    return true;
  }

  private noteTold(id: string): void {
    if (this.readTo !== undefined) this.told.add(id);
  }

  private put(fact: Fact): void {
    // What a pass made of facts names nothing that they do not name.
    if (fact.quarantined || fact.erased || fact.derived !== undefined) return;
    const reading = readNames(fact);
    if (reading.mentions.length === 0) return;
    this.readings?.set(fact.id, reading);
    for (const mention of reading.mentions) this.note(mention, fact);
    for (const { from, to } of reading.namings)
      for (const key of [from, to]) this.record(key).namings.add(fact.id);
  }

  private note({ key, name, kind, isWeak }: Mention, fact: Fact): void {
    const record = this.record(key);
    record.ofClass[fact.authority]?.add(fact.id);
    if (isWeak) return;
    record.strong++;
    if (fact.authority > record.authority) {
      record.authority = fact.authority;
      record.votes.clear();
      record.name = name;
    }
    if (fact.authority === record.authority) record.votes.set(kind, (record.votes.get(kind) ?? 0) + 1);
  }

  private record(key: string): NameRecord {
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const record = newRecord(key);
    this.names.set(key, record);
    const words = key.split(" ");
    if (words.length > 1)
      for (const word of words) this.longer.set(word, (this.longer.get(word) ?? new Set()).add(key));
    return record;
  }

  /** Removes a fact, and recounts its names over the facts that remain. */
  private drop(id: string, state: FactsView): void {
    const reading = this.readings?.get(id);
    if (reading === undefined) return;
    this.readings?.delete(id);
    for (const key of new Set(reading.mentions.map((mention) => mention.key))) {
      const record = this.names.get(key);
      if (record === undefined) continue;
      const left = factsOf(record).filter((fact) => fact !== id);
      for (const facts of record.ofClass) facts.clear();
      record.namings.delete(id);
      Object.assign(record, { strong: 0, authority: -1 });
      record.votes.clear();
      for (const other of left) {
        const fact = state.facts.get(other);
        const mention = this.readings?.get(other)?.mentions.find((one) => one.key === key);
        if (fact !== undefined && mention !== undefined) this.note(mention, fact);
      }
    }
  }

  /** The person or thing with this name, and all its names. */
  private entityOf(
    key: string,
    state: FactsView,
  ): { readonly entity: Entity; readonly keys: readonly string[] } {
    const { keys, left, formerly } = this.namesOf(key, state);
    return { entity: this.describe(keys, left, formerly), keys };
  }

  private namesOf(key: string, state: FactsView): Names {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const keys = [key];
    const formerly: { readonly name: string; readonly by: string }[] = [];
    const left = new Set<string>();
    for (let i = 0; i < keys.length && keys.length < MAX_ENTITY_NAMES; i++) {
      for (const { naming, by } of this.joinsOf(keys[i] as string, state)) {
        for (const other of [naming.from, naming.to]) if (!keys.includes(other)) keys.push(other);
        if (naming.kind === "rename" && !left.has(naming.from)) {
          left.add(naming.from);
          formerly.push({ name: this.record(naming.from).name, by });
        }
      }
    }
    formerly.sort((a, b) => (a.by < b.by ? -1 : 1));
    const names = { keys, left, formerly };
    if (this.readTo === undefined) this.known.set(key, names);
    return names;
  }

  private describe(keys: readonly string[], left: ReadonlySet<string>, formerly: Entity["formerly"]): Entity {
    const records = keys.map((key) => this.record(key));
    const current = currentOf(records, left);
    const facts = [...new Set(records.flatMap(factsOf))].sort();
    const aliases = records.filter((record) => record !== current).map((record) => record.name);
    aliases.sort();
    return { key: current.key, name: current.name, kind: kindOf(records), aliases, formerly, facts };
  }

  /** Namings that join this name with others, if their writer had the class to join them. */
  private joinsOf(
    key: string,
    state: FactsView,
  ): readonly { readonly naming: Naming; readonly by: string }[] {
    const record = this.record(key);
    const joins: { naming: Naming; by: string }[] = [];
    for (const by of [...record.namings].sort()) {
      const fact = state.facts.get(by);
      if (fact === undefined || !isInForce(fact)) continue;
      for (const naming of this.readings?.get(by)?.namings ?? [])
        if ((naming.from === key || naming.to === key) && this.mayJoin(naming, fact.authority))
          joins.push({ naming, by });
    }
    const whole = this.wholeNameOf(record);
    if (whole !== undefined) joins.push({ naming: { kind: "alias", from: whole, to: key }, by: "" });
    for (const short of key.split(" ")) {
      const part = key.includes(" ") ? this.names.get(short) : undefined;
      if (part !== undefined && part.strong > 0 && this.wholeNameOf(part) === key)
        joins.push({ naming: { kind: "alias", from: key, to: short }, by: "" });
    }
    return joins;
  }

  private mayJoin({ from, to }: Naming, authority: number): boolean {
    return authority >= this.record(from).authority && authority >= this.record(to).authority;
  }

  /** The only longer name of a person that contains this one, among names of the same class. */
  private wholeNameOf(short: NameRecord): string | undefined {
    if (short.key.includes(" ") || kindOf([short]) !== "person") return undefined;
    const whole = [...(this.longer.get(short.key) ?? [])].filter((key) => {
      const record = this.names.get(key);
      return (
        record !== undefined &&
        record.strong > 0 &&
        record.authority === short.authority &&
        kindOf([record]) === "person"
      );
    });
    return whole.length === 1 ? whole[0] : undefined;
  }
}

/** Events after which a fact may name something else, or have another class. */
const CHANGING: ReadonlySet<string> = new Set(["added", "revised", "endorsed", "quarantined", "released"]);

function isInUse(fact: Fact): boolean {
  return isInForce(fact) && fact.lifecycle === "active" && !fact.suppressed;
}

function isInForce(fact: Fact): boolean {
  return (
    (fact.validity === "valid" || fact.validity === "challenged") &&
    fact.lifecycle !== "pruned" &&
    !fact.quarantined
  );
}

/**
 * Who is it, in a few sentences? A card for each person, organisation and project that enough facts name.
 *
 * A card stands on facts of one class, so nothing that a lower class says enters or rewords it. Without a model it is the
 * best facts as they are, in order: composed. With one there is also a worded card, whose sentences each name the facts
 * that they stand on. A card is no evidence for anything, and is in no recall; the facts of a composed one stand in the profile
 * (`profile-candidates.ts`). It is made anew only when its facts changed.
 */
import { list, object, whole, words } from "../../converse/reply-schema.ts";
import type { Entity } from "../../indexes/names/entities.ts";
import type { State } from "../../log/fold.ts";
import { parseWhole } from "../../model/arguments.ts";
import type { Fact } from "../../model/fact.ts";
import { type Authority, PROTECTING_CLASS } from "../../model/source.ts";
import type { Change, PassView } from "../../passes/pass.ts";
import type { EntityKind } from "../../text/values/names.ts";
import { isDreamable, type Stage } from "../dream/stage.ts";
import { FACTS_ARE_DATA, factLines, fenced, type Question } from "./ask.ts";
import { deriving, isFounded, latestOnly } from "./derive.ts";
import { CLASSES, countIn, isLookedAt, type LookedItem, type ThinkTools } from "./tools.ts";

const STAGE = "cards";
/** So many facts of one class make a card. */
export const LEAST_FACTS = 5;
const MOST_FACTS = 8;
const MOST_SENTENCES = 5;
const MOST_SENTENCE_CHARS = 300;
const KINDS: ReadonlySet<string> = new Set(["person", "organisation", "project"]);

const INSTRUCTIONS = `You write a card about somebody or something for a memory: up to ${MOST_SENTENCES} short, plain sentences that say who or what it is. Each sentence stands on facts and says nothing else: no conclusion, no advice, no name or number of your own. Keep names, numbers and negations exactly, and put what is denied or uncertain into a sentence of its own, and take a fact's own words where you can.
${FACTS_ARE_DATA}
The form: {"reply": [{"says": "a sentence", "facts": [1, 2]}]}`;
const REPLY = object(
  {
    reply: list(
      MOST_SENTENCES,
      " sentences",
      object({
        says: words(MOST_SENTENCE_CHARS),
        facts: list(MOST_FACTS, " facts", whole(parseWhole(1, MOST_FACTS))),
      }),
    ),
  },
  "The reply",
);
type Reply = ReturnType<typeof REPLY.parse>;

/** A sentence of a card, and the facts it stands on. */
export interface CardSentence {
  readonly says: string;
  readonly facts: readonly string[];
}

interface Made {
  readonly kind: EntityKind;
  /** All its names, in lower case. */
  readonly names: readonly string[];
  /** All facts that name it; `facts`: the best of them. */
  readonly known: readonly string[];
  readonly facts: readonly string[];
  readonly made: "composed" | "worded";
  readonly sentences: readonly CardSentence[];
}

/** Somebody who has a new card. */
interface Settled extends Pick<Made, "names" | "known" | "made"> {
  readonly of: Authority;
}

type CardItem = Made | { readonly settled: Settled } | LookedItem;

export const cardsStage: Stage<CardItem, ThinkTools> = {
  name: STAGE,
  async *items(view, tools) {
    for (const entity of tools.entities.oftenNamed(view, LEAST_FACTS)) {
      if (entity === undefined) yield undefined;
      else if (KINDS.has(entity.kind))
        for (const authority of CLASSES) yield* cardsAbout(entity, authority, view, tools);
    }
  },
  decide(item, view, { tally }) {
    if ("looked" in item) return [item.looked];
    if ("settled" in item) return settled(item.settled, view);
    const evidence = item.facts.flatMap((id) => view.state.facts.get(id) ?? []).filter(isDreamable);
    if (evidence.length < item.facts.length) {
      countIn(tally.dropped, "changed");
      return [];
    }
    const isWhole = item.made === "composed" || isWellFounded(item, view);
    if (!isWhole) countIn(tally.dropped, "unfounded");
    return isWhole ? carded(item, evidence, view) : [];
  },
};

async function* cardsAbout(
  entity: Entity,
  authority: Authority,
  view: PassView,
  tools: ThinkTools,
): AsyncGenerator<CardItem | undefined, void> {
  const facts = bestFacts(entity, authority, view);
  if (facts.length < LEAST_FACTS) return;
  const names = namesOf(entity);
  const ids = facts.map(({ id }) => id);
  const about = { kind: entity.kind, names, known: entity.facts, facts: ids };
  if (authority >= PROTECTING_CLASS && !isThere(about, "composed", view))
    yield {
      ...about,
      made: "composed",
      sentences: facts.map(({ id, content }) => ({ says: content, facts: [id] })),
    };
  if (isThere(about, "worded", view) || isLookedAt(view, STAGE, newestOf(ids))) return;
  if (!tools.asker.canAsk(view)) return countIn(tools.tally.left, STAGE);
  const { reply, looked } = await tools.asker.ask(questionAbout(entity, facts), view);
  if (looked !== undefined) yield { looked };
  if (reply === undefined || reply.reply.length === 0) return;
  const sentences = reply.reply.map(({ says, facts: numbers }) => ({
    says: says.trim(),
    facts: numbers.map((number) => ids[number - 1] as string),
  }));
  yield* made({ ...about, made: "worded", sentences });

  function* made(one: Made): Generator<CardItem | undefined, void> {
    yield one;
    // The next piece sees the new one.
    yield undefined;
    yield { settled: { names, known: entity.facts, made: one.made, of: authority } };
  }
}

function questionAbout({ name }: Entity, shown: readonly Fact[]): Question<Reply> {
  return {
    ...{ stage: STAGE, instructions: INSTRUCTIONS, shown, reply: REPLY },
    text: `${fenced(factLines(shown))}\nThe card is about ${JSON.stringify(name)}.`,
    isAboutShown: ({ reply }) =>
      reply.every(({ facts }) => facts.length > 0 && facts.every((number) => number <= shown.length)),
    about: [newestOf(shown.map(({ id }) => id))],
  };
}

function newestOf(ids: readonly string[]): string {
  return ids.reduce((newest, id) => (id > newest ? id : newest));
}

export function namesOf({ name, key, aliases }: Entity): readonly string[] {
  return [...new Set([key, name, ...aliases].map((one) => one.toLowerCase()))];
}

/**
 * The facts of one class that say most about it: what must not be forgotten and what is confirmed first, then by
 * importance, then the latest. Standing instructions are no description of anybody.
 */
export function bestFacts(
  { facts }: Entity,
  authority: Authority,
  { state }: Pick<PassView, "state">,
): readonly Fact[] {
  const own = facts.flatMap((id) => state.facts.get(id) ?? []);
  return own
    .filter((fact) => fact.authority === authority && fact.wish !== "instruction" && isFit(fact))
    .sort(
      (a, b) =>
        Number(b.essential !== undefined) - Number(a.essential !== undefined) ||
        Number(b.confirmedAt !== undefined) - Number(a.confirmedAt !== undefined) ||
        b.importance - a.importance ||
        (a.id < b.id ? 1 : -1),
    )
    .slice(0, MOST_FACTS);
}

/** Each sentence by itself says nothing that its own facts do not say. */
function isWellFounded({ sentences }: Made, { state }: PassView): boolean {
  return sentences.every(({ says, facts }) =>
    isFounded(
      says,
      facts.flatMap((id) => state.facts.get(id) ?? []),
    ),
  );
}

function carded(
  { kind, names, made, facts, sentences }: Made,
  evidence: readonly Fact[],
  view: PassView,
): readonly Change[] {
  if (isThere({ names, facts }, made, view)) return [];
  const cites = sentences.map((sentence) => sentence.facts.map((id) => facts.indexOf(id)));
  const says = sentences.map((sentence) => sentence.says);
  const of = evidence[0]?.authority ?? 0;
  const metadata = { card: names[0] as string, kind, made, of, says, cites };
  const content = says.join(" ");
  const say = `${evidence.length} facts name ${names[0]}`;
  return [deriving({ derived: "card", content, evidence, rule: ruleOf(made), say, metadata }, view)];
}

function ruleOf(made: Made["made"]): string {
  return `think/card-${made}`;
}

/** Of the cards that were made in the same way of facts of the same class, the latest one stays. */
function settled({ names, known, made, of }: Settled, view: PassView): readonly Change[] {
  const cards = cardsNamed({ names, facts: known }, view);
  return latestOnly(
    cards.filter(({ metadata }) => metadata?.made === made && metadata?.of === of),
    ruleOf(made),
  );
}

/** The current cards about whoever has one of these names. `facts`: those that name them. */
export function cardsNamed(
  { names, facts }: Pick<Made, "names" | "facts">,
  { state }: Pick<PassView, "state">,
): readonly Fact[] {
  const found = new Set<Fact>();
  for (const id of facts)
    for (const citing of state.upkeep.citedBy.get(id) ?? []) {
      const card = state.facts.get(citing);
      if (card !== undefined && isCurrent(card) && names.includes(String(card.metadata?.card)))
        found.add(card);
    }
  return [...found];
}

/** Do all facts that it stands on still hold? Otherwise it says what is no longer so. */
export function isStanding({ evidence }: Fact, { facts }: State): boolean {
  return evidence.every((id) => isFit(facts.get(id)));
}

function isFit(fact: Fact | undefined): boolean {
  return isDreamable(fact) && !fact.suppressed;
}

export function isCurrent({ derived, lifecycle, validity, quarantined, suppressed, erased }: Fact): boolean {
  return (
    derived === "card" &&
    lifecycle === "active" &&
    validity === "valid" &&
    !quarantined &&
    !suppressed &&
    !erased
  );
}

function isThere(
  { names, facts }: Pick<Made, "names" | "facts">,
  made: Made["made"],
  view: PassView,
): boolean {
  return cardsNamed({ names, facts }, view).some(
    ({ metadata, evidence }) =>
      metadata?.made === made &&
      evidence.length === facts.length &&
      facts.every((id) => evidence.includes(id)),
  );
}

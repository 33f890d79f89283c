/**
 * Which fields does a fact have, and what does each part of the engine do with them?
 *
 * One entry per field. From the table follow: the types `Fact`, `AddInput` and `Draft`; the shapes of the events `added`
 * and `revised`; what `add` parses and writes, and what a repetition brings; the value in a new fact; the columns of a
 * snapshot; the words that the scans read; what an endorsement adopts; the fields on every surface; and docs/facts.md.
 *
 * To add a field, write its entry, and a line in `log/fact-copy.ts` (the compiler asks for it). If ageing, ranking or a
 * pass should use the field, write the code that does. To declare an input of a new kind, see `field-input.ts`.
 *
 * The order of the entries is the order of the fields in a fact. Long because it is one table.
 */
import { MAX_INTERLUDES, MAX_LINKS_PER_FACT, MAX_QUOTES } from "../limits.ts";
import { parseNumber, parseSlug } from "./arguments.ts";
import * as shape from "./event-shape.ts";
import type { Interlude, Lifecycle, Observation, Slot, TurnQuote, Validity } from "./fact-parts.ts";
import type { FieldInput } from "./field-input.ts";
import * as given from "./field-input.ts";
import type { Backlink, Link } from "./link.ts";
import type { Origin } from "./origin.ts";
import {
  DEFAULT_SEGMENT,
  DERIVATIONS,
  type Derivation,
  ESSENTIALS,
  type Essential,
  KINDS,
  type Kind,
  LAYERS,
  type Layer,
  SEGMENTS,
  type Segment,
  TIERS,
  type Tier,
  WISHES,
  type Wish,
} from "./segment.ts";
import { listOf, object, oneOf, type Shape, tuple } from "./shape.ts";
import type { Authority, SourceTag } from "./source.ts";
import type { Writer } from "./speaker.ts";

/** What the table says about a field. */
export interface FactField {
  /** One line for help texts and docs. */
  readonly doc: string;
  /** The value of a fact to which no event gave one. Where an event must give it, the blank only shows the type. */
  readonly blank: unknown;
  /** The field is in the header of events, which never holds free text. This is the shape that the log accepts. */
  readonly head?: Shape<unknown>;
  /** The field is in the body of events. It may hold words, so it is scanned for threats and erased by a purge. */
  readonly body?: Shape<unknown>;
  /** Every `added` event must have it. */
  readonly required?: true;
  /**
   * A `revised` event can change it. If the blank is undefined, null removes the value. "only": an `added` event does
   * not have the field.
   */
  readonly revisable?: true | "only";
  /** How a caller gives the field to `add`. Without this, `add` does not accept it. */
  readonly input?: FieldInput<unknown, unknown>;
  /** What a value does that comes with a repetition of the fact. Without this, it does nothing, or `write/` decides. */
  readonly repeated?: "replaces" | "joins" | "merges";
  /**
   * Whoever endorses a fact adopts this field with it, and this is its name for a person. Without this, a change of the
   * field does not make a digest of the fact invalid.
   */
  readonly adopted?: string;
}

/** The empty list that all facts share. */
export const NOTHING: readonly never[] = Object.freeze([]);

/** Figures start at 0.5 and not at 0, so that V8 expects fractions there and has to change no stored fact later. */
const HALF = 0.5;

export const FACT_FIELDS = {
  id: { blank: "" as string, doc: "Its id" },
  origin: { blank: "owner" as Origin, doc: "Whose memory it is in" },
  content: {
    doc: "The fact, in plain words, one statement",
    body: shape.text,
    blank: "",
    required: true,
    input: given.content,
    adopted: "its text",
  },
  /** The text was erased and only ids and figures are left. Such a fact exists only while history is being replayed. */
  erased: { blank: false as boolean, doc: "Whether its text was erased" },

  segment: {
    doc: "What sort of knowledge it is",
    head: oneOf(SEGMENTS),
    blank: DEFAULT_SEGMENT as Segment,
    required: true,
    revisable: true,
    input: given.choice<Segment>(SEGMENTS),
    adopted: "its segment",
  },
  /** Recognised when the fact is written (`text/claims/wish.ts`), unless the caller says. "none": it is neither. */
  wish: {
    doc: "Whether it tells an assistant what to do from now on, or what its writer prefers",
    head: oneOf(WISHES),
    blank: undefined,
    revisable: true,
    input: given.choice<Wish>(WISHES),
    adopted: "whether it is a standing instruction",
  },
  tier: {
    doc: "How long it is kept",
    head: oneOf(TIERS),
    blank: "short" as Tier,
    required: true,
    revisable: true,
    input: given.choice<Tier>(TIERS),
    repeated: "replaces",
    adopted: "how long it is kept",
  },
  kind: {
    doc: "What sort of statement it is",
    head: oneOf(KINDS),
    blank: "fact" as Kind,
    required: true,
    revisable: true,
    input: given.choice<Kind>(KINDS),
    repeated: "replaces",
    adopted: "its kind",
  },
  layer: {
    doc: "Which layer of memory it belongs to",
    head: oneOf(LAYERS),
    blank: "semantic" as Layer,
    required: true,
    revisable: true,
    input: given.choice<Layer>(LAYERS),
    repeated: "replaces",
    adopted: "its layer",
  },
  /** Given when the fact is written (`text/claims/essential/`), from class 2 up. The owner may take it off. */
  essential: {
    doc: "Why it must not be forgotten: it says who somebody is, or forgetting it could do harm",
    head: oneOf(ESSENTIALS),
    blank: undefined as Essential | undefined,
    revisable: true,
    input: given.choice<Essential>(ESSENTIALS),
    repeated: "replaces",
    adopted: "why it must not be forgotten",
  },

  source: {
    doc: "Where it comes from",
    head: shape.source,
    blank: "other" as SourceTag,
    required: true,
    adopted: "its source",
  },
  /** The name of an unknown source, as the caller spelled it. */
  sourceName: {
    doc: "The name of an unknown source, as the caller spelled it",
    body: shape.text,
    blank: undefined,
    adopted: "its source",
  },
  authority: {
    doc: "Its class: how far its writer is trusted",
    head: shape.authority,
    blank: 0 as Authority,
    required: true,
  },
  actor: {
    doc: "Who said it",
    body: shape.text,
    blank: undefined,
    input: given.name,
    adopted: "who said it",
  },
  /**
   * The surface through which the fact came, with its token or client. undefined in logs that did not record it yet.
   */
  writer: {
    doc: "The surface through which it came, with its token or client",
    blank: undefined as Writer | undefined,
    adopted: "who wrote it",
  },
  /** Another author of the same class has said the same, so the fact is no longer one author's word alone. */
  shared: {
    doc: "Whether another author of the same class said the same",
    blank: undefined as true | undefined,
  },

  /** The base importance. Only a `revised` event changes it. */
  importance: {
    doc: "How much it matters",
    head: shape.unit,
    blank: HALF,
    required: true,
    revisable: true,
    input: given.number(0, 1),
    repeated: "replaces",
    adopted: "its importance",
  },
  decayRate: {
    doc: "How fast it fades",
    head: shape.positive,
    blank: HALF,
    required: true,
    revisable: true,
    input: given.hostOnly(parseNumber(0, 1_000)),
    repeated: "replaces",
    adopted: "how fast it fades",
  },
  confidence: {
    doc: "How certain it is",
    head: shape.unit,
    blank: HALF,
    required: true,
    revisable: true,
    input: given.number(0, 1),
    repeated: "replaces",
    adopted: "its confidence",
  },
  valence: {
    doc: "How pleasant it is; below 0 is unpleasant",
    head: shape.polarity,
    blank: undefined,
    revisable: true,
    input: given.number(-1, 1),
    repeated: "replaces",
    adopted: "its valence",
  },
  surprise: {
    doc: "How far it was from everything that was known",
    head: shape.unit,
    blank: undefined,
    revisable: true,
    adopted: "its surprise",
  },

  slot: {
    doc: "The subject and the attribute of which it is the current value",
    blank: undefined as Slot | undefined,
    adopted: "its slot",
  },
  episode: {
    doc: "The conversation or event it belongs to",
    body: shape.text,
    blank: undefined,
    revisable: true,
    input: given.name,
    adopted: "its episode",
  },
  position: {
    doc: "Its position in the episode",
    head: shape.positive,
    blank: undefined,
    revisable: true,
    input: given.number(0, 1e12),
    adopted: "its position in the episode",
  },
  tags: {
    doc: "Tags to find it by",
    body: listOf(shape.text, 1_000),
    blank: NOTHING,
    revisable: true,
    input: given.names("A tag"),
    repeated: "joins",
    adopted: "its tags",
  },
  aliases: {
    doc: "Other words for the same thing",
    body: listOf(shape.text, 1_000),
    blank: NOTHING,
    revisable: true,
    input: given.names("An alias"),
    repeated: "joins",
    adopted: "its aliases",
  },
  metadata: {
    doc: "Anything else, as a JSON object",
    body: shape.json,
    blank: undefined,
    revisable: true,
    input: given.metadata,
    repeated: "merges",
    adopted: "its metadata",
  },
  recurrence: {
    doc: "How it recurs, such as FREQ=YEARLY",
    body: shape.text,
    blank: undefined,
    revisable: true,
    input: given.name,
    repeated: "replaces",
    adopted: "how it recurs",
  },

  /** When memory learned it: ageing begins then. In older logs it is `occurredAt`, if that was given. */
  createdAt: {
    doc: "When memory learned it: ageing begins then",
    head: shape.time,
    blank: HALF,
    required: true,
    adopted: "when it was said",
  },
  /** For questions about time. It ages nothing: what is told today about last year is fresh. */
  occurredAt: {
    doc: "When it happened",
    head: shape.time,
    blank: undefined,
    revisable: true,
    input: given.time,
    adopted: "when it happened",
  },
  lastAccessedAt: { blank: HALF as number, doc: "When it was last used, or its decay clock was restarted" },
  accessCount: { blank: 0 as number, doc: "How often it was used" },
  /** The latest uses, oldest first. */
  accessTimes: { blank: NOTHING as readonly number[], doc: "The latest uses, oldest first" },

  /** The first observation and the latest ones; `observationCount` counts them all. */
  observations: {
    doc: "Who said it, the first time and the latest ones",
    blank: NOTHING as readonly Observation[],
  },
  observationCount: { blank: 0 as number, doc: "How often it was said" },
  confirmedAt: {
    doc: "Since when enough independent assertions support it",
    blank: undefined as number | undefined,
    adopted: "whether it is confirmed",
  },
  pinned: {
    doc: "Do not let it fade",
    head: shape.flag,
    blank: false,
    input: given.flag,
    adopted: "whether it is pinned",
  },

  validFrom: {
    doc: "When it becomes true",
    head: shape.time,
    blank: undefined,
    revisable: true,
    input: given.time,
    adopted: "since when it holds",
  },
  validTo: {
    doc: "When it stops being true",
    head: shape.time,
    blank: undefined,
    revisable: true,
    input: given.time,
    adopted: "until when it holds",
  },
  /** Periods within the fact's own in which another value held: in order, and none touches the next. */
  interludes: {
    doc: "Periods in which another value held",
    head: listOf(tuple(shape.time, shape.time), MAX_INTERLUDES),
    blank: undefined as readonly Interlude[] | undefined,
    revisable: "only",
    adopted: "when it did not hold",
  },

  lifecycle: {
    doc: "Whether it is active, archived or pruned",
    blank: "active" as Lifecycle,
    adopted: "whether it is archived",
  },
  validity: {
    doc: "Whether it is true, in doubt, or replaced",
    head: oneOf(["valid", "challenged"]),
    blank: "valid" as Validity,
  },
  suppressed: {
    doc: "Whether it is left out of ranking",
    blank: false as boolean,
    adopted: "whether it is suppressed",
  },
  quarantined: {
    doc: "Whether it looks like an attack and waits for a person",
    head: shape.flag,
    blank: false,
    adopted: "whether it is quarantined",
  },
  /** The objection that the host's scanner raised when the fact was added. */
  objection: {
    doc: "The objection that the host's scanner raised",
    body: shape.text,
    blank: undefined,
    adopted: "what the scanner objects to",
  },
  supersededBy: { blank: undefined as string | undefined, doc: "The fact that replaced it" },
  /** Why a person should look at the fact, as a slug. `review()` lists the fact until somebody has looked. */
  review: {
    doc: "Why a person should look at it, as a slug",
    head: shape.slug,
    blank: undefined,
    revisable: true,
    input: given.hostOnly(parseSlug),
    repeated: "replaces",
  },

  links: {
    doc: "Links to other facts",
    head: listOf(object({ kind: shape.linkKind, to: shape.id }), MAX_LINKS_PER_FACT),
    blank: NOTHING as readonly Link[],
    input: given.links,
    adopted: "its links",
  },
  backlinks: { blank: NOTHING as readonly Backlink[], doc: "Links from other facts" },
  evidence: {
    doc: "Facts that it was derived from",
    head: listOf(shape.id, MAX_LINKS_PER_FACT),
    blank: NOTHING,
    input: given.ids,
    adopted: "its evidence",
  },
  /** Only a pass gives it. What a pass derived is evidence for nothing (`lifecycle/immunity.ts`, `passes/veto.ts`). */
  derived: {
    doc: "What a pass made of its evidence: a card about somebody, a summary, or a bridge between two facts",
    head: oneOf(DERIVATIONS),
    blank: undefined as Derivation | undefined,
    adopted: "what was made of its evidence",
  },
  /** Only distilling gives it. It stays when the turns themselves are gone from the inbox. */
  quotes: {
    doc: "The words of a conversation that it was distilled from",
    body: listOf(object({ turn: shape.text, text: shape.text, at: shape.time }), MAX_QUOTES),
    blank: undefined as readonly TurnQuote[] | undefined,
    adopted: "the words it was distilled from",
  },

  /** Sequence numbers of the events whose bodies hold text of this fact. A purge has to erase them. */
  texts: {
    doc: "Sequence numbers of the events that hold its text",
    blank: NOTHING as readonly number[],
  },
} as const satisfies Readonly<Record<string, FactField>>;

export type FactFields = typeof FACT_FIELDS;
export type FieldName = keyof FactFields;

/** The names of the fields whose entries match. */
export type FieldsWith<Match> = {
  [N in FieldName]: FactFields[N] extends Match ? N : never;
}[FieldName];

/** The names of the fields whose entries pass the test, in the order of the table. */
export function fieldsWhere<N extends FieldName>(
  is: (field: FactField, name: FieldName) => boolean,
): readonly N[] {
  return (Object.keys(FACT_FIELDS) as FieldName[]).filter((name): name is N => is(FACT_FIELDS[name], name));
}

// ── the type of a fact

/** The type that the log holds. */
export type Logged<F> = F extends { readonly head: Shape<infer T> }
  ? T
  : F extends { readonly body: Shape<infer T> }
    ? T
    : never;
/** The blank has the type of the field, unless it is just one of its values. */
type ValueOf<F extends FactField> = [Logged<F>] extends [F["blank"]]
  ? F["blank"]
  : undefined extends F["blank"]
    ? Logged<F> | undefined
    : Logged<F>;

export type FactValues = { readonly [N in keyof FactFields]: ValueOf<FactFields[N]> };

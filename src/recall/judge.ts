/**
 * What do the lanes together say of a document? Words come first. Vectors add little if words answer the query, and
 * more if they do not. A fact that asks instead of stating, or that is about somebody else, gets less.
 */
import type { Near } from "../indexes/vectors/near-documents.ts";
import type { AboutWhom } from "./about-whom.ts";
import type { LearnedStrengths } from "./learned-lane.ts";
import type { Measure } from "./measure.ts";
import { laneSetOf, type Relevants, type Signs, sharp } from "./relevants.ts";

/**
 * What the vector lane may add if words suffice, and how much more if no fact has any of the words. Words suffice
 * from the share `WORDS_SUFFICE` on.
 */
export const VECTOR_WEIGHT = 0.18;
export const VECTOR_GAIN = 0.4;
const WORDS_SUFFICE = 0.5;
/** The same for learned vectors: what a fact of full strength gets. */
const LEARNED_WEIGHT = 0.15;
const LEARNED_GAIN = 0.45;
/** Up to this cosine two texts have nothing to do with each other. */
export const UNRELATED = 0.25;
export const TRACE = 0.02;
/**
 * How much of what neighbours lent counts in the cut: it tells which of two facts is meant, but hardly that either is
 * meant.
 */
const LENT_STANDING = 0.5;
/** What a fact in the first person gains in the choice of what is looked at closely, if the question is about oneself. */
const OWN_WORD = 0.15;
/** Below this figure nothing but its learned vector speaks for a fact. */
const FAINT = 0.0007;
/** If the best fact about the person asked about has less than this share of the best about others, none is meant … */
const OTHERS_WIN = 0.62;
/** … provided that the best about others matches at least this well. */
const OTHERS_LEAST = 0.2;

/**
 * How much vectors are needed if the best fact by words reaches this share: from 0 if words answer to 1 if no fact
 * has any of the words.
 */
export function needFor(reached: number): number {
  return Math.max(0, 1 - reached / WORDS_SUFFICE);
}

/** Weighs what each lane says of a document, and adds the document to what was found. */
export class Judge {
  private readonly whom: AboutWhom;
  private readonly measure: Measure;
  private readonly need: number;
  private readonly near: Near;
  private readonly learned: LearnedStrengths | undefined;
  private readonly found: Relevants;
  private readonly best = new BestOf();
  private readonly signs: Signs = {
    share: 0,
    standing: 0,
    promise: 0,
    words: 0,
    own: 0,
    cosine: 0,
    strength: 0,
    terms: 0,
    open: 0,
    lanes: 0,
    isDoubtful: false,
  };

  constructor(
    whom: AboutWhom,
    measure: Measure,
    need: number,
    near: Near,
    learned: LearnedStrengths | undefined,
    found: Relevants,
  ) {
    this.whom = whom;
    this.measure = measure;
    this.need = need;
    this.near = near;
    this.learned = learned;
    this.found = found;
  }

  get isAboutOthers(): boolean {
    return this.whom.isAskingAboutOne && this.best.isOthers;
  }

  /**
   * `lexical`: share by words; `own`: the part of it from its own words; `terms`: the question's terms that it has,
   * as bits.
   */
  take(document: number, lexical: number, own: number, terms: number): void {
    const { measure, whom, learned, need } = this;
    const byModel =
      learned === undefined
        ? 0
        : (learned.strengths[document] as number) * (LEARNED_WEIGHT + LEARNED_GAIN * need);
    const cosine = this.near.cosines[document] as number;
    const byForm = nearness(cosine) * (VECTOR_WEIGHT + VECTOR_GAIN * need);
    const kind = measure.kind(document);
    const plain = (lexical + byForm) * kind;
    if (whom.isAskingAboutOne) this.best.note(plain, whom.concern(document) === "other");
    const factor = whom.isIndifferent ? 1 : whom.factor(document);
    const share = plain * factor;
    // What the encoder says is a feature of its own; here it only brings a fact among those that are looked at closely.
    const found = share + byModel * kind * factor;
    if (!(found > 0)) return;
    const { signs } = this;
    const isNear = cosine > UNRELATED || lexical === 0 || byModel > 0;
    signs.share = share;
    signs.standing = (standingOf(lexical, own) + byForm) * kind * factor;
    signs.promise = found + (whom.isOwnWord(document) ? OWN_WORD : 0);
    signs.words = lexical;
    signs.own = own;
    signs.cosine = cosine;
    signs.strength = learned === undefined ? 0 : (learned.strengths[document] as number);
    signs.terms = terms;
    signs.open = measure.openAfter(terms);
    signs.lanes = laneSetOf(lexical, isNear ? byForm + byModel : 0);
    signs.isDoubtful = byModel > 0 && learned?.near[document] !== 1 && sharp(plain * factor) < FAINT;
    this.found.add(document, signs);
  }
}

/** The share by words that counts in the cut: `own` in full, and half of what neighbours lent. */
export function standingOf(lexical: number, own: number): number {
  return own + LENT_STANDING * (lexical - own);
}

/** From 0 for unrelated texts to 1; a cosine of 1 gives `TRACE` more. */
function nearness(cosine: number): number {
  if (cosine <= 0) return 0;
  // Below `UNRELATED` a trace is left: it orders facts that would otherwise not be found at all, and decides nothing
  // else.
  return TRACE * cosine + Math.max(0, (cosine - UNRELATED) / (1 - UNRELATED));
}

/** The best share of a fact that is, or may be, about the person asked about, and the best of facts about others. */
class BestOf {
  private own = 0;
  private others = 0;

  note(relevance: number, isOther: boolean): void {
    if (isOther) this.others = Math.max(this.others, relevance);
    else this.own = Math.max(this.own, relevance);
  }

  get isOthers(): boolean {
    return this.others >= OTHERS_LEAST && this.own < OTHERS_WIN * this.others;
  }
}

/**
 * Which hits get a place if there are more hits than places?
 *
 * The best hit always does. For every number of places, half belong to the principal's own words. Lower classes share
 * the rest: class 0 gets at most a quarter of all places, and so does each voice below class 3 (here: one source, or
 * one actor). Places that somebody leaves go to the others; a series (`copies.ts`) gets a voice's share and never more.
 *
 * Places are given one after the other, so a longer list contains every shorter one, and a quota never decides which
 * fact is first.
 */
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";

/** Shares of all places. */
export const LOWER_SHARE = 1 / 2;
export const VOICE_SHARE = 1 / 4;
const FOREIGN_SHARE = 1 / 4;

interface Placed {
  readonly fact: Pick<Fact, "authority" | "source" | "sourceName" | "actor">;
  readonly series?: string | undefined;
}

/** The hits that get one of the places, in the given order, the best first. */
export function place<C extends Placed>(ranked: readonly C[], places: number): readonly C[] {
  if (ranked.length <= places && ranked.every(({ series }) => series === undefined)) return ranked;
  const book = new Book();
  const left = new Set(ranked);
  const placed = new Set<C>();
  for (let place = 1; place <= places && left.size > 0; place++) {
    const next = book.next(left, place);
    // Only series that have used up their share are left. With more places their share grows.
    if (next === undefined) continue;
    left.delete(next);
    placed.add(next);
    book.enter(next);
  }
  return ranked.filter((one) => placed.has(one));
}

/** The voices of a fact below class 3: the source and the actor whose shares it uses. */
export function voicesOf({ source, sourceName, actor }: Placed["fact"]): readonly string[] {
  const of = `source ${source} ${sourceName ?? ""}`;
  return actor === undefined ? [of] : [of, `actor ${actor}`];
}

/** Counts who has how many places. */
class Book {
  private lower = 0;
  private foreign = 0;
  private readonly voices = new Map<string, number>();
  private readonly series = new Map<string, number>();

  enter({ fact, series }: Placed): void {
    if (fact.authority === TRUSTED) return;
    this.lower++;
    if (series !== undefined) this.series.set(series, (this.series.get(series) ?? 0) + 1);
    if (fact.authority === 0) this.foreign++;
    for (const voice of voicesOf(fact)) this.voices.set(voice, (this.voices.get(voice) ?? 0) + 1);
  }

  /**
   * The best hit within all shares; else the best that leaves class 3 its share; else the best whose series has room.
   */
  next<C extends Placed>(left: ReadonlySet<C>, places: number): C | undefined {
    let fair: C | undefined;
    let first: C | undefined;
    for (const one of left) {
      if (places === 1 || this.isWithinShares(one, places)) return one;
      if (this.isOverdone(one, places)) continue;
      first ??= one;
      if (fair === undefined && this.leavesRoom(one, places)) fair = one;
    }
    return fair ?? first;
  }

  /** Has its series used up its share? */
  private isOverdone({ series }: Placed, places: number): boolean {
    return series !== undefined && (this.series.get(series) ?? 0) >= Math.ceil(places * VOICE_SHARE);
  }

  private isWithinShares(one: Placed, places: number): boolean {
    const { fact } = one;
    if (fact.authority === TRUSTED) return true;
    if (!this.leavesRoom(one, places) || this.isOverdone(one, places)) return false;
    if (fact.authority === 0 && this.foreign >= Math.ceil(places * FOREIGN_SHARE)) return false;
    const most = Math.ceil(places * VOICE_SHARE);
    return voicesOf(fact).every((voice) => (this.voices.get(voice) ?? 0) < most);
  }

  private leavesRoom({ fact }: Placed, places: number): boolean {
    return fact.authority === TRUSTED || this.lower < Math.floor(places * LOWER_SHARE);
  }
}

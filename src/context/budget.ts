/**
 * Which lines fit into the room, and how is the room shared between writers?
 *
 * The best line of the principal's own words is placed first. Its text is the same as if nobody else had written
 * anything: no other line shortens it. If it is too long for the room it is cut, the rest of the principal's own words
 * is placed, and the others get what is left.
 *
 * Otherwise lines are taken whole and in order; a line that does not fit is skipped in favour of a smaller one behind
 * it. Half of the room is kept for the principal's own words as long as there are any, to the end of the line that goes
 * beyond the half. Of the rest, a voice below class 3 (here: one source, or one actor) gets at most a quarter of the
 * whole room. Room that is left over goes to the others in a second round.
 *
 * Only the first line and the principal's first line may be cut, at the end of a word and with "…": part of the best
 * fact is worth more than nothing. A cut line leaves room for those behind it, and then takes what they left.
 */
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import { LOWER_SHARE, VOICE_SHARE, voicesOf } from "../recall/places.ts";
import { cutAt, type Line } from "./line.ts";

export interface Offered extends Line {
  readonly fact: Fact;
}

export interface Chosen {
  /** Its place among the offered lines. */
  readonly index: number;
  readonly text: string;
}

/** Every line is preceded by a line end, which counts. */
const LINE_END = 1;
/** Less than this of a fact says nothing, or the wrong thing. */
const MIN_CUT_CHARS = 24;
/** The share that a cut line may take while others wait behind it. */
const CUT_SHARE = 0.6;

export function chooseLines(lines: readonly Offered[], roomChars: number): readonly Chosen[] {
  const own = lines.filter(isOwn);
  const [best] = own;
  const room = new Room(own, roomChars);
  if (best !== undefined) room.fill(charsOf(best) > roomChars ? own : [best]);
  room.fill(lines);
  return lines.flatMap((line, index) => {
    const text = room.chosen.get(line);
    return text === undefined ? [] : [{ index, text }];
  });
}

/** The chosen lines, and how many characters are left for whom. */
class Room {
  readonly chosen = new Map<Offered, string>();
  private readonly mostPerVoice: number;
  private left: number;
  private leftForLower: number;
  private readonly voices = new Map<string, number>();

  constructor(own: readonly Offered[], chars: number) {
    this.left = chars;
    this.mostPerVoice = Math.floor(chars * VOICE_SHARE);
    this.leftForLower = chars - keptForOwn(own, chars);
  }

  /** Places as many of the lines as fit: first within the shares, then wherever there is room. */
  fill(lines: readonly Offered[]): void {
    const [first] = lines;
    for (const isShared of [true, false]) {
      for (const line of lines) {
        if (this.chosen.has(line)) continue;
        const cutShare = line !== first ? 0 : lines.length > 1 ? CUT_SHARE : 1;
        const text = this.fit(line, isShared, cutShare);
        if (text !== undefined) this.take(line, text);
      }
    }
    if (first !== undefined) this.lengthen(first);
  }

  /**
   * The line, or as much of it as fits. `cutShare`: the share of the room that a cut line may take; 0: it may not be
   * cut.
   */
  private fit(line: Offered, isShared: boolean, cutShare: number): string | undefined {
    const isBound = isShared && !isOwn(line);
    const most = isBound ? Math.min(this.left, this.leftForLower) : this.left;
    const isFirst = cutShare > 0;
    if (charsOf(line) <= most && (!isBound || isFirst || this.hasVoice(line))) return line.lead + line.text;
    // A cut line of a lower class may fill its class's share: room for the others is already kept.
    return isFirst ? cutLine(line, most < this.left ? most : Math.floor(most * cutShare)) : undefined;
  }

  private take(line: Offered, text: string): void {
    this.chosen.set(line, text);
    this.count(line, text.length + LINE_END);
  }

  /** A cut line takes what the others left. */
  private lengthen(line: Offered): void {
    const text = this.chosen.get(line);
    if (text === undefined || text.length + LINE_END === charsOf(line)) return;
    this.count(line, -text.length - LINE_END);
    this.take(line, this.fit(line, false, 1) ?? text);
  }

  private count(line: Offered, chars: number): void {
    this.left -= chars;
    if (isOwn(line)) return;
    this.leftForLower -= chars;
    for (const voice of voicesOf(line.fact)) this.voices.set(voice, (this.voices.get(voice) ?? 0) + chars);
  }

  private hasVoice(line: Offered): boolean {
    const chars = charsOf(line);
    return voicesOf(line.fact).every((voice) => (this.voices.get(voice) ?? 0) + chars <= this.mostPerVoice);
  }
}

function isOwn({ fact }: Offered): boolean {
  return fact.authority === TRUSTED;
}

/** The length of the whole line, with its line end. */
function charsOf({ lead, text }: Line): number {
  return lead.length + text.length + LINE_END;
}

/**
 * Half of the room; and, so that the half ends with a line, what the line needs that goes beyond it. Longer lines than
 * half of the room have no such claim.
 */
function keptForOwn(own: readonly Offered[], chars: number): number {
  const half = Math.floor(chars * (1 - LOWER_SHARE));
  let all = 0;
  let whole = 0;
  for (const length of own.map(charsOf)) {
    all += length;
    if (whole < half && length <= half && whole + length <= chars) whole += length;
  }
  return Math.max(own[0] === undefined ? 0 : charsOf(own[0]), whole, Math.min(all, half));
}

function cutLine({ lead, text }: Line, room: number): string | undefined {
  const most = room - LINE_END - lead.length - 1;
  if (most < MIN_CUT_CHARS) return undefined;
  const raw = cutAt(text, most);
  const wordEnd = text[raw.length] === " " ? raw.length : raw.lastIndexOf(" ");
  // Scripts without spaces, and long strings, have no end of a word nearby.
  const cut = wordEnd >= most / 2 ? raw.slice(0, wordEnd) : raw;
  return `${lead}${cut.trimEnd()}…`;
}

/**
 * Which lines fit into so many characters?
 *
 * Lines are taken in order, whole; one that does not fit is passed over for a smaller one behind it. Only the
 * first may be cut, at a word's end and with "…", and only if it alone is longer than the room: the best fact in
 * part is worth more than none. It then leaves some room for those behind it.
 */
import { cutAt, type Line } from "./line.ts";

export interface Chosen {
  /** Its place among the lines that were offered. */
  readonly index: number;
  readonly text: string;
}

/** A line and the line end before it. */
const LINE_END = 1;
/** Less than this of a fact says nothing, or the wrong thing. */
const MIN_CUT_CHARS = 24;
/** What a cut line may take where others wait behind it. */
const CUT_SHARE = 0.6;

export function chooseLines(lines: readonly Line[], roomChars: number): readonly Chosen[] {
  const chosen: Chosen[] = [];
  let room = roomChars;
  for (const [index, line] of lines.entries()) {
    const whole = line.lead + line.text;
    const fits = whole.length + LINE_END <= room;
    const text = fits ? whole : index === 0 ? cutLine(line, room, lines.length > 1) : undefined;
    if (text === undefined) continue;
    chosen.push({ index, text });
    room -= text.length + LINE_END;
  }
  return chosen;
}

function cutLine({ lead, text }: Line, room: number, leavesSome: boolean): string | undefined {
  const most = Math.floor(room * (leavesSome ? CUT_SHARE : 1)) - LINE_END - lead.length - 1;
  if (most < MIN_CUT_CHARS) return undefined;
  const raw = cutAt(text, most);
  const wordEnd = text[raw.length] === " " ? raw.length : raw.lastIndexOf(" ");
  // Scripts without spaces, and long strings, have no word's end nearby.
  const cut = wordEnd >= most / 2 ? raw.slice(0, wordEnd) : raw;
  return `${lead}${cut.trimEnd()}…`;
}

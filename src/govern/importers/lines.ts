/**
 * What is in text that people keep? In the memory that ChatGPT or Claude shows, each line is a fact. In Markdown notes,
 * each item of a list and each paragraph is one; the headings above it become tags.
 *
 * What is no statement is left out: headings, rules, code, and the block of settings at the head of a note.
 */
import { filled, foreignTime, type ReadRecord, type RecordWords, tagsFrom } from "./record.ts";

const FENCE = /^\s*(```|~~~)/;
const RULE = /^\s*([-*_])(\s*\1){2,}\s*$/;
const HEADING = /^\s*(#{1,6})\s+(.*?)\s*#*\s*$/;
/** A line that is nothing but bold, or that ends in a colon and stands alone, is a heading of a memory's summary. */
const BOLD_HEADING = /^\s*(?:\*\*|__)([^*_]+)(?:\*\*|__):?\s*$/;
const ITEM = /^\s*(?:[-*+•–]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;
/** "[2025-04-11] - ", "2025-04-11: " at the beginning of a line. */
const DATED = /^\[?(\d{4}-\d{2}-\d{2})\]?\s*[-–—:.]*\s+(.*)$/;

interface Piece {
  readonly number: number;
  readonly lines: string[];
}

/** `wraps`: a paragraph may take several lines. */
export function* readLines(text: string, { wraps }: { readonly wraps: boolean }): Generator<ReadRecord> {
  const headings: string[] = [];
  let piece: Piece | undefined;
  for (const { line, number } of statementsIn(text)) {
    const item = ITEM.exec(line)?.[1];
    const heading = item === undefined ? headingIn(line) : undefined;
    const isNew = heading !== undefined || item !== undefined || line.trim() === "" || !wraps;
    if (isNew && piece !== undefined) {
      yield recordOf(piece, headings);
      piece = undefined;
    }
    if (heading !== undefined) {
      headings.length = Math.min(headings.length, heading.level - 1);
      headings.push(heading.text);
    } else if (line.trim() !== "") {
      piece ??= { number, lines: [] };
      piece.lines.push((item ?? line).trim());
    }
  }
  if (piece !== undefined) yield recordOf(piece, headings);
}

/** The lines without code, rules and the settings at the head. */
function* statementsIn(text: string): Generator<{ readonly line: string; readonly number: number }> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const settingsEnd = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) : -1;
  let isCode = false;
  for (const [i, line] of lines.entries()) {
    if (i <= settingsEnd) continue;
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    // A blank line in its place: what stands before it and behind it is not one paragraph.
    yield { line: isCode || isFence || RULE.test(line) ? "" : line, number: i + 1 };
  }
}

function headingIn(line: string): { readonly level: number; readonly text: string } | undefined {
  const [, marks, text] = HEADING.exec(line) ?? [];
  if (marks !== undefined && text !== undefined) return { level: marks.length, text };
  const bold = BOLD_HEADING.exec(line)?.[1];
  return bold === undefined ? undefined : { level: 1, text: bold.replace(/:$/, "") };
}

function recordOf({ number, lines }: Piece, headings: readonly string[]): ReadRecord {
  const said = lines.join(" ");
  const [, date, rest] = DATED.exec(said) ?? [];
  const heardAt = foreignTime(date);
  const content = heardAt === undefined || rest === undefined ? said : rest;
  const tags = tagsFrom(headings);
  return {
    place: `line ${number}`,
    words: filled<RecordWords>({ content, heardAt, tags: tags.length === 0 ? undefined : tags }),
  };
}

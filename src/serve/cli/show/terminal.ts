/**
 * How does text reach a terminal safely, and look good there?
 *
 * What memory holds was written by others. A terminal would obey control characters and marks that reverse the writing
 * direction, so they are escaped, never sent. Colour and width are used only if the output is a terminal.
 */
import { cut, padded, widthOf } from "./width.ts";

export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  readonly columns: number;
}

export interface Style {
  /** What follows a command in a hint: `--dir` and `--origin`, if they were given. */
  readonly where: string;
  /** What is shown is only what would be done. */
  readonly isDryRun: boolean;
  readonly columns: number;
  /** The width for running text; moderate even if the output is no terminal. */
  readonly textColumns: number;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly good: (text: string) => string;
}

const plain = (text: string): string => text;
const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;

export function styleOf(output: Output, env: NodeJS.ProcessEnv, where = ""): Style {
  const columns = output.isTerminal ? Math.max(40, output.columns) : 160;
  const room = { where, isDryRun: false, columns, textColumns: output.isTerminal ? columns : 80 };
  if (!output.isTerminal || env.NO_COLOR)
    return { ...room, dim: plain, bold: plain, warn: plain, good: plain };
  return { ...room, dim: sgr(2), bold: sgr(1), warn: sgr(33), good: sgr(32) };
}

const OBEYED = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

function spelled(one: string): string {
  return `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The text of a fact; line breaks are kept. */
export function safe(text: string): string {
  return text.replace(OBEYED, spelled);
}

/** On one line, cut to the width. */
export function clip(text: string, width: number): string {
  return cut(oneLine(text), Math.max(1, width));
}

function oneLine(text: string): string {
  return safe(text.replace(/\s+/g, " ").trim());
}

/** Valid JSON in which nothing can control a terminal. */
export function safeJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? "null").replace(OBEYED, spelled);
}

/** The width that the last column should have if others can shrink, and the width that it must have in any case. */
const GOOD_ROOM = 20;
const LEAST_ROOM = 8;
const SHORTENED = 16;
const GAP = 2;

/**
 * Columns side by side; the last one takes the rest of the line. If little is left, the `spare` columns are shortened
 * and then dropped, in their order; on a narrow terminal, others are dropped too.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  spare: readonly string[] = [],
): string {
  const cells = [head, ...rows].map((row) => row.map(oneLine));
  const last = head.length - 1;
  const widths = head.map((_, i) => cells.reduce((most, row) => Math.max(most, widthOf(row[i] ?? "")), 0));
  const wanted = widths.pop() ?? 0;
  const room = () => widths.reduce((left, width) => left - (width === 0 ? 0 : width + GAP), style.columns);
  const give = (column: number, least: number, most: number) => {
    if (room() < Math.min(wanted, least)) widths[column] = Math.min(widths[column] ?? 0, most);
  };
  const spares = spare.map((title) => head.indexOf(title));
  for (const column of spares) give(column, GOOD_ROOM, SHORTENED);
  for (const column of spares) give(column, GOOD_ROOM, 0);
  for (const column of [...widths.keys()].reverse()) give(column, LEAST_ROOM, 0);
  const line = (row: readonly string[]) =>
    [
      ...widths.flatMap((width, i) => (width === 0 ? [] : [padded(cut(row[i] ?? "", width), width)])),
      cut(row[last] ?? "", room()),
    ]
      .join(" ".repeat(GAP))
      .trimEnd();
  const [title = "", ...lines] = cells.map(line);
  return [style.dim(title), ...lines].join("\n");
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

export function when(time: number | undefined): string {
  return time === undefined ? "" : new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

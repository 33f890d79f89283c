/**
 * How does text reach a terminal safely, and look well there?
 *
 * What memory holds was written by others. Control characters, and marks that reverse the direction of writing,
 * would be obeyed by a terminal: they are shown, never sent. Colour and width count only where a person looks.
 */
export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  readonly columns: number;
}

export interface Style {
  /** What follows a command in a hint: `--dir` and `--origin`, if they were given. */
  readonly where: string;
  readonly columns: number;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly good: (text: string) => string;
}

const plain = (text: string): string => text;
const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;

export function styleOf(output: Output, env: NodeJS.ProcessEnv, where = ""): Style {
  const columns = output.isTerminal ? Math.max(40, output.columns) : 160;
  if (!output.isTerminal || env.NO_COLOR)
    return { where, columns, dim: plain, bold: plain, warn: plain, good: plain };
  return { where, columns, dim: sgr(2), bold: sgr(1), warn: sgr(33), good: sgr(32) };
}

const OBEYED = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

function spelled(one: string): string {
  return `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Text of a fact, on as many lines as it has. */
export function safe(text: string): string {
  return text.replace(OBEYED, spelled);
}

/** On one line, and not longer than that. */
export function clip(text: string, width: number): string {
  const line = safe(text.replace(/\s+/g, " ").trim());
  const letters = [...line];
  return letters.length <= width ? line : `${letters.slice(0, Math.max(1, width - 1)).join("")}…`;
}

/** JSON that a terminal cannot be talked to by, and that any reader takes. */
export function safeJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? "null").replace(OBEYED, spelled);
}

/** Columns side by side; the last one takes what is left of the line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], style: Style): string {
  const last = head.length - 1;
  const widths = head.map((title, i) =>
    i === last ? 0 : Math.max(title.length, ...rows.map((row) => [...(row[i] ?? "")].length)),
  );
  const room = Math.max(20, style.columns - widths.reduce((sum, width) => sum + width + 2, 0));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === last ? clip(cell, room) : cell.padEnd(widths[i] ?? 0))).join("  ");
  return [style.dim(line(head).trimEnd()), ...rows.map((row) => line(row).trimEnd())].join("\n");
}

export function when(time: number | undefined): string {
  return time === undefined ? "" : new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

/**
 * How does a table look on a terminal? Texts to the left, figures to the right.
 */
export function printTable(rows: readonly (readonly string[])[], textColumns = 2): void {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const isText = (i: number): boolean => i < textColumns;
  for (const row of rows) {
    const cells = row.map((cell, i) =>
      isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    console.log(cells.join("  ").trimEnd());
  }
  console.log();
}

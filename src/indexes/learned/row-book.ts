/**
 * Which row belongs to whom? Rows without gaps: the last one moves into the place of one that goes.
 */
export class RowBook {
  readonly ids: string[] = [];
  private readonly rows = new Map<string, number>();

  get size(): number {
    return this.ids.length;
  }

  has(id: string): boolean {
    return this.rows.has(id);
  }

  rowOf(id: string): number | undefined {
    return this.rows.get(id);
  }

  /** Its row, or the next one, which is its from now on. */
  take(id: string): number {
    const known = this.rows.get(id);
    if (known !== undefined) return known;
    const row = this.ids.push(id) - 1;
    this.rows.set(id, row);
    return row;
  }

  /** The row that it leaves, and the last one, whose owner has that place now; undefined if it has none. */
  leave(id: string): { readonly row: number; readonly lastRow: number } | undefined {
    const row = this.rows.get(id);
    if (row === undefined) return undefined;
    const lastRow = this.ids.length - 1;
    const last = this.ids.pop() as string;
    this.rows.delete(id);
    if (last !== id) {
      this.ids[row] = last;
      this.rows.set(last, row);
    }
    return { row, lastRow };
  }
}

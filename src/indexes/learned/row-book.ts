/**
 * Which row belongs to which fact? Rows have no gaps: when one is removed, the last one takes its place.
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

  /** The fact's row; a new fact gets the next one. */
  take(id: string): number {
    const known = this.rows.get(id);
    if (known !== undefined) return known;
    const row = this.ids.push(id) - 1;
    this.rows.set(id, row);
    return row;
  }

  /**
   * Removes a fact. Returns the row that it had, and the last row, whose fact must now move there; undefined if the
   * fact had no row.
   */
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

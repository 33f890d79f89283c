/** How is the work of one caller done one piece at a time? Each caller has a queue and waits for nobody else's. */
export class OneAtATime {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs this after everything that the same caller has asked for before, whether or not that succeeded. */
  async take<T>(who: string, run: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(who) ?? Promise.resolve()).then(run, run);
    this.last.set(who, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(who) === mine) this.last.delete(who);
    }
  }
}

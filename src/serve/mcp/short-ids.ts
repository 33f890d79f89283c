/**
 * How does a model name a fact? By the end of its id: a whole id is a third of what a hit costs a model to read, and the
 * end tells the hits of one session apart.
 *
 * Only ids that this session has shown are known here, so the end of an id finds nothing that the caller was not shown.
 * Whole ids are always understood.
 */

/**
 * What is kept of an id: four characters of thirty-two each. After a thousand ids, one in a thousand further ones finds
 * its end taken and is shown whole. Two characters more would cost a model a token for every hit.
 */
const SHORT_CHARS = 4;
/** So many are remembered; the oldest go first. */
const MOST = 20_000;

/** Fields of a tool's input that hold ids of facts. */
const ID_FIELDS = ["id", "from", "to", "evidence"] as const;

export class ShortIds {
  private readonly whole = new Map<string, string>();

  /** The id as a model is shown it: whole, if its end stands for another fact already. */
  of(id: string): string {
    const short = id.slice(-SHORT_CHARS);
    const known = this.whole.get(short);
    if (known !== undefined && known !== id) return id;
    this.whole.delete(short);
    this.whole.set(short, id);
    if (this.whole.size > MOST) this.forgetOldest();
    return short;
  }

  /** The input of a tool, with whole ids. What stands for no fact stays as it is. */
  expand(input: unknown): unknown {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
    const fields = input as Readonly<Record<string, unknown>>;
    const given = ID_FIELDS.filter((name) => Object.hasOwn(fields, name));
    return { ...fields, ...Object.fromEntries(given.map((name) => [name, this.wholeOf(fields[name])])) };
  }

  private wholeOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.wholeOf(one));
    return typeof value === "string" ? (this.whole.get(value) ?? value) : value;
  }

  private forgetOldest(): void {
    const [oldest] = this.whole.keys();
    if (oldest !== undefined) this.whole.delete(oldest);
  }
}

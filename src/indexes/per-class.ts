/**
 * How are things kept apart by class? One thing per class, or none if the class has no facts.
 */
import { assert } from "../assert.ts";
import { AUTHORITIES, type Authority } from "../model/source.ts";

export class PerClass<T> {
  private readonly things: (T | undefined)[] = [];

  at(authority: Authority): T | undefined {
    return this.things[authority];
  }

  set(authority: Authority, thing: T): T {
    this.things[authority] = thing;
    return thing;
  }

  clear(): void {
    this.things.length = 0;
  }

  *all(): Generator<T> {
    for (const authority of AUTHORITIES) {
      const thing = this.things[authority];
      if (thing !== undefined) yield thing;
    }
  }

  find(is: (thing: T) => boolean): T | undefined {
    for (const thing of this.all()) if (is(thing)) return thing;
    return undefined;
  }

  /** The class for whose thing `is` holds. There must be one. */
  classWhere(is: (thing: T) => boolean): Authority {
    const found = AUTHORITIES.find((authority) => {
      const thing = this.things[authority];
      return thing !== undefined && is(thing);
    });
    assert(found !== undefined, "every fact is in the index of its class");
    return found;
  }
}

/** Ids by class, in order; and the class of each id, as one byte per id. */
export function idsByClass(
  all: Iterable<string>,
  classOf: (id: string, at: number) => Authority,
): { readonly classes: Uint8Array; readonly ids: Readonly<Record<Authority, readonly string[]>> } {
  const ids: Record<Authority, string[]> = { 0: [], 1: [], 2: [], 3: [] };
  const classes: number[] = [];
  for (const id of all) {
    const authority = classOf(id, classes.length);
    classes.push(authority);
    ids[authority].push(id);
  }
  return { classes: Uint8Array.from(classes), ids };
}

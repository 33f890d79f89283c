/**
 * How does a writer that appends again and again keep its lock, without a rename for each turn?
 *
 * It counts its turns in the lock's file, odd while it writes, and looks whether the lock's name is still there: after
 * counting, before it writes, and once more when it is done. Whoever wants the lock takes it between two turns, by a
 * rename, and looks at the count again *after* that. So one of the two sees the other: either the keeper finds its name
 * gone and has written nothing, or the other one finds an odd count and waits until the turn is over.
 */
import { type Disk, errnoOf } from "../disk/disk.ts";
import type { Token } from "./lock-name.ts";
import { TurnCount } from "./turn-count.ts";

/** A lock in our own keeping. */
export class Keeping {
  readonly token: Token;
  /** Turns begun and ended. */
  count = 0;
  private readonly disk: Disk;
  private readonly path: string;
  private readonly turns: TurnCount;

  constructor(disk: Disk, folder: string, token: Token, turns: TurnCount) {
    this.disk = disk;
    this.token = token;
    this.path = `${folder}/${token.name}`;
    this.turns = turns;
  }

  /** Only to be faster: where a number cannot be written, there is none. */
  static startCounting(disk: Disk, folder: string, { name, generation }: Token): TurnCount | undefined {
    let turns: TurnCount | undefined;
    try {
      turns = new TurnCount(disk, `${folder}/${name}`, "update", generation);
      turns.write(0);
      return turns;
    } catch (error) {
      turns?.close();
      if (errnoOf(error) === "") throw error;
      return undefined;
    }
  }

  /** False: somebody has taken the lock, and waits no longer for this turn, in which nothing was written. */
  beginTurn(): boolean {
    this.step();
    if (this.isThere()) return true;
    this.step();
    return false;
  }

  /** False: somebody has taken the lock. */
  endTurn(): boolean {
    this.step();
    return this.isThere();
  }

  /** Begins a turn, or ends it. */
  step(): void {
    this.turns.write(++this.count);
  }

  close(): void {
    this.turns.close();
  }

  private isThere(): boolean {
    return this.disk.has(this.path);
  }
}

/** How far has whoever keeps the lock counted? For those who only look, again and again. */
export class TurnWatch {
  private readonly disk: Disk;
  private readonly folder: string;
  private watched: { readonly name: string; readonly turns: TurnCount } | undefined;

  constructor(disk: Disk, folder: string) {
    this.disk = disk;
    this.folder = folder;
  }

  /** undefined: it cannot be known. */
  at({ name, generation }: Token): number | undefined {
    try {
      if (this.watched?.name !== name) {
        this.close();
        this.watched = {
          name,
          turns: new TurnCount(this.disk, `${this.folder}/${name}`, "read", generation),
        };
      }
      return this.watched.turns.read();
    } catch (error) {
      if (errnoOf(error) === "") throw error;
      return undefined;
    }
  }

  close(): void {
    this.watched?.turns.close();
    this.watched = undefined;
  }
}

// What does the server answer, where the client leaves the type open? Only the server's types are imported, no code.
import type { KeeperStatus, Overview } from "brigade-tideline";
import type { ToldEvent } from "../../src/model/told-event.ts";
import type { EventPage as Page } from "../../src/serve/operations/events.ts";

export type { TokenEntry } from "../../src/serve/access/tokens.ts";
export type {
  ContradictionGroup,
  Review,
  ReviewItem,
  SideBySide,
} from "../../src/serve/operations/review.ts";

/** How memory stands, and when its upkeep is due. */
export interface Seen extends Overview {
  readonly upkeep?: KeeperStatus;
}

export interface EventPage extends Page {
  readonly head: number;
  /** The names of tokens, by id. */
  readonly tokens?: Readonly<Record<string, string>>;
}

/** What would have happened. */
export interface DryRun<T> {
  readonly dryRun: true;
  readonly result: T;
}

/** What would have been written. */
export interface EventsDryRun extends DryRun<unknown> {
  readonly events: readonly ToldEvent[];
}

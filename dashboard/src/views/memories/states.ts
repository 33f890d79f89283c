// Which facts are meant by a state? For the list by its own filters, for recall by what it is asked to include.
import type { Includable, ListOptions } from "brigade-tideline";
import type { BriefFact } from "brigade-tideline/client";
import { standingOf } from "../../words.ts";

export const STATE_FILTERS = [
  "current",
  "challenged",
  "archived",
  "suppressed",
  "superseded",
  "merged",
  "quarantined",
  "pruned",
  "any",
] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

/** What is out of use is the owner's to see; a value that was replaced was the value once. */
const FOR_EVERYBODY: ReadonlySet<StateFilter> = new Set(["current", "challenged", "superseded"]);

export function statesFor(isOwner: boolean): readonly StateFilter[] {
  return isOwner ? STATE_FILTERS : STATE_FILTERS.filter((one) => FOR_EVERYBODY.has(one));
}

/** The server does not tell these apart: they are picked out of everything, here. */
export function isPickedHere(state: StateFilter): boolean {
  return state === "quarantined" || state === "suppressed";
}

export interface Filters {
  readonly query: string;
  readonly segment: string;
  readonly state: StateFilter;
}

export function listed(state: StateFilter): Pick<ListOptions, "lifecycle" | "validity"> {
  switch (state) {
    case "archived":
    case "pruned":
      return { lifecycle: state };
    case "superseded":
    case "merged":
    case "challenged":
      return { lifecycle: "any", validity: state };
    case "current":
      return { lifecycle: "active" };
    default:
      return { lifecycle: "any" };
  }
}

export function included(state: StateFilter): readonly Includable[] {
  switch (state) {
    case "archived":
    case "suppressed":
    case "superseded":
    case "merged":
      return [state];
    case "any":
      return ["archived", "suppressed", "superseded", "merged", "invalidated"];
    default:
      return [];
  }
}

export function isMeant(fact: BriefFact, state: StateFilter): boolean {
  if (state === "any") return true;
  const { name } = standingOf(fact);
  return name === state || (state === "current" && name === "challenged");
}

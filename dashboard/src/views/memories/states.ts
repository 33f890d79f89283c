// Which facts does a state stand for? Translates it into the list's filters, and into what recall is asked to include.
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

/** Only the owner sees what is out of use; a superseded value was once current, so everybody may see it. */
const FOR_EVERYBODY: ReadonlySet<StateFilter> = new Set(["current", "challenged", "superseded"]);

export function statesFor(isOwner: boolean): readonly StateFilter[] {
  return isOwner ? STATE_FILTERS : STATE_FILTERS.filter((one) => FOR_EVERYBODY.has(one));
}

/** The server has no filter for these: this page picks them from all facts. */
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

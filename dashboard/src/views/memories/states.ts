// Which facts are meant by a state? For the list by its own filters, for recall by what it is asked to include.
import type { Fact, Includable, ListOptions } from "brigade-tideline";
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

export function isMeant(fact: Fact, state: StateFilter): boolean {
  if (state === "any") return true;
  const { name } = standingOf(fact);
  return name === state || (state === "current" && name === "challenged");
}

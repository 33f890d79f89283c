/** How is a change told? As done or, after a dry run, as what would be done. Every such phrase is in this table. */
import type { Style } from "./terminal.ts";

const WOULD = {
  Remembered: "Would remember",
  "Remembered, replacing the earlier one": "Would remember, replacing the earlier one",
  "Remembered, but disputed": "Would remember, but disputed",
  "Put into quarantine": "Would put into quarantine",
  "Already known, counted again": "Already known, would count again",
  Refused: "Would refuse",
  Archived: "Would archive",
  Restored: "Would restore",
  Pinned: "Would pin",
  Unpinned: "Would unpin",
  Endorsed: "Would endorse",
  Promoted: "Would promote",
  Demoted: "Would demote",
  Noted: "Would note",
  Suppressed: "Would suppress",
  "Back in ranking": "Would be back in ranking",
  Linked: "Would link",
  Imported: "Would import",
  Created: "Would create",
  Revoked: "Would revoke",
  Erased: "Would erase",
  "Took in": "Would take in",
} as const;

export type Deed = keyof typeof WOULD;

export function deed(done: Deed, { isDryRun }: Pick<Style, "isDryRun">): string {
  return isDryRun ? WOULD[done] : done;
}

/** Why should a person look at a fact that is being added? */
import type { Surprise } from "../lifecycle/surprise.ts";
import type { Fact } from "../model/fact.ts";
import { POSSIBLE_CHANGE } from "../model/review.ts";
import type { Wish } from "../model/segment.ts";
import { type Authority, PROTECTING_CLASS } from "../model/source.ts";
import { allWords, type Words } from "../model/wording.ts";
import { type Changed, mayHaveChanged } from "./changed.ts";
import { CONSENT_CLAIMED, consentClaimedBy } from "./consent.ts";
import { DENIAL_UNMATCHED, type Denied } from "./denied.ts";
import { CONFLICT } from "./doubt.ts";
import type { Draft } from "./draft.ts";
import type { Threat } from "./threat.ts";

/** The reason for hearsay that tells an assistant what to do from now on: only a person may adopt that. */
const INSTRUCTION = "instruction";

interface Grounds {
  /** All words that came with it. */
  readonly said: Words;
  readonly threats: readonly Threat[];
  readonly doubt: Fact | undefined;
  readonly denied: Denied;
  readonly changed: Changed;
  readonly news: Surprise | undefined;
  readonly wish: Wish | undefined;
}

/** The gravest reason, as a slug; undefined if there is none. */
export function reviewFor(
  draft: Draft,
  authority: Authority,
  { said, threats, doubt, denied, changed, news, wish }: Grounds,
): string | undefined {
  if (threats.length > 0) return "threat";
  if (doubt !== undefined) return CONFLICT;
  if (consentClaimedBy(allWords(said), authority) !== undefined) return CONSENT_CLAIMED;
  if (denied.unmatched) return DENIAL_UNMATCHED;
  if (draft.review !== undefined) return draft.review;
  if (mayHaveChanged(changed)) return POSSIBLE_CHANGE;
  if (wish === "instruction" && authority < PROTECTING_CLASS) return INSTRUCTION;
  return news?.duplicate === true ? "near-duplicate" : undefined;
}

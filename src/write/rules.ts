/** What is a write decided by? */
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { Origin } from "../model/origin.ts";
import type { NewsJudge } from "./news.ts";
import type { Threat } from "./threat.ts";

export interface WriteRules {
  readonly policy: LifecyclePolicy;
  /** Slots with this attribute hold several values at once. */
  readonly isMultiValued: (attribute: string) => boolean;
  /** What is wrong with a text; asked for classes below 3. */
  readonly scan: (content: string) => readonly Threat[];
  /** A keyed digest: it can stand in a header and tells nothing. */
  readonly digest: (text: string) => string;
  /** The origin's own secret, for what leaves with it; and a digest under such a secret. */
  readonly secretOf: (origin: Origin) => string;
  readonly digestUnder: (secret: string, text: string) => string;
  /** How much news a draft is, where the policy wants to know. */
  readonly news?: NewsJudge | undefined;
}

/** What is a write decided by? */
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { Origin } from "../model/origin.ts";
import type { NewsJudge } from "./news.ts";
import type { SecretsMode } from "./secrets.ts";
import type { Threat } from "./threat.ts";

export interface WriteRules {
  readonly policy: LifecyclePolicy;
  /** Slots with this attribute hold several values at once. */
  readonly isMultiValued: (attribute: string) => boolean;
  /** What is wrong with a text; asked for classes below 3. */
  readonly scan: (content: string) => readonly Threat[];
  /** What is done with credentials; asked for every class. */
  readonly secrets: SecretsMode;
  /** Keyed with the workspace's secret: of what must be told again later, and is no words of anybody. */
  readonly digest: (text: string) => string;
  /** Keyed with what this process alone knows: it tells attempts of one run apart, and afterwards nothing. */
  readonly digestOfRefused: (text: string) => string;
  /** The origin's own secret, for what leaves with it; and a digest under such a secret. */
  readonly secretOf: (origin: Origin) => string;
  readonly digestUnder: (secret: string, text: string) => string;
  /** How much news a draft is, where the policy wants to know. */
  readonly news?: NewsJudge | undefined;
}

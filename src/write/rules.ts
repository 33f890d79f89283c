/** Which rules decide about a write? */
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { Origin } from "../model/origin.ts";
import type { Words } from "../model/wording.ts";
import type { NewsJudge } from "./news.ts";
import type { SecretsMode } from "./secrets.ts";
import type { Threat } from "./threat.ts";

export interface WriteRules {
  readonly policy: LifecyclePolicy;
  /** Slots with this attribute hold several values at once. */
  readonly isMultiValued: (attribute: string) => boolean;
  /** The threats in these words; called for classes below 3. */
  readonly scan: (said: Words) => readonly Threat[];
  /** What is done with credentials, of every class. */
  readonly secrets: SecretsMode;
  /**
   * A digest keyed with the workspace's secret, for values that must be recognised later. Never used on anybody's
   * words.
   */
  readonly digest: (text: string) => string;
  /**
   * A digest keyed with a secret that only this process knows: it tells refused attempts apart while the process runs,
   * and reveals nothing afterwards.
   */
  readonly digestOfRefused: (text: string) => string;
  /** The origin's own secret, for digests that are exported with it; and a digest under such a secret. */
  readonly secretOf: (origin: Origin) => string;
  readonly digestUnder: (secret: string, text: string) => string;
  /** How much news a draft is, if the policy uses it. */
  readonly news?: NewsJudge | undefined;
}

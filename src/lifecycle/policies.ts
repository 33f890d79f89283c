/**
 * Which policies come with the package? Each has a name. A host may also pass a policy of its own.
 */

import { badArgument } from "../model/arguments.ts";
import { type FreshnessParams, freshnessPolicy } from "./freshness.ts";
import { type LayeredParams, layeredPolicy } from "./layered.ts";
import type { Params } from "./params.ts";
import type { LifecyclePolicy } from "./policy.ts";
import { type TidelineParams, tidelinePolicyWith } from "./tideline.ts";

const MAKERS = {
  tideline: tidelinePolicyWith,
  freshness: freshnessPolicy,
  layered: layeredPolicy,
} as const;

/** The name of a policy that comes with the package. */
export type PolicyName = keyof typeof MAKERS;

/** The figures of each policy, with their types. docs/lifecycle.md says what they mean and what they are by default. */
export interface PolicyParams {
  readonly tideline: TidelineParams;
  readonly freshness: FreshnessParams;
  readonly layered: LayeredParams;
}
/** The figures of a policy that is chosen by name; what is left out stays as it is by default. */
export type GivenParams<P extends PolicyName = PolicyName> = P extends PolicyName
  ? { readonly [N in keyof PolicyParams[P]]?: PolicyParams[P][N] | undefined }
  : never;

/**
 * The names of the policies that come with the package.
 * @example const choice = POLICY_NAMES.includes("layered");
 */
export const POLICY_NAMES = Object.keys(MAKERS) as readonly PolicyName[];

/** The policy of this name with these parameters, or the host's own policy after a check. */
export function policyOf(policy: unknown, params: unknown): LifecyclePolicy {
  if (typeof policy === "string" && Object.hasOwn(MAKERS, policy))
    return MAKERS[policy as PolicyName](paramsOf(params));
  const own = ownPolicy(policy);
  if (params !== undefined)
    throw badArgument(
      "policyParams are for built-in policies, chosen by name; a policy of your own sets its parameters itself",
    );
  return own;
}

function paramsOf(params: unknown): Params {
  if (params === undefined) return {};
  if (typeof params !== "object" || params === null || Array.isArray(params))
    throw badArgument("policyParams must be an object");
  return params as Params;
}

const METHODS = ["labels", "score", "rank", "feedback", "decide"] as const;
const SLUG = /^[a-z0-9][a-z0-9._/-]{0,63}$/;

function ownPolicy(policy: unknown): LifecyclePolicy {
  const own = policy as LifecyclePolicy | null;
  if (typeof own !== "object" || own === null)
    throw badArgument(`policy must be one of ${POLICY_NAMES.join(", ")}, or a LifecyclePolicy`);
  if (typeof own.id !== "string" || !SLUG.test(own.id))
    throw badArgument("A policy's id must be of a-z, 0-9, . _ / -");
  const missing = METHODS.find((method) => typeof own[method] !== "function");
  if (missing !== undefined) throw badArgument(`The policy "${own.id}" has no function ${missing}`);
  if (typeof own.reinforces?.has !== "function")
    throw badArgument(`The policy "${own.id}" needs a set "reinforces"`);
  return own;
}

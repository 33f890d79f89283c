/**
 * Which parameters does a policy take? One table per policy. Unknown names and values out of range are refused.
 */
import { TidelineError } from "../errors.ts";
import { meant } from "../model/near.ts";

/** A figure of a policy. */
export type ParamValue = number | string | boolean;
/** The figures of a policy, as the log holds them. */
export type Params = Readonly<Record<string, ParamValue>>;

export interface NumberParam {
  readonly is: number;
  readonly least: number;
  readonly most: number;
}
export interface ChoiceParam<T extends string = string> {
  readonly is: T;
  readonly of: readonly T[];
}
export type ParamTable = Readonly<Record<string, NumberParam | ChoiceParam>>;
type Value<P> = P extends ChoiceParam<infer T> ? T : number;
export type ParamsOf<T extends ParamTable> = { readonly [N in keyof T]: Value<T[N]> };

export function number(is: number, least: number, most: number): NumberParam {
  return { is, least, most };
}

export function choice<const T extends string>(is: NoInfer<T>, of: readonly T[]): ChoiceParam<T> {
  return { is, of };
}

/** The defaults of the table, overridden by the given values. Later layers override earlier ones. */
export function resolveParams<const T extends ParamTable>(
  policy: string,
  table: T,
  ...layers: readonly Params[]
): ParamsOf<T> {
  const resolved: Record<string, ParamValue> = Object.fromEntries(
    Object.entries(table).map(([name, param]) => [name, param.is]),
  );
  for (const given of layers) {
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      resolved[name] = checked(policy, table, name, value);
    }
  }
  return Object.freeze(resolved) as ParamsOf<T>;
}

function checked(policy: string, table: ParamTable, name: string, value: ParamValue): ParamValue {
  const param = Object.hasOwn(table, name) ? table[name] : undefined;
  if (param === undefined)
    throw refused(
      `the policy "${policy}" has no "${name.slice(0, 60)}"${meant(name, Object.keys(table))}; it has ${Object.keys(table).join(", ")}`,
    );
  if ("of" in param) {
    if (typeof value === "string" && param.of.includes(value)) return value;
    throw refused(`"${name}" of the policy "${policy}" must be one of ${param.of.join(", ")}`);
  }
  if (typeof value === "number" && value >= param.least && value <= param.most) return value;
  throw refused(`"${name}" of the policy "${policy}" must be a number from ${param.least} to ${param.most}`);
}

function refused(why: string): TidelineError {
  return new TidelineError("invalid-argument", `policyParams: ${why}.`);
}

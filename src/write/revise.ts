/**
 * How is what was filed wrongly corrected, without writing the fact anew? By an event that changes labels, tags and
 * dates, and never the text.
 *
 * A fact below class 3 gets nothing by it that only the principal's own words have: no protected segment, no permanent
 * tier, no essential label. Whoever wants that endorses the fact first.
 */
import { WriteGateError } from "../errors.ts";
import { guessSegment } from "../lifecycle/guess.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { badArgument, fieldsOf } from "../model/arguments.ts";
import type { EventOf } from "../model/event.ts";
import { REVISED_IN_BODY, REVISED_IN_HEAD } from "../model/event-fields.ts";
import type { Fact } from "../model/fact.ts";
import {
  FACT_FIELDS,
  type FactField,
  type FactFields,
  type FieldName,
  fieldsWhere,
} from "../model/fact-fields.ts";
import type { FieldInput } from "../model/field-input.ts";
import { PROTECTED_SEGMENTS } from "../model/segment.ts";
import { TRUSTED } from "../model/source.ts";
import { type Words, wordsIn } from "../model/wording.ts";

type GivenOf<F> = F extends { readonly input: FieldInput<unknown, infer G> } ? G : never;
type Clearable<F extends FactField> = undefined extends F["blank"] ? null : never;

/** What `revise` takes: the fields that a caller may give to `add` and that an event can change. null removes a value. */
export type ReviseInput = {
  readonly [N in keyof FactFields as FactFields[N] extends {
    readonly input: unknown;
    readonly revisable: true;
  }
    ? N
    : never]?: GivenOf<FactFields[N]> | Clearable<FactFields[N]> | undefined;
};

export const REVISABLE = fieldsWhere<keyof ReviseInput>(
  ({ input, revisable }) => input !== undefined && revisable === true,
);
const NAMES: ReadonlySet<string> = new Set(REVISABLE);

/** Checked changes, by field; null removes. */
export type Revision = { readonly [N in keyof ReviseInput]?: unknown };

export function parseRevision(value: unknown): Revision {
  const input = fieldsOf(value, NAMES, "revise");
  const changes: Record<string, unknown> = {};
  for (const name of REVISABLE) {
    const given = input[name];
    if (given === undefined) continue;
    const { blank, input: how } = FACT_FIELDS[name] as FactField;
    if (given === null && blank !== undefined)
      throw badArgument(
        `${name} cannot be removed: give a value${Array.isArray(blank) ? ", such as []" : ""}`,
      );
    changes[name] = given === null ? null : how?.parse(given, name);
  }
  if (Object.keys(changes).length === 0) throw badArgument("revise needs something to change");
  return changes as Revision;
}

/** The words that come with the changes. */
export function wordsOfRevision(changes: Revision): Words {
  return wordsIn(changes as Parameters<typeof wordsIn>[0]);
}

type Changed = Pick<EventOf<"revised">, (typeof REVISED_IN_HEAD)[number] | "body">;

/** What the event states; undefined if everything is so already. */
export function decideRevise(fact: Fact, changes: Revision, policy: LifecyclePolicy): Changed | undefined {
  checkRights(fact, changes);
  const filed = { ...refiled(fact, changes), ...changes };
  const all = { ...followingLabels(fact, filed, policy), ...filed };
  checkDates({ ...fact, ...all });
  const news = Object.entries(all).filter(
    ([name, value]) => JSON.stringify(value ?? undefined) !== JSON.stringify(fact[name as FieldName]),
  );
  if (news.length === 0) return undefined;
  const part = (names: readonly string[]) =>
    Object.fromEntries(news.filter(([name]) => names.includes(name)));
  const body = part(REVISED_IN_BODY);
  return { ...part(REVISED_IN_HEAD), ...(Object.keys(body).length === 0 ? {} : { body }) } as Changed;
}

function checkRights({ authority }: Fact, changes: Revision): void {
  if (authority === TRUSTED) return;
  const { segment, tier, essential } = changes as Partial<Fact>;
  const isProtected = segment !== undefined && PROTECTED_SEGMENTS.has(segment);
  if (!isProtected && tier !== "permanent" && (essential ?? undefined) === undefined) return;
  throw new WriteGateError(
    `Only what the owner said is protected, permanent or essential, and this fact is of class ${authority}. Endorse it first.`,
    { rule: isProtected ? "gate/protected-segment" : "gate/permanent" },
  );
}

/**
 * A fact that does not say who somebody is does not belong under "identity" either, where it would never age: rules say
 * where it belongs, unless the caller does.
 */
function refiled(fact: Fact, { essential }: Revision): Revision {
  const isTakenOff = essential === null && fact.essential === "identity" && fact.segment === "identity";
  return isTakenOff ? { segment: guessSegment(fact.content, undefined) } : {};
}

const LABELS = ["tier", "kind", "layer", "importance", "decayRate"] as const;

/** Labels that the fact has from its segment follow the new one. What somebody set or earned stays. */
function followingLabels(fact: Fact, changes: Revision, policy: LifecyclePolicy): Revision {
  const after = { ...fact, ...(changes as Partial<Fact>) };
  const [old, fresh] = [fact, after].map(({ segment, essential, validFrom, validTo, recurrence }) =>
    policy.labels({
      content: fact.content,
      segment,
      authority: fact.authority,
      dated: (validFrom ?? validTo ?? recurrence ?? undefined) !== undefined,
      essential: essential ?? undefined,
    }),
  );
  const follows = LABELS.filter((name) => fact[name] === old?.[name] && old?.[name] !== fresh?.[name]);
  return Object.fromEntries(follows.map((name) => [name, fresh?.[name]]));
}

function checkDates({
  validFrom,
  validTo,
}: {
  readonly validFrom?: unknown;
  readonly validTo?: unknown;
}): void {
  if (typeof validFrom === "number" && typeof validTo === "number" && validTo < validFrom)
    throw badArgument("validTo is before validFrom");
}

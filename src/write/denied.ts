/**
 * What does a correction or a negation put an end to? ("I no longer work at Acme", "Actually it is on 13 May")
 *
 * Only what it names: a fact that says exactly what is denied, or the one fact that has the same frame with
 * another value. If it names nothing, or more than one, it is stored and listed for review.
 */
import type { KeyIndex } from "../index/keys.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import { canonical } from "../text/canonical.ts";
import { type Denial, denialOf } from "../text/denial.ts";
import { frame } from "../text/frame.ts";
import type { Draft } from "./draft.ts";
import { isCurrent } from "./same.ts";
import { startOf } from "./slot.ts";

export interface Denied {
  /** What it ends. */
  readonly facts: readonly Fact[];
  /** What it would end, if its source were not of a lower class. */
  readonly above: readonly Fact[];
  readonly unmatched: boolean;
}

const NOTHING: Denied = { facts: [], above: [], unmatched: false };

export function findDenied(state: State, keys: KeyIndex, draft: Draft, authority: Authority): Denied {
  const denial = denialOf(draft.content) ?? correctionOf(draft);
  if (denial === undefined) return NOTHING;
  const named = denial.denies.flatMap((form) =>
    lookUp(state, keys.sameAs(form), draft, (fact) => canonical(fact.content) === form),
  );
  const found = named.length > 0 ? named : framed(state, keys, draft, denial, authority);
  const facts = found.filter((fact) => fact.authority <= authority);
  const above = found.filter((fact) => fact.authority > authority);
  return { facts, above, unmatched: found.length === 0 };
}

/** Whatever stands in the correction segment corrects something, marker or not. */
function correctionOf(draft: Draft): Denial | undefined {
  if (draft.segment !== "correction") return undefined;
  return { kind: "correction", denies: [], frame: draft.reading.frameKey, statement: draft.content };
}

/** More than one is as good as many: it is not known which is meant. */
const AMBIGUOUS = 2;

/** The one fact with the frame of a correction and another value. */
function framed(
  state: State,
  keys: KeyIndex,
  draft: Draft,
  denial: Denial,
  authority: Authority,
): readonly Fact[] {
  const key = denial.frame;
  if (denial.kind !== "correction" || key === undefined) return [];
  const ids = keys.framed(key);
  if (ids.length === 0) return [];
  const { reading, content } = draft;
  const form = denial.statement === content ? reading.form : canonical(denial.statement);
  const [peers, above, lower]: [Fact[], Fact[], Fact[]] = [[], [], []];
  // Thousands may share a frame: which class a fact has is looked at before its words are read.
  lookUp(state, ids, draft, (fact) => {
    const some = fact.authority === authority ? peers : fact.authority > authority ? above : lower;
    if (peers.length === AMBIGUOUS || some.length === AMBIGUOUS) return false;
    const fits = frame(fact.content).key === key && canonical(fact.content) !== form;
    if (fits) some.push(fact);
    return fits;
  });
  // Its own class first: what lower classes said must not make the principal's correction ambiguous.
  const [nearest] = [peers, above, lower].filter((some) => some.length > 0);
  return nearest?.length === 1 ? nearest : [];
}

function lookUp(
  state: State,
  ids: readonly string[],
  draft: Draft,
  fits: (fact: Fact) => boolean,
): readonly Fact[] {
  return ids
    .flatMap((id) => state.facts.get(id) ?? [])
    .filter((fact) => isCurrent(fact, startOf(draft)) && fits(fact));
}

/**
 * Which claims cannot both be true? Not those that merely overlap, but those that deny each other, or that give two
 * values to a role for one.
 */
import { areOpposite } from "../values/antonyms.ts";
import { PREPOSITIONS } from "../words/grammar.ts";
import { type Claim, mayBothBeMeant, type Role, type RoleKind, readClaims } from "./claim.ts";

export type ContradictionKind = RoleKind | "negation";

export interface Exclusion {
  readonly kind: ContradictionKind;
  /** What the first text says, and what the second says. */
  readonly a: string;
  readonly b: string;
}

/** Words that may follow a denied claim without changing what it is about. */
const TAIL_STARTS = /^(?:and|while|who|that)$|ing$/;

/** How many extra words may stand before or between the denied words. */
const MAX_INSERTED = 2;

/** For two texts. To compare many texts, read the claims of each once and call `exclusion`. */
export function contradiction(a: string, b: string): Exclusion | undefined {
  const [claimsA, claimsB] = [readClaims(a), readClaims(b)];
  for (const x of claimsA)
    for (const y of claimsB) {
      const found = exclusion(x, y);
      if (found !== undefined) return found;
    }
  return undefined;
}

export function exclusion(a: Claim, b: Claim): Exclusion | undefined {
  if (a.isPast !== b.isPast) return undefined;
  if (a.sign !== b.sign) {
    const [denied, stated] = a.sign < 0 ? [a, b] : [b, a];
    return isDenied(denied, stated) ? { kind: "negation", a: phrase(a), b: phrase(b) } : undefined;
  }
  for (const x of a.roles) {
    const y = b.roles.find((role) => role.key === x.key && areIncompatible(x, role));
    if (y !== undefined) return { kind: x.kind, a: x.value, b: y.value };
  }
  return undefined;
}

export function areIncompatible(a: Role, b: Role): boolean {
  if (a.kind !== b.kind || a.value === b.value) return false;
  if (a.kind === "antonym") return areOpposite(a.value, b.value);
  return a.kind === "name" || a.kind === "value" ? !mayBothBeMeant(a.value, b.value) : true;
}

/**
 * Does the statement say what is denied, or more than that? "No man is fishing" denies "an old man is fishing in the
 * river"; "no man is fishing in the river" does not deny "a man is fishing". Extra words may stand before a word, as
 * its modifier, or after the whole claim. They must not change what the claim is about: "I do not eat meat" does not
 * deny "I eat meat substitutes".
 */
function isDenied({ roots: denied, isGeneric }: Claim, { roots: stated }: Claim): boolean {
  if (denied.length > stated.length || (!isGeneric && denied[0] !== stated[0])) return false;
  let at = 0;
  let inserted = 0;
  let end = 0;
  for (; end < stated.length && at < denied.length; end++) {
    const word = stated[end] as string;
    if (word === denied[at]) at++;
    // "I am busy at work" does not say whether I work.
    else if (PREPOSITIONS.has(word) || word === "off") return false;
    else inserted++;
  }
  if (at < denied.length || inserted > MAX_INSERTED) return false;
  const next = stated[end];
  return next === undefined || PREPOSITIONS.has(next) || TAIL_STARTS.test(next);
}

function phrase({ sign, roots }: Claim): string {
  return `${sign < 0 ? "not " : ""}${roots.join(" ")}`;
}

/**
 * How may one fact point at another?
 */

/**
 * The ways in which one fact can stand to another.
 * @example console.log(LINK_KINDS.includes("supports"));
 */
export const LINK_KINDS = [
  "supersedes",
  "transition",
  "corrects",
  "relates",
  "derived_from",
  "supports",
  "contradicts",
] as const;
/** How one fact stands to another. */
export type LinkKind = (typeof LINK_KINDS)[number];

/** Points from the fact that holds it to `to`. */
export interface Link {
  readonly kind: LinkKind;
  readonly to: string;
}

/** The same link, seen from the fact it points at. */
export interface Backlink {
  readonly kind: LinkKind;
  readonly from: string;
}

export function sameLink(a: Link, b: Link): boolean {
  return a.kind === b.kind && a.to === b.to;
}

export function sameBacklink(a: Backlink, b: Backlink): boolean {
  return a.kind === b.kind && a.from === b.from;
}

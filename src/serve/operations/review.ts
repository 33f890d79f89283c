/**
 * What waits for a person, and how is it decided? Contradictions side by side, and facts that were challenged,
 * quarantined, confined or left open. Deciding is a person's word: no tool of an agent's.
 */
import { reviewReason } from "../../govern/overview.ts";
import type { Fact } from "../../model/fact.ts";
import { allWords } from "../../model/wording.ts";
import { nodeHash } from "../../stores/node-ports.ts";
import type { Contradiction } from "../../upkeep/contradiction.ts";
import { digestOf } from "../../write/seen.ts";
import { scanThreats } from "../../write/threat.ts";
import { required, text, whole } from "../fields.ts";
import { type Call, OWNER, operation } from "./operation.ts";
import { factsOf } from "./visible.ts";

const MAX_ITEMS = 1_000;
const ITEMS = 200;

/** Two facts that cannot both hold, with both of them. */
export interface SideBySide extends Contradiction {
  readonly facts: readonly [Fact | undefined, Fact | undefined];
  /** Of the words of each, as they are: keeping one of a lower class asks for it. */
  readonly digests: readonly [string | undefined, string | undefined];
}

export interface ReviewItem {
  readonly fact: Fact;
  /** Of its words as they are: endorse asks for it. */
  readonly digest: string;
  /** quarantined, challenged, confined … */
  readonly reason: string;
  /** What it contradicts, as far as somebody has linked it. */
  readonly against: readonly Fact[];
  /** What looks like an attack in it. */
  readonly threats: readonly { readonly kind: string; readonly why: string }[];
}

export interface Review {
  readonly items: readonly ReviewItem[];
  readonly contradictions: readonly SideBySide[];
  readonly counts: { readonly items: number; readonly contradictions: number };
}

export const review = operation({
  name: "review",
  doc: "Lists what a person should look at: contradictions, and facts that are challenged, quarantined or confined.",
  effect: "read",
  reader: "always",
  idempotent: true,
  roles: OWNER,
  input: { limit: whole("How many facts at the most, the latest first. Default: 200", 1, MAX_ITEMS) },
  example: "review",
  cli: {},
  http: { method: "GET", path: "/v1/review" },
  mcp: "manage_memory",
  async run(call, { limit = ITEMS }): Promise<Review> {
    const all = await call.memory.review();
    const found = await call.memory.contradictions();
    const waiting = [...all].reverse().slice(0, limit);
    const ids = new Set([...waiting.flatMap(opponentsOf), ...partiesOf(found)]);
    const known = await factsOf(call, ids);
    return {
      items: waiting.map((fact) => itemOf(fact, known)),
      contradictions: found.slice(0, limit).map((one) => sideBySide(one, known)),
      counts: { items: all.length, contradictions: found.length },
    };
  },
});

function opponentsOf({ links, backlinks }: Fact): readonly string[] {
  return [
    ...links.flatMap(({ kind, to }) => (kind === "contradicts" ? [to] : [])),
    ...backlinks.flatMap(({ kind, from }) => (kind === "contradicts" ? [from] : [])),
  ];
}

function partiesOf(found: readonly Contradiction[]): readonly string[] {
  return found.flatMap(({ a, b }) => [a, b]);
}

function itemOf(fact: Fact, known: ReadonlyMap<string, Fact>): ReviewItem {
  return {
    fact,
    digest: digestOf(fact, nodeHash),
    reason: reviewReason(fact),
    against: opponentsOf(fact).flatMap((id) => known.get(id) ?? []),
    threats: fact.quarantined ? scanThreats(allWords(fact)).map(({ kind, why }) => ({ kind, why })) : [],
  };
}

function sideBySide(one: Contradiction, known: ReadonlyMap<string, Fact>): SideBySide {
  const facts = [known.get(one.a), known.get(one.b)] as const;
  const [a, b] = facts;
  return { ...one, facts, digests: [a && digestOf(a, nodeHash), b && digestOf(b, nodeHash)] };
}

export const contradictions = operation({
  name: "contradictions",
  doc: "Lists facts that cannot both hold now, side by side.",
  effect: "read",
  reader: "always",
  idempotent: true,
  roles: OWNER,
  input: {},
  example: "contradictions",
  cli: {},
  http: { method: "GET", path: "/v1/contradictions" },
  mcp: "manage_memory",
  async run(call: Call) {
    const found = await call.memory.contradictions();
    const known = await factsOf(call, new Set(partiesOf(found)));
    return { contradictions: found.map((one) => sideBySide(one, known)) };
  },
});

export const resolve = operation({
  name: "resolve",
  effect: "change",
  idempotent: false,
  roles: OWNER,
  doc: "Decides a contradiction: which fact stays, or that both do.",
  input: {
    id: required(text("The contradiction's id", { max: 140 })),
    keep: required(text("The id of the fact that stays, or both", { max: 64 })),
    seen: text("The digest of the fact that stays, where it is of a lower class: keeping it adopts it", {
      max: 64,
    }),
  },
  example: "resolve $CONTRADICTION both",
  cli: { args: ["id", "keep"] },
  http: { method: "POST", path: "/v1/contradictions/{id}/resolve" },
  run: async ({ memory }, { id, keep, seen }) => ({ facts: await memory.resolve(id, { keep, seen }) }),
});

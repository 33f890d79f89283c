/**
 * Who is the principal, and what does the principal always want? The profile of a memory, as a block for a prompt.
 *
 * Reading it is no use of the facts in it, and they do not count as shown either. It is kept until the log or the set of
 * facts that hold changes; time alone changes it only where a fact begins or ends.
 */
import { type ProfileBlockOptions, parseProfileOptions } from "../context/options.ts";
import { type ProfileBlock, renderProfile } from "../context/profile.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import { barrierOf } from "../recall/eligible.ts";
import { sectionOf } from "../recall/profile-facts.ts";
import { hostVerdict } from "../write/host-verdict.ts";
import type { Memory } from "./memory.ts";
import type { OpenOrigin } from "./open-origin.ts";

/** Who the principal is and what they always want, as a block for a prompt; undefined if nothing is known. */
export function* profile(memory: Memory, options: ProfileBlockOptions = {}): Steps<string | undefined> {
  const { maxChars } = parseProfileOptions(options);
  return profileIn(memory, yield* memory.open.replica.catchUp(), maxChars).text;
}

interface Kept {
  readonly seq: number;
  /** All facts that have a section, whether or not they hold now. */
  readonly candidates: readonly Fact[];
  /** By length and lowest class. */
  readonly blocks: Map<string, { readonly facts: readonly Fact[]; readonly block: ProfileBlock }>;
}

/** One open origin belongs to one engine, and so to one host's scan. */
const kept = new WeakMap<OpenOrigin, Kept>();
/** Lengths for which a block is kept. */
const MAX_BLOCKS = 8;

/** The block of a state that is at hand, of facts of this class and above. */
export function profileIn(
  memory: Memory,
  state: State,
  maxChars: number,
  lowest: Authority = 0,
): ProfileBlock {
  const { blocks } = keptFor(memory.open, state);
  const facts = profiled(memory, state, memory.engine.now()).filter((fact) => fact.authority >= lowest);
  const key = `${maxChars} ${lowest}`;
  const before = blocks.get(key);
  if (before !== undefined && isSameList(before.facts, facts)) return before.block;
  const { threatScan } = memory.engine.options;
  const block = renderProfile(facts, {
    maxChars,
    isFlagged: (content) => hostVerdict(threatScan, content).length > 0,
    holdsSecret: (fact) => memory.engine.holdsSecret(fact),
  });
  if (blocks.size >= MAX_BLOCKS) blocks.clear();
  blocks.set(key, { facts, block });
  return block;
}

/** The facts of a profile that hold now. */
export function profiled({ open }: Memory, state: State, now: number): readonly Fact[] {
  const asking = { now, asOf: undefined, include: NO_STATES };
  return keptFor(open, state).candidates.filter((fact) => barrierOf(fact, asking) === undefined);
}

const NO_STATES: ReadonlySet<never> = new Set();

function keptFor(open: OpenOrigin, state: State): Kept {
  const before = kept.get(open);
  if (before?.seq === state.head.seq) return before;
  const candidates = [...state.facts.values()].filter((fact) => sectionOf(fact) !== undefined);
  const fresh: Kept = { seq: state.head.seq, candidates, blocks: new Map() };
  kept.set(open, fresh);
  return fresh;
}

function isSameList(a: readonly Fact[], b: readonly Fact[]): boolean {
  return a.length === b.length && a.every((fact, i) => fact === b[i]);
}

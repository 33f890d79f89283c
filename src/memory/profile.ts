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
import { type Authority, TRUSTED } from "../model/source.ts";
import { barrierOf } from "../recall/eligible.ts";
import { hostVerdict } from "../write/host-verdict.ts";
import type { Memory } from "./memory.ts";
import type { OpenOrigin } from "./open-origin.ts";
import { type ProfileCandidate, ProfileCandidates } from "./profile-candidates.ts";

/** Who the principal is and what they always want, as a block for a prompt; undefined if nothing is known. */
export function* profile(memory: Memory, options: ProfileBlockOptions = {}): Steps<string | undefined> {
  const { maxChars } = parseProfileOptions(options);
  return profileIn(memory, yield* memory.open.replica.catchUp(), maxChars).text;
}

interface Kept {
  /** All facts that have a section, whether or not they hold now. */
  readonly candidates: readonly ProfileCandidate[];
  /** The times at which some of them begin or end. */
  readonly turns: readonly number[];
  /** By length, lowest class, and how many of those times have passed. */
  readonly blocks: Map<string, ProfileBlock>;
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
  const { candidates, turns, blocks } = keptFor(memory.open, state);
  const now = memory.engine.now();
  const key = `${maxChars} ${lowest} ${turns.filter((at) => at <= now).length}`;
  const before = blocks.get(key);
  if (before !== undefined) return before;
  const { threatScan } = memory.engine.options;
  const shown = candidates.filter(({ fact }) => fact.authority >= lowest && holds(fact, now));
  const block = renderProfile(shown, {
    maxChars,
    isFlagged: threatScan && ((content) => hostVerdict(threatScan, content).length > 0),
    holdsSecret: (fact) => memory.engine.holdsSecret(fact),
  });
  if (blocks.size >= MAX_BLOCKS) blocks.clear();
  blocks.set(key, block);
  return block;
}

/** The standing instructions and preferences that hold now, the latest ones. */
export function wishesIn({ open }: Memory, state: State, now: number): readonly Fact[] {
  const wishes = { 3: [] as Fact[], 2: [] as Fact[] };
  const { candidates } = keptFor(open, state);
  for (let i = candidates.length - 1; i >= 0; i--) {
    const { fact, section } = candidates[i] as ProfileCandidate;
    const some = fact.authority === TRUSTED ? wishes[3] : wishes[2];
    if (
      (section === "instructions" || section === "preferences") &&
      some.length < MAX_WISHES &&
      holds(fact, now)
    )
      some.push(fact);
  }
  return [...wishes[3], ...wishes[2]];
}

/** Of each class: more are not compared with a question. */
const MAX_WISHES = 256;

function holds(fact: Fact, now: number): boolean {
  return barrierOf(fact, { now, asOf: undefined, include: NO_STATES }) === undefined;
}

const NO_STATES: ReadonlySet<never> = new Set();

function keptFor(open: OpenOrigin, state: State): Kept {
  const candidates = state === open.replica.known ? open.profileCandidates.all(state) : candidatesOf(state);
  const before = kept.get(open);
  if (before?.candidates === candidates) return before;
  const turns = candidates.flatMap(({ fact: { validFrom, validTo, interludes = [] } }) =>
    [validFrom, validTo, ...interludes.flat()].filter((at) => at !== undefined),
  );
  const fresh: Kept = { candidates, turns, blocks: new Map() };
  kept.set(open, fresh);
  return fresh;
}

/** Of an earlier state: nothing is kept for it. */
function candidatesOf(state: State): readonly ProfileCandidate[] {
  const past = new ProfileCandidates();
  return past.all(state);
}

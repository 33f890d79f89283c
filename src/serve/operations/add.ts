/**
 * How does a fact enter memory through a surface? Through the engine's own gate, in the voice of the caller's handle.
 *
 * Whatever an agent claims, what it writes is hearsay (`agent`, class 1), or of a lower class if it names such a
 * source, unless the operator gave that caller the owner's voice. If it asks for a protected segment, the fact is
 * stored as `knowledge` for a person to review, and the answer says so.
 */
import { setImmediate as round } from "node:timers/promises";
import { isTidelineError, TidelineError } from "../../errors.ts";
import type { AddResult, RefusedResult } from "../../memory/add.ts";
import { badArgument, forFact } from "../../model/arguments.ts";
import type { Fact } from "../../model/fact.ts";
import { isPersonal } from "../../model/origin.ts";
import { DEFAULT_SEGMENT, PROTECTED_SEGMENTS } from "../../model/segment.ts";
import { type Authority, type KnownSource, SOURCE_FIGURES, sourceTag } from "../../model/source.ts";
import { HOST } from "../../model/speaker.ts";
import { nodePause } from "../../stores/node-ports.ts";
import { CONSENT_CLAIMED } from "../../write/consent.ts";
import { SECRET } from "../../write/decide.ts";
import { type AddInput, checkDraft, type DraftContext } from "../../write/draft.ts";
import type { Caller } from "../caller.ts";
import { credentialAdvice } from "../credential-advice.ts";
import { factId, json, listOf, parseInput, required } from "../fields.ts";
import { FACT_INPUT, type FactInput } from "./fact-input.ts";
import { type Call, operation, WRITERS } from "./operation.ts";
import { asAbsent, isVisible } from "./visible.ts";

/** What became of a write. */
export interface Written {
  readonly outcome: AddResult["outcome"] | RefusedResult["outcome"];
  readonly fact?: Fact | OutOfSight;
  readonly reason?: string;
  /** What became of the fact, if that is not what was asked for. */
  readonly note?: string;
}

/** Of a fact that its writer may not see: what they said, or that it is quarantined. */
interface OutOfSight {
  readonly id: string;
  readonly content?: string;
  readonly quarantined?: true;
}

/** A fact that is about to be written. */
interface Settled {
  readonly input: AddInput & { readonly source: KnownSource };
  /** The protected segment that was asked for and denied. */
  readonly deniedSegment?: string;
}

/** The input as the engine takes it, in the caller's voice. */
function settle(caller: Caller, given: FactInput): Settled {
  const { episode, position, segment, source, ...rest } = given;
  if (position !== undefined && episode === undefined) throw badArgument("position needs an episode");
  const input = {
    ...rest,
    ...(segment === undefined ? {} : { segment }),
    // Over the wire anything may be claimed. What nobody knows counts as foreign, and the answer says so.
    source: (source as KnownSource | undefined) ?? ownSource(caller),
    ...(episode === undefined ? {} : { episode: { id: episode, position } }),
  };
  if (caller.voice === "owner" || segment === undefined || !PROTECTED_SEGMENTS.has(segment)) return { input };
  return { input: { ...input, segment: "knowledge", review: "confined" }, deniedSegment: segment };
}

function classOf(source: string): Authority {
  return SOURCE_FIGURES[sourceTag(source)].authority;
}

/** The source of what the caller says without naming one. */
function ownSource({ voice, origin }: Caller): KnownSource {
  if (voice === "agent") return "agent";
  return isPersonal(origin) ? "owner_message" : "user_instruction";
}

/** The facts that the input refers to. Links are not checked yet, so an entry may be anything. */
function namedBy({ input: { evidence = [], links = [] } }: Settled): readonly string[] {
  return [...evidence, ...links.map((link) => link?.to)].filter((id) => typeof id === "string");
}

function naming({ input }: Settled, real: (id: string) => string): AddInput {
  const { evidence, links } = input;
  return {
    ...input,
    evidence: evidence?.map(real),
    links: links?.map((link) => (typeof link?.to === "string" ? { ...link, to: real(link.to) } : link)),
  };
}

function written(result: AddResult | RefusedResult, settled: Settled, caller: Caller): Written {
  if (result.outcome === "refused")
    return { outcome: result.outcome, reason: credentialAdvice(result.reason, caller.surface) };
  const { outcome, fact } = result;
  if (!isVisible(caller, fact)) return unseen(result, settled);
  const isNothingNew = outcome === "reinforced" && classOf(settled.input.source) < fact.authority;
  const notes = [
    isNothingNew
      ? "A higher class already said this, so nothing changed."
      : aboutSegment(result, settled.deniedSegment),
    result.note,
    guessNote(result),
    fact.quarantined ? QUARANTINED : undefined,
    fact.review === SECRET ? MARKED : undefined,
  ].filter((one) => one !== undefined);
  return { outcome, fact, ...(notes.length === 0 ? {} : { note: notes.join(" ") }) };
}

function guessNote({ guessed }: AddResult): string | undefined {
  return guessed === undefined || guessed === DEFAULT_SEGMENT
    ? undefined
    : `Filed under "${guessed}" by its words, because no segment was given; revise corrects that.`;
}

/**
 * Of a fact that the caller may not see, the answer holds only what the caller said, and that the fact is not in use.
 */
function unseen({ outcome, fact }: AddResult, { input }: Settled): Written {
  return fact.quarantined
    ? { outcome, fact: { id: fact.id, quarantined: true }, note: QUARANTINED }
    : { outcome, fact: { id: fact.id, content: input.content }, note: OUT_OF_USE };
}

const OUT_OF_USE = "It was written before and is no longer in use. Only the owner can bring it back.";
const MARKED = "It holds a credential: it is listed for the owner to review and left out of context blocks.";
const QUARANTINED =
  "It looks like an attack and is quarantined: it is not recalled unless the owner endorses it.";

function aboutSegment({ fact }: AddResult, denied: string | undefined): string | undefined {
  if (denied === undefined) return undefined;
  const stored = `Stored as "${fact.segment}" instead of "${denied}": only the owner's own words may go there.`;
  const isListed = fact.review === "confined" || fact.review === CONSENT_CLAIMED;
  return isListed ? `${stored} It is listed for the owner to review and endorse.` : stored;
}

/** An owner who acts for another origin speaks there as that origin's host, in its principal's own words. */
function speaker({ caller, origin }: Call): Caller {
  return { ...caller, origin };
}

export const add = operation({
  name: "add",
  doc: "Remembers one fact.",
  effect: "change",
  idempotent: false,
  roles: WRITERS,
  input: FACT_INPUT,
  example: 'add "I keep a strict vegetarian diet." --segment preference',
  cli: { args: ["content"], stdin: "content", begins: true },
  http: { method: "POST", path: "/v1/memories" },
  mcp: "write_memory",
  factsIn: () => 1,
  async run(call, given) {
    const settled = settle(speaker(call), given);
    const result = await asAbsent(call, namedBy(settled), (real) =>
      call.workspace.add(call.memory, naming(settled, real)),
    );
    return written(result, settled, call.caller);
  },
});

export const correct = operation({
  name: "correct",
  doc: "Puts the words of a fact right: the new text supersedes the old one and keeps its labels, dates and tags.",
  effect: "change",
  idempotent: false,
  roles: WRITERS,
  input: { id: required(factId("The id of the fact")), text: required(FACT_INPUT.content) },
  example: 'correct $ID "I keep a strict vegan diet."',
  cli: { args: ["id", "text"] },
  http: { method: "POST", path: "/v1/memories/{id}/correct" },
  mcp: "manage_memory",
  factsIn: () => 1,
  async run(call, { id, text }) {
    const result = await call.memory.correct(id, text);
    return written(result, { input: { content: text, source: ownSource(speaker(call)) } }, call.caller);
  },
});

/**
 * Facts and characters per commit: enough to be fast, few enough to report progress and to let others come in between.
 * Characters count because every one is scanned: 4 MB in one commit would hold up everybody for seconds.
 */
const AT_ONCE = 1_000;
const CHARS_AT_ONCE = 64 * 1024;

/** Where each commit begins. */
function commitsOf(all: readonly Settled[]): readonly number[] {
  const starts = [0];
  let chars = 0;
  all.forEach(({ input: { content } }, i) => {
    chars += content.length;
    if (i - (starts.at(-1) ?? 0) < AT_ONCE && chars <= CHARS_AT_ONCE) return;
    if (i > 0) starts.push(i);
    chars = content.length;
  });
  return starts;
}

export const addMany = operation({
  name: "add-many",
  doc: "Remembers many facts, given as JSON objects, one per line.",
  effect: "change",
  idempotent: false,
  roles: WRITERS,
  input: {
    facts: required(
      listOf(
        json<object>('A fact with the fields of add, such as {"content": "I play chess."}'),
        "The facts",
        50_000,
      ),
    ),
  },
  example: "add-many facts.jsonl",
  cli: { args: ["facts"], file: "facts", begins: true },
  http: { method: "POST", path: "/v1/memories/batch", largeBody: true },
  long: true,
  factsIn: ({ facts }) => facts.length,
  async run(call, { facts }) {
    const all: Settled[] = [];
    await each(facts, (one, i) => {
      const settled = () => settle(speaker(call), parseInput(FACT_INPUT, one, "add"));
      all.push(forFact(i, facts.length, settled));
    });
    // The engine checks each batch as a whole. The first batch may be written only if the last one will be accepted
    // too.
    const check = () => each(all, (one, i) => void forFact(i, all.length, () => checkDraft(one.input, ANY)));
    const starts = commitsOf(all);
    if (starts.length > 1) await check();
    const results: Written[] = [];
    for (const [commit, at] of starts.entries()) {
      // Requests that have arrived meanwhile come in between, also if the store never waits for a disk.
      if (at > 0) await round();
      const some = all.slice(at, starts[commit + 1]);
      const outcomes = await asAbsent(call, some.flatMap(namedBy), (real) =>
        call.memory.addMany(some.map((one) => naming(one, real))),
      ).catch(async (error) => {
        if (at === 0) await check();
        const inWhole = numberedIn(at, all.length, error);
        throw at === 0 ? inWhole : stoppedAfter(at, all.length, inWhole);
      });
      results.push(...outcomes.map((one, i) => written(one, some[i] as Settled, call.caller)));
      call.progress(results.length, all.length, "facts");
    }
    return { results };
  },
});

/** Other requests are answered in between, however many items there are. */
async function each<T>(items: readonly T[], work: (item: T, index: number) => void): Promise<void> {
  for (const [i, item] of items.entries()) {
    work(item, i);
    await nodePause.rest();
  }
}

/** For a draft that is only checked. */
const ANY: DraftContext = { id: "", now: 0, defaultSource: "agent", speaker: HOST };

/** The engine numbers the facts of its batch; the caller sent `count`, and the batch begins at `from`. */
function numberedIn(from: number, count: number, error: unknown): unknown {
  if (!isTidelineError(error) || typeof error.details.item !== "number") return error;
  const item = from + error.details.item;
  const message = error.message.replace(/^Fact \d+ of \d+: /, `Fact ${item + 1} of ${count}: `);
  return new TidelineError(error.code, message, { ...error.details, item }, error);
}

/** The disk or the origin ran out of room on the way: what was written before stays. */
function stoppedAfter(done: number, count: number, error: unknown): unknown {
  if (!isTidelineError(error)) return error;
  const message = `${error.message.replace(/ Nothing was written\./, "")} The first ${done} of ${count} facts were written before that; continue with fact ${done + 1}.`;
  return new TidelineError(error.code, message, { ...error.details, written: done }, error);
}

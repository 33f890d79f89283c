/**
 * Where does a fact come from, what happened to it, and why? In one paragraph that a person can read.
 *
 * Above all it answers "why did this fact disappear?" and says how to bring it back. It also says what counts as a use:
 * being shown in passing does not.
 */

import { type Immunity, immunityOf, PRUNE_GRACE_DAYS } from "../lifecycle/immunity.ts";
import type { JudgeContext, LifecyclePolicy, PolicyAction, Score } from "../lifecycle/policy.ts";
import { parseRecurrence } from "../lifecycle/recurrence.ts";
import type { State, Tombstone } from "../log/fold.ts";
import { judgeContext } from "../log/judge-context.ts";
import type { Absence, Shown } from "../log/upkeep-state.ts";
import type { Fact } from "../model/fact.ts";
import { DAY_MS } from "../model/time.ts";
import type { TurnRole } from "../model/turn-role.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { counted, day, happenings, shorten, threatsIn, writerText } from "./happenings.ts";
import { type ChainLink, chainOf } from "./lineage.ts";

/** The story of a fact: where it comes from, what happened to it, and why. */
export interface Inspection {
  readonly id: string;
  /** The paragraph. */
  readonly text: string;
  /** undefined once it was purged. */
  readonly fact: Fact | undefined;
  /** Digest of the fact as it is now, words and labels (`write/seen.ts`): `endorse` asks for it. */
  readonly digest: string | undefined;
  readonly score: Score | undefined;
  /** Why nothing automatic takes it out of sight; undefined if something may. */
  readonly immunity: Immunity | undefined;
  /** Uses that are not in the log yet. */
  readonly waitingMarks: number;
  /** How often it was shown in passing, and when last: counted, but not as a use. */
  readonly shown: Shown | undefined;
  readonly history: readonly RecordedEvent[];
  /** The values that stood before and after it, oldest first, itself included. */
  readonly chain: readonly ChainLink[];
  /** The turns of conversations that it comes from; undefined if it comes from none. */
  readonly turns?: readonly InspectedTurn[] | undefined;
}

/** A turn that the fact comes from. */
export interface InspectedTurn {
  readonly turn: string;
  readonly at: number;
  /** The words that the fact quotes; undefined for a turn in which it was only said again. */
  readonly quote: string | undefined;
  /** undefined: its words were erased, or are no longer kept. */
  readonly said:
    | {
        readonly role: TurnRole;
        readonly session: string;
        readonly actor?: string | undefined;
        readonly content: string;
      }
    | undefined;
}

const CLASS_NAMES = ["foreign", "hearsay", "distilled", "trusted"] as const;

export interface InspectedFact {
  readonly state: State;
  readonly digest: string;
  readonly fact: Fact;
  readonly history: readonly RecordedEvent[];
  readonly policy: LifecyclePolicy;
  readonly now: number;
  /** Uses that are not in the log yet. */
  readonly waiting: number;
  /** The state as a sweep will find it, with what is not in the log yet. */
  readonly soon: State;
  /** The turns that it comes from. */
  readonly turns: readonly InspectedTurn[];
}

export function describeFact(inspected: InspectedFact): Inspection {
  const { state, soon, fact, history, policy, now, waiting: waitingMarks } = inspected;
  const shown = soon.upkeep.shown.get(fact.id);
  const score = policy.score(fact, judgeContext(state, now));
  const immunity = immunityOf(fact, judgeContext(soon, now));
  const isPurged = (id: string) => state.tombstones.has(id);
  const sentences = [
    origin(fact, history, isPurged),
    ...drawnFrom(inspected.turns),
    ...happenings(fact, history.slice(1), isPurged),
    use(fact, waitingMarks, policy),
    ...inPassing(shown, policy),
    standing(state, fact, score, policy, now),
    ...outlook(soon, soon.facts.get(fact.id) ?? fact, policy, now),
  ];
  const chain = chainOf(state, fact);
  const { digest } = inspected;
  const text = sentences.join(" ");
  const told = { id: fact.id, text, fact, digest, score, immunity, waitingMarks, shown, history, chain };
  return inspected.turns.length === 0 ? told : { ...told, turns: inspected.turns };
}

/** Says so if a fact was shown in passing, because a reader might take that for a use. */
function inPassing(shown: Shown | undefined, policy: LifecyclePolicy): readonly string[] {
  if (shown === undefined) return [];
  const times = shown.count === 1 ? "once" : `${shown.count} times`;
  const meaning = policy.shown ?? "that keeps nothing";
  return [`It was shown in passing ${times}, last on ${day(shown.lastAt)}: ${meaning}.`];
}

/** What was said in the conversation, or that it is no longer there. */
function drawnFrom(turns: readonly InspectedTurn[]): readonly string[] {
  return turns
    .filter(({ quote }) => quote !== undefined)
    .map(({ at, quote, said }) => {
      const who = said === undefined ? "" : ` by ${said.actor ?? said.role}`;
      const where = said === undefined ? "" : ` in "${shorten(said.session)}"`;
      const left = said === undefined ? " The rest of that turn was erased, or is no longer kept." : "";
      return `It was drawn from what was said${who} on ${day(at)}${where}: "${shorten(quote ?? "")}".${left}`;
    });
}

export function describeErased(
  id: string,
  tombstone: Tombstone,
  history: readonly RecordedEvent[],
): Inspection {
  const pass = tombstone.pass === undefined ? "" : ` in pass ${tombstone.pass}`;
  const text = `Fact ${id} was purged on ${day(tombstone.erasedAt)}${pass}, by the rule "${tombstone.rule ?? "unknown"}". Its text is gone for good and cannot be brought back; ${history.length} events about it are left, without words.`;
  return {
    id,
    text,
    fact: undefined,
    digest: undefined,
    score: undefined,
    immunity: undefined,
    waitingMarks: 0,
    shown: undefined,
    history,
    chain: [],
  };
}

function origin(fact: Fact, history: readonly RecordedEvent[], isPurged: (id: string) => boolean): string {
  const source = fact.source === "other" ? `an unknown source ("${fact.sourceName ?? ""}")` : fact.source;
  const actor = fact.actor === undefined ? "" : `, by ${fact.actor}`;
  const first = history[0]?.event;
  const added = first?.type === "added" ? first : undefined;
  const lost = (added?.evidence ?? []).filter(isPurged).length;
  const from = [...fact.evidence, ...(lost === 0 ? [] : [`${counted(lost, "fact")} purged since`])];
  const evidence = from.length === 0 ? "" : `, derived from ${from.join(", ")}`;
  const threats = added?.quarantined === true ? threatsIn(added) : undefined;
  const flagged = threats === undefined ? "" : ` The threat scan found ${threats} in it and quarantined it.`;
  const objection = fact.objection === undefined ? "" : ` The host's scanner said: "${fact.objection}".`;
  const about = fact.occurredAt === undefined ? "" : ` (it happened on ${day(fact.occurredAt)})`;
  const through = writerText(fact.writer);
  const written = through === "" ? "Through which door it came was not recorded." : `It came ${through}.`;
  return `"${shorten(fact.content)}" was learned on ${day(fact.createdAt)}${about} from ${source}${actor} (class ${fact.authority}, ${CLASS_NAMES[fact.authority]})${evidence} and filed under ${fact.segment}. ${written}${flagged}${objection}`;
}

const USES: Readonly<Record<string, string>> = {
  recall: "being recalled",
  direct: "being looked up",
  feedback: "good feedback",
};

/** How often it was used, and what counts as a use, so that nobody is surprised when a fact fades. */
function use(fact: Fact, waiting: number, policy: LifecyclePolicy): string {
  const times = fact.accessCount + waiting;
  const said =
    fact.observationCount === 1 ? "It was said once" : `It was said ${fact.observationCount} times`;
  const keeping = Object.keys(USES).filter((how) => policy.reinforces.has(how as "recall"));
  const counts = keeping.length === 0 ? "no use" : keeping.map((how) => USES[how]).join(" and ");
  return `${said} and used ${times === 1 ? "once" : `${times} times`} (${counts} counts; being shown in passing does not).`;
}

/** A purge takes a value away; it puts none in its place. */
const ORPHANED =
  "what had replaced it was purged, and nothing stands in its place. It did not become current again by that; say it again to make it so";

/** How it stands now, and how to bring it back if it is out of sight. */
function standing(state: State, fact: Fact, score: Score, policy: LifecyclePolicy, now: number): string {
  const absence = state.upkeep.absences.get(fact.id);
  if (fact.quarantined) return "It is quarantined: never recalled until a person endorses it.";
  if (fact.lifecycle === "archived")
    return `It is archived and out of recall: restore("${fact.id}") brings it back${undoing(absence?.taken?.pass)}.`;
  if (fact.lifecycle === "pruned") return pruned(fact, absence?.taken, policy);
  if (fact.validity === "superseded")
    return `It is no longer current: ${fact.supersededBy === undefined ? ORPHANED : `${fact.supersededBy} stands for it`}.`;
  if (fact.validity === "merged")
    return fact.supersededBy === undefined
      ? `It was merged into another fact: ${ORPHANED}.`
      : `It stands in ${fact.supersededBy} now.`;
  if (fact.validity === "invalidated") return "It is known to be wrong, and not recalled.";
  if (fact.validTo !== undefined && fact.validTo <= now) return `It was true until ${day(fact.validTo)}.`;
  if (fact.validFrom !== undefined && fact.validFrom > now)
    return `It is planned, and recalled from ${day(fact.validFrom)} on.`;
  if (fact.suppressed) return suppressed(fact, absence?.suppressed?.pass);
  const doubt = fact.validity === "challenged" ? " It is challenged: a person should look at it." : "";
  return `It is current, with a score of ${score.value.toFixed(3)} under the policy "${policy.id}".${doubt}`;
}

function undoing(pass: string | undefined): string {
  return pass === undefined ? "" : `, and undo("${pass}") takes back all that this pass did`;
}

function pruned(fact: Fact, taken: Absence["taken"], { params }: LifecyclePolicy): string {
  if (params.prune === "never")
    return `It is pruned, and this policy erases nothing: restore("${fact.id}") brings it back${undoing(taken?.pass)}.`;
  const until = taken === undefined ? "" : ` (by default on ${day(taken.at + PRUNE_GRACE_DAYS * DAY_MS)})`;
  return `It is pruned: restore("${fact.id}") brings it back until its text is erased${until}${undoing(taken?.pass)}.`;
}

function suppressed(fact: Fact, pass: string | undefined): string {
  const direct = pass === undefined ? "" : `get("${fact.id}") makes the policy look at it again, and `;
  return `It is out of ranking: ${direct}unsuppress("${fact.id}") puts it back${undoing(pass)}.`;
}

const FATES: Partial<Record<PolicyAction, string>> = {
  archive: "archive it",
  prune: "prune it",
  suppress: "take it out of ranking",
  promote: "promote it",
};

/** Why no sweep ever takes it, if it must not be forgotten; a person may take the label off. */
function lasting(fact: Fact, context: JudgeContext): readonly string[] {
  const immunity = immunityOf(fact, context);
  return immunity?.reason === "essential"
    ? [`It stays: ${immunity.text} (essential "${fact.essential}"; revise takes the label off).`]
    : [];
}

/** What a sweep would do with it now, so that nothing disappears unannounced. */
function outlook(state: State, fact: Fact, policy: LifecyclePolicy, now: number): readonly string[] {
  const unread =
    fact.recurrence !== undefined && parseRecurrence(fact.recurrence) === undefined
      ? [`Its recurrence ("${shorten(fact.recurrence)}") cannot be read, and is ignored.`]
      : [];
  if (fact.lifecycle !== "active" || fact.suppressed) return unread;
  const context = judgeContext(state, now);
  const { action, why } = policy.decide(fact, context);
  const fate = FATES[action];
  if (fate === undefined) return [...lasting(fact, context), ...unread];
  const immunity = action === "promote" ? undefined : immunityOf(fact, context);
  return immunity === undefined
    ? [`The next sweep will ${fate}: ${why}.`, ...unread]
    : [`A sweep would ${fate}, but ${immunity.text} (rule immunity/${immunity.reason}).`, ...unread];
}

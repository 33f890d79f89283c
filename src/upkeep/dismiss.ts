/**
 * How does a person archive everything that waits from one writer at once? With a pass: every fact is archived by its
 * own event, a dry run lists them all beforehand, and `undo` brings them back.
 *
 * What the principal said, endorsed or pinned is never included; a person decides such facts one by one. Immunity does
 * not stop this pass: a writer could make its own facts immune by citing them, and this is a person's explicit
 * decision.
 */
import { groupOf, isAsked, OWN } from "../govern/writer-group.ts";
import type { State } from "../log/fold.ts";
import { badArgument, fieldsOf, parseName } from "../model/arguments.ts";
import { type Fact, placeOf } from "../model/fact.ts";
import { needsReview, reviewReason } from "../model/review.ts";
import { TRUSTED } from "../model/source.ts";
import type { Change, Pass, PassOptions } from "../passes/pass.ts";
import { DISMISS } from "../passes/pass-report.ts";
import { PASS_FIELDS, type PassInput, parsePassOptions } from "./options.ts";

/** How much of what waits is dismissed. */
export interface DismissOptions extends PassInput {
  /** Only facts up to this place in the log, a group's `upTo`: what the person saw. Default: everything that waits. */
  readonly upTo?: number | undefined;
}

const DISMISS_FIELDS: ReadonlySet<string> = new Set([...PASS_FIELDS, "upTo"]);
const FACTS_PER_PIECE = 128;

/** Whose facts, and up to which place in the log. */
interface Asked {
  readonly from: string;
  readonly upTo: number;
}

export function parseDismissal(
  from: unknown,
  options: unknown = {},
): { readonly asked: Asked; readonly pass: PassOptions } {
  const { upTo = Number.POSITIVE_INFINITY, ...rest } = fieldsOf(options, DISMISS_FIELDS, "dismiss");
  if (upTo !== Number.POSITIVE_INFINITY && !Number.isSafeInteger(upTo))
    throw badArgument("upTo must be a sequence number, as a group in a review has it");
  const name = parseName(from, "from");
  if (name === OWN)
    throw badArgument(
      "from must not be own: what you said yourself is decided fact by fact, with archive or resolve",
    );
  return { asked: { from: name, upTo: upTo as number }, pass: parsePassOptions(rest) };
}

export function dismissPass(asked: Asked): Pass<readonly string[]> {
  return {
    name: DISMISS,
    explicit: true,
    *pieces(view) {
      const ids = waitingFrom(view.state, asked);
      if (ids.length === 0) yield [];
      for (let at = 0; at < ids.length; at += FACTS_PER_PIECE) yield ids.slice(at, at + FACTS_PER_PIECE);
    },
    decide: (ids, { state }) => ids.flatMap((id) => putAway(state.facts.get(id), asked)),
  };
}

function waitingFrom({ facts }: State, asked: Asked): readonly string[] {
  return [...facts.values()].filter((fact) => isDismissed(fact, asked)).map(({ id }) => id);
}

function isDismissed(fact: Fact, { from, upTo }: Asked): boolean {
  const isTheirs = fact.authority < TRUSTED && !fact.pinned && isAsked(groupOf(fact), from);
  return isTheirs && needsReview(fact) && placeOf(fact) <= upTo;
}

function putAway(fact: Fact | undefined, asked: Asked): readonly Change[] {
  if (fact === undefined || !isDismissed(fact, asked)) return [];
  const say = `it waited for review: ${reviewReason(fact)}`;
  return [{ event: { type: "archived", fact: fact.id }, rule: "by-hand/dismissed", say }];
}

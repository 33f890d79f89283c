/** How does a person read what became of turns: taken in, made into facts, or waiting? */
import type {
  Conversation,
  ConversationsPage,
  DistillerRun,
  ShownTurn,
} from "../../../memory/conversations.ts";
import type { DistilReport } from "../../../memory/distil.ts";
import type { InboxStatus, ObserveResult } from "../../../memory/observe.ts";
import type { DismissedTurns } from "../../../memory/set-aside.ts";
import type { Fact } from "../../../model/fact.ts";
import { deed } from "./deed.ts";
import { asCommands } from "./render-change.ts";
import { whoseText } from "./render-review.ts";
import { clip, counted, type Style, safe, table, when } from "./terminal.ts";

export function observed({ results }: { readonly results: readonly ObserveResult[] }, style: Style): string {
  const count = (is: (one: ObserveResult) => boolean) => results.filter(is).length;
  const taken = count(({ outcome }) => outcome === "observed");
  const masked = results.reduce((sum, one) => sum + one.masked, 0);
  return [
    `${deed("Took in", style)} ${counted(taken, "turn")}.`,
    ...noted(
      count(({ outcome }) => outcome === "known"),
      "turn",
      "observed before, and not stored again",
    ),
    ...noted(
      count(({ outcome }) => outcome === "empty"),
      "turn",
      "empty, and not stored",
    ),
    ...noted(masked, "credential", "masked"),
    ...noted(
      count(({ cut }) => cut),
      "turn",
      "too long, and cut",
    ),
  ].join("\n");
}

export function distilled(
  { text, dropped, setAside, stopped }: Pick<DistilReport, "text" | "dropped" | "setAside" | "stopped">,
  style: Style,
): string {
  const reasons = Object.entries(dropped).map(([reason, count]) => `${count} ${reason}`);
  return [
    safe(asCommands(text, style.where)),
    ...(reasons.length === 0 ? [] : [`Proposals that were dropped: ${safe(reasons.join(", "))}.`]),
    ...setAside.map(({ turn, reason }) => style.warn(safe(`Set aside: turn ${turn}: ${reason}`))),
    ...(stopped === undefined ? [] : [style.warn(STOPPED[stopped])]),
  ].join("\n");
}

const STOPPED: Readonly<Record<NonNullable<DistilReport["stopped"]>, string>> = {
  budget: "Turns are left: what may be spent today is spent.",
  rounds: "Turns are left: this run took as many rounds as one run may. Run it again.",
};

export function inboxText(status: InboxStatus, style: Style): string {
  const { waiting, sessions, oldestAt, today, total, setAside, trouble } = status;
  const since = oldestAt === undefined ? "" : `, the oldest since ${when(oldestAt)}`;
  return [
    waiting === 0
      ? "No turn waits to be distilled."
      : `${counted(waiting, "turn")} of ${counted(sessions, "session")} ${waiting === 1 ? "waits" : "wait"} to be distilled${since}.`,
    `Distilled so far: ${counted(total.turns, "turn")}. Asked of a model: ${spentText(total)}; today ${spentText(today)}.`,
    ...setAside.map(({ turn, at, reason }) =>
      style.warn(safe(`Set aside on ${when(at)}: turn ${turn}: ${reason}`)),
    ),
    ...(trouble === undefined
      ? []
      : [style.warn(safe(`Failed on ${when(trouble.at)}: ${trouble.message} [${trouble.code}]`))]),
  ].join("\n");
}

type Names = Readonly<Record<string, string>>;

export function conversationTable(
  { conversations, total, next, tokens = {} }: ConversationsPage & { readonly tokens?: Names },
  style: Style,
): string {
  if (total === 0) return "No conversation is in the inbox.";
  const rows = conversations.map((one) => [
    one.id,
    when(one.latestAt),
    whoseText(one, tokens),
    String(one.turns),
    String(one.waiting),
    String(one.setAside),
    String(one.erased),
    String(one.facts),
    one.session ?? "(erased)",
  ]);
  const head = ["ID", "LATEST", "OBSERVED BY", "TURNS", "WAIT", "SET ASIDE", "ERASED", "FACTS", "SESSION"];
  const more = next === undefined ? [] : [style.dim(`More: --after ${safe(next)}`)];
  return [table(head, rows, style, ["OBSERVED BY"]), ...more].join("\n");
}

export function conversationText(one: Conversation & { readonly tokens?: Names }, style: Style): string {
  const { shown, factsShown, runs, next } = one;
  const facts = new Map(factsShown.map((fact) => [fact.id, fact]));
  const parts = [
    style.bold(safe(one.session ?? "(erased)")),
    `${counted(one.turns, "turn")}, ${one.waiting} waiting, ${one.setAside} set aside, ${one.erased} erased; ${counted(one.facts, "fact")}. Observed by ${whoseText(one, one.tokens ?? {})}.`,
    "",
    ...shown.flatMap((turn) => turnLines(turn, facts, style)),
    ...runs.map((run) => style.dim(runLine(run))),
    ...(next === undefined ? [] : [style.dim(`More: --after ${safe(next)}`)]),
  ];
  return parts.join("\n");
}

function turnLines(
  { turn, role, at, authority, state, reason, said, drawn, drawnCount }: ShownTurn,
  facts: ReadonlyMap<string, Fact>,
  style: Style,
): readonly string[] {
  const who = said?.actor === undefined ? role : `${role} ${safe(said.actor)}`;
  const why = reason === undefined ? "" : `: ${safe(reason)}`;
  const more = drawnCount > drawn.length ? [style.dim(`  and ${drawnCount - drawn.length} more`)] : [];
  return [
    `${style.bold(who)}  ${style.dim(`${when(at)}, class ${authority}, ${state}${why}  ${turn}`)}`,
    `  ${said === undefined ? style.dim("(its words are erased)") : clip(said.content, MOST_SHOWN)}`,
    ...drawn.map(({ fact, quote }) => {
      const from = quote === undefined ? "said again" : `"${clip(quote, MOST_QUOTED)}"`;
      return `  → ${safe(fact)}  ${clip(facts.get(fact)?.content ?? "", MOST_QUOTED)}  ${style.dim(from)}`;
    }),
    ...more,
  ];
}

const MOST_SHOWN = 2_000;
const MOST_QUOTED = 200;

function runLine({ at, turns, proposals, dropped, setAside, distiller }: DistillerRun): string {
  const reasons = Object.entries(dropped).map(([reason, count]) => `${count} ${safe(reason)}`);
  const told = reasons.length === 0 ? "" : `; dropped: ${reasons.join(", ")}`;
  const aside = setAside === 0 ? "" : `; set aside: ${setAside}`;
  return `${when(at)}: ${safe(distiller ?? "a distiller")} read ${counted(turns, "turn")} and proposed ${counted(proposals, "fact")}${told}${aside}`;
}

export function turnsDismissed({ turns }: DismissedTurns, style: Style): string {
  return `${deed("Dismissed", style)} ${counted(turns.length, "turn")}. Nothing is made of ${turns.length === 1 ? "it" : "them"}.`;
}

function spentText({ calls, inputTokens, outputTokens }: InboxStatus["today"]): string {
  if (calls === 0) return "nothing";
  return `${counted(calls, "call")}, ${counted(inputTokens + outputTokens, "token")}`;
}

function noted(count: number, noun: string, what: string): readonly string[] {
  return count === 0 ? [] : [`${counted(count, noun)} ${count === 1 ? "was" : "were"} ${what}.`];
}

/** How does a person read what became of turns: taken in, made into facts, or waiting? */
import type { DistilReport } from "../../../memory/distil.ts";
import type { InboxStatus, ObserveResult } from "../../../memory/observe.ts";
import { deed } from "./deed.ts";
import { asCommands } from "./render-change.ts";
import { counted, type Style, safe, when } from "./terminal.ts";

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

function spentText({ calls, inputTokens, outputTokens }: InboxStatus["today"]): string {
  if (calls === 0) return "nothing";
  return `${counted(calls, "call")}, ${counted(inputTokens + outputTokens, "token")}`;
}

function noted(count: number, noun: string, what: string): readonly string[] {
  return count === 0 ? [] : [`${counted(count, noun)} ${count === 1 ? "was" : "were"} ${what}.`];
}

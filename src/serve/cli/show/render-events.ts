/** How does a person read events of the log, and who wrote something? */
import type { By, MemoryEvent } from "../../../model/event.ts";
import { NOT_RECORDED } from "../../../model/speaker.ts";
import type { RecordedEvent } from "../../../ports/storage.ts";
import { type Style, table, when } from "./terminal.ts";

export type TokenNames = Readonly<Record<string, string>>;

export function eventTable(
  { events, tokens = {} }: { events: readonly RecordedEvent[]; tokens?: TokenNames },
  style: Style,
): string {
  if (events.length === 0) return "No events.";
  const rows = events.map(({ seq, event, bodyGone }) => [
    String(seq),
    when(event.at),
    event.type,
    writerOf("by" in event ? event.by : undefined, tokens),
    "fact" in event ? event.fact : "",
    bodyGone ? "(erased)" : detailOf(event),
  ]);
  return table(["SEQ", "WHEN (UTC)", "EVENT", "BY", "FACT", "DETAIL"], rows, style, ["BY"]);
}

export function historyText(
  answer: { events: readonly RecordedEvent[]; next?: number; tokens?: TokenNames },
  style: Style,
): string {
  const events = eventTable(answer, style);
  return answer.next === undefined ? events : `${events}\n${style.dim(`More: --after ${answer.next}`)}`;
}

/** The surface, and the token or client, by name if it is known. */
export function writerOf(by: By | undefined, tokens: TokenNames): string {
  if (by?.surface === undefined) return NOT_RECORDED;
  const token = by.token === undefined ? [] : [tokens[by.token] ?? by.token];
  return [by.surface, ...token, ...(by.client === undefined ? [] : [by.client])].join(" ");
}

function detailOf(event: MemoryEvent): string {
  const {
    type: _,
    v: _v,
    at: _at,
    fact: _fact,
    body,
    why,
    by,
    ...rest
  } = event as MemoryEvent & {
    fact?: string;
    body?: { content?: string };
    why?: { rule: string };
    by?: unknown;
  };
  if (body?.content !== undefined) return `${body.content}${why === undefined ? "" : ` (${why.rule})`}`;
  const fields = Object.entries(rest)
    .filter(([, value]) => typeof value !== "object")
    .map(([name, value]) => `${name}=${String(value)}`);
  return [...fields, ...(why === undefined ? [] : [`rule=${why.rule}`])].join(" ");
}

/** How does a person read a list of origins, and what forgetting one takes? */
import type { ForgottenOrigin, OriginsPage } from "../../../memory/origins.ts";
import { originText } from "../../origin-text.ts";
import { deed } from "./deed.ts";
import { counted, type Style, safe, table, when } from "./terminal.ts";

export function originTable({ origins, total, next }: OriginsPage, style: Style): string {
  if (origins.length === 0) return "No origins.";
  const rows = origins.map(({ origin, facts, active, forReview, lastWriteAt, trouble }) => [
    ...[facts, active, forReview].map((one) => (one === undefined ? "?" : String(one))),
    lastWriteAt === undefined ? (trouble ?? "never") : when(lastWriteAt),
    originText(origin),
  ]);
  const more =
    next === undefined
      ? []
      : [style.dim(`${origins.length} of ${total}. More: --after ${inQuotes(originText(next))}`)];
  return [table(["FACTS", "ACTIVE", "REVIEW", "LAST WRITTEN", "ORIGIN"], rows, style), ...more].join("\n");
}

export function originForgotten(
  { preview, origin, facts, forReview, events, lastWriteAt, tokens }: ForgottenOrigin,
  style: Style,
): string {
  const name = safe(originText(origin));
  if (events === 0 && tokens.length === 0) return `Nothing is stored for ${name}.`;
  const last = lastWriteAt === undefined ? "" : `, last written ${when(lastWriteAt)}`;
  const waiting = forReview === 0 ? "" : `, ${forReview} of them for review`;
  const opened = tokens.length === 0 ? "" : `, and ${counted(tokens.length, "token")} for it`;
  const what = `${counted(facts, "fact")}${waiting} (${counted(events, "event")}${last})${opened}`;
  return preview
    ? `Would erase everything of ${name}: ${what}.`
    : `${deed("Erased", style)} everything of ${name}: ${what}.`;
}

function inQuotes(text: string): string {
  return /^[\w/.@:-]+$/.test(text) ? text : `'${safe(text).replaceAll("'", "'\\''")}'`;
}

/** How does a person read about tokens? The secret is shown once, when it is made, and never again. */
import type { TokenEntry } from "../../access/tokens.ts";
import { originText } from "../../origin-text.ts";
import { deed } from "./deed.ts";
import { type Style, safe, table, when } from "./terminal.ts";
import { withWhere } from "./where.ts";

export function tokenCreated(
  { token, secret, note }: { token: TokenEntry; secret?: string; note?: string },
  style: Style,
): string {
  const what = `${token.role} of ${originText(token.origin)}, writes as ${token.voice}`;
  if (secret === undefined) return `${deed("Created", style)} ${safe(token.name)}: ${safe(what)}`;
  const revoke = `tideline token revoke ${token.id}${safe(style.where)}`;
  return [
    style.bold(secret),
    style.dim(`Shown once. ${safe(token.name)}: ${safe(what)}. Revoke: ${revoke}`),
    ...(note === undefined ? [] : [style.warn(safe(withWhere(note, style.where)))]),
  ].join("\n");
}

/** A token, and how many facts were written with it; undefined if they cannot be counted. */
type ListedToken = TokenEntry & { readonly wrote?: number };

export function tokenTable({ tokens }: { tokens: readonly ListedToken[] }, style: Style): string {
  if (tokens.length === 0) return "No tokens: every program on this machine can act as the owner.";
  const rows = tokens.map((one) => [
    one.id,
    one.role,
    one.voice,
    when(one.createdAt),
    one.expiresAt === undefined ? "never" : when(one.expiresAt),
    one.lastUsedAt === undefined ? "never" : when(one.lastUsedAt),
    one.wrote === undefined ? "unknown" : String(one.wrote),
    `${one.name}, ${originText(one.origin)}`,
  ]);
  const head = ["ID", "ROLE", "VOICE", "MADE", "EXPIRES", "LAST USED", "WROTE", "NAME, ORIGIN"];
  return table(head, rows, style, ["MADE", "VOICE", "EXPIRES", "LAST USED", "WROTE"]);
}

export function tokenRevoked({ id, name }: TokenEntry, style: Style): string {
  return `${deed("Revoked", style)} ${id} (${safe(name)}).`;
}

/**
 * How does a person read what waits for them? What they said themselves first; then a few things of each writer; then
 * one line for each writer with more waiting, with the command that opens it.
 */
import { OWN, type WriterGroup } from "../../../govern/writer-group.ts";
import { REVIEW_REASONS } from "../../../model/review.ts";
import { TRUSTED } from "../../../model/source.ts";
import { NOT_RECORDED } from "../../../model/speaker.ts";
import type { ContradictionGroup, Review, ReviewItem, SideBySide } from "../../operations/review.ts";
import { clip, type Style, safe, table, when } from "./terminal.ts";

type Names = NonNullable<Review["tokens"]>;

export function reviewText(review: Review, style: Style): string {
  const { items, contradictions, counts, tokens = {}, next } = review;
  const { length: shown } = items;
  // A server of an older version tells nothing of it.
  const { setAside, halted = [] } = review;
  const stopped = haltedLines(halted, style);
  if (shown === 0 && (counts.contradictions ?? 0) === 0 && setAside.count === 0)
    return stopped.length === 0 ? "Nothing to review." : stopped.slice(1).join("\n");
  const own = contradictions.filter(({ from }) => from === "own");
  const others = contradictions.filter(({ from }) => from !== "own");
  const parts = [
    own.length === 0 ? [] : [pairsText(own, style), ""],
    shown === 0 ? [] : [itemTable(items, style)],
    others.length === 0 ? [] : ["", pairsText(others, style)],
    legendOf(items, style),
    linesOf(review, tokens, style),
    setAsideText(setAside, tokens, style),
    stopped,
    isPage(review) && next !== undefined ? [style.dim(`More: --after ${safe(next)}`)] : [],
    shown + contradictions.length === 0 ? [] : [hints(review, style)],
  ];
  return parts.flat().join("\n");
}

/** Is it one writer's page, or a later page? Those have no lines of groups. */
function isPage({ groups, further }: Review): boolean {
  return groups.length + further.groups === 0;
}

function itemTable(items: readonly ReviewItem[], style: Style): string {
  const rows = items.map(({ fact, reason, against, opponents, threats }) => {
    const more = opponents > against.length ? ` and ${opponents - against.length} more` : "";
    const whom =
      against.length === 0 ? "" : `  against: ${against.map((one) => one.content).join(" · ")}${more}`;
    const threat = threats.length === 0 ? "" : `  (${threats.map(({ why }) => why).join("; ")})`;
    return [fact.id, reason, fact.sourceName ?? fact.source, `${fact.content}${whom}${threat}`];
  });
  return table(["ID", "WHY", "SOURCE", "FACT"], rows, style, ["SOURCE", "WHY"]);
}

/** What the words in the column WHY mean. A host's own reasons are words that only the host can explain. */
function legendOf(items: readonly ReviewItem[], style: Style): readonly string[] {
  const given = new Set(items.map(({ reason }) => reason));
  const known = REVIEW_REASONS.filter(({ reason }) => given.has(reason));
  return known.length === 0 ? [] : ["", ...known.map(({ reason, says }) => style.dim(`${reason}: ${says}`))];
}

function linesOf(review: Review, tokens: Names, style: Style): readonly string[] {
  const { groups, further, contradictionGroups } = review;
  const lines = groups.map((group) => {
    const why = Object.entries(group.byReason).map(([reason, count]) => `${number(count)} ${safe(reason)}`);
    const latest = `latest ${when(group.latestAt)}`;
    return `${number(group.more)} more from ${writerText(group, tokens)}: ${why.join(", ")}; ${latest}. ${fromText(group, style)}`;
  });
  const pairs = contradictionGroups.map(
    (group: ContradictionGroup) =>
      `${number(group.more)} more ${group.more === 1 ? "contradiction" : "contradictions"} from ${writerText(group, tokens)}. ${fromText(group, style)}`,
  );
  const rest =
    further.groups === 0
      ? []
      : [
          `${number(further.items)} more from ${further.groups === 1 ? "another writer or source" : `${number(further.groups)} other writers and sources`}.`,
        ];
  const all = [...lines, ...rest, ...pairs];
  return all.length === 0 ? [] : ["", ...all];
}

const EXCERPT_CHARS = 120;

/** Turns of conversations that nothing could be made of. */
function setAsideText(
  { turns, groups, further }: Review["setAside"],
  tokens: Names,
  style: Style,
): readonly string[] {
  if (turns.length === 0) return [];
  const rows = turns.map((one) => [
    one.turn,
    one.reason ?? "(erased)",
    whoseText(one, tokens),
    one.session ?? "",
    clip(one.excerpt, EXCERPT_CHARS),
  ]);
  const lines = groups.map(
    (group) =>
      `${number(group.more)} more ${group.more === 1 ? "turn" : "turns"} from ${writerText(group, tokens)}. ${fromText(group, style)}`,
  );
  const rest =
    further.groups === 0
      ? []
      : [`${number(further.turns)} more turns from ${number(further.groups)} others.`];
  const where = safe(style.where);
  const hint = `Try again: tideline distil --turns <turn>${where}. Nothing is to be made of it: tideline dismiss-turns --turns <turn>${where}; of all of a writer: --from <from>.`;
  return [
    "",
    "Turns of conversations that could not be distilled:",
    table(["TURN", "WHY", "FROM", "SESSION", "BEGINS"], rows, style, ["FROM", "SESSION", "WHY"]),
    ...lines,
    ...rest,
    style.dim(hint),
  ];
}

/** Passes that would have taken too much out of recall: what they did stays until a person answers. */
function haltedLines(halted: Review["halted"], style: Style): readonly string[] {
  if (halted.length === 0) return [];
  const where = safe(style.where);
  return [
    "",
    "Passes that stopped, because they would have taken too much out of recall:",
    ...halted.map(
      ({ id, name, begunAt, halted: withheld = {} }) =>
        `${when(begunAt)}  ${safe(name)}: ${withheldText(withheld)}. ${style.dim(`tideline undo ${safe(id)}${where}`)}`,
    ),
    style.dim(
      `Take back what one did: tideline undo <id>${where}. Let it go on: run it again with --allow-loss; --dry-run shows first what that takes.`,
    ),
  ];
}

function withheldText(withheld: Readonly<Record<string, number>>): string {
  return Object.entries(withheld)
    .map(([name, count]) => `${number(count)} more of ${safe(name.replace("-", " "))}`)
    .join(", ");
}

function fromText({ from }: WriterGroup, style: Style): string {
  return style.dim(`--from ${safe(from)}`);
}

/** The writer, as far as the server vouches for it; the source is the writer's claim. */
export function writerText({ token, surface, source, from }: WriterGroup, tokens: Names): string {
  if (from === "own") return "what you said yourself";
  const name = token === undefined ? undefined : tokens[token];
  const door =
    token === undefined
      ? (surface ?? NOT_RECORDED)
      : `token ${name === undefined ? safe(token) : `"${safe(name)}"`}`;
  return `${door} (${source ?? "any source"})`;
}

/** Who observed turns: a door alone, because turns have no source. */
export function whoseText({ token, surface, from }: WriterGroup, tokens: Names): string {
  if (from === OWN) return "you";
  return token === undefined ? (surface ?? NOT_RECORDED) : `token "${safe(tokens[token] ?? token)}"`;
}

function hints({ items, groups, contradictionGroups }: Review, style: Style): string {
  const where = safe(style.where);
  const hasLines = groups.length + contradictionGroups.length > 0;
  const isOwn = items.some(({ fact }) => fact.authority === TRUSTED);
  const own = isOwn ? `Keep one of your own as it is, and settle it: tideline endorse <id>${where}. ` : "";
  const one = `${own}Adopt one: tideline endorse <id>${where}. Archive one: tideline archive <id>${where}, or purge.`;
  const many = `Show one writer: tideline review --from <from>${where}. Archive all of a writer: tideline dismiss <from>${where}; --dry-run shows it first, undo brings it back.`;
  return style.dim(hasLines ? `${many}\n${one}` : one);
}

interface Pairs {
  readonly contradictions: readonly SideBySide[];
  readonly next?: string;
}

export function contradictionTable({ contradictions, next }: Pairs, style: Style): string {
  if (contradictions.length === 0) return "No contradictions.";
  const more = next === undefined ? [] : [style.dim(`More: --after ${safe(next)}`)];
  return [pairsText(contradictions, style), ...more].join("\n");
}

function pairsText(contradictions: readonly SideBySide[], style: Style): string {
  return contradictions
    .map(({ id, a, b, why, keep, facts }) =>
      [
        style.bold(safe(id)),
        `  ${a}${keep === a ? " (suggested)" : ""}  ${clip(facts[0]?.content ?? "", style.columns - 45)}`,
        `  ${b}${keep === b ? " (suggested)" : ""}  ${clip(facts[1]?.content ?? "", style.columns - 45)}`,
        style.dim(`  ${safe(why)}  tideline resolve ${safe(id)} ${keep}${safe(style.where)}`),
      ].join("\n"),
    )
    .join("\n");
}

function number(count: number): string {
  return count.toLocaleString("en");
}

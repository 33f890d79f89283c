/**
 * How does a person read an answer? One renderer per operation; `--json` shows the answer itself instead.
 *
 * Everything that came out of memory passes `safe` or `clip`: it is shown, never obeyed.
 */

import type { PassRecord } from "../../../log/upkeep-state.ts";
import type { RetentionReport } from "../../../memory/apply-retention.ts";
import type { PurgeResult, VerifyResult } from "../../../memory/govern.ts";
import type { ForgottenOrigin } from "../../../memory/origins.ts";
import type { ShredResult } from "../../../memory/shred.ts";
import type { MemoryEvent } from "../../../model/event.ts";
import type { Fact } from "../../../model/fact.ts";
import type { Origin } from "../../../model/origin.ts";
import { DISTILLED } from "../../../model/source.ts";
import { NOT_RECORDED } from "../../../model/speaker.ts";
import type { Explanation } from "../../../recall/explain.ts";
import type { Hit } from "../../../recall/hit.ts";
import type { TokenEntry } from "../../access/tokens.ts";
import type { NoteHit } from "../../notes.ts";
import type { Operation } from "../../operations/operation.ts";
import { originText } from "../../origin-text.ts";
import { type Beside, besideHits } from "./beside-hits.ts";
import { type Deed, deed } from "./deed.ts";
import { asCommands, asOptions, changed, isCurated, told } from "./render-change.ts";
import {
  conversationTable,
  conversationText,
  distilled,
  inboxText,
  observed,
  turnsDismissed,
} from "./render-converse.ts";
import { eventTable, historyText, type TokenNames, writerOf } from "./render-events.ts";
import { renderImport } from "./render-import.ts";
import { ageingText, cardText, graphText, overviewText, passText } from "./render-insight.ts";
import { originForgotten, originTable } from "./render-origins.ts";
import { holdPlaced, retentionMade, retentionTable } from "./render-retention.ts";
import { contradictionTable, reviewText } from "./render-review.ts";
import { forgotten, purged, shredded, shredQuestion } from "./render-shred.ts";
import { tokenCreated, tokenRevoked, tokenTable } from "./render-token.ts";
import { counted, type Style, safe, safeJson, table, when } from "./terminal.ts";

type Render = (answer: never, style: Style) => string;

const RENDERERS: Readonly<Record<string, Render>> = {
  add: written,
  "add-many": writtenMany,
  recall: hitTable,
  replay: hitTable,
  read: readAnswer,
  explain: explained,
  context: ({ text, note = "Nothing is known about that." }: { text: string; note?: string }, style) =>
    text === "" ? style.dim(asOptions(note, ["maxChars"])) : safe(text),
  profile: ({ text }: { text: string }, style) =>
    text === "" ? style.dim("Nothing is known about the user yet.") : safe(text),
  get: oneFact,
  list: (
    { facts, next, tokens = {} }: { facts: readonly Fact[]; next?: string; tokens?: TokenNames },
    style,
  ) =>
    [
      factTable(facts, style, tokens),
      ...(next === undefined ? [] : [style.dim(`More: --after ${next}`)]),
    ].join("\n"),
  review: reviewText,
  inspect: report,
  history: historyText,
  events: eventTable,
  observe: observed,
  distil: distilled,
  inbox: inboxText,
  conversations: conversationTable,
  conversation: conversationText,
  "dismiss-turns": turnsDismissed,
  dream: report,
  sweep: report,
  consolidate: report,
  think: report,
  night: report,
  morning: report,
  card: cardText,
  dismiss: report,
  undo: report,
  passes: passTable,
  contradictions: contradictionTable,
  resolve: ({ facts }: { facts: readonly Fact[] }, style) => factTable(facts, style),
  purge: purged,
  // Inside JSON, a spelt-out control character is the same character.
  export: (answer: { text: string }) => safe(answer.text.trimEnd()),
  import: renderImport,
  graph: graphText,
  overview: overviewText,
  ageing: ageingText,
  forecast: ({ text }: { readonly text: string }) => safe(text),
  pass: passText,
  verify: verified,
  origins: originTable,
  "origin-forget": originForgotten,
  shred: shredded,
  forget: forgotten,
  "retention-add": retentionMade,
  "retention-list": retentionTable,
  "retention-test": report,
  "retention-run": report,
  "retention-remove": retentionTable,
  "retention-hold": holdPlaced,
  "retention-release": retentionTable,
  whoami: identity,
  "token-create": tokenCreated,
  "token-list": tokenTable,
  "token-revoke": tokenRevoked,
};

/** `before`: the fact that was to be changed, as it was. */
export function render(operation: string, answer: unknown, style: Style, before?: Fact): string {
  if (isCurated(operation)) return changed(operation, answer as Fact, style, before);
  const renderer = RENDERERS[operation] ?? pairs;
  return renderer(answer as never, style);
}

const HAS_PREVIEW: ReadonlySet<string> = new Set([
  "purge",
  "origin-forget",
  "shred",
  "forget",
  "retention-run",
]);

export function renderDryRun(
  { name, dryRun }: Operation,
  answer: { readonly result: unknown; readonly events: readonly Pick<MemoryEvent, "type">[] },
  style: Style,
  before: Fact | undefined,
): string {
  const { events } = answer;
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  const what = [...counts].map(([type, count]) => `${count} ${type}`).join(", ");
  const would = events.length === 0 ? "nothing would be written" : `would be written: ${what}`;
  // With a dry run of its own, the operation says what would be; the store has seen nothing of it.
  const written = dryRun === undefined ? would : "nothing was written";
  const result = HAS_PREVIEW.has(name) ? { ...(answer.result as object), preview: true } : answer.result;
  return `${style.warn("Dry run")}: ${written}.\n${render(name, result, { ...style, isDryRun: true }, before)}`;
}

/** What a person is asked before an operation that cannot be undone. */
export function questionBefore({ name, doc }: Operation, wouldDo: unknown): string {
  if (name === "purge") {
    const { facts, cleared } = wouldDo as PurgeResult;
    const reasons = cleared.length === 0 ? "" : `, and ${counted(cleared.length, "reason")} for archiving`;
    return `Erase the text of ${facts.length === 1 ? "this fact" : `these ${facts.length} facts`}${reasons} for good?`;
  }
  if (name === "origin-forget")
    return `Erase everything of ${safe(originText((wouldDo as ForgottenOrigin).origin))} for good?`;
  if (name === "shred" || name === "forget") return shredQuestion(wouldDo as ShredResult);
  if (name === "retention-run")
    return `Erase the text of ${counted((wouldDo as RetentionReport).facts, "fact")} for good?`;
  if (name === "token-revoke") return `Revoke the token "${safe((wouldDo as TokenEntry).name)}"?`;
  return `${doc} Go ahead?`;
}

/** What would be lost by an operation that cannot be undone. */
export function renderLoss({ name }: Operation, wouldDo: unknown, style: Style): string {
  if (name === "token-revoke") return tokenTable({ tokens: [wouldDo as TokenEntry] }, style);
  return render(name, wouldDo, style);
}

interface Found extends Beside {
  readonly hits: readonly (Hit | NoteHit)[];
  readonly notes?: readonly NoteHit[];
}

function hitTable(found: Found, style: Style): string {
  const { hits, notes = [] } = found;
  const rows = [...hits, ...notes].map((hit, i) => [
    String(i + 1),
    hit.relevance.toFixed(2),
    ...describeHit(hit, hits),
  ]);
  const unseen = besideHits(found, style);
  if (rows.length === 0) return [style.dim("Nothing is known about that."), ...unseen].join("\n");
  const head = ["#", "ABOUT", "ID", "SEGMENT", "STATE", "FACT"];
  return [table(head, rows, style, ["SEGMENT", "ABOUT", "STATE"]), ...unseen].join("\n");
}

function describeHit(hit: Hit | NoteHit, hits: Found["hits"]): readonly string[] {
  if ("path" in hit) return [`${hit.path}:${hit.line}`, "note", "hearsay", hit.text];
  const { fact, confined, uncertain, via, copies } = hit;
  const marks = [confined && below(fact.authority), uncertain && "uncertain", copies > 0 && `×${copies + 1}`];
  const said = marks.filter((mark) => mark !== false);
  const state = [stateOf(fact), ...said, ...(via ? [wayOf(via, hits)] : [])];
  return [fact.id, fact.segment, state.join(", "), fact.content];
}

/** How a class below the owner's own words is called. */
function below(authority: Fact["authority"]): string {
  return authority === DISTILLED ? "distilled" : "hearsay";
}

/** Through which other hit it was found: by that hit's number if it is in the list, or else by its id. */
function wayOf({ from, kind, name }: NonNullable<Hit["via"]>, hits: Found["hits"]): string {
  const place = hits.findIndex((one) => "fact" in one && one.fact.id === from);
  return `through ${place < 0 ? from : `#${place + 1}`} (${name ?? kind})`;
}

function readAnswer(answer: Found | { fact: Fact } | { text: string }, style: Style): string {
  if ("fact" in answer) return oneFact(answer.fact, style);
  return "text" in answer ? safe(answer.text.trimEnd()) : hitTable(answer, style);
}

function explained({ rank, fate, stages, remedy }: Explanation, style: Style): string {
  const place = rank === undefined ? `Not found: ${fate}` : `Found, number ${rank}`;
  const width = Math.max(...stages.map(({ stage }) => stage.length));
  return [
    style.bold(safe(place)),
    ...stages.map(({ stage, says }) => `${style.dim(stage.padEnd(width))}  ${safe(says)}`),
    ...(remedy === undefined
      ? []
      : [style.warn(safe(asIncludeOption(asOptions(remedy, ["minScore", "asOf"]))))]),
  ].join("\n");
}

function asIncludeOption(remedy: string): string {
  return remedy.replace(/\bsearch with include: \["(\w+)"\]/g, "recall with --include $1");
}

interface Identity {
  readonly origin: Origin;
  readonly open?: boolean;
}

function identity({ origin, open, ...rest }: Identity, style: Style): string {
  const access = open
    ? "open: there are no tokens, so every program on this machine can act as the owner over HTTP"
    : "closed: every HTTP request needs a token";
  return pairs({ ...rest, origin: originText(origin), ...(open === undefined ? {} : { access }) }, style);
}

function report({ text }: { text: string }, style: Style): string {
  return safe(asCommands(text, style.where));
}

function passTable({ passes }: { passes: readonly PassRecord[] }, style: Style): string {
  if (passes.length === 0)
    return "No maintenance has changed anything yet. A run that finds nothing to do is not listed.";
  const rows = passes.map(({ id, name, begunAt, endedAt, undoneAt, counts }) => [
    id,
    name,
    when(begunAt),
    undoneAt !== undefined ? "undone" : endedAt === undefined ? "open" : "done",
    Object.entries(counts)
      .map(([type, count]) => `${count} ${type}`)
      .join(", "),
  ]);
  return table(["ID", "PASS", "WHEN (UTC)", "STATE", "CHANGES"], rows, style);
}

function stateOf(fact: Fact): string {
  const parts: string[] = [];
  if (fact.quarantined) parts.push("quarantined");
  if (fact.lifecycle !== "active") parts.push(fact.lifecycle);
  if (fact.validity !== "valid") parts.push(fact.validity);
  if (fact.suppressed) parts.push("suppressed");
  if (fact.pinned) parts.push("pinned");
  if (fact.review !== undefined) parts.push(`review: ${fact.review}`);
  return parts.join(", ") || "current";
}

/** With `tokens`, also says who wrote each fact. */
function factTable(facts: readonly Fact[], style: Style, tokens?: TokenNames): string {
  if (facts.length === 0) return "No facts.";
  const rows = facts.map((fact) => [
    fact.id,
    fact.segment,
    when(fact.createdAt).slice(0, 10),
    stateOf(fact),
    ...(tokens === undefined ? [] : [writerOf(fact.writer, tokens)]),
    fact.content,
  ]);
  const head = ["ID", "SEGMENT", "SINCE", "STATE", ...(tokens === undefined ? [] : ["BY"]), "FACT"];
  return table(head, rows, style, ["SINCE", "SEGMENT", "BY", "STATE"]);
}

function oneFact(fact: Fact, style: Style): string {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["id", fact.id],
    ["segment", `${fact.segment}, ${fact.tier}`],
    ["state", stateOf(fact)],
    ["source", `${fact.sourceName ?? fact.source}, class ${fact.authority}`],
    ["written by", fact.writer === undefined ? NOT_RECORDED : writerOf(fact.writer, {})],
    ["slot", fact.slot === undefined ? undefined : `${fact.slot.subject} · ${fact.slot.attribute}`],
    ["learned", when(fact.createdAt)],
    ["true", span(fact)],
    ["tags", fact.tags.join(", ") || undefined],
    ["links", fact.links.map((link) => `${link.kind} ${link.to}`).join(", ") || undefined],
  ];
  const shown = lines.filter((line): line is readonly [string, string] => line[1] !== undefined);
  return [
    style.bold(safe(fact.content)),
    ...shown.map(([name, value]) => `${style.dim(name.padEnd(8))} ${safe(value)}`),
  ].join("\n");
}

function span({ validFrom, validTo }: Fact): string | undefined {
  if (validFrom === undefined && validTo === undefined) return undefined;
  return [
    validFrom === undefined ? "" : `from ${when(validFrom)}`,
    validTo === undefined ? "" : `until ${when(validTo)}`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

const OUTCOMES: Readonly<Record<string, Deed>> = {
  added: "Remembered",
  reinforced: "Already known, counted again",
  superseded: "Remembered, replacing the earlier one",
  disputed: "Remembered, but disputed",
  quarantined: "Put into quarantine",
  refused: "Refused",
};

interface WrittenAnswer {
  readonly outcome: string;
  readonly fact?: Fact;
  readonly reason?: string;
  readonly note?: string;
}

function written(answer: WrittenAnswer, style: Style): string {
  const { outcome, fact, reason, note } = answer;
  const known = OUTCOMES[outcome];
  const done = known === undefined ? outcome : deed(known, style);
  const more = [reason, note].filter((one) => one !== undefined).map((one) => style.warn(safe(one)));
  const head = fact === undefined ? style.bold(done) : told(done, fact, style);
  return [head, ...more].join("\n");
}

function writtenMany(
  { results, note }: { results: readonly WrittenAnswer[]; note?: string },
  style: Style,
): string {
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const sum = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ") || "nothing to add";
  const refused = results.flatMap((one, i) =>
    one.outcome === "refused" ? [style.warn(`fact ${i + 1}: ${safe(one.reason ?? "")}`)] : [],
  );
  return [
    style.isDryRun ? `Would be: ${sum}` : sum,
    ...refused,
    ...(note === undefined ? [] : [style.warn(safe(note))]),
  ].join("\n");
}

function verified({ ok, head, facts, marks, inbox, certificate }: VerifyResult, style: Style): string {
  const problems = [...facts.problems, ...marks.problems, ...inbox.problems];
  const said = problems.map(
    ({ message, file, position }) => `${message}${file === undefined ? "" : ` (${file}:${position ?? 0})`}`,
  );
  const all = [...said, ...(certificate?.problems ?? [])];
  const title = ok
    ? style.good(
        `Intact: ${counted(facts.events, "event")}, ${counted(facts.erased, "erased text")}, ${counted(marks.events, "use event")}.`,
      )
    : style.warn(`${counted(all.length, "problem")}:`);
  const isTrue =
    certificate?.ok === true ? [style.good(`The certificate ${certificate.shred} is true.`)] : [];
  return [title, ...isTrue, ...all.map((one) => safe(`  ${one}`)), `head ${head.seq} ${head.hash}`].join(
    "\n",
  );
}

/** Any other answer: names and values, one per line; nested values as JSON. */
function pairs(answer: unknown, style: Style): string {
  if (typeof answer === "string") return safe(answer);
  if (typeof answer !== "object" || answer === null) return safeJson(answer);
  const entries = Object.entries(answer).filter(([, value]) => value !== undefined);
  const width = Math.max(...entries.map(([name]) => name.length), 0);
  return entries
    .map(([name, value]) => {
      const shown = typeof value === "string" ? safe(value) : inline(value);
      return `${style.dim(name.padEnd(width))}  ${shown}`;
    })
    .join("\n");
}

function inline(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return safeJson(value);
  const entries = Object.entries(value);
  return entries.every(([, one]) => typeof one === "number")
    ? entries.map(([name, one]) => `${name} ${one}`).join(", ")
    : safeJson(value);
}

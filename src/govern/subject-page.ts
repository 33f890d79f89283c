/**
 * What is a person given who asks what memory holds of them? A document of data, and the same as a page that a browser
 * shows: no script, no address, and every word escaped.
 */
import type { Json } from "../model/fact.ts";
import type { SubjectMention } from "./subject.ts";

/** One fact, as it is told to whom it concerns. */
export interface SubjectFact {
  readonly id: string;
  readonly content: string;
  /** They said it; or it was derived from that, says the same, or quotes it. */
  readonly why: "said" | "derived" | "restates" | "quotes" | "labels";
  readonly segment: string;
  readonly source: string;
  readonly class: number;
  readonly actor?: string | undefined;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly slot?: { readonly subject: string; readonly attribute: string } | undefined;
  /** When memory learned it, and when it happened. */
  readonly learnedAt: number;
  readonly happenedAt: number;
  readonly lifecycle: string;
  readonly validity: string;
  readonly quotes?: readonly { readonly text: string; readonly at: number }[] | undefined;
}

/** One turn of a conversation. */
export interface SubjectTurn {
  readonly id: string;
  readonly role: string;
  readonly saidAt: number;
  readonly session: string;
  readonly content: string;
  readonly actor?: string | undefined;
  readonly attachments?:
    | readonly { readonly name?: string | undefined; readonly content: string }[]
    | undefined;
}

/** Everything that memory holds of one person or source. */
export interface SubjectExport {
  readonly tideline: "subject";
  readonly format: 1;
  readonly at: number;
  readonly subject: Readonly<Record<string, Json>>;
  readonly facts: readonly SubjectFact[];
  readonly turns: readonly SubjectTurn[];
  /** What others said that names them. */
  readonly mentions: readonly SubjectMention[];
}

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}li{margin:.6rem 0}small{color:#666;display:block}";

export function subjectPage({ at, subject, facts, turns, mentions }: SubjectExport): string {
  const who = Object.entries(subject)
    .map(([kind, name]) => `${kind} ${typeof name === "string" ? name : JSON.stringify(name)}`)
    .join(", ");
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>What memory holds</title><style>${STYLE}</style></head><body>`,
    `<h1>What memory holds</h1><p>${escaped(who)}, on ${day(at)}.</p>`,
    section(
      "What was said, and what came of it",
      facts.map((fact) => item(fact.content, factLine(fact))),
    ),
    section(
      "Turns of conversations",
      turns.map(({ content, role, actor, saidAt, session }) =>
        item(content, `${actor ?? role} on ${day(saidAt)}, in ${session}`),
      ),
    ),
    section(
      "What others said that mentions this",
      mentions.map(({ content, id }) => item(content, id)),
    ),
    "</body></html>\n",
  ].join("\n");
}

function factLine({ why, segment, source, learnedAt, tags, lifecycle, validity }: SubjectFact): string {
  const labels = tags.length === 0 ? "" : `, tagged ${tags.join(", ")}`;
  return `${why}; ${segment}, from ${source}, learned on ${day(learnedAt)}${labels}; ${lifecycle}, ${validity}`;
}

function section(title: string, items: readonly string[]): string {
  const body = items.length === 0 ? "<p>Nothing.</p>" : `<ul>\n${items.join("\n")}\n</ul>`;
  return `<h2>${title} (${items.length})</h2>\n${body}`;
}

function item(words: string, about: string): string {
  return `<li>${escaped(words)}<small>${escaped(about)}</small></li>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => ENTITIES[one] as string);
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

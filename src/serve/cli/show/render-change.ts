/**
 * How is a person told what became of a fact, or that nothing changed? And how does the engine's advice, which names
 * functions, read at a command line?
 */
import type { Fact } from "../../../model/fact.ts";
import { dashed } from "../arguments.ts";
import { type Deed, deed } from "./deed.ts";
import { clip, type Style } from "./terminal.ts";
import { aboutId } from "./where.ts";
import { widthOf } from "./width.ts";

/** What is said after a change, and if there was nothing to change. */
const CHANGES: Readonly<Record<string, readonly [done: Deed, idle: string]>> = {
  archive: ["Archived", "Already out of recall"],
  restore: ["Restored", "Already in recall"],
  pin: ["Pinned", "Already pinned"],
  unpin: ["Unpinned", "Not pinned"],
  endorse: ["Endorsed", "Already the owner's own words"],
  promote: ["Promoted", "Already in the layer that fades most slowly"],
  demote: ["Demoted", "Already in the layer that fades soonest"],
  feedback: ["Noted", "Feedback has no further effect"],
  suppress: ["Suppressed", "Already out of ranking"],
  unsuppress: ["Back in ranking", "Already in ranking"],
  link: ["Linked", "Already linked"],
};

export function isCurated(operation: string): boolean {
  return Object.hasOwn(CHANGES, operation);
}

/** `before` is the fact as it was. */
export function changed(operation: string, fact: Fact, style: Style, before: Fact | undefined): string {
  const [done = "Noted", idle = ""] = CHANGES[operation] ?? [];
  const isIdle = before !== undefined && isSame(before, fact);
  return isIdle ? told(idle, fact, style, "; nothing changed.") : told(deed(done, style), fact, style);
}

/** What became of a fact, its id, and as much of its text as fits this line, or the next one. */
export function told(what: string, { id, content }: Fact, style: Style, more = ""): string {
  const left = style.columns - widthOf(`${what}${more} ${id}  `);
  return `${style.bold(what)}${more} ${id}  ${clip(content, left < 20 ? left + style.columns : left)}`;
}

/** Fields of uses: they change without anybody changing the fact. */
const OF_USE: ReadonlySet<string> = new Set(["accessCount", "lastAccessedAt", "accessTimes"]);

function isSame(a: Fact, b: Fact): boolean {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof Fact)[];
  return names.every((name) => OF_USE.has(name) || JSON.stringify(a[name]) === JSON.stringify(b[name]));
}

/** The engine's own advice, up to the end of the line; a fact's own words come before it. */
const ADVICE =
  /(?:^undo\("|\bIt is (?:archived and out of recall|pruned): restore\("|^There is no (?:pass|contradiction) ).*$/gm;

/** Turns the calls that the engine advises into commands. */
export function asCommands(text: string, where = ""): string {
  return text.replace(ADVICE, (line) =>
    line
      .replace(
        /\b(undo|restore)\("([\w-]{1,64})"\)/g,
        (_, verb, id) => `tideline ${aboutId(verb, id, where)}`,
      )
      .replace(/\b(passes|contradictions)\(\)/g, (_, verb) => `tideline ${verb}${where}`),
  );
}

/** Turns fields that the engine names into options. Only names with a capital inside: others may be ordinary words. */
export function asOptions(text: string, fields: readonly string[]): string {
  const unmistakable = fields.filter((name) => dashed(name) !== name);
  return unmistakable.reduce(
    (told, name) => told.replace(new RegExp(`\\b${name}\\b`, "gi"), `--${dashed(name)}`),
    text,
  );
}

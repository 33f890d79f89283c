/**
 * What do the owner's notes say? `MEMORY.md` and `memory/*.md` beside the workspace, as a host keeps them for people.
 *
 * Anybody may have written text into these files. So notes are searched and read for the owner's memory only, rank
 * below what the owner said, and are never evidence; text that looks like an attack is withheld. No path reaches
 * anything but a note in this folder, however the path is spelt and wherever a symbolic link points.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { TidelineError } from "../errors.ts";
import { analyse } from "../text/words/analyse.ts";
import { scanThreats } from "../write/threat.ts";

export interface Passage {
  /** `MEMORY.md` or `memory/<name>.md`. */
  readonly path: string;
  /** The line on which the passage begins, counted from 1. */
  readonly line: number;
  readonly text: string;
}

export interface NoteHit extends Passage {
  readonly kind: "note";
  /** How much of the query the passage covers, from 0 to 1. */
  readonly relevance: number;
  /** Notes are hearsay: anybody may have written them. */
  readonly confined: true;
}

export interface NotesFound {
  readonly notes: readonly NoteHit[];
  /** How many passages were left out because they look like an attack. */
  readonly withheld: number;
  /** Notes that were not searched, and why. */
  readonly skipped: readonly SkippedNote[];
}

export interface SkippedNote {
  readonly path: string;
  readonly why: string;
}

const NOTE = /^(MEMORY\.md|memory\/[^/\\]{1,200}\.md)$/;
const MAX_FILES = 500;
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_PASSAGE_CHARS = 1_200;
/** A passage that covers less than this share of the query's weight is about something else. */
const MIN_RELEVANCE = 0.4;
const NOT_THERE = 0;

interface ReadNote {
  readonly stamp: string;
  readonly passages: readonly (Passage & { readonly terms: ReadonlySet<string> })[];
}

export class Notes {
  private readonly folder: string;
  private readonly read = new Map<string, ReadNote>();
  private listed:
    | { readonly stamp: number; readonly innerStamp: number; readonly paths: readonly string[] }
    | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The paths of all files named like a note. Read again only if a folder has changed. */
  private list(): readonly string[] {
    const stamp = changedAt(this.folder);
    // If the inner folder was missing, it can only have appeared with a change to the outer one.
    const isInnerGone = this.listed?.stamp === stamp && this.listed.innerStamp === NOT_THERE;
    const innerStamp = isInnerGone ? NOT_THERE : changedAt(join(this.folder, "memory"));
    if (this.listed?.stamp !== stamp || this.listed.innerStamp !== innerStamp)
      this.listed = { stamp, innerStamp, paths: this.look() };
    return this.listed.paths;
  }

  private look(): readonly string[] {
    const inner = namesIn(join(this.folder, "memory")).map((name) => `memory/${name}`);
    const all = [...namesIn(this.folder).filter((name) => name === "MEMORY.md"), ...inner];
    return all.filter((path) => NOTE.test(path));
  }

  /** The full text of one note. */
  text(path: string): string {
    const place = NOTE.test(path) ? this.locate(path) : undefined;
    if (typeof place !== "string")
      throw new TidelineError(
        "invalid-argument",
        `There is no note ${path.slice(0, 100)}. Notes are MEMORY.md and memory/*.md.`,
      );
    const { size } = statSync(place);
    if (size > MAX_FILE_BYTES) throw new TidelineError("request-too-large", `${path}: ${tooLarge(size)}`);
    const text = readIfAllowed(place);
    if (typeof text !== "string") throw new TidelineError("not-readable", `${path}: ${text.why}.`);
    if (isHarmless(text)) return text;
    throw new TidelineError(
      "write-gate",
      `${path} is withheld, because its text looks like an attack. A person should look at it.`,
    );
  }

  /** Passages about the query, best first. */
  search(query: string, limit: number): NotesFound {
    const { passages, skipped } = this.readAll();
    if (passages.length === 0) return { notes: [], withheld: 0, skipped };
    const wanted = [...new Set(analyse(query).terms.map((term) => term.text))];
    const weights = new Map(wanted.map((term) => [term, rarity(term, passages)]));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    const scored = passages
      .map(({ terms, ...passage }) => ({
        ...passage,
        relevance: total === 0 ? 0 : shareOf(weights, terms) / total,
      }))
      .filter((one) => one.relevance >= MIN_RELEVANCE)
      .sort(
        (a, b) => b.relevance - a.relevance || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
      );
    // The path is shown to a model together with the text, so it is scanned too.
    const clean = scored.filter((one) => [one.path, one.text].every(isHarmless));
    return {
      notes: clean.slice(0, limit).map((one) => ({ ...one, kind: "note", confined: true })),
      withheld: scored.length - clean.length,
      skipped,
    };
  }

  /** The passages that can be searched, and the notes that cannot. */
  private readAll(): { readonly passages: ReadNote["passages"]; readonly skipped: readonly SkippedNote[] } {
    const paths = this.list();
    const passages: ReadNote["passages"][number][] = [];
    const skipped: SkippedNote[] = [];
    for (const path of paths.slice(0, MAX_FILES)) {
      const found = this.passagesOf(path);
      if (!("why" in found)) for (const one of found) passages.push(one);
      else skipped.push({ path: isHarmless(path) ? path : "memory/*.md", why: found.why });
    }
    if (paths.length > MAX_FILES)
      skipped.push({
        path: "memory/*.md",
        why: `there are ${paths.length} notes, but only the first ${MAX_FILES} by name are searched: merge some`,
      });
    return { passages, skipped };
  }

  private passagesOf(path: string): ReadNote["passages"] | Unread {
    const place = this.locate(path);
    if (place === undefined) return [];
    if (typeof place !== "string") return place;
    const { mtimeMs, size } = statSync(place);
    if (size > MAX_FILE_BYTES) return { why: tooLarge(size) };
    const stamp = `${mtimeMs} ${size}`;
    const known = this.read.get(path);
    if (known?.stamp === stamp) return known.passages;
    const text = readIfAllowed(place);
    if (typeof text !== "string") return text;
    const passages = passagesIn(path, text).map((passage) => ({
      ...passage,
      terms: new Set(analyse(passage.text).terms.map((term) => term.text)),
    }));
    this.read.set(path, { stamp, passages });
    return passages;
  }

  /**
   * The real file, if there is one and its real name is that of a note: the workspace's log may be in the same folder.
   */
  private locate(path: string): string | Unread | undefined {
    try {
      const root = realpathSync(this.folder);
      const place = realpathSync(join(root, path));
      const name = relative(root, place).replaceAll(sep, "/");
      if (!NOTE.test(name)) return { why: "it leads to no note of this folder" };
      return statSync(place).isFile() ? place : { why: "it is not a file" };
    } catch (error) {
      return isNotThere(error) ? undefined : { why: NOT_READABLE };
    }
  }
}

/** Why a note is not searched. */
interface Unread {
  readonly why: string;
}

const NOT_READABLE = "it cannot be read: look at its permissions";

function readIfAllowed(place: string): string | Unread {
  try {
    return readFileSync(place, "utf8");
  } catch {
    return { why: NOT_READABLE };
  }
}

function isNotThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

function tooLarge(bytes: number): string {
  return `it has ${bytes} bytes, and notes are read up to ${MAX_FILE_BYTES}. Split it into several.`;
}

function changedAt(folder: string): number {
  try {
    return statSync(folder).mtimeMs;
  } catch {
    return NOT_THERE; // Or no permission to look into it: no notes.
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // No folder, no notes.
  }
}

/** Splits a note into paragraphs, each with the heading above it. */
function passagesIn(path: string, text: string): readonly Passage[] {
  const passages: Passage[] = [];
  let heading = "";
  let lines: string[] = [];
  let start = 1;
  const end = () => {
    const body = lines.join("\n").trim();
    if (body !== "")
      passages.push({
        path,
        line: start,
        text: (heading === "" ? body : `${heading}\n${body}`).slice(0, MAX_PASSAGE_CHARS),
      });
    lines = [];
  };
  text.split("\n").forEach((line, i) => {
    const title = /^#{1,6}\s+(.+)$/.exec(line)?.[1];
    if (title === undefined && line.trim() !== "") {
      if (lines.length === 0) start = i + 1;
      lines.push(line);
      return;
    }
    end();
    if (title !== undefined) heading = title.trim();
  });
  end();
  return passages;
}

function isHarmless(text: string): boolean {
  return scanThreats(text).length === 0;
}

/** Weight of a term: higher if fewer passages contain it (a smoothed inverse document frequency). */
function rarity(term: string, passages: ReadNote["passages"]): number {
  const having = passages.filter((passage) => passage.terms.has(term)).length;
  return Math.log(1 + (passages.length + 0.5) / (having + 0.5));
}

function shareOf(weights: ReadonlyMap<string, number>, terms: ReadonlySet<string>): number {
  let sum = 0;
  for (const [term, weight] of weights) if (terms.has(term)) sum += weight;
  return sum;
}
